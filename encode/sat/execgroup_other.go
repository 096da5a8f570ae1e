//go:build !unix

package sat

import "os/exec"

// Where there are no process groups, just the command itself is ended.

func groupOfItsOwn(*exec.Cmd) {}

func terminateGroup(command *exec.Cmd) { killGroup(command) }

func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }
