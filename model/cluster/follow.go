package cluster

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/job"
	"qmsat/internal/stop"
)

// FollowOptions say how a job is followed.
type FollowOptions struct {
	// Progress is called at the interval Every, less often if there are many records. It may be nil.
	Progress func(Progress)
	Every    time.Duration // 0: 1 s
	// Output is called with the output of each item once, in the order of items. Follow ends with its error. It may be nil.
	Output func(text []byte) error
	// Left is called by [Cluster.Do] if the context ends while the job continues. It may be nil.
	Left func(Info)
	// Waits is called once if no record came for WaitsAfter and items wait for an engine that no worker has. It may be nil.
	Waits      func(d Info, engine string)
	WaitsAfter time.Duration // 0: 10 s
	// FoldAbove is the number of items above which records without output are folded; 0: 100,000. With Output, none are folded.
	FoldAbove int
}

// Progress says how far a job has come.
type Progress struct {
	job.Progress
	Checked int // items that another engine has confirmed
}

// The times of a follower.
const (
	usualEvery = time.Second
	usualWaits = 10 * time.Second
	// answering is how long to wait until some worker answers that it is there.
	answering = time.Second
	// quiet is how long no record comes before the follower checks whether the queue has lost items.
	quiet = 5 * time.Second
)

// Follow reads a job's records from the first one on, waits until the job is complete, and returns its result. Several followers
// may follow a job, from any time on, and a job continues without one. The error is the context's cause, an [EndedError], a
// [Disagreement], an error of the server, or says how records contradict each other.
func (c *Cluster) Follow(ctx context.Context, id string, options FollowOptions) (job.Result, error) {
	if options.FoldAbove == 0 {
		options.FoldAbove = 100_000
	}
	f, err := c.follower(ctx, id)
	if err != nil {
		return job.Result{}, err
	}
	defer f.work.Close()
	f.FollowOptions = options
	if err := f.follow(ctx); err != nil {
		return job.Result{}, err
	}
	if err := f.end(ctx, id, Complete, ""); err != nil {
		return job.Result{}, err
	}
	return f.tree.Result()
}

// EndedError says that a job has ended without a result.
type EndedError struct{ Info }

// Error says how the job ended, and why.
func (e *EndedError) Error() string {
	return fmt.Sprintf("job %s is %s%s", e.ID, e.State, strings.TrimSuffix(": "+e.Reason, ": "))
}

// Disagreement says that two engines found different results for an item.
type Disagreement struct {
	Job, Item    string
	First, Check job.Record
	values       [2]string // both results, for people
}

// Error names the item and both records.
func (d *Disagreement) Error() string {
	return fmt.Sprintf("job %s: the item %q comes to %s by %s of worker %s, and to %s by %s of worker %s",
		d.Job, d.Item, d.values[0], d.First.Engine, d.First.Worker, d.values[1], d.Check.Engine, d.Check.Worker)
}

type follower struct {
	*Cluster
	FollowOptions
	Info
	work         job.Work
	tree         *job.Tree
	asked        map[string]job.Record // by path: records whose check has not come yet
	checksPassed int
	last         time.Time     // when the last record came
	waits        time.Time     // when to ask next whether a worker is there
	shown        time.Time     // when progress was last shown
	took         time.Duration // how long showing it took
}

// follower returns a follower that has read no record yet. The caller closes its work.
func (c *Cluster) follower(ctx context.Context, id string) (f *follower, err error) {
	f = &follower{Cluster: c, asked: map[string]job.Record{}}
	if f.Info, err = c.Job(ctx, id); err != nil {
		return nil, err
	}
	if f.work, err = c.open(ctx, f.Info, job.Options{Reads: true}); err != nil {
		return nil, err
	}
	f.tree = job.NewTree(f.work)
	return f, nil
}

