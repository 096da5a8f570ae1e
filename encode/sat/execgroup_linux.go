package sat

import (
	"cmp"
	"os"
	"os/exec"
	"syscall"
)

// groupOfItsOwn starts a command in a new process group. All processes that it starts belong to the group.
func groupOfItsOwn(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// awaitEnd returns when a command has ended. It leaves the wait call to [reap].
func awaitEnd(command *exec.Cmd) error {
	const process = 1 // P_PID
	for {
		switch _, _, errno := syscall.Syscall6(syscall.SYS_WAITID, process, uintptr(command.Process.Pid), 0, syscall.WEXITED|syscall.WNOWAIT, 0, 0); errno {
		case 0:
			return nil
		case syscall.EINTR:
		default:
			return os.NewSyscallError("waitid", errno)
		}
	}
}

// reap kills the rest of the group of a command that has ended, then waits for the command. Until the wait, nobody else can have
// the command's number, which is also the group's; afterwards the system may give it to an unrelated process.
func reap(command *exec.Cmd, ended error) error {
	killGroup(command)
	return cmp.Or(ended, command.Wait())
}

// terminateGroup asks the processes of a command's group to end. It is no error if the group has ended.
func terminateGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }

// killGroup ends the processes of a command's group. The command must not have been waited for yet.
func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
