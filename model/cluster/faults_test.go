package cluster_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
	"qmsat/model/parallel"
)

func init() {
	native, err := engine.Lookup("native")
	if err != nil {
		panic(err)
	}
	engine.Register(enginetest.Miscounting("miscounting", native))
	engine.Register(enginetest.Refuting("refuting", native))
}

// slice returns 2×3 Sudoku and a cube with some givens.
func slice(t *testing.T, cells string) (*model.Model, model.Cube) {
	t.Helper()
	m := modeltest.Sudoku(t, 2, 3)
	cube, err := model.Characters.Parse(m, cells)
	if err != nil {
		t.Fatal(err)
	}
	return m, cube
}

// Verification by another worker finds wrong counts and wrong splits.
func TestVerify(t *testing.T) {
	for _, name := range []string{"miscounting", "refuting"} {
		t.Run(name, func(t *testing.T) {
			c, _ := start(t, cluster.Options{})
			m, cube := slice(t, "1234564561..........................")
			d := submit(t, c, parallel.CountJob, name, m, cube, cluster.Info{Verify: 1, VerifyBy: "gini", Seed: 1})
			work(t, c, quick(name))
			work(t, c, quick("gini"))
			_, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{})
			if !errors.As(err, new(*cluster.Disagreement)) || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "gini") {
				t.Fatalf("error %v, expected a disagreement of %s and gini", err, name)
			}
			if d, err := c.Job(t.Context(), d.ID); err != nil || d.State != cluster.Failed || d.Reason == "" {
				t.Errorf("%+v, error %v, expected a job that has failed", d, err)
			}
		})
	}
	c, _ := start(t, cluster.Options{})
	d := submit(t, c, parallel.CountJob, "gini", fourByFour(t), nil, cluster.Info{Verify: 1, VerifyBy: "native", Seed: 1})
	work(t, c, quick("gini"))
	work(t, c, quick("native"))
	checked := 0
	r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{Progress: func(p cluster.Progress) { checked = p.Checked }})
	if err != nil || r.Result != "288" {
		t.Errorf("%+v, %d checked, error %v, expected 288", r, checked, err)
	}
}

// Checks have the settings of their engine. They are not lost if the follower that asked for them folds records and ends.
func TestVerifyLater(t *testing.T) {
	for _, test := range []struct{ engine, by, says string }{
		{"miscounting", "gini[encoding=minimal]", "gini[encoding=minimal] of worker"},
		{"gini", "native[order=none]", "order"},
	} {
		t.Run(test.engine, func(t *testing.T) {
			t.Parallel()
			c, _ := start(t, cluster.Options{})
			m, cube := slice(t, "1234564561..........................")
			d := submit(t, c, parallel.CountJob, test.engine, m, cube, cluster.Info{Verify: 1, VerifyBy: test.by, Seed: 1})
			options := quick(test.engine)
			options.Most *= 100 // the race detector slows searches down
			work(t, c, options)
			first, cancel := context.WithCancel(t.Context())
			done := make(chan error)
			go func() {
				_, err := c.Follow(first, d.ID, cluster.FollowOptions{FoldAbove: 1, Every: time.Millisecond})
				done <- err
			}()
			for complete := false; !complete; time.Sleep(100 * time.Millisecond) {
				var err error
				if _, complete, err = c.Result(t.Context(), d.ID); err != nil {
					t.Fatal(err)
				}
			}
			cancel()
			<-done
			name, _, _ := strings.Cut(test.by, "[")
			work(t, c, quick(name))
			if r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%+v, error %v, expected one that says %q", r, err, test.says)
			}
		})
	}
}

// A worker says that the checks of its own records wait.
func TestChecksWait(t *testing.T) {
	modeltest.OnlyLong(t)
	c, _ := start(t, cluster.Options{})
	d := submit(t, c, parallel.CountJob, "gini", fourByFour(t), nil, cluster.Info{Verify: 1, VerifyBy: "native", Seed: 1})
	lines := make(chan string, 10)
	options := quick("gini", "native")
	options.Log = func(line string) { lines <- line }
	work(t, c, options)
	go c.Follow(t.Context(), d.ID, cluster.FollowOptions{}) // its error is that the test has ended
	if line := <-lines; line != "job "+d.ID+": its checks wait for another worker" {
		t.Errorf("found %q", line)
	}
}

// With a tenth of the items verified, a worker whose counts are all wrong is found soon.
func TestVerifyTenth(t *testing.T) {
	modeltest.OnlyLong(t)
	m, cube := slice(t, "123.................................")
	input, err := parallel.JobInput(m, cube, chosen(t, "miscounting"))
	if err != nil {
		t.Fatal(err)
	}
	c, _ := start(t, cluster.Options{})
	work(t, c, quick("miscounting"))
	work(t, c, quick("native"))
	var records []int
	for seed := range uint64(10) {
		d, err := c.Submit(t.Context(), cluster.Info{
			Kind: parallel.CountJob, Engine: "miscounting", Verify: 0.1, VerifyBy: "native", Seed: seed,
		}, input)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); !errors.As(err, new(*cluster.Disagreement)) {
			t.Fatalf("seed %d: error %v, expected a disagreement", seed, err)
		}
		r, _, err := c.Result(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r.Records)
	}
	slices.Sort(records)
	t.Logf("numbers of records after which it was found, each counted or split: %v", records)
}

// A job that is missing, cancelled or of another version is reported.
func TestRefused(t *testing.T) {
	c, url := start(t, cluster.Options{Version: "one"})
	if _, err := c.Follow(t.Context(), "none", cluster.FollowOptions{}); err == nil || !strings.Contains(err.Error(), "job none") {
		t.Errorf("error %v, expected one that names the job", err)
	}
	d := submit(t, c, parallel.CountJob, "gini", fourByFour(t), nil, cluster.Info{})
	lines := make(chan string, 10)
	options := quick("gini")
	options.Log = func(line string) { lines <- line }
	work(t, connect(t, url, cluster.Options{Version: "two"}), options)
	if line := <-lines; !strings.Contains(line, d.ID) || !strings.Contains(line, "two") {
		t.Errorf("%q, expected the job and the version of the worker", line)
	}
	if err := c.Cancel(t.Context(), d.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err == nil || !strings.Contains(err.Error(), "cancelled") {
		t.Errorf("error %v, expected that it was cancelled", err)
	}
	wrong := cluster.Info{Kind: "nothing"}
	if _, err := c.Submit(t.Context(), wrong, nil); err == nil {
		t.Error("a job of no kind was taken")
	}
	if _, err := cluster.Connect(t.Context(), strings.Replace(url, "nats://", "nats://not", 1), cluster.Options{}); err == nil || strings.Contains(err.Error(), "not") {
		t.Errorf("error %v, expected one without the token", err)
	}
}
