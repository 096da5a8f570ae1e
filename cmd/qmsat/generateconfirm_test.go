package main

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A puzzle with clues that a timeout keeps from being confirmed is printed as comments.
func TestCluedNotConfirmed(t *testing.T) {
	const line = "generate --clues killer --givens 0 --box 2x2 --confirm waiting --timeout 2s"
	program := exec.Command("qmsat", strings.Fields(line)...)
	program.Env = append(os.Environ(), "QMSAT_LIMITED=1")
	output, err := program.Output()
	exit := new(exec.ExitError)
	if !errors.As(err, &exit) || exit.ExitCode() != statusStopped || !strings.Contains(string(output), "\n# not confirmed:\n# ") ||
		!strings.Contains(string(output), "\n# - {kind: killer,") || regexp.MustCompile(`(?m)^[^#]`).Match(output) {
		t.Errorf("%v, %q, expected a puzzle in comments", err, output)
	}
}
