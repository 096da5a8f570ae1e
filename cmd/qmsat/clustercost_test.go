package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What a count costs over a cluster, beside a single process: the processor time of all processes, in turn. Each worker has a
// solver of its own, in one process or in several, so the twin of four worker processes is --workers 4.
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
			spread := func(workers, each int) (processor, wall time.Duration, parts string) {
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
				var processes []*exec.Cmd
				for range workers {
					processes = append(processes, start(program("qmsat", "worker", "--cluster", url, "--workers", strconv.Itoa(each), "--engine", test.engine)))
				}
				follower, wall := count("--cluster", url)
				searched := time.Duration(0)
				for _, w := range processes {
					searched += used(w)
				}
				served := used(server)
				return searched + served + follower, wall, fmt.Sprintf(", of it server %v, follower %v", served, follower)
			}
			base, wall := count("--workers", "2")
			say := func(what string, processor, wall time.Duration, parts string) {
				t.Logf("%s by %s, %s: processor %v, %.3f of that of --workers 2, wall clock %v%s",
					test.args, test.engine, what, processor, processor.Seconds()/base.Seconds(), wall, parts)
			}
			say("--workers 2", base, wall, "")
			for _, workers := range []int{1, 4} {
				processor, wall := count("--workers", strconv.Itoa(workers))
				say(fmt.Sprintf("--workers %d", workers), processor, wall, "")
			}
			for _, s := range []struct{ workers, each int }{{1, 2}, {2, 1}, {4, 1}} {
				processor, wall, parts := spread(s.workers, s.each)
				say(fmt.Sprintf("%d processes of %d workers", s.workers, s.each), processor, wall, parts)
			}
		})
	}
}
