package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/nats-io/nats.go/jetstream"

	"qmsat/model/job"
)

// tree returns a job with all of its records, as they are now. Its work is to be closed.
func (c *Cluster) tree(ctx context.Context, id string) (*follower, error) {
	f, err := c.follower(ctx, id)
	if err != nil {
		return nil, err
	}
	f.Verify = 0
	err = each(ctx, c.records, id+".r.>", func(entry jetstream.KeyValueEntry) error { return f.take(ctx, entry) })
	if err != nil {
		f.work.Close()
		return nil, err
	}
	return f, nil
}

// Result returns what a job comes to by its records, and whether it is complete.
func (c *Cluster) Result(ctx context.Context, id string) (r job.Result, complete bool, err error) {
	f, err := c.tree(ctx, id)
	if err != nil {
		return r, false, err
	}
	defer f.work.Close()
	r, err = f.tree.Result()
	r.Result = f.work.Value(r.Result)
	return r, f.tree.Complete(), err
}

// Recheck does a sample of a job's items again by another engine, here. It returns how many, and a [Disagreement] where one differs.
func (c *Cluster) Recheck(ctx context.Context, id, engine string, sample int, seed uint64) (checked int, err error) {
	f, err := c.tree(ctx, id)
	if err != nil {
		return 0, err
	}
	defer f.work.Close()
	work, err := c.open(ctx, f.Info, job.Options{Engine: engine})
	if err != nil {
		return 0, err
	}
	defer work.Close()
	places, records := f.tree.Done()
	for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(places))[:min(sample, len(places))] {
		o, err := work.Do(ctx, places[i].Item, job.Unlimited)
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
