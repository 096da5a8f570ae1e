package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"qmsat/model/job"
)

// tree returns a job with all of its records, as they are now.
func (c *Cluster) tree(ctx context.Context, id string) (*follower, error) {
	f := &follower{Cluster: c, early: map[string]job.Record{}, checks: map[string]job.Record{}, asked: map[string]job.Record{}}
	if err := f.begin(ctx, id); err != nil {
		return nil, err
	}
	f.Verify = 0
	watcher, err := watch(ctx, c.records, id+".r.>")
	if err != nil {
		return f, err
	}
	defer watcher.Stop()
	for {
		select {
		case <-ctx.Done():
			return f, context.Cause(ctx)
		case entry, ok := <-watcher.Updates():
			if !ok {
				return f, errors.New("the connection has ended")
			}
			if entry == nil {
				return f, nil
			}
			if err := f.take(ctx, entry); err != nil {
				return f, err
			}
		}
	}
}

// Result returns what a job comes to by its records, and whether it is complete.
func (c *Cluster) Result(ctx context.Context, id string) (r job.Result, complete bool, err error) {
	f, err := c.tree(ctx, id)
	if f != nil && f.work != nil {
		defer f.work.Close()
	}
	if err != nil {
		return r, false, err
	}
	r, err = f.tree.Result()
	r.Result = f.work.Value(r.Result)
	return r, f.tree.Complete(), err
}

// Recheck does a sample of a job's items again by another engine, here. It returns how many, and a [Disagreement] where one differs.
func (c *Cluster) Recheck(ctx context.Context, id, engine string, sample int, seed uint64) (checked int, err error) {
	f, err := c.tree(ctx, id)
	if f != nil && f.work != nil {
		defer f.work.Close()
	}
	if err != nil {
		return 0, err
	}
	input, err := c.input(ctx, f.Info)
	if err != nil {
		return 0, err
	}
	kind, err := job.Lookup(f.Kind)
	if err != nil {
		return 0, err
	}
	work, err := kind.Open(ctx, input, job.Options{Engine: engine})
	if err != nil {
		return 0, err
	}
	defer work.Close()
	places, records := f.tree.Done()
	for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(places))[:min(sample, len(places))] {
		o, err := work.Do(ctx, places[i].Item, unlimited)
		if err != nil {
			return checked, fmt.Errorf("item %q: %w", places[i].Item, err)
		}
		check := job.Record{Item: places[i].Item, Result: o.Result, Worker: "here", Engine: engine}
		if err := f.differ(records[i], check); err != nil {
			return checked, err
		}
		checked++
	}
	return checked, nil
}
