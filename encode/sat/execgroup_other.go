//go:build !linux

package sat

import "os/exec"

// Only Linux ends the process group of a command. Elsewhere only the command itself is ended. A group must not be signalled
// once its leader was waited for, and on other systems no tested way shows the end of the leader earlier.

func groupOfItsOwn(*exec.Cmd) {}

func awaitEnd(command *exec.Cmd) error { return command.Wait() }

func reap(_ *exec.Cmd, ended error) error { return ended }

func terminateGroup(command *exec.Cmd) { killGroup(command) }

func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }
