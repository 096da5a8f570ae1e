package parallel

import (
	"cmp"
	"context"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// sizes say which cubes are large, and what becomes of them. None of them changes a count.
type sizes struct {
	first     int           // pieces that the cube of a run that yields is split into before any of them is searched
	more      int           // pieces of a cube that turns out large
	least     time.Duration // that a cube is searched before it counts as large, where solutions are only counted
	calm      time.Duration // the same for cubes after the first where no checkpoint is kept
	most      time.Duration
	solutions uint64 // more make a cube large, where they are yielded
	ahead     int    // solutions that wait for those before them while new cubes are begun
}

var usualSizes = sizes{
	first: 64, more: 32, least: 50 * time.Millisecond, calm: time.Second, most: 20 * time.Second, solutions: 1 << 12, ahead: 1 << 17,
}

// patience returns how long a cube is searched before it counts as large. A count that began a moment ago and is kept may be
// killed in another moment, so its cubes have to be small; one that goes on for long should not spend its time on searches
// that it gives up.
func (s *sizes) patience(elapsed time.Duration, kept bool) time.Duration {
	least := s.calm
	if kept || elapsed < s.least {
		least = s.least
	}
	return min(max(elapsed/8, least), s.most)
}

// worker searches one task after the other.
type worker struct {
	session engine.Splitter // nil until its first task
}

// outcome is what a worker has to say of a task.
type outcome struct {
	task      *task
	worker    *worker
	split     engine.Split // of a cube that is large, or to be split anyway
	isSplit   bool
	done      *engine.Unfinished // of a cube that is large, where the engine says what was done of it
	result    engine.Result      // of the last search of the cube
	solutions []model.Assignment // of the same, sorted, where they are yielded
	effort    engine.Effort
	err       error
}

// search searches a task's cube, or splits it where it is large; where that cannot be, it takes the time it takes. It runs
// in a goroutine of its own, to which worker and task belong until it ends.
func (r *run) search(ctx context.Context, w *worker, t *task) (o outcome) {
	o = outcome{task: t, worker: w}
	defer engine.Guard(r.session.engine.Name, &o.err)
	if w.session == nil {
		if w.session, o.err = r.open(ctx); o.err != nil {
			return o
		}
	}
	cube := t.node.Cube()
	if t.pieces <= 1 {
		if large := r.attempt(ctx, &o, cube, true); !large || o.done != nil {
			return o
		}
		t.pieces = r.sizes.more
	}
	o.split, o.isSplit, o.err = w.session.Split(ctx, cube)
	if !o.isSplit && o.err == nil {
		r.attempt(ctx, &o, cube, false)
	}
	return o
}

// attempt searches a cube. Where it is bounded it ends once the cube has turned out large, and reports that.
func (r *run) attempt(ctx context.Context, o *outcome, cube model.Cube, bounded bool) (large bool) {
	if r.listing != nil {
		large = r.list(ctx, o, cube, bounded)
	} else {
		large = r.tally(ctx, o, cube, bounded)
	}
	o.effort.Add(o.result.Effort)
	return large && o.err == nil
}

func (r *run) tally(ctx context.Context, o *outcome, cube model.Cube, bounded bool) (large bool) {
	limited := ctx
	if bounded {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, r.sizes.patience(time.Since(r.began), r.file != nil))
		defer cancel()
	}
	o.result, o.err = o.worker.session.Run(limited, cube, r.limit, nil)
	large = o.result.Outcome == engine.CutOff && ctx.Err() == nil
	if large {
		o.done = o.result.Unfinished
	}
	return large
}

// list keeps the solutions of a cube, in the order of their outputs' values.
func (r *run) list(ctx context.Context, o *outcome, cube model.Cube, bounded bool) (large bool) {
	limit := uint64(0)
	if bounded {
		limit = r.sizes.solutions + 1
	}
	o.solutions = nil
	o.result, o.err = o.worker.session.Run(ctx, cube, limit, func(a model.Assignment) bool {
		o.solutions = append(o.solutions, slices.Clone(a))
		return true
	})
	outputs := r.model.OutputVars()
	slices.SortFunc(o.solutions, func(a, b model.Assignment) int {
		for _, v := range outputs {
			if order := cmp.Compare(a[v], b[v]); order != 0 {
				return order
			}
		}
		return 0
	})
	return o.result.Outcome == engine.LimitReached
}
