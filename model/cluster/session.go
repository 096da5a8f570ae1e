package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/parallel"
)

// Done is the result of a job that was followed to its end.
type Done struct {
	ID      string   `json:"id"`
	Result  string   `json:"-"`
	Records int      `json:"records"`
	Hash    string   `json:"hash"` // of the records
	Workers []string `json:"workers"`
	Version string   `json:"version"`
	Model   string   `json:"model"`
	found   bool     // by [Cluster.Find]: others may follow it, too
}

// Do follows a job to its end. It submits the job unless [Cluster.Find] finds one.
func (c *Cluster) Do(ctx context.Context, like Info, input []byte, options FollowOptions) (Done, error) {
	d, found, err := c.Find(ctx, like, input)
	if err == nil && !found {
		d, err = c.Submit(ctx, like, input)
	}
	if err != nil {
		return Done{}, stop.OrCause(ctx, err)
	}
	r, err := c.Follow(ctx, d.ID, options)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
		if options.Left != nil {
			options.Left(d)
		}
	}
	return Done{d.ID, r.Result, r.Records, r.Hash, r.Workers, d.Version, d.Model, found}, err
}

// Search is a session that runs each cube as a job.
type Search struct {
	*Cluster
	Leave  func() // the leave that [Join] returned
	Chosen engine.Chosen
	Model  *model.Model
	Like   Info // the description of each job; a search with givens has its cube as the title
	FollowOptions
	Last *Done // set to the result of each job
}

// Run implements [engine.Session]. If the context ends, the job continues.
func (s *Search) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	input, err := parallel.JobInput(s.Model, cube, s.Chosen)
	if err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	like, options, listed, enough := s.Like, s.FollowOptions, new(big.Int), errors.New("enough solutions")
	like.Kind, like.Engine, like.Model = parallel.CountJob, s.Chosen.String(), s.Model.Hash()
	if len(cube) > 0 || like.Title == "" {
		like.Title = model.Assignments.FormatCube(s.Model, cube)
	}
	if yield != nil {
		like.Kind = parallel.SolveJob
		options.Output = func(text []byte) error {
			for line := range strings.Lines(string(text)) {
				a, err := parallel.Solution(s.Model, line)
				if err != nil {
					return err
				}
				listed.Add(listed, big.NewInt(1))
				if !yield(a) || limit > 0 && listed.IsUint64() && listed.Uint64() == limit {
					return enough
				}
			}
			return nil
		}
	}
	done, err := s.Do(ctx, like, input, options)
	switch {
	case errors.Is(err, enough):
		if err = nil; !done.found {
			err = s.Cancel(ctx, done.ID)
		}
		return engine.NewResult(ctx, limit, listed, false), err
	case err != nil && ctx.Err() != nil:
		return engine.NewResult(ctx, limit, listed, false), nil
	case err != nil:
		return engine.Result{Count: listed}, err
	}
	*s.Last = done
	count, ok := new(big.Int).SetString(done.Result, 10)
	if !ok {
		return engine.Result{Count: listed}, fmt.Errorf("job %s: found the result %q, expected a count", done.ID, done.Result)
	}
	return engine.NewResult(ctx, limit, count, true), nil
}

// Close implements [engine.Session].
func (s *Search) Close() error {
	s.Leave()
	return nil
}
