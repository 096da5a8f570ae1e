//go:build unix

package sat

import (
	"os/exec"
	"syscall"
)

// groupOfItsOwn has a command start a process group, which whatever it starts belongs to.
func groupOfItsOwn(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminateGroup asks the processes of a command's group to end. A group that is gone is no error.
func terminateGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }

// killGroup ends the processes of a command's group.
func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
