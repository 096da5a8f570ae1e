package cluster_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/cluster/embedded"
	"qmsat/model/engine"
	"qmsat/model/parallel"

	_ "qmsat/encode/sat"
	_ "qmsat/native"
)

// start starts a server and connects to it.
func start(t *testing.T, options cluster.Options) (*cluster.Cluster, string) {
	t.Helper()
	s, err := embedded.Start(t.Context(), embedded.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return connect(t, s.URL, options), s.URL
}

func connect(t *testing.T, url string, options cluster.Options) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Connect(t.Context(), url, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func chosen(t *testing.T, text string) engine.Chosen {
	t.Helper()
	list, err := engine.ParseChosen(text)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

func submit(t *testing.T, c *cluster.Cluster, kind, engineText string, m *model.Model, cube model.Cube, d cluster.Info) cluster.Info {
	t.Helper()
	input, err := parallel.JobInput(m, cube, chosen(t, engineText))
	if err != nil {
		t.Fatal(err)
	}
	d.Kind, d.Engine = kind, engineText
	d, err = c.Submit(t.Context(), d, input)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func work(t *testing.T, c *cluster.Cluster, options cluster.WorkerOptions) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- c.Work(ctx, options) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// quick returns options of workers that split items soon.
func quick(engines ...string) cluster.WorkerOptions {
	return cluster.WorkerOptions{Workers: 2, Engines: engines, Least: time.Microsecond, Most: 100 * time.Microsecond}
}

func fourByFour(t *testing.T) *model.Model {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The end of the context ends a connection to servers that say nothing.
func TestConnectStops(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begun, url := time.Now(), "nats://"+silent.Addr().String()
	c, err := cluster.Connect(ctx, url+","+strings.Replace(url, "127.0.0.1", "localhost", 1), cluster.Options{})
	if took := time.Since(begun); !errors.Is(err, context.DeadlineExceeded) || took > 3*time.Second { // the library gives each server two
		t.Errorf("%v, error %v after %v, expected the context's end at once", c, err, took)
	}
}

func TestCountAndSolve(t *testing.T) {
	c, _ := start(t, cluster.Options{})
	m, cube := slice(t, "1234564561..........................")
	const want = "2496" // as one search finds
	d := submit(t, c, parallel.CountJob, "native", m, cube, cluster.Info{})
	listed := submit(t, c, parallel.SolveJob, "gini", fourByFour(t), nil, cluster.Info{})
	options := quick("native", "gini")
	if testing.Short() {
		options.Most *= 10 // the race detector slows searches down
	}
	work(t, c, options)
	r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{})
	if err != nil || r.Result != want || r.Records < 3 {
		t.Errorf("%+v, error %v, expected %s of several records", r, err, want)
	}
	solutions := map[string]bool{}
	r, err = c.Follow(t.Context(), listed.ID, cluster.FollowOptions{Output: func(text []byte) error {
		for line := range strings.Lines(string(text)) {
			if solutions[line] {
				t.Errorf("%q comes twice", line)
			}
			solutions[line] = true
		}
		return nil
	}})
	if err != nil || r.Result != "288" || len(solutions) != 288 {
		t.Errorf("%+v, %d solutions, error %v, expected 288", r, len(solutions), err)
	}
	again, complete, err := c.Result(t.Context(), d.ID)
	if err != nil || !complete || again.Result != want {
		t.Errorf("%+v, complete %t, error %v, expected %s", again, complete, err, want)
	}
	if done, err := c.Recheck(t.Context(), d.ID, chosen(t, "gini"), 5, 1); err != nil || *done != (cluster.Check{Items: 5, Engine: "gini", Seed: 1}) {
		t.Errorf("%+v checked, error %v, expected 5 by gini", done, err)
	}
}
