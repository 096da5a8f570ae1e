package parallel

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"
	"time"

	"qmsat/internal/checkpoint"
	"qmsat/internal/cubetree"
	"qmsat/model"
	"qmsat/model/engine"
)

// saveTick is the time between two looks at whether there is something to be saved.
const saveTick = 50 * time.Millisecond

// run is one run of a session. Its fields belong to the goroutine of do; workers read those that stay as they are.
type run struct {
	*session
	limit   uint64
	listing *listing // nil where solutions are only counted
	began   time.Time

	tree    *cubetree.Tree
	queue   queue
	partial *big.Int // solutions found in cubes of which the search was stopped
	effort  engine.Effort
	meter   *meter
	file    *checkpoint.File
	unsaved bool // the tree has changed
}

func newRun(s *session, limit uint64, yield func(model.Assignment) bool) *run {
	r := &run{session: s, limit: limit, began: time.Now(), partial: new(big.Int)}
	if yield != nil {
		r.listing = &listing{yield: yield, limit: limit}
	}
	return r
}

func (r *run) do(ctx context.Context, cube model.Cube) (engine.Result, error) {
	if err := r.begin(ctx, cube); err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	defer r.file.Close()
	inner, stop := context.WithCancel(ctx)
	defer stop()
	ended, err := r.work(inner, stop)
	err = cmp.Or(err, r.file.Write(lines(r.model, r.tree)))
	r.show()
	exhausted := err == nil && !ended && r.tree.Counted()
	if r.listing == nil {
		return r.result(ctx, r.found(), exhausted), err
	}
	if !ended && !exhausted {
		r.listing.rest(r.queue)
	}
	return r.result(ctx, new(big.Int).SetUint64(r.listing.yielded), exhausted), err
}

func (r *run) result(ctx context.Context, found *big.Int, exhausted bool) engine.Result {
	if r.enough(found) {
		found.SetUint64(r.limit)
		exhausted = false
	}
	return engine.NewResult(ctx, r.limit, found, exhausted, r.effort...)
}

// begin makes the first tasks: what a checkpoint leaves open. The cube of a run that yields is split at once, so that the
// order of its solutions depends on nothing that takes time.
func (r *run) begin(ctx context.Context, cube model.Cube) (err error) {
	r.tree = cubetree.New(r.model, cube)
	if r.options.Checkpoint != "" {
		if r.file, r.tree, err = loadTree(ctx, r.options.Checkpoint, r.model, cube); err != nil {
			return err
		}
	}
	r.meter = newMeter(r.tree, r.began)
	pieces := 1
	if r.listing != nil {
		pieces = r.sizes.first
	}
	for node := range r.tree.Open() {
		r.queue = append(r.queue, &task{node: node, pieces: pieces})
	}
	return nil
}

// work hands out tasks and takes in outcomes until all cubes are counted or the context ends. ended says that the caller
// wants no more.
func (r *run) work(ctx context.Context, stop func()) (ended bool, err error) {
	fail := func(failure error) {
		if failure != nil && err == nil {
			err = failure
			stop()
		}
	}
	outcomes := make(chan outcome)
	idle := slices.Clone(r.workers)
	slices.Reverse(idle) // those that have a session already come first
	ticker := time.NewTicker(saveTick)
	defer ticker.Stop()
	for {
		for len(idle) > 0 && ctx.Err() == nil {
			t := r.next()
			if t == nil {
				break
			}
			t.begun = true
			worker := idle[len(idle)-1]
			idle = idle[:len(idle)-1]
			go func() { outcomes <- r.search(ctx, worker, t) }()
		}
		if len(idle) == len(r.workers) {
			return ended, err
		}
		select {
		case o := <-outcomes:
			idle = append(idle, o.worker)
			fail(unlessEnded(ctx, o.err))
			fail(r.take(o))
			if !ended && r.satisfied() {
				ended = true
				stop()
			}
		case <-ticker.C:
		}
		if err == nil && r.unsaved {
			saved, failure := r.file.Save(func() []string { return lines(r.model, r.tree) })
			r.unsaved = !saved
			fail(failure)
		}
		if time.Since(r.meter.shown) >= showEvery {
			r.show()
		}
	}
}

// next returns the first task that was not begun, or nil where there is none. Where many solutions wait, it may only be the
// one that they wait for.
func (r *run) next() *task {
	at := r.queue.next()
	if at < 0 || r.listing != nil && r.listing.waiting >= r.sizes.ahead && at > 0 {
		return nil
	}
	return r.queue[at]
}

// take takes in what a worker has to say.
func (r *run) take(o outcome) error {
	r.effort.Add(o.effort)
	switch t := o.task; {
	case o.err == nil && o.isSplit:
		open, err := t.node.Split(o.split)
		if err != nil {
			return err
		}
		r.queue.replace(t, open)
		r.unsaved = true
	case o.err == nil && o.done != nil:
		open, err := r.enter(t.node, o.done)
		if err != nil {
			return err
		}
		r.queue.replace(t, open)
		r.unsaved = true
	case o.err == nil && o.result.Complete():
		t.node.Count(o.result.Count)
		r.meter.cubes++
		r.unsaved = true
		if r.listing != nil {
			r.listing.keep(&r.queue, t, o.solutions)
		} else {
			r.queue.remove(t)
		}
	case o.result.Count != nil:
		t.solutions = o.solutions
		r.partial.Add(r.partial, o.result.Count)
	}
	return nil
}

// enter takes into the tree what was done of an open cube, and returns what that leaves open, in order.
func (r *run) enter(node *cubetree.Node, done *engine.Unfinished) (open []*cubetree.Node, err error) {
	if open, err = node.Split(done.Split); err != nil {
		return nil, err
	}
	for _, count := range done.Counts {
		open[0].Count(new(big.Int).SetUint64(count))
		open = open[1:]
	}
	r.meter.cubes += len(done.Counts)
	if done.Next == nil {
		return open, nil
	}
	below, err := r.enter(open[0], done.Next)
	return append(below, open[1:]...), err
}

// satisfied yields what can be yielded, and reports whether the caller wants no more.
func (r *run) satisfied() bool {
	if r.listing != nil {
		return r.listing.advance(&r.queue)
	}
	return r.limit > 0 && r.enough(r.found())
}

// found returns how many solutions were found so far, in cubes that were counted or stopped.
func (r *run) found() *big.Int { return new(big.Int).Add(r.tree.Found(), r.partial) }

// enough reports whether a count has reached the run's limit.
func (r *run) enough(count *big.Int) bool {
	return r.limit > 0 && count.Cmp(new(big.Int).SetUint64(r.limit)) >= 0
}

// show tells the caller how far the run has come.
func (r *run) show() {
	r.meter.shown = time.Now()
	if r.options.Progress != nil {
		r.options.Progress(r.meter.progress())
	}
}

// unlessEnded returns the error, or nil where it is that the context has ended.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}
