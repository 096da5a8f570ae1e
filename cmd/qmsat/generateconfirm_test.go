package main

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A puzzle with clues that a timeout keeps from being confirmed is printed as comments. A slow machine may need more time to make it.
func TestCluedNotConfirmed(t *testing.T) {
	var output []byte
	var err error
	for _, timeout := range []string{"2s", "10s", "1m"} {
		program := exec.Command("qmsat", "generate", "--clues", "killer", "--givens", "0", "--box", "2x2", "--confirm", "waiting", "--timeout", timeout)
		program.Env = append(os.Environ(), "QMSAT_LIMITED=1")
		if output, err = program.Output(); !strings.Contains(string(output), "\n# request not met:\n") {
			break
		}
	}
	exit := new(exec.ExitError)
	if !errors.As(err, &exit) || exit.ExitCode() != statusStopped || !strings.Contains(string(output), "\n# not confirmed:\n# ") ||
		!strings.Contains(string(output), "\n# - {kind: killer,") || regexp.MustCompile(`(?m)^[^#]`).Match(output) {
		t.Errorf("%v, %q, expected a puzzle in comments", err, output)
	}
}
