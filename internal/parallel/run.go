package parallel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sync"
	"time"

	"qmsat/internal/checkpoint"
	"qmsat/internal/job"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

// checkpointVersion changes when the form of the file does.
const checkpointVersion = 2

// checkpointHeader says which count a checkpoint belongs to: that of a cube of a model. The engine is no part of it, since
// the counts of cubes are the same for each.
func checkpointHeader(m *model.Model, cube model.Cube) checkpoint.Header {
	return checkpoint.Header{Kind: "qmsat count checkpoint", Version: checkpointVersion, Work: []string{m.FormatCube(cube)}}
}

// sizes say which cubes are large, and what becomes of them. None of them changes a count.
type sizes struct {
	first     int           // pieces that the cube of a run that yields is split into before any of them is searched
	more      int           // pieces of a cube that turns out large, where solutions are yielded
	least     time.Duration // that a cube is searched before it counts as large, where solutions are only counted
	calm      time.Duration // the same for cubes after the first where no checkpoint is kept
	most      time.Duration
	solutions uint64 // more make a cube large, where they are yielded
	ahead     int    // solutions that wait for those before them while new cubes are begun
}

var usualSizes = sizes{
	first: 64, more: 32, least: 50 * time.Millisecond, calm: time.Second, most: 20 * time.Second, solutions: 1 << 12, ahead: 1 << 17,
}

// splitAfter returns how long a cube is searched before it counts as large. A count that began a moment ago and is kept may be
// killed in another moment, so its cubes have to be small; one that goes on for long should not spend its time on searches
// that it gives up.
func (s *sizes) splitAfter(elapsed time.Duration, kept bool) time.Duration {
	least := s.calm
	if kept || elapsed < s.least {
		least = s.least
	}
	return min(max(elapsed/8, least), s.most)
}

// run is one run of a session. Its fields belong to the goroutine of do, those of the solutions that wait excepted.
type run struct {
	*session
	ctx     context.Context
	limit   uint64
	yield   func(model.Assignment) bool // nil where solutions are only counted
	yielded uint64
	tree    *job.Tree
	began   time.Time // zero until the checkpoint is read
	before  *big.Int  // what it has counted
	shown   time.Time // progress was

	mutex   sync.Mutex
	listed  map[string][]model.Assignment // by item: solutions that wait for those before them
	waiting int
}

func (r *run) do(cube model.Cube) (engine.Result, error) {
	r.tree = job.NewTree(&searchJob{model: r.model, cube: cube})
	r.tree.Folds = r.yield == nil
	local := job.Local{
		Tree: r.tree, Checkpoint: r.options.Checkpoint, Header: checkpointHeader(r.model, cube), Took: r.took, Held: r.held,
		SplitAfter: func() time.Duration { return r.sizes.splitAfter(time.Since(r.began), r.options.Checkpoint != "") },
	}
	for _, w := range r.workers {
		w.begin(r, cube)
		local.Workers = append(local.Workers, w)
	}
	err := local.Run(r.ctx)
	if r.began.IsZero() { // the checkpoint is refused
		return engine.Result{Count: new(big.Int)}, err
	}
	ended := errors.Is(err, errEnough)
	if ended {
		err = nil
	}
	r.show()
	found, exhausted := r.found(), err == nil && !ended && r.tree.Complete()
	var effort engine.Effort
	for _, w := range r.workers {
		found.Add(found, w.partial)
		effort.Add(w.effort)
	}
	if r.yield != nil {
		for _, item := range slices.Sorted(maps.Keys(r.listed)) { // of a run that was stopped, what was found ahead of the order
			ended = ended || r.deliver(item)
		}
		found.SetUint64(r.yielded)
	}
	if r.enough(found) {
		found.SetUint64(r.limit)
		exhausted = false
	}
	return engine.NewResult(r.ctx, r.limit, found, exhausted, effort...), err
}

// found returns how many solutions counted cubes have.
func (r *run) found() *big.Int {
	text, err := r.tree.Value()
	count, ok := new(big.Int).SetString(text, 10)
	if err != nil || !ok {
		panic(fmt.Sprintf("found %q, error %v, expected counts: the tree has checked its records", text, err))
	}
	return count
}

