package parallel

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"math/big"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// tick is the time between two reports of progress, and two writes of the checkpoint.
const tick = time.Second

// sizes say how runs are parted. None of them changes a count.
type sizes struct {
	shortly       time.Duration // a search that is only to count is first tried whole for so long
	firstParts    int           // cubes that a run is parted into, at least, where it can be parted that far
	moreParts     int           // cubes that a cube is parted into when it turns out large
	timeLimit     time.Duration // of a cube, where solutions are only counted
	solutionLimit uint64        // of a cube, where solutions are yielded
	bufferLimit   int           // solutions that wait for those before them while new cubes are begun
}

var usualSizes = sizes{
	shortly: 50 * time.Millisecond, firstParts: 256, moreParts: 16,
	timeLimit: 20 * time.Second, solutionLimit: 1 << 12, bufferLimit: 1 << 17,
}

// task is one cube of a run.
type task struct {
	cube        model.Cube
	share       float64 // of the search space
	place       *list.Element
	whole       bool // it is the run's cube
	indivisible bool // it could not be parted, and so may take any time
	begun, done bool
	solutions   []model.Assignment // where they are yielded
}

// outcome is what a worker has to say of a task.
type outcome struct {
	task     *task
	worker   int
	result   engine.Result
	parts    []model.Cube // of a cube that turned out large
	parted   bool
	found    []model.Assignment
	searched bool // the search of the cube was exhausted
	err      error
}

// run is one run of a session. Its fields belong to the goroutine of do.
type run struct {
	session *session
	model   *model.Model
	cube    model.Cube
	limit   uint64
	yield   func(model.Assignment) bool

	tasks    *list.List // of *task: in the order of solutions, without those that are done and yielded
	cubes    int        // finished
	finished []finished // the same, for the checkpoint
	header   []string   // of the checkpoint
	count    *big.Int   // of finished cubes
	partial  *big.Int   // of cubes that were stopped
	share    float64    // of finished cubes
	effort   engine.Effort
	buffered int // solutions that wait
	yielded  uint64

	began      time.Time
	shareAt    float64 // when the run began: what the checkpoint had
	countAt    *big.Int
	reportedAt time.Time
}

// finished is a cube with its count, as a checkpoint keeps it.
type finished struct {
	cube  model.Cube
	count *big.Int
}

func newRun(s *session, cube model.Cube, limit uint64, yield func(model.Assignment) bool) *run {
	return &run{
		session: s, model: s.model, cube: cube, limit: limit, yield: yield,
		tasks: list.New(), count: new(big.Int), partial: new(big.Int),
	}
}

// do searches the cube.
func (r *run) do(ctx context.Context) (engine.Result, error) {
	r.began, r.reportedAt = time.Now(), time.Now()
	kept, err := r.load()
	if err != nil {
		return r.result(ctx, false), err
	}
	if !kept {
		if err := r.begin(ctx); err != nil {
			return r.result(ctx, false), unlessEnded(ctx, err)
		}
	}
	r.shareAt, r.countAt = r.share, new(big.Int).Set(r.count)
	inner, stop := context.WithCancel(ctx)
	defer stop()
	ended, err := r.work(inner, stop)
	complete := err == nil && !ended && r.unfinished() == 0
	if err == nil {
		err = r.save()
	}
	r.report()
	if r.yield != nil && !ended && !complete {
		r.yieldRest()
	}
	return r.result(ctx, complete), err
}

// begin makes the first tasks. A run that yields is parted at once, so that the order of its solutions depends on nothing
// that takes time.
func (r *run) begin(ctx context.Context) error {
	if r.yield == nil {
		r.add(nil, []model.Cube{r.cube}, 1)
		r.tasks.Front().Value.(*task).whole = true
		return nil
	}
	parts, err := refine(ctx, r.session.workers[0], r.cube, r.session.sizes.firstParts)
	if err == nil {
		r.add(nil, parts, 1)
	}
	return err
}

// result sums the run up.
func (r *run) result(ctx context.Context, complete bool) engine.Result {
	total := r.found()
	if r.yield != nil {
		total.SetUint64(r.yielded)
	}
	if r.enough(total) {
		total.SetUint64(r.limit)
		complete = false
	}
	return engine.NewResult(ctx, r.limit, total, complete, r.effort...)
}

// found returns how many solutions were found so far, in cubes that were finished or stopped.
func (r *run) found() *big.Int { return new(big.Int).Add(r.count, r.partial) }

// unlessEnded returns the error, or nil where it is that the context has ended.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// refine parts a cube, and all parts again, until there are as many as asked for or none can be parted.
func refine(ctx context.Context, s engine.Splitter, cube model.Cube, most int) ([]model.Cube, error) {
	cubes := []model.Cube{cube}
	for {
		var next []model.Cube
		for _, c := range cubes {
			parts, err := s.Split(ctx, c)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			next = append(next, parts...)
		}
		if len(next) >= most || len(next) <= len(cubes) {
			return next, nil
		}
		cubes = next
	}
}

// add puts cubes in the place of a task that was parted, or at the end.
func (r *run) add(parent *task, cubes []model.Cube, share float64) {
	if len(cubes) == 0 {
		r.share += share
	}
	for _, cube := range cubes {
		t := &task{cube: cube, share: share / float64(len(cubes))}
		if parent == nil {
			t.place = r.tasks.PushBack(t)
		} else {
			t.place = r.tasks.InsertBefore(t, parent.place)
		}
		t.indivisible = parent != nil && len(cubes) == 1
	}
	if parent != nil {
		r.tasks.Remove(parent.place)
	}
}

// work hands out tasks and takes in outcomes until all is done or the context ends. ended says that the caller wants no more.
func (r *run) work(ctx context.Context, stop func()) (ended bool, err error) {
	workers := r.session.workers
	outcomes := make(chan outcome)
	idle := make([]int, 0, len(workers))
	for i := range workers {
		idle = append(idle, i)
	}
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		for len(idle) > 0 && ctx.Err() == nil {
			t := r.next()
			if t == nil {
				break
			}
			t.begun = true
			i := idle[len(idle)-1]
			idle = idle[:len(idle)-1]
			go func() { outcomes <- r.search(ctx, i, t) }()
		}
		if len(idle) == len(workers) {
			return ended, err
		}
		select {
		case o := <-outcomes:
			idle = append(idle, o.worker)
			if o.err != nil && err == nil && unlessEnded(ctx, o.err) != nil {
				err = o.err
				stop()
			}
			r.take(o)
			if !ended && (r.advance() || r.yield == nil && r.enough(r.found())) {
				ended = true
				stop()
			}
		case <-ticker.C:
		}
		if time.Since(r.reportedAt) >= tick && err == nil {
			r.reportedAt = time.Now()
			r.report()
			if err = r.save(); err != nil {
				stop()
			}
		}
	}
}

// next returns the first task that was not begun, or nil where there is none. Where many solutions wait, it may only be the
// one that they wait for.
func (r *run) next() *task {
	for e := r.tasks.Front(); e != nil; e = e.Next() {
		if t := e.Value.(*task); !t.begun {
			if r.buffered >= r.session.sizes.bufferLimit && e != r.tasks.Front() {
				return nil
			}
			return t
		}
	}
	return nil
}

// search searches a task in a worker's session. It runs in a goroutine of its own.
func (r *run) search(ctx context.Context, worker int, t *task) outcome {
	o := outcome{task: t, worker: worker}
	session := r.session.workers[worker]
	if r.yield == nil {
		o.result, o.err = r.countTask(ctx, session, t)
	} else {
		o.result, o.err = session.Run(ctx, t.cube, r.session.sizes.solutionLimit+1, func(a model.Assignment) bool {
			o.found = append(o.found, slices.Clone(a))
			return true
		})
		r.sort(o.found)
	}
	o.searched = o.result.Complete()
	if o.searched || o.err != nil || ctx.Err() != nil || r.yield == nil && r.enough(o.result.Count) {
		return o
	}
	most := r.session.sizes.moreParts
	if t.whole {
		most = r.session.sizes.firstParts
	}
	o.parts, o.err = refine(ctx, session, t.cube, most)
	o.parted = o.err == nil
	return o
}

