//go:build !linux

package sat

import "os/exec"

// Only Linux ends the process group of a command. Elsewhere just the command itself is ended: a group must not be signalled once its
// leader was waited for, and no way to see it end before that is tested there.

func groupOfItsOwn(*exec.Cmd) {}

func awaitEnd(command *exec.Cmd) error { return command.Wait() }

func reap(_ *exec.Cmd, ended error) error { return ended }

func terminateGroup(command *exec.Cmd) { killGroup(command) }

func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }
