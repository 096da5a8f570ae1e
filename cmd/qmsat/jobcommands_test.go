package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"qmsat/cmd/internal/study/code"
	"qmsat/compare"
	"qmsat/compare/crosscheck"
	"qmsat/internal/job"
	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/cluster/embedded"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/parallel"
	"qmsat/native/generate"
	"qmsat/native/grids"
)

// foreignJob is a job as a stranger may make it: whatever its description says, its input names a command wherever it can.
type foreignJob struct {
	input    map[string]any
	searches bool // it can name an engine
}

// foreignJobs returns a job of every kind, all of which name an engine.
func foreignJobs(t *testing.T, name string) map[string]foreignJob {
	m, err := model.Sudoku(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := modeltest.WriteYAML(m, &text, nil); err != nil {
		t.Fatal(err)
	}
	search := foreignJob{map[string]any{"model": text.String(), "cube": m.FormatCube(nil), "engine": name}, true}
	return map[string]foreignJob{
		parallel.CountJob: search,
		parallel.SolveJob: search,
		crosscheck.Job: {map[string]any{
			"seed": 1, "models": 16, "limit": 3, "timeout": int(10 * time.Second), "engines": []string{name},
		}, true},
		grids.Job:        {map[string]any{"delta": 2, "what": "minigrids", "engine": name}, false},
		code.ErasuresJob: {map[string]any{"delta": 9, "words": []code.Word{{}}, "erasures": []int{80}, "decoders": []string{code.Singles}, "engine": name}, false},
		generate.FullJob: {map[string]any{
			"model": text.String(), "notation": model.Characters, "count": 1, "method": methodNames()[0], "workers": 1, "period": 1, "engine": name,
		}, false},
	}
}

// marking returns the engine of a command that writes a file, and the file's name.
func marking(t *testing.T) (name, marker string) {
	folder := t.TempDir()
	command, marker := filepath.Join(folder, "command"), filepath.Join(folder, "marker")
	if err := os.WriteFile(command, []byte("#!/bin/sh\necho ran >> "+marker+"\necho s UNSATISFIABLE\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return "exec:" + command, marker
}

func ran(marker string) bool {
	_, err := os.Stat(marker)
	return err == nil
}

// testCluster starts a server, and connects to it.
func testCluster(t *testing.T) (*cluster.Cluster, string) {
	t.Helper()
	s, err := embedded.Start(t.Context(), embedded.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	version, err := compare.ReadBuild().Program()
	if err != nil {
		t.Fatal(err)
	}
	c, err := cluster.Connect(t.Context(), s.URL, cluster.Options{Version: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, s.URL
}

// working works with some engines until what it returns is called.
func working(t *testing.T, c *cluster.Cluster, log func(string), engines ...string) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if err := c.Work(ctx, cluster.WorkerOptions{Workers: 1, Engines: append(engines, noEngine), Log: log}); err != nil {
			t.Error(err)
		}
	})
	return func() { cancel(); group.Wait() }
}

// A worker runs a command only if its own engines name it, whatever the kind of job, its description and its input say. It
// leaves the job to others with one line, and another worker that has the command does it.
func TestJobsNameNoCommands(t *testing.T) {
	modeltest.OnlyLong(t)
	for of, kind := range job.Kinds.Entries {
		t.Run(of, func(t *testing.T) {
			t.Parallel()
			name, marker := marking(t)
			foreign, known := foreignJobs(t, name)[of]
			if !known {
				t.Fatal("there is no such job here: add one that names an engine wherever the kind's input can")
			}
			c, _ := testCluster(t)
			input, err := json.Marshal(foreign.input)
			if err != nil {
				t.Fatal(err)
			}
			d := cluster.Info{Kind: of, Engine: noEngine}
			if kind.Searches {
				d.Engine = "native"
			}
			if d, err = c.Submit(t.Context(), d, input); err != nil {
				t.Fatal(err)
			}
			lines := make(chan string, 100)
			stop := working(t, c, func(line string) { lines <- line }, "native")
			if !foreign.searches {
				if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil || ran(marker) {
					t.Errorf("error %v, the command ran: %t, expected a job that is done without it", err, ran(marker))
				}
				stop()
				return
			}
			select {
			case line := <-lines:
				if !strings.Contains(line, d.ID) || !strings.Contains(line, name) || strings.Contains(line, "\n") {
					t.Errorf("%q, expected a line that names the job and the command", line)
				}
			case <-time.After(20 * time.Second):
				t.Error("no line names the job and the command")
			}
			time.Sleep(2500 * time.Millisecond) // it is offered again
			stop()
			if d, err := c.Job(t.Context(), d.ID); err != nil || d.State != cluster.Open || ran(marker) || len(lines) > 0 {
				t.Errorf("%+v, error %v, the command ran: %t, %d further lines, expected an open job", d, err, ran(marker), len(lines))
			}
			stop = working(t, c, nil, "native", name)
			if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil || !ran(marker) {
				t.Errorf("error %v, the command ran: %t, expected a job that is done by it", err, ran(marker))
			}
			stop()
			if err := os.Remove(marker); err != nil {
				t.Fatal(err)
			}
			check, err := c.Recheck(t.Context(), d.ID, engine.Chosen{Engine: must(engine.Lookup("native"))}, 5, 1)
			if kind.Searches && (err != nil && !errors.As(err, new(*cluster.Disagreement)) || check.Engine != "native") ||
				!kind.Searches && !errors.As(err, new(*engine.RefusedError)) || ran(marker) {
				t.Errorf("%+v, error %v, the command ran: %t, expected a check without it, or none", check, err, ran(marker))
			}
		})
	}
}

// Where results are checked, too, --engine names the only command that may run. JSON is one object, with the check in it.
func TestCheckNamesNoCommands(t *testing.T) {
	name, marker := marking(t)
	c, url := testCluster(t)
	stop := working(t, c, nil, name)
	defer stop()
	ranWith(t, statusCheck, "compare", "--random", "3", "--seed", "4", "--keep-going", "--out", t.TempDir(), "--engine", "native,"+name, "--cluster", url)
	if !ran(marker) {
		t.Error("the command did not run on a worker that has it")
	}
	if err := os.Remove(marker); err != nil {
		t.Fatal(err)
	}
	list, err := c.Jobs(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("%d jobs, error %v, expected one", len(list), err)
	}
	result := []string{"jobs", "result", list[0].ID, "--check", "5", "--cluster", url, "--format", "json", "--engine"}
	out, complaint := ranWith(t, statusUsage, append(result, "native")...)
	if out != "" || strings.Count(complaint, "\n") != 1 || !strings.Contains(complaint, name) || ran(marker) {
		t.Errorf("%q, %q, the command ran: %t, expected a line that refuses it", out, complaint, ran(marker))
	}
	out, complaint = ranWith(t, 0, append(result, name)...)
	var object struct {
		Complete bool
		Check    cluster.Check
	}
	if err := json.Unmarshal([]byte(out), &object); err != nil || !object.Complete || object.Check != (cluster.Check{Items: 1, Seed: 1}) || complaint != "" || !ran(marker) {
		t.Errorf("%q, %q, error %v, the command ran: %t, expected an object with the check by the command", out, complaint, err, ran(marker))
	}
}

// ranWith runs the command and returns what it prints.
func ranWith(t *testing.T, expected int, args ...string) (out, complaint string) {
	t.Helper()
	var output, errors strings.Builder
	if status := run(t.Context(), args, streams{strings.NewReader(""), &output, &errors}); status != expected {
		t.Errorf("qmsat %s: exit status %d, expected %d: %s", strings.Join(args, " "), status, expected, errors.String())
	}
	return output.String(), errors.String()
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
