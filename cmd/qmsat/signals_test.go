package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// The first signal asks a command to end. A later one ends it, whatever it does, but not one that repeats the first at once.
func TestSecondSignalEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		program := exec.Command("qmsat", "solve", "--box", "2x2", "--all", "--engine", "deaf")
		program.Env = append(os.Environ(), "QMSAT_LIMITED=1")
		output, err := program.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		sent := 0
		var first time.Time
		lines := bufio.NewScanner(output)
		for lines.Scan() && sent < 1<<8 {
			if sent == 0 {
				first = time.Now()
			}
			if program.Process.Signal(signal) == nil {
				sent++
			}
			time.Sleep(10 * time.Millisecond)
		}
		_ = program.Process.Kill() // unless it has ended
		err = program.Wait()
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) || sent < 2 {
			t.Errorf("%v: %v after %d signals", signal, err, sent)
		} else if status := exit.Sys().(syscall.WaitStatus); status.Signal() != signal {
			t.Errorf("%v: ended by %v, status %d", signal, status.Signal(), status.ExitStatus())
		} else if lived := time.Since(first); lived < repeatedSignal {
			t.Errorf("%v: ended %v after the first, expected %v at least", signal, lived, repeatedSignal)
		}
	}
}