func (f *follower) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watcher, err := f.watch(ctx, f.ID+".>")
	if err != nil {
		return err
	}
	ticker := time.NewTicker(cmp.Or(f.Every, usualEvery))
	defer ticker.Stop()
	f.heard()
	for !f.tree.Complete() || len(f.asked) > 0 && f.State != Complete { // or another follower has all checks
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case entry, ok := <-watcher.Updates():
			if !ok {
				return stop.OrCause(ctx, errDisconnected)
			}
			if entry == nil {
				continue
			}
			if err := f.take(ctx, entry); err != nil {
				return err
			}
		case <-ticker.C:
			if err := f.tick(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// take reads an entry: the job's description, a record or a check. A record comes after the splits above it, and before its
// check.
func (f *follower) take(ctx context.Context, entry jetstream.KeyValueEntry) error {
	if entry.Key() == jobKey(f.ID) {
		if json.Unmarshal(entry.Value(), &f.Info) == nil && f.State != Open && f.State != Complete {
			return &EndedError{f.Info}
		}
		return nil
	}
	f.heard()
	kind, path, _ := strings.Cut(strings.TrimPrefix(entry.Key(), f.ID+"."), ".")
	var r job.Record
	if err := json.Unmarshal(entry.Value(), &r); err != nil {
		return fmt.Errorf("record %s: %w", entry.Key(), err)
	}
	if first, asked := f.asked[path]; kind == "c" && asked {
		return f.compare(ctx, path, first, r)
	} else if kind != "r" {
		return nil
	}
	for path, r := range r.All(path) {
		err := f.tree.Add(path, r)
		if errors.Is(err, job.ErrNoEntry) { // an item above it was folded, or its folded record comes later
			continue
		}
		if err == nil {
			err = f.verify(ctx, path, r)
		}
		if err != nil {
			return fmt.Errorf("job %s: %w", f.ID, err)
		}
	}
	return f.print(ctx)
}

// print passes the output of the next items to Output, in order.
func (f *follower) print(ctx context.Context) error {
	for f.Output != nil {
		r, found := f.tree.Next()
		if !found {
			break
		}
		if r.Output == "" {
			continue
		}
		text, err := f.file(ctx, r.Output, maxOutput)
		if err != nil {
			return err
		}
		if err := f.Output(text); err != nil {
			return err
		}
	}
	return nil
}

// verify asks for a check of an item, if the item is chosen for one.
func (f *follower) verify(ctx context.Context, path string, r job.Record) error {
	if !f.chosen(path) || r.Folded != "" {
		return nil
	}
	f.asked[path] = r
	return f.ask(ctx, path, "")
}

// ask queues the check of an item. Another worker does it by the other engine.
func (f *follower) ask(ctx context.Context, path, occasion string) error {
	r := f.asked[path]
	return f.send(ctx, f.Info, f.VerifyBy, occasion, item{Entry: job.Entry{Path: path, Item: r.Item}, Not: r.Worker, Split: r.Split})
}

// chosen decides by the seed whether an item is verified.
func (f *follower) chosen(path string) bool {
	if f.Verify == 0 {
		return false
	}
	h := fnv.New64a()
	h.Write([]byte(path))
	return rand.New(rand.NewPCG(f.Seed, binary.BigEndian.Uint64(h.Sum(nil)))).Float64() < f.Verify
}

// compare compares a record with its check. If they differ, the job fails.
func (f *follower) compare(ctx context.Context, path string, first, check job.Record) error {
	if d := f.differ(first, check); d != nil {
		return errors.Join(d, f.end(ctx, f.ID, Failed, d.Error()))
	}
	delete(f.asked, path)
	f.checksPassed++
	return nil
}

// differ returns a [Disagreement] if a record and its check differ.
func (f *follower) differ(first, check job.Record) error {
	want, item := first.Result, first.Item
	if first.Split != "" {
		nothing, err := f.work.Fold(first.Item, nil)
		if err != nil {
			return err
		}
		want, item = nothing, "what the split of "+first.Item+" leaves out"
	}
	if check.Result == want {
		return nil
	}
	return &Disagreement{Job: f.ID, Item: item, First: first, Check: check, values: [2]string{f.work.Value(want), f.work.Value(check.Result)}}
}

// tick shows progress, folds, and looks for items that were lost.
func (f *follower) tick(ctx context.Context) error {
	if begun := time.Now(); f.Progress != nil && begun.Sub(f.shown) >= 20*f.took { // with many records it is slow
		f.Progress(Progress{f.tree.Progress(), f.checksPassed})
		f.shown, f.took = time.Now(), time.Since(begun)
	}
	f.warnWaiting()
	if f.Output == nil {
		if err := f.fold(ctx); err != nil {
			return err
		}
	}
	if time.Since(f.last) < quiet {
		return nil
	}
	f.last = time.Now()
	if err := f.touch(ctx); err != nil {
		return err
	}
	return f.repair(ctx)
}

// heard notes that a record came.
func (f *follower) heard() {
	f.last = time.Now()
	f.waits = f.last.Add(cmp.Or(f.WaitsAfter, usualWaits))
}

// warnWaiting calls Waits if no record came for a while and items wait for an engine that no worker has.
func (f *follower) warnWaiting() {
	if f.Waits == nil || time.Now().Before(f.waits) {
		return
	}
	var waiting []string
	if _, open := f.tree.Counts(); open > 0 {
		waiting = append(waiting, engineName(f.Engine))
	}
	if len(f.asked) > 0 {
		waiting = append(waiting, engineName(f.VerifyBy))
	}
	for _, engine := range waiting {
		if _, err := f.nc.Request(presence(f.Version, engine), nil, answering); errors.Is(err, nats.ErrNoResponders) {
			f.Waits(f.Info, engine)
			f.Waits = nil
			return
		}
	}
}

// touch writes the job's description without a change, to find out whether the server's storage is full or the job was removed.
func (f *follower) touch(ctx context.Context) error {
	err := f.change(ctx, f.ID, func(*Info) bool { return true })
	if isFull(err) {
		return fmt.Errorf("job %s: the server's storage is full: %w", f.ID, err)
	}
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return fmt.Errorf("it was removed: %w", err)
	}
	return nil // the server may be away; the next call asks again
}

// fold replaces finished splits by folded records, on the server and in the tree. It keeps those whose checks are to come, since a
// later follower has to ask for these checks again.
func (f *follower) fold(ctx context.Context) error {
	list, err := f.tree.Foldings(f.FoldAbove)
	if err != nil {
		return err
	}
	checking := map[string]bool{}
	for path := range f.asked {
		checking[path], checking[path[:max(strings.LastIndex(path, "."), 0)]] = true, true
	}
	for _, folding := range list {
		if checking[folding.Path] {
			continue
		}
		key := recordKey(f.ID, folding.Path)
		if _, err := retry(ctx, func() (uint64, error) { return f.jobs.Put(ctx, key, encode(folding.Record)) }); err != nil {
			return err
		}
		if err := f.drop(ctx, jobBucket, key); err != nil {
			return err
		}
		f.tree.Fold(folding)
	}
	return nil
}

// repair queues the open items again if the queue has no item of the job. A server that crashed may have lost its last seconds.
func (f *follower) repair(ctx context.Context) error {
	if queued, err := f.queued(ctx, f.ID); err != nil || queued {
		return stop.OrCause(ctx, nil) // after an error the next call asks again
	}
	occasion := randomID(4)
	for path := range f.asked {
		if err := f.ask(ctx, path, occasion); err != nil {
			return err
		}
	}
	return f.sendOpen(ctx, f.Info, occasion, slices.Collect(f.tree.Open())...)
}
