package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"qmsat/internal/job"
	"qmsat/internal/memory"
	"qmsat/model/cluster"
	"qmsat/model/parallel"
)

// askingJob is a kind of job. Its items ask for some bytes of memory, and the result of each is 1. An item that asks for none
// panics.
const askingJob = "asking"

func init() {
	job.Kinds.Register(askingJob, job.Kind{Open: func(_ context.Context, text []byte, _ job.Options) (job.Work, error) {
		var bytes []int64
		if err := json.Unmarshal(text, &bytes); err != nil {
			return nil, err
		}
		spans := &job.Spans[int]{
			Total: len(bytes), Grain: 1,
			Do: func(ctx context.Context, lo, hi int) (int, []byte, error) {
				if bytes[lo] == 0 {
					panic("it is broken")
				}
				return 1, nil, memory.Ask(ctx, "the item", bytes[lo])
			},
			Add:  func(a, b int) (int, error) { return a + b, nil },
			Text: func(n int) string { return fmt.Sprint(n) },
		}
		return spans.Work(), nil
	}})
}

// crowdedJob is a kind of job with one item, which is large or small. A large item always exceeds the budget. A small one exceeds
// it only at its first try, beside the large one.
const crowdedJob = "crowded"

func init() {
	largeBegun, smallFailed := make(chan bool), make(chan bool)
	begin, fail := sync.OnceFunc(func() { close(largeBegun) }), sync.OnceFunc(func() { close(smallFailed) })
	await := func(ctx context.Context, c chan bool) {
		select {
		case <-c:
		case <-ctx.Done():
		}
	}
	job.Kinds.Register(crowdedJob, job.Kind{Open: func(_ context.Context, size []byte, _ job.Options) (job.Work, error) {
		spans := &job.Spans[int]{
			Total: 1, Grain: 1,
			Do: func(ctx context.Context, _, _ int) (int, []byte, error) {
				if string(size) == "large" {
					begin()
					await(ctx, smallFailed)
				} else if await(ctx, largeBegun); isClosed(smallFailed) {
					return 1, nil, nil
				}
				fail()
				return 1, nil, memory.Ask(ctx, "the item", 1<<50)
			},
			Add:  func(a, b int) (int, error) { return a + b, nil },
			Text: func(n int) string { return fmt.Sprint(n) },
		}
		return spans.Work(), nil
	}})
}

func isClosed(c chan bool) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// workWithin works within a memory budget until stop is called, and returns what is logged.
func workWithin(t *testing.T, c *cluster.Cluster, bytes int64) (logged chan string, stop func()) {
	ctx, give := context.WithCancel(memory.Shared(context.Background(), bytes))
	logged = make(chan string, 100)
	options := quick("")
	options.Log = func(line string) { logged <- line }
	done := make(chan error)
	go func() { done <- c.Work(ctx, options) }()
	return logged, func() {
		if ctx.Err() != nil {
			t.Errorf("the worker was ended by %v", context.Cause(ctx))
		}
		give()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func submitAsking(t *testing.T, c *cluster.Cluster, bytes ...int64) cluster.Info {
	t.Helper()
	text, err := json.Marshal(bytes)
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.Submit(t.Context(), cluster.Info{Kind: askingJob}, text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A follower says once if items or checks wait for an engine that no worker has.
func TestNoWorker(t *testing.T) {
	for has, lacks := range map[string]string{"gini": "native", "native": "gophersat"} {
		t.Run(lacks, func(t *testing.T) {
			t.Parallel()
			c, _ := start(t, cluster.Options{})
			work(t, c, quick(has))
			m, cube := slice(t, "123456456123231564..................")
			d := submit(t, c, parallel.CountJob, "native[order=rows]", m, cube, cluster.Info{Verify: 1, VerifyBy: "gophersat"})
			missing, followed := make(chan string), make(chan error)
			options := cluster.FollowOptions{Every: 10 * time.Millisecond, WaitsAfter: 100 * time.Millisecond}
			options.Waits = func(d cluster.Info, engine string) { missing <- d.ID + " " + engine }
			go func() {
				_, err := c.Follow(t.Context(), d.ID, options)
				followed <- err
			}()
			if line := <-missing; line != d.ID+" "+lacks {
				t.Errorf("found %q, expected that the job waits for %s", line, lacks)
			}
			time.Sleep(300 * time.Millisecond)
			for range 2 { // a worker does not check its own items
				work(t, c, quick("native", "gophersat"))
			}
			select {
			case line := <-missing:
				t.Errorf("found %q too, expected to hear of it once", line)
			case err := <-followed:
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A worker gives up an item that exceeds its memory, logs it, and continues. After five such deliveries the job ends. A worker
// with more memory can do it.
func TestTooLarge(t *testing.T) {
	const small, large = 1 << 40, 1 << 50
	c, _ := start(t, cluster.Options{})
	logged, stop := workWithin(t, c, small)
	for _, test := range []struct {
		bytes int64
		state cluster.State
		says  string
	}{
		{2 * small, cluster.TooLarge, "2 TiB needed, the memory budget is 1 TiB"},
		{0, cluster.Failed, "panic: it is broken"},
	} {
		d := submitAsking(t, c, 1, test.bytes)
		_, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{})
		ended := new(cluster.EndedError)
		if !errors.As(err, &ended) || ended.State != test.state || !strings.Contains(err.Error(), test.says) ||
			!strings.Contains(err.Error(), "5 times") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%d bytes: error %v, expected one line that the job is %s: %s", test.bytes, err, test.state, test.says)
		}
		for range 5 {
			if line := <-logged; !strings.Contains(line, d.ID) || !strings.Contains(line, test.says) {
				t.Errorf("%q, expected the job and %q", line, test.says)
			}
		}
	}
	d := submitAsking(t, c, 1, 1)
	if r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil || r.Result != "2" {
		t.Errorf("%+v, error %v, expected that the worker lives", r, err)
	}
	d = submitAsking(t, c, 2*small)
	<-logged
	stop()
	_, stop = workWithin(t, c, large)
	defer stop()
	if r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil || r.Result != "1" {
		t.Errorf("%+v, error %v, expected that the larger worker does it", r, err)
	}
}

// greedyJob is a kind of job whose item takes memory and waits for its context's end. The very first one is slow to release it.
const greedyJob = "greedy"

func init() {
	var slow sync.Once
	job.Kinds.Register(greedyJob, job.Kind{Open: func(context.Context, []byte, job.Options) (job.Work, error) {
		spans := &job.Spans[int]{
			Total: 1, Grain: 1,
			Do: func(ctx context.Context, _, _ int) (int, []byte, error) {
				var blocks [][]byte
				for range 256 { // much more than it may
					blocks = append(blocks, make([]byte, 1<<20))
				}
				<-ctx.Done()
				slow.Do(func() { time.Sleep(1500 * time.Millisecond) })
				runtime.KeepAlive(blocks)
				return 0, nil, context.Cause(ctx)
			},
			Add:  func(a, b int) (int, error) { return a + b, nil },
			Text: func(n int) string { return fmt.Sprint(n) },
		}
		return spans.Work(), nil
	}})
}

// A worker that refuses ten jobs in a row does an honest one between each two, in the same process.
func TestGreedyJobs(t *testing.T) {
	c, _ := start(t, cluster.Options{})
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	logged, stop := workWithin(t, c, int64(now.Sys)+32<<20)
	defer stop()
	var greedy []cluster.Info
	for range 10 {
		d, err := c.Submit(t.Context(), cluster.Info{Kind: greedyJob}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for !strings.Contains(<-logged, d.ID) {
		}
		greedy = append(greedy, d)
		if r, err := c.Follow(t.Context(), submitAsking(t, c, 1<<20, 1).ID, cluster.FollowOptions{}); err != nil || r.Result != "2" {
			t.Errorf("%+v, error %v after %d greedy jobs, expected 2", r, err, len(greedy))
		}
	}
	for _, d := range greedy {
		ended := new(cluster.EndedError)
		if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); !errors.As(err, &ended) || ended.State != cluster.TooLarge {
			t.Errorf("error %v, expected that the job is too large", err)
		}
	}
}

// An item that exceeds the memory only beside another item is not given up. The worker does it alone.
func TestCrowded(t *testing.T) {
	c, _ := start(t, cluster.Options{})
	logged, stop := workWithin(t, c, 1<<40)
	defer stop()
	jobs := map[string]cluster.Info{}
	for _, size := range []string{"small", "large"} {
		d, err := c.Submit(t.Context(), cluster.Info{Kind: crowdedJob}, []byte(size))
		if err != nil {
			t.Fatal(err)
		}
		jobs[size] = d
	}
	if r, err := c.Follow(t.Context(), jobs["small"].ID, cluster.FollowOptions{}); err != nil || r.Result != "1" {
		t.Errorf("%+v, error %v, expected that the small item is done", r, err)
	}
	ended := new(cluster.EndedError)
	if _, err := c.Follow(t.Context(), jobs["large"].ID, cluster.FollowOptions{}); !errors.As(err, &ended) || ended.State != cluster.TooLarge {
		t.Errorf("error %v, expected that the large item is too large", err)
	}
	for range 5 {
		if line := <-logged; !strings.Contains(line, jobs["large"].ID) {
			t.Errorf("%q, expected that the large item alone is given up", line)
		}
	}
}

// keptJob is a kind of job with two items, one for each executor. Once both executors have opened the job, the second item exceeds
// the budget. Alone, it holds that its own work is the only open one.
const keptJob = "kept"

// keptWork counts the open works of a keptJob.
type keptWork struct {
	job.Work
	open *atomic.Int32
}

func (w keptWork) Close() error {
	w.open.Add(-1)
	return w.Work.Close()
}

func init() {
	open, tries, both := new(atomic.Int32), new(atomic.Int32), make(chan bool)
	opened := sync.OnceFunc(func() { close(both) })
	job.Kinds.Register(keptJob, job.Kind{Open: func(_ context.Context, _ []byte, options job.Options) (job.Work, error) {
		spans := &job.Spans[int]{
			Total: 2, Grain: 1,
			Do: func(ctx context.Context, lo, _ int) (int, []byte, error) {
				if lo == 1 && tries.Add(1) > 1 {
					if n := open.Load(); n != 1 {
						return 0, nil, fmt.Errorf("%d works are open, expected one", n)
					}
					return 1, nil, nil
				}
				select {
				case <-both:
				case <-ctx.Done():
				}
				if lo == 0 {
					return 1, nil, nil
				}
				return 1, nil, memory.Ask(ctx, "the item", 1<<50)
			},
			Add:  func(a, b int) (int, error) { return a + b, nil },
			Text: func(n int) string { return fmt.Sprint(n) },
		}
		if options.Reads {
			return spans.Work(), nil
		}
		if open.Add(1) == 2 {
			opened()
		}
		return keptWork{spans.Work(), open}, nil
	}})
}

// A worker that does an item alone keeps no other works.
func TestAlone(t *testing.T) {
	c, _ := start(t, cluster.Options{})
	logged, stop := workWithin(t, c, 1<<40)
	defer stop()
	d, err := c.Submit(t.Context(), cluster.Info{Kind: keptJob}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil || r.Result != "2" || len(logged) > 0 {
		t.Errorf("%+v, error %v, %d lines, expected 2 at once", r, err, len(logged))
		for len(logged) > 0 {
			t.Log(<-logged)
		}
	}
}

// wideJob is a kind of job with long items. Its root is split, and comes with the results of most of its parts.
const wideJob = "wide"

type wideWork struct{}

const wideParts = 64

func (wideWork) Root() string { return "root" }

func (w wideWork) Do(_ context.Context, item string, _ time.Duration) (job.Record, error) {
	if item != w.Root() {
		return job.Record{Item: item, Result: "1"}, nil
	}
	r := job.Record{Item: item, Split: "split"}
	parts, err := w.Parts(item, r.Split)
	for _, part := range parts[:wideParts-1] {
		r.Parts = append(r.Parts, job.Record{Item: part, Result: "1"})
	}
	return r, err
}

func (wideWork) Parts(string, string) (parts []string, err error) {
	for i := range wideParts {
		parts = append(parts, fmt.Sprint(i, strings.Repeat("x", 1<<15)))
	}
	return parts, nil
}

func (wideWork) LeftOut(string, string) ([]string, error) { return nil, nil }
func (wideWork) Value(result string) string               { return result }
func (wideWork) Close() error                             { return nil }

func (wideWork) Fold(_ string, results []string) (string, error) {
	sum := 0
	for _, text := range results {
		n, err := strconv.Atoi(text)
		if err != nil {
			return "", err
		}
		sum += n
	}
	return strconv.Itoa(sum), nil
}

func init() {
	job.Kinds.Register(wideJob, job.Kind{Open: func(context.Context, []byte, job.Options) (job.Work, error) { return wideWork{}, nil }})
}

// A record that is too large for the server loses some parts, which are done again.
func TestLargeRecord(t *testing.T) {
	c, _ := start(t, cluster.Options{})
	d, err := c.Submit(t.Context(), cluster.Info{Kind: wideJob}, nil)
	if err != nil {
		t.Fatal(err)
	}
	work(t, c, quick(""))
	if r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil || r.Result != fmt.Sprint(wideParts) {
		t.Errorf("%s, error %v, expected %d", r.Result, err, wideParts)
	}
}