// countTask counts the solutions of a task for as long as it may take.
func (r *run) countTask(ctx context.Context, session engine.Session, t *task) (engine.Result, error) {
	if !t.indivisible {
		limit := r.session.sizes.timeLimit
		if t.whole {
			limit = r.session.sizes.shortly
		}
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ctx = limited
	}
	return session.Run(ctx, t.cube, r.limit, nil)
}

// enough reports whether a count has reached the run's limit.
func (r *run) enough(count *big.Int) bool {
	return r.limit > 0 && count.Cmp(new(big.Int).SetUint64(r.limit)) >= 0
}

// sort sorts solutions by the values of the outputs.
func (r *run) sort(solutions []model.Assignment) {
	outputs := r.model.OutputVars()
	slices.SortFunc(solutions, func(a, b model.Assignment) int {
		for _, v := range outputs {
			if order := cmp.Compare(a[v], b[v]); order != 0 {
				return order
			}
		}
		return 0
	})
}

// take takes in what a worker has to say.
func (r *run) take(o outcome) {
	r.effort.Add(o.result.Effort)
	t := o.task
	switch {
	case o.parted:
		r.add(t, o.parts, t.share)
	case o.searched:
		t.done, t.solutions = true, o.found
		r.buffered += len(o.found)
		r.count.Add(r.count, o.result.Count)
		r.share += t.share
		r.cubes++
		if r.session.options.Checkpoint != "" {
			r.finished = append(r.finished, finished{t.cube, o.result.Count})
		}
		if r.yield == nil {
			r.tasks.Remove(t.place)
		}
	case o.result.Count != nil:
		t.solutions = o.found
		r.partial.Add(r.partial, o.result.Count)
	}
}

// advance yields the solutions of the tasks that are done and have none before them that is not. It reports whether the
// caller wants no more.
func (r *run) advance() (ended bool) {
	if r.yield == nil {
		return false
	}
	for e := r.tasks.Front(); e != nil && e.Value.(*task).done; e = r.tasks.Front() {
		t := r.tasks.Remove(e).(*task)
		r.buffered -= len(t.solutions)
		if r.hand(t) {
			return true
		}
	}
	return false
}

// hand yields the solutions of a task.
func (r *run) hand(t *task) (ended bool) {
	for _, a := range t.solutions {
		r.yielded++
		if !r.yield(a) || r.yielded == r.limit {
			return true
		}
	}
	return false
}

// yieldRest yields what was found by the end of a run that was stopped, also ahead of the order.
func (r *run) yieldRest() {
	for e := r.tasks.Front(); e != nil; e = e.Next() {
		if r.hand(e.Value.(*task)) {
			return
		}
	}
}

// unfinished returns how many tasks are not done.
func (r *run) unfinished() int {
	n := 0
	for e := r.tasks.Front(); e != nil; e = e.Next() {
		if !e.Value.(*task).done {
			n++
		}
	}
	return n
}

// report tells the caller how far the run has come.
func (r *run) report() {
	if r.session.options.Progress == nil {
		return
	}
	elapsed := time.Since(r.began)
	p := Progress{Count: new(big.Int).Set(r.count), Cubes: r.cubes, Open: r.tasks.Len(), Share: min(r.share, 1)}
	since, _ := new(big.Float).SetInt(new(big.Int).Sub(r.count, r.countAt)).Float64()
	p.Rate = since / elapsed.Seconds()
	if done := r.share - r.shareAt; done > 0 && r.share < 1 {
		p.Left = time.Duration(float64(elapsed) * (1 - r.share) / done)
	}
	r.session.options.Progress(p)
}
