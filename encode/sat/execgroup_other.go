//go:build !linux

package sat

import "os/exec"

// Only Linux ends the whole process group of a command; elsewhere only the command itself is ended. A group must not be signalled
// after its leader was waited for, and on other systems no tested way shows before the wait that the leader has ended.

func groupOfItsOwn(*exec.Cmd) {}

func awaitEnd(command *exec.Cmd) error { return command.Wait() }

func reap(_ *exec.Cmd, ended error) error { return ended }

func terminateGroup(command *exec.Cmd) { killGroup(command) }

func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }
