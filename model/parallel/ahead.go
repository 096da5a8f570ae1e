package parallel

import (
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Ahead is a session for many puzzles in turn. Its workers search the puzzles that follow, each for a short time. A run takes what they
// found, or else divides its cube between the workers, as [Open] says; so order and results are the same for every number of workers.
// One goroutine reads the puzzles, so that runs never wait for that.
type Ahead struct {
	engine.Session // nil until it is open
	asks           Asks
	workers        int
	quick          time.Duration // how long a worker searches a cube; harder ones are divided
	done           sync.WaitGroup
	stop           context.CancelFunc

	mutex sync.Mutex
	moved sync.Cond // the fields below changed
	queue []*block  // in order; the last may still grow
	begun int       // how many of them grow no more: workers took them
	size  int       // of the next block
	slow  bool      // the latest block took longer than blockTime
	hurry bool      // a run waits for a block that still grows
	read  bool      // no puzzle follows
	ended bool      // nobody wants more

	// What the caller of Puzzles is at:
	now  *block
	at   int  // in the block
	hard bool // some puzzle of the block was not quick
}

// Asks is what the runs of an [Ahead] ask for: a count up to a limit, or a list of solutions.
type Asks struct {
	With  func(puzzle model.Cube) model.Cube // the cube of a puzzle's run
	Limit uint64
	Lists bool
}

// block is a list of puzzles that one worker searches.
type block struct {
	puzzles []model.Puzzle
	size    int   // when it is full
	err     error // what ended the reading behind them
	found   []found
	ready   chan struct{} // closed when all are searched
}

// found is what a search of a cube found; done is false if a run must search it again.
type found struct {
	result   engine.Result
	solution model.Assignment // of a cube with one solution, if solutions are listed
	done     bool
}

const (
	quickTime = 50 * time.Millisecond
	mostAhead = 256                  // puzzles that a worker takes at once
	blockTime = 5 * time.Millisecond // a block that takes longer is followed by smaller ones
	// leaveAfter is how long the end of a sequence waits for the reading to end, which may itself wait for input.
	leaveAfter = 100 * time.Millisecond
)

// NewAhead returns a session that is not open yet.
func NewAhead(options Options, asks Asks) *Ahead {
	a := &Ahead{asks: asks, workers: options.Workers, quick: quickTime, size: 1, stop: func() {}}
	a.moved.L = &a.mutex
	return a
}

// Open opens the session as [Open] does. Its workers last until it is closed or ctx ends.
func (a *Ahead) Open(ctx context.Context, e *engine.Engine, m *model.Model, settings engine.Options, options Options) error {
	s, err := Open(ctx, e, m, settings, options)
	if err != nil {
		return err
	}
	a.Session = s
	ctx, a.stop = context.WithCancel(ctx)
	for range a.workers {
		a.done.Go(func() { a.work(ctx, engine.Chosen{Engine: e, Options: settings}, m) })
	}
	return nil
}

// Puzzles yields puzzles in their order, while workers search those that follow. Call it once.
func (a *Ahead) Puzzles(all iter.Seq2[model.Puzzle, error]) iter.Seq2[model.Puzzle, error] {
	return func(yield func(model.Puzzle, error) bool) {
		left := make(chan struct{})
		go func() {
			defer close(left)
			for p, err := range all {
				if !a.add(p, err) {
					break
				}
			}
			a.change(func() { a.read = true })
		}()
		defer func() {
			a.change(func() { a.ended = true })
			select {
			case <-left:
			case <-time.After(leaveAfter):
			}
		}()
		for b := a.next(); b != nil; b = a.next() {
			for i, p := range b.puzzles {
				a.now, a.at = b, i
				if !yield(p, nil) {
					return
				}
			}
			if b.err != nil {
				yield(model.Puzzle{}, b.err)
				return
			}
		}
	}
}

// change changes what goroutines wait for.
func (a *Ahead) change(how func()) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	how()
	a.moved.Broadcast()
}

// add adds a puzzle to the queue, or the error that ended the reading. It reports whether more are wanted.
func (a *Ahead) add(p model.Puzzle, err error) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if len(a.queue) == a.begun || a.queue[len(a.queue)-1].full() {
		for len(a.queue) >= 2*a.workers+2 && !a.ended {
			a.moved.Wait()
		}
		b := &block{puzzles: make([]model.Puzzle, 0, a.size), size: a.size, ready: make(chan struct{})}
		a.queue = append(a.queue, b)
	}
	b := a.queue[len(a.queue)-1]
	if b.err = err; err == nil {
		b.puzzles = append(b.puzzles, p)
	}
	if b.full() || a.hurry {
		a.moved.Broadcast()
	}
	return !a.ended
}

