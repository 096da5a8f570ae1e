package parallel

import (
	"context"
	"slices"
	"sync"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Ahead is a session for many cubes that are known before their turn. Its workers search whole cubes ahead of their runs, each for
// a short time. A run takes what they found, or else divides its cube between the workers, as [Open] says; so order and results
// are the same for every number of workers.
type Ahead struct {
	engine.Session
	engine   *engine.Engine
	model    *model.Model
	settings engine.Options
	blocks   chan *block
	done     sync.WaitGroup
	workers  int
	quick    time.Duration // how long a worker searches a cube; harder ones are divided
	expected []*block      // whose runs have not all come
	next     int           // in the first of them
	size     int
	stop     context.CancelFunc
}

// block is a list of cubes that one worker searches.
type block struct {
	cubes []model.Cube
	limit uint64
	lists bool
	found []found
	ready chan struct{} // closed when all are searched
}

// found is what a search of a cube found; done is false if a run must search it again.
type found struct {
	limit    uint64
	lists    bool
	result   engine.Result
	solution model.Assignment // of a cube with one solution, if solutions are listed
	done     bool
}

const (
	quickTime = 50 * time.Millisecond
	mostAhead = 64 // cubes that a worker takes at once
)

// OpenAhead opens a session as [Open] does, with workers that search ahead.
func OpenAhead(ctx context.Context, e *engine.Engine, m *model.Model, settings engine.Options, options Options) (*Ahead, error) {
	s, err := Open(ctx, e, m, settings, options)
	if err != nil {
		return nil, err
	}
	a := &Ahead{Session: s, engine: e, model: m, settings: settings, workers: options.Workers, quick: quickTime, size: 1}
	a.blocks = make(chan *block, a.most())
	ctx, a.stop = context.WithCancel(ctx)
	for range options.Workers {
		a.done.Go(func() { a.work(ctx) })
	}
	return a, nil
}

// most is how many blocks may wait for their runs.
func (a *Ahead) most() int { return 2 * a.workers }

// Room is how many cubes to announce next, or 0 if runs must come first.
func (a *Ahead) Room() int {
	if len(a.expected) == a.most() {
		return 0
	}
	return a.size
}

// Expect announces the cubes of the next runs, as many as Room says or fewer: those of counts up to a limit, or of runs that list
// solutions.
func (a *Ahead) Expect(cubes []model.Cube, limit uint64, lists bool) {
	b := &block{cubes: cubes, limit: limit, lists: lists, found: make([]found, len(cubes)), ready: make(chan struct{})}
	a.expected = append(a.expected, b)
	a.blocks <- b
}

// work searches cubes until there are no more. A worker that cannot open its session leaves all to the runs, which say why.
func (a *Ahead) work(ctx context.Context) {
	var session engine.Session
	for b := range a.blocks {
		if session == nil {
			session = a.open(ctx)
		}
		if session != nil {
			a.search(ctx, session, b)
		}
		close(b.ready)
	}
	if session != nil {
		_ = session.Close() // its results are taken
	}
}

func (a *Ahead) open(ctx context.Context) engine.Session {
	var err error
	defer engine.Guard(a.engine.Name, &err)
	session, err := a.engine.Open(ctx, a.model, a.settings)
	if err != nil {
		return nil
	}
	return session
}

// search searches the cubes of a block. A context lasts for several easy cubes.
func (a *Ahead) search(ctx context.Context, session engine.Session, b *block) {
	limited, cancel := context.WithTimeout(ctx, a.quick)
	renewed := time.Now()
	for i, cube := range b.cubes {
		if now := time.Now(); now.Sub(renewed) > a.quick/2 {
			cancel()
			limited, cancel = context.WithTimeout(ctx, a.quick)
			renewed = now
		}
		b.found[i] = a.searchOne(limited, session, cube, b)
	}
	cancel()
}

func (a *Ahead) searchOne(ctx context.Context, session engine.Session, cube model.Cube, b *block) (f found) {
	var err error
	defer engine.Guard(a.engine.Name, &err) // a run meets the fault again, and tells it
	f.limit, f.lists = b.limit, b.lists
	if !b.lists {
		f.result, err = session.Run(ctx, cube, b.limit, nil)
		f.done = err == nil && (f.result.Complete() || f.result.Outcome == engine.LimitReached)
		return f
	}
	const two = 2 // several solutions have an order, which runs know
	f.result, err = session.Run(ctx, cube, two, func(s model.Assignment) bool {
		f.solution = slices.Clone(s)
		return true
	})
	f.done = err == nil && f.result.Complete()
	return f
}

// Run implements [engine.Session].
func (a *Ahead) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	f := a.take(ctx, cube)
	switch {
	case !f.done || f.lists != (yield != nil) || !f.lists && f.limit != limit:
		return a.Session.Run(ctx, cube, limit, yield)
	case f.solution != nil && (!yield(f.solution) || limit == 1):
		f.result.Outcome = engine.LimitReached
	}
	return f.result, nil
}

// take returns what was found for a cube, if it was announced. Announced cubes before it have no runs.
func (a *Ahead) take(ctx context.Context, cube model.Cube) (f found) {
	for k, b := range a.expected {
		i := slices.IndexFunc(b.cubes[a.next:], func(c model.Cube) bool { return slices.Equal(c, cube) })
		if i < 0 {
			a.next = 0
			continue
		}
		i += a.next
		select {
		case <-b.ready:
			f = b.found[i]
		case <-ctx.Done():
		}
		a.expected, a.next = a.expected[k:], i+1
		if a.next == len(b.cubes) { // easy cubes are taken in larger blocks
			a.expected, a.next = a.expected[1:], 0
			if a.size = min(2*a.size, mostAhead); !f.done {
				a.size = 1
			}
		}
		return f
	}
	a.expected = nil
	return f
}

// Close implements [engine.Session].
func (a *Ahead) Close() error {
	a.stop()
	close(a.blocks)
	a.done.Wait()
	return a.Session.Close()
}
