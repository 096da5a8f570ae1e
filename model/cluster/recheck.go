package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"

	"qmsat/internal/job"
	"qmsat/model/engine"
)

// tree returns a follower that has read all present records of a job. The caller closes its work.
func (c *Cluster) tree(ctx context.Context, id string) (*follower, error) {
	f, err := c.follower(ctx, id)
	if err != nil {
		return nil, err
	}
	f.Verify = 0
	list, err := c.entries(ctx, recordKey(id, ">"))
	for i := 0; err == nil && i < len(list); i++ {
		err = f.take(ctx, list[i])
	}
	if err != nil {
		f.work.Close()
		return nil, err
	}
	return f, nil
}

// Result returns a job's result so far, and whether the job is complete.
func (c *Cluster) Result(ctx context.Context, id string) (r job.Result, complete bool, err error) {
	f, err := c.tree(ctx, id)
	if err != nil {
		return r, false, err
	}
	defer f.work.Close()
	r, err = f.tree.Result()
	return r, f.tree.Complete(), err
}

// Check says how many items were checked, and how.
type Check struct {
	Items  int    `json:"items"`
	Engine string `json:"engine,omitempty"` // "": the job is no search and needs no engine
	Seed   uint64 `json:"seed"`
}

// Recheck does a random sample of a job's items again in this process. Items of a search are done by the given engine; the job's
// input cannot choose another one. If a result differs, the error is a [Disagreement].
func (c *Cluster) Recheck(ctx context.Context, id string, by engine.Chosen, sample int, seed uint64) (*Check, error) {
	f, err := c.tree(ctx, id)
	if err != nil {
		return nil, err
	}
	defer f.work.Close()
	done, options := &Check{Seed: seed}, job.Options{Engines: []string{by.Engine.Name}}
	if kind, err := job.Kinds.Lookup(f.Kind); err == nil && kind.Searches {
		done.Engine, options.Engine = by.String(), by.String()
	}
	work, err := c.open(ctx, f.Info, options)
	if err != nil {
		return done, err
	}
	defer work.Close()
	records := f.tree.Done()
	for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(records))[:min(sample, len(records))] {
		item := records[i].Item
		result, err := again(ctx, work, item, "")
		if err != nil {
			return done, fmt.Errorf("item %q: %w", item, err)
		}
		check := job.Record{Item: item, Result: result, Worker: "here", Engine: done.Engine}
		if err := f.differ(records[i], check); err != nil {
			return done, err
		}
		done.Items++
	}
	return done, nil
}

// again does an item again and returns its result. For a split, it does the items that the split leaves out. Their result should
// be empty.
func again(ctx context.Context, work job.Work, item, split string) (string, error) {
	if split == "" {
		r, err := work.Do(ctx, item, job.Unlimited)
		return r.Result, err
	}
	items, err := work.LeftOut(item, split)
	if err != nil {
		return "", err
	}
	var results []string
	for _, left := range items {
		result, err := again(ctx, work, left, "")
		if err != nil {
			return "", err
		}
		results = append(results, result)
	}
	return work.Fold(item, results)
}
