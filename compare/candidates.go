package compare

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Counts are numbers of solutions, up to a limit, by variable and by the position of a value in its domain; nil for variables
// that are no outputs.
type Counts [][]uint64

// Some reports whether a solution was counted.
func (c Counts) Some() bool {
	return slices.ContainsFunc(c, func(of []uint64) bool { return slices.Max(append(of, 0)) > 0 })
}

// Domains returns the values with solutions. Variables with one value are the backbone; without a solution all are empty.
func (c Counts) Domains(m *model.Model) []model.Domain {
	return lists.Make(len(c), func(v int) model.Domain {
		var values []int
		for i, n := range c[v] {
			if n > 0 {
				values = append(values, m.Variables[v].Domain.Value(i))
			}
		}
		return model.Values(values...)
	})
}

// firstShare is how many times the limit of a value the first run of a pass of [Candidates] has: if these are all solutions, no
// value needs a run of its own; otherwise fewer do.
const firstShare = 16

// firstSearch is how many solutions the first run of a pass looks for at least, unless it only confirms: puzzles with few solutions
// are settled by one search, where refuting the values one by one took thirty times as long. A search for 500 is too long for puzzles
// with many solutions that are hard to find.
const firstSearch = 64

// mostCounted limits the values that [Candidates] counts solutions of, and so its memory: to 64 MiB.
const mostCounted = 1 << 22

// Told is what [Candidates] tells before it is done, nil for what nobody wants to know, and what it is told.
type Told struct {
	Solvable func(solvable, several bool) // as soon as it is known whether there is a solution, and a second one
	Exist    func(Counts)                 // as soon as it is known which values have solutions: the counts so far, not to be kept
	Asked    func()                       // after each value that was searched for by itself; with an opener, by several goroutines at a time
	// Known are the counts by an unrelated engine, up to the same limit, of checked solutions. Values with as many as the limit are
	// not asked for again, so this confirms the others: that there are no more solutions.
	Known Counts
}

// Opener opens a session on a model.
type Opener func(context.Context, *model.Model) (engine.Session, error)

// openings is how many times as long as opening a session took, [Candidates] searches in it before it opens another one. Before it
// has opened one, it takes firstOpening for that time. Tests lower both.
var openings, firstOpening = time.Duration(10), time.Millisecond

// Candidates counts the solutions that meet a cube and have a value, for each value of each output, up to limit for each. A first
// pass only looks whether there is one. A solution counts for all its values, so few values need a run of their own. Each counted
// solution is checked. If the context ends, the counts so far are lower bounds, and the error is its cause.
//
// With an opener, as many searches run at a time as there are processors, and they learn: once values are known to have no
// solution, the next session is opened on a model without them. A nil opener leaves all to the session s.
func Candidates(
	ctx context.Context, s engine.Session, open Opener, m *model.Model, cube model.Cube, limit uint64, told Told,
) (Counts, error) {
	c := &counting{
		model: m, open: open, cube: cube, limit: limit, outputs: m.OutputVars(), seen: map[string]bool{},
		counts: make(Counts, len(m.Variables)), asked: make(Counts, len(m.Variables)), told: told,
	}
	values := 0
	for _, v := range c.outputs {
		if values += m.DomainOf(v).Size(); values > mostCounted {
			return nil, engine.Unsupported("native", "more than %d values of variables, the limit of counts by value", mostCounted)
		}
		c.counts[v], c.asked[v] = make([]uint64, m.DomainOf(v).Size()), make([]uint64, m.DomainOf(v).Size())
	}
	searchers := []*searcher{{counting: c, session: s, opening: firstOpening}}
	if open != nil {
		for len(searchers) < runtime.GOMAXPROCS(0) {
			searchers = append(searchers, &searcher{counting: c})
		}
	}
	defer func() {
		for _, s := range searchers {
			s.close()
		}
	}()
	complete, err := c.pass(ctx, searchers, 1)
	for v, known := range told.Known {
		for i, n := range known {
			if n == limit && !complete {
				c.counts[v][i] = limit
			}
		}
	}
	if err == nil && len(c.seen) < 2 && told.Solvable != nil {
		told.Solvable(len(c.seen) > 0, false)
	}
	if err == nil && told.Exist != nil {
		told.Exist(c.counts)
	}
	if !complete && err == nil && limit > 1 {
		_, err = c.pass(ctx, searchers, limit)
	}
	return c.counts, err
}

// counting is a run of [Candidates]. Its mutex guards what the searchers change.
type counting struct {
	model   *model.Model
	open    Opener
	cube    model.Cube
	limit   uint64
	outputs []model.Var
	told    Told

	mutex   sync.Mutex
	counts  Counts
	asked   Counts          // up to how many the solutions of a value were asked for by themselves; the most if all were found
	refuted int             // the values without a solution, found by a run of their own
	seen    map[string]bool // the solutions that were counted
}

