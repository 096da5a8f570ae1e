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

// checkpointVersion changes with the format of the file.
const checkpointVersion = 2

// checkpointHeader identifies the count that a checkpoint belongs to by its cube and model. It leaves out the engine, since all
// engines find the same counts.
func checkpointHeader(m *model.Model, cube model.Cube) checkpoint.Header {
	return checkpoint.Header{Kind: "qmsat count checkpoint", Version: checkpointVersion, Work: []string{m.FormatCube(cube)}}
}

// sizes say which cubes are large and how they are split. They never change a count.
type sizes struct {
	first     int           // runs that yield: pieces of the run's cube, which is split before any search
	more      int           // runs that yield: pieces of a large cube
	least     time.Duration // runs that count: the shortest time until a cube is large
	calm      time.Duration // the same without a checkpoint, once the run has taken least
	most      time.Duration // runs that count: the longest time until a cube is large
	solutions uint64        // runs that yield: a cube with more solutions is large
	ahead     int           // runs that yield: if this many solutions wait for earlier ones, only the first open cube may begin
}

var usualSizes = sizes{
	first: 64, more: 32, least: 50 * time.Millisecond, calm: time.Second, most: 20 * time.Second, solutions: 1 << 12, ahead: 1 << 17,
}

// splitAfter returns how long a cube is searched until it counts as large. A count with a checkpoint may soon be killed, so its
// first cubes are small. A long count has larger cubes, so that it gives up fewer searches.
func (s *sizes) splitAfter(elapsed time.Duration, kept bool) time.Duration {
	least := s.calm
	if kept || elapsed < s.least {
		least = s.least
	}
	return min(max(elapsed/8, least), s.most)
}

// run is one run of a session. The goroutine of do owns its fields, except for those under the mutex.
type run struct {
	*session
	ctx     context.Context
	limit   uint64
	yield   func(model.Assignment) bool // nil if solutions are only counted
	yielded uint64
	tree    *job.Tree
	began   time.Time // zero until the checkpoint is read
	before  *big.Int  // the count in the checkpoint
	shown   time.Time // when progress was last shown

	mutex   sync.Mutex
	listed  map[string][]model.Assignment // by item: solutions that wait for earlier ones
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
	if r.began.IsZero() { // the checkpoint was refused
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
		for _, item := range slices.Sorted(maps.Keys(r.listed)) { // solutions of a stopped run that still wait for earlier ones
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

// found returns the number of solutions in the cubes that are counted.
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

// took shows progress and yields the solutions that no longer wait for earlier ones.
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

// held reports whether too many solutions wait for the first open cube.
func (r *run) held() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.yield != nil && r.waiting >= r.sizes.ahead
}

// keep stores the solutions of an item until all earlier solutions are yielded.
func (r *run) keep(item string, solutions []model.Assignment) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.listed[item] = solutions
	r.waiting += len(solutions)
}

// Do implements [job.Work]. A run that counts does an item as a cluster does. A run that yields splits its own cube at once, and
// other cubes by the number of their solutions, so that the order of solutions does not depend on time.
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

// divide splits a cube into at least this many pieces. There are fewer if the parts cannot be split further.
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

// list keeps the solutions of a cube, in the order of their outputs' values. If the cube has too many, the record is empty; with
// whole, there is no limit.
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

// Progress says how far a run has come.
type Progress struct {
	job.Progress
	Rate float64 // solutions per second since this run began
}

// showEvery is the time between two calls of Options.Progress.
const showEvery = time.Second

// show passes progress to the caller.
func (r *run) show() {
	r.shown = time.Now()
	if r.options.Progress != nil {
		since, _ := new(big.Float).SetInt(new(big.Int).Sub(r.found(), r.before)).Float64()
		r.options.Progress(Progress{r.tree.Progress(), since / time.Since(r.began).Seconds()})
	}
}
