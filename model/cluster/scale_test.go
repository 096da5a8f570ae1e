//go:build unix

package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"qmsat/internal/job"
	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/engine"
	"qmsat/model/parallel"
)

// waitingJob is a kind of job whose items wait for a fixed time. The result of each is 1.
const waitingJob = "waiting"

// waitingInput is the input of a waitingJob.
type waitingInput struct {
	Items int
	Each  time.Duration
}

func init() {
	job.Kinds.Register(waitingJob, job.Kind{Open: func(_ context.Context, text []byte, _ job.Options) (job.Work, error) {
		var input waitingInput
		if err := json.Unmarshal(text, &input); err != nil {
			return nil, err
		}
		spans := &job.Spans[int]{
			Total: input.Items, Grain: 1,
			Do: func(ctx context.Context, lo, hi int) (int, []byte, error) {
				select {
				case <-ctx.Done():
					return 0, nil, context.Cause(ctx)
				case <-time.After(input.Each * time.Duration(hi-lo)):
					return hi - lo, nil, nil
				}
			},
			Add:  func(a, b int) (int, error) { return a + b, nil },
			Text: func(n int) string { return fmt.Sprint(n) },
		}
		return spans.Work(), nil
	}})
}

func submitWaiting(t *testing.T, c *cluster.Cluster, input waitingInput) cluster.Info {
	t.Helper()
	text, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.Submit(t.Context(), cluster.Info{Kind: waitingJob}, text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The records of many items are folded, and the result stays the same.
func TestFolds(t *testing.T) {
	c, _ := start(t, cluster.Options{})
	const items = 300
	d := submitWaiting(t, c, waitingInput{Items: items})
	work(t, c, quick(""))
	options := cluster.FollowOptions{FoldAbove: 20, Every: time.Millisecond}
	r, err := c.Follow(t.Context(), d.ID, options)
	if err != nil || r.Result != fmt.Sprint(items) {
		t.Fatalf("%+v, error %v, expected %d", r, err, items)
	}
	again, complete, err := c.Result(t.Context(), d.ID)
	if err != nil || !complete || again.Result != r.Result || again.Hash != r.Hash || again.Records >= items {
		t.Errorf("%+v, complete %t, error %v, expected the same of fewer records", again, complete, err)
	}
}

// Records are folded while a job lists solutions, and all of them come once. A listing that has enough does not end a job that
// another one began.
func TestFoldsNoOutput(t *testing.T) {
	c, _ := start(t, cluster.Options{})
	m := fourByFour(t)
	list := func(limit uint64) (engine.Result, int, error) {
		s, listed := cluster.Search{Cluster: c, Chosen: chosen(t, "native"), Model: m, Last: &cluster.Done{}}, 0
		r, err := s.Run(t.Context(), nil, limit, func(model.Assignment) bool { listed++; return true })
		return r, listed, err
	}
	d := submit(t, c, parallel.SolveJob, "native", m, nil, cluster.Info{})
	work(t, c, quick("native"))
	if r, listed, err := list(1); err != nil || listed != 1 {
		t.Errorf("%+v, %d solutions, error %v, expected one", r, listed, err)
	}
	options := cluster.FollowOptions{FoldAbove: 2, Every: time.Millisecond}
	if r, err := c.Follow(t.Context(), d.ID, options); err != nil || r.Result != "288" {
		t.Errorf("%+v, error %v, expected 288", r, err)
	}
	if r, listed, err := list(0); err != nil || listed != 288 {
		t.Errorf("%+v, %d solutions, error %v, expected 288", r, listed, err)
	}
}

// A thousand workers wait instead of searching. This measures how many items a server on one machine delivers, and how much
// memory the server and a follower hold.
func TestScale(t *testing.T) {
	if os.Getenv("QMSAT_CONFIRM") == "" {
		t.Skip("a minute of a thousand workers: QMSAT_CONFIRM")
	}
	for _, input := range []waitingInput{{20_000, time.Second}, {20_000, 5 * time.Second / 2}, {20_000, 0}} {
		folder, port := t.TempDir(), freePort(t)
		server := startPart(t, nil, serverPart, folder, port)
		defer kill(server)
		url := "nats://" + tokenIn(t, folder) + "@127.0.0.1:" + port
		c, err := connectSoon(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		const workers = 1000
		working, stop := context.WithCancel(t.Context())
		defer stop()
		for range 10 {
			of, err := connectSoon(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			defer of.Close()
			go of.Work(working, cluster.WorkerOptions{Workers: workers / 10, Engines: []string{""}})
		}
		begun := time.Now()
		d := submitWaiting(t, c, input)
		r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{})
		elapsed := time.Since(begun)
		if err != nil || r.Result != fmt.Sprint(input.Items) {
			t.Fatalf("%+v, error %v, expected %d", r, err, input.Items)
		}
		var own runtime.MemStats
		runtime.ReadMemStats(&own)
		t.Logf("%d items of %v by %d workers: %v, %.0f items/s, ideal %v; the server holds %s, this process, follower and workers, %d MiB",
			input.Items, input.Each, workers, elapsed.Round(time.Millisecond), float64(input.Items)/elapsed.Seconds(),
			input.Each*time.Duration(input.Items/workers), resident(t, server.Process.Pid), own.Sys>>20)
		stop()
	}
}

// resident returns the memory that a process holds, from /proc.
func resident(t *testing.T, pid int) string {
	data, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(pid), "status"))
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(data)) {
		if size, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			return strings.TrimSpace(size)
		}
	}
	return "unknown"
}
