package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a count costs by four workers, a server and a follower, beside a single process with two workers: all processor time, in turn.
func TestClusterCost(t *testing.T) {
	if os.Getenv("QMSAT_CONFIRM") == "" {
		t.Skip("counts for minutes: QMSAT_CONFIRM")
	}
	bin := buildPrograms(t)
	program := func(name string, args ...string) *exec.Cmd {
		return exec.CommandContext(t.Context(), filepath.Join(bin, name), args...)
	}
	// used ends a process and returns the processor time that it took.
	used := func(cmd *exec.Cmd) time.Duration {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // a worker says by its exit status that it was interrupted
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	start := func(cmd *exec.Cmd) *exec.Cmd {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	for _, test := range []struct{ args, engine, want string }{
		{"--box 2x3", "native", "28200960"},
		{"--delta 2", "gini", "248832"},
	} {
		t.Run(test.engine, func(t *testing.T) {
			count := func(args ...string) (processor, wall time.Duration) {
				cmd := program("qmsat", append(append([]string{"count", "--engine", test.engine}, strings.Fields(test.args)...), args...)...)
				begun := time.Now()
				out, err := cmd.Output()
				if got := string(bytes.TrimSpace(out)); err != nil || got != test.want {
					t.Fatalf("%v: %s, error %v, expected %s", cmd, got, err, test.want)
				}
				return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), time.Since(begun)
			}
			single, singleWall := count("--workers", "2")
			server := program("qmsat-server", "--folder", t.TempDir())
			output, err := server.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			start(server)
			url, err := bufio.NewReader(output).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			url = strings.TrimSpace(url)
			var workers []*exec.Cmd
			for range 4 {
				workers = append(workers, start(program("qmsat", "worker", "--cluster", url, "--workers", "1", "--engine", test.engine)))
			}
			follower, wall := count("--cluster", url)
			searched := time.Duration(0)
			for _, w := range workers {
				searched += used(w)
			}
			served := used(server)
			all := searched + served + follower
			t.Logf("%s by %s: one process %v in %v; four workers %v, server %v, follower %v, %v in all, %.2f of the one, in %v",
				test.args, test.engine, single, singleWall, searched, served, follower, all, all.Seconds()/single.Seconds(), wall)
		})
	}
}