func (b *block) full() bool { return len(b.puzzles) == b.size || b.err != nil }

// take returns the next block to search, or nil if there is none.
func (a *Ahead) take() *block {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for ; !a.ended; a.moved.Wait() {
		if a.begun < len(a.queue) && (a.hurry || a.read || a.queue[a.begun].full()) {
			return a.begin()
		}
	}
	return nil
}

// begin takes a block out of what grows.
func (a *Ahead) begin() *block {
	b := a.queue[a.begun]
	b.found = make([]found, len(b.puzzles))
	a.begun++
	a.hurry = false
	a.moved.Broadcast()
	return b
}

// next returns the block whose puzzles come next, or nil.
func (a *Ahead) next() *block {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.now != nil {
		a.queue, a.begun = a.queue[1:], a.begun-1
		switch a.size = min(2*a.size, mostAhead); { // easy puzzles are taken in larger blocks
		case a.hard:
			a.size, a.hard = 1, false
		case a.slow:
			a.size = max(a.size/4, 1)
		}
		a.now = nil
		a.moved.Broadcast()
	}
	for ; a.begun == 0; a.moved.Wait() {
		switch a.hurry = true; {
		case a.read && len(a.queue) == 0:
			return nil
		case a.Session == nil && len(a.queue) > 0: // nobody searches yet
			close(a.begin().ready)
			return a.queue[0]
		}
		a.moved.Broadcast()
	}
	return a.queue[0]
}

// work searches blocks until there are no more. A worker that cannot open its session leaves all to the runs, which say why.
func (a *Ahead) work(ctx context.Context, c engine.Chosen, m *model.Model) {
	var session engine.Session
	for b := a.take(); b != nil; b = a.take() {
		if session == nil {
			session = openOwn(ctx, c, m)
		}
		if session != nil {
			a.search(ctx, c, session, b)
		}
		close(b.ready)
	}
	if session != nil {
		_ = session.Close() // its results are taken
	}
}

func openOwn(ctx context.Context, c engine.Chosen, m *model.Model) engine.Session {
	var err error
	defer engine.Guard(c.Engine.Name, &err)
	session, err := c.Engine.Open(ctx, m, c.Options)
	if err != nil {
		return nil
	}
	return session
}

// search searches the puzzles of a block. A context lasts for several easy ones.
func (a *Ahead) search(ctx context.Context, c engine.Chosen, session engine.Session, b *block) {
	limited, cancel := context.WithTimeout(ctx, a.quick)
	begun := time.Now()
	renewed := begun
	for i, p := range b.puzzles {
		if time.Since(renewed) > a.quick/2 {
			cancel()
			limited, cancel = context.WithTimeout(ctx, a.quick)
			renewed = time.Now()
		}
		b.found[i] = a.searchOne(limited, c, session, a.asks.With(p.Cube))
	}
	cancel()
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.slow = time.Since(begun) > blockTime
}

func (a *Ahead) searchOne(ctx context.Context, c engine.Chosen, session engine.Session, cube model.Cube) (f found) {
	var err error
	defer engine.Guard(c.Engine.Name, &err) // a run meets the fault again, and tells it
	if !a.asks.Lists {
		f.result, err = session.Run(ctx, cube, a.asks.Limit, nil)
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
	var f found
	if b := a.now; b != nil && a.asks.Lists == (yield != nil) && (a.asks.Lists || a.asks.Limit == limit) &&
		slices.Equal(a.asks.With(b.puzzles[a.at].Cube), cube) {
		select {
		case <-b.ready:
			f = b.found[a.at]
		case <-ctx.Done():
		}
	}
	if !f.done {
		a.hard = true
		return a.Session.Run(ctx, cube, limit, yield)
	}
	if f.solution != nil && (!yield(f.solution) || limit == 1) {
		f.result.Outcome = engine.LimitReached
	}
	return f.result, nil
}

// Close implements [engine.Session].
func (a *Ahead) Close() error {
	a.stop()
	a.change(func() { a.ended = true })
	a.done.Wait()
	return a.Session.Close()
}