// pass counts up to a limit for each value. It reports whether all solutions were counted.
func (c *counting) pass(ctx context.Context, searchers []*searcher, limit uint64) (complete bool, err error) {
	first := firstShare * limit
	if c.told.Known == nil {
		first = max(first, firstSearch)
	}
	complete, err = searchers[0].run(ctx, c.cube, first, func() bool { return true })
	if complete || err != nil {
		return complete, err
	}
	group, within := errgroup.WithContext(ctx)
	for _, s := range searchers {
		group.Go(func() error { return s.search(within, limit) })
	}
	if err := group.Wait(); err != nil {
		return false, cmp.Or(context.Cause(ctx), err)
	}
	return false, nil
}

// take returns the value, by its position, with the fewest solutions below a limit for which it was not asked, and notes that it is
// asked for. Its solutions are least like those before, so they have many other rare values. none reports that there is no such
// value.
func (c *counting) take(limit uint64) (rarest model.Var, at int, none bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	fewest := limit
	for _, v := range c.outputs {
		for i, n := range c.counts[v] {
			if n < fewest && c.asked[v][i] < limit && (c.told.Known == nil || c.told.Known[v][i] < c.limit) {
				rarest, at, fewest = v, i, n
			}
		}
	}
	if fewest == limit {
		return 0, 0, true
	}
	c.asked[rarest][at] = limit
	return rarest, at, false
}

// exhausted notes that all solutions of a value are counted.
func (c *counting) exhausted(v model.Var, at int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.asked[v][at] = math.MaxUint64
	if c.counts[v][at] == 0 {
		c.refuted++
	}
}

// left returns the model without the refuted values, and their number.
func (c *counting) left() (*model.Model, int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := *c.model
	m.Variables = slices.Clone(m.Variables)
	for _, v := range c.outputs {
		var values []int
		for i, n := range c.counts[v] {
			if n > 0 || c.asked[v][i] < math.MaxUint64 {
				values = append(values, c.model.DomainOf(v).Value(i))
			}
		}
		m.Variables[v].Domain = model.Values(values...)
	}
	return &m, c.refuted
}

// add counts a solution for each of its values, unless it was counted before. The error says what is wrong with it.
func (c *counting) add(a model.Assignment) error {
	key := make([]byte, 0, 2*len(c.outputs))
	for _, v := range c.outputs {
		key = binary.AppendVarint(key, int64(a[v]))
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.seen[string(key)] {
		return nil
	}
	if err := c.model.Check(a); err != nil {
		return err
	}
	c.seen[string(key)] = true
	for _, v := range c.outputs {
		i, _ := c.model.DomainOf(v).Index(a[v])
		c.counts[v][i] = min(c.counts[v][i]+1, c.limit)
	}
	if len(c.seen) == 2 && c.told.Solvable != nil {
		c.told.Solvable(true, true)
	}
	return nil
}

// enough reports whether a value has as many solutions as a limit.
func (c *counting) enough(v model.Var, at int, limit uint64) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.counts[v][at] >= limit
}

// searcher is one of the searches of [Candidates].
type searcher struct {
	*counting
	session engine.Session // nil: not opened yet
	own     bool           // it was opened here
	without int            // how many refuted values its model lacks
	opening time.Duration  // how long it took to open
	spent   time.Duration  // by its runs
}

func (s *searcher) close() {
	if s.own {
		s.session.Close()
	}
}

// search counts the solutions of values up to a limit, until none is left.
func (s *searcher) search(ctx context.Context, limit uint64) error {
	for {
		v, i, none := s.take(limit)
		if none {
			return nil
		}
		if err := s.learn(ctx); err != nil {
			return err
		}
		of := append(slices.Clip(s.cube), model.Given{Var: v, Value: s.model.DomainOf(v).Value(i)})
		all, err := s.run(ctx, of, limit, func() bool { return !s.enough(v, i, limit) })
		if err != nil {
			return err
		}
		if all {
			s.exhausted(v, i)
		}
		if s.told.Asked != nil {
			s.told.Asked()
		}
	}
}

// learn opens a session on a model without the refuted values, if that pays.
func (s *searcher) learn(ctx context.Context) error {
	if s.open == nil || s.session != nil && s.spent < openings*s.opening {
		return nil
	}
	m, without := s.left()
	if s.session != nil && without == s.without {
		return nil
	}
	begun := time.Now()
	session, err := s.open(ctx, m)
	if err != nil {
		return err
	}
	s.close()
	s.session, s.own, s.without, s.opening, s.spent = session, true, without, time.Since(begun), 0
	return nil
}

// run counts solutions that meet a cube, up to a limit, and as long as more are wanted after each. It reports whether these are all.
func (s *searcher) run(ctx context.Context, cube model.Cube, limit uint64, more func() bool) (complete bool, err error) {
	begun := time.Now()
	defer func() { s.spent += time.Since(begun) }()
	var wrong error
	result, err := s.session.Run(ctx, cube, limit, func(a model.Assignment) bool {
		wrong = errors.Join(s.model.CheckCube(a, cube), s.add(a))
		return wrong == nil && more()
	})
	switch {
	case err != nil:
		return false, err
	case wrong != nil:
		return false, fmt.Errorf("found a wrong solution: %w", wrong)
	}
	return result.Complete(), result.Cause
}