// enough reports whether a count has reached the run's limit.
func (r *run) enough(count *big.Int) bool {
	return r.limit > 0 && count.Cmp(new(big.Int).SetUint64(r.limit)) >= 0
}

// took tells the caller how far the run has come, and yields what can be yielded.
func (r *run) took() error {
	if r.began.IsZero() {
		r.began, r.before, r.shown = time.Now(), r.found(), time.Now()
	}
	if time.Since(r.shown) >= showEvery {
		r.show()
	}
	if r.yield == nil {
		if r.limit > 0 && r.enough(r.found()) {
			return errEnough
		}
		return nil
	}
	for record, more := r.tree.Next(); more; record, more = r.tree.Next() {
		if r.deliver(record.Item) {
			return errEnough
		}
	}
	return nil
}

// deliver yields the solutions of an item, and reports whether the caller wants no more.
func (r *run) deliver(item string) (ended bool) {
	r.mutex.Lock()
	solutions := r.listed[item]
	delete(r.listed, item)
	r.waiting -= len(solutions)
	r.mutex.Unlock()
	for _, a := range solutions {
		r.yielded++
		if !r.yield(a) || r.yielded == r.limit {
			return true
		}
	}
	return false
}

// held reports whether many solutions wait for those of the first open cube.
func (r *run) held() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.yield != nil && r.waiting >= r.sizes.ahead
}

// keep has the solutions of an item wait for those before them.
func (r *run) keep(item string, solutions []model.Assignment) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.listed[item] = solutions
	r.waiting += len(solutions)
}

// Do implements [job.Work]: a count is done as over a cluster. The cube of a run that yields is split at once, and others by the number of
// their solutions, so that the order of solutions depends on nothing that takes time.
func (w *worker) Do(ctx context.Context, text string, splitAfter time.Duration) (r job.Record, err error) {
	if w.run.yield == nil {
		return w.searchJob.Do(ctx, text, splitAfter)
	}
	path, err := model.Assignments.Parse(w.model, text)
	if err != nil {
		return r, err
	}
	pieces := w.run.sizes.first
	if len(path) > 0 {
		pieces = w.run.sizes.more
		if r, err = w.list(ctx, path, false); err != nil || r.Known() || ctx.Err() != nil {
			return r, stop.OrCause(ctx, err)
		}
	}
	if r, err = w.divide(ctx, path, pieces); err == nil && !r.Known() { // it cannot be split
		r, err = w.list(ctx, path, true)
	}
	return r, stop.OrCause(ctx, err)
}

// divide splits a cube into so many pieces, or somewhat more, as far as it can be split.
func (w *worker) divide(ctx context.Context, path model.Cube, pieces int) (r job.Record, err error) {
	split, found, err := w.session.Split(ctx, w.whole(path))
	if err != nil || !found {
		return r, err
	}
	r = job.Record{Item: formatCube(w.model, path), Split: formatSplit(w.model, &split)}
	parts := split.Cubes(path)
	for _, cube := range parts {
		if len(parts) >= pieces {
			break
		}
		part, err := w.divide(ctx, cube, (pieces+len(parts)-1)/len(parts))
		if err != nil || !part.Known() {
			return r, err
		}
		r.Parts = append(r.Parts, part)
	}
	return r, nil
}

// list keeps the solutions of a cube, in the order of their outputs' values. Nothing is known of one that has many, unless it is to be
// searched as a whole.
func (w *worker) list(ctx context.Context, path model.Cube, whole bool) (r job.Record, err error) {
	limit := w.run.sizes.solutions + 1
	if whole {
		limit = 0
	}
	var solutions []model.Assignment
	result, err := w.session.Run(ctx, w.whole(path), limit, func(a model.Assignment) bool {
		solutions = append(solutions, slices.Clone(a))
		return true
	})
	if result.Outcome == engine.LimitReached {
		return r, err
	}
	outputs := w.model.OutputVars()
	slices.SortFunc(solutions, func(a, b model.Assignment) int {
		for _, v := range outputs {
			if order := cmp.Compare(a[v], b[v]); order != 0 {
				return order
			}
		}
		return 0
	})
	r.Item = formatCube(w.model, path)
	w.run.keep(r.Item, solutions)
	if err == nil && result.Complete() {
		r.Result = formatCount(result.Count)
	}
	return r, err
}
