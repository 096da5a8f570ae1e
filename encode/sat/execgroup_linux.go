package sat

import (
	"cmp"
	"os"
	"os/exec"
	"syscall"
)

// groupOfItsOwn has a command start a process group, which whatever it starts belongs to.
func groupOfItsOwn(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// awaitEnd returns when a command has ended. It leaves the waiting to [reap].
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

// reap kills what is left of the group of a command that has ended, then waits for the command. Until then its number, which
// is also the group's, belongs to nobody else; afterwards the system may give it to an unrelated process.
func reap(command *exec.Cmd, ended error) error {
	killGroup(command)
	return cmp.Or(ended, command.Wait())
}

// terminateGroup asks the processes of a command's group to end. A group that has ended is no error.
func terminateGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }

// killGroup ends the processes of a command's group. The command must not have been waited for.
func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
