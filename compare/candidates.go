package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"qmsat/internal/cputime"
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

// firstSearch is how many solutions the first run of a pass looks for at least: puzzles with few solutions are settled by one
// search, where refuting the values one by one took thirty times as long. A search for 500 is too long for puzzles with many
// solutions that are hard to find.
const firstSearch = 256

// firstTurn is how long each of two engines may search for all open values in a turn of the first round. Most values are settled at once
// by either engine, and each engine needs seconds for some that the other settles in milliseconds. Tests lower it.
var firstTurn = 100 * time.Millisecond

const (
	quickShare  = 2  // the very first turn is half of that: for easy puzzles the second engine need not be opened
	valueShare  = 10 // a single value may take a tenth of a turn
	worthAgain  = 8  // an engine that settles an eighth of the open values in a turn has another one
	turnsInVain = 4  // of a round may settle less
	longer      = 4  // times as long as a round's turns are the next one's
	longestTurn = time.Hour
)

// mostCounted limits the values that [Candidates] counts solutions of, and so its memory: to 64 MiB.
const mostCounted = 1 << 22

// Told is what [Candidates] tells before it is done, nil for what nobody wants to know, and what it is told.
type Told struct {
	Solvable func(solvable, several bool) // as soon as it is known whether there is a solution, and a second one
	Exist    func(Counts)                 // as soon as it is known which values have solutions: the counts so far, not to be kept
	Progress func(solutions, asked int)   // the solutions so far, and the values that were searched for by themselves
}

// MissedError says that a search missed a solution that another one found.
type MissedError struct {
	Of      string // a value, or "all"
	Counted uint64
}

func (e *MissedError) Error() string {
	return fmt.Sprintf("candidates: %s: one engine counts %d solutions, another finds more", e.Of, e.Counted)
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
	c, err := newCounting(m, cube, limit, told)
	if err != nil {
		return nil, err
	}
	c.open = open
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
	return c.counts, c.passes(ctx, searchers)
}

// CandidatesByTwo counts as [Candidates] does, with sessions of two unrelated engines; the second one is opened when it is needed.
// They take turns, so a value that is hard for one engine is left to the other: all open values at once, then one by one. A session is never told what the other one refuted.
// Then each engine has a processor time to confirm what the other one found, which may depend on the time spent so far. It returns how
// many values were left to one engine. If the engines differ, the error is a [MissedError].
func CandidatesByTwo(
	ctx context.Context, first engine.Session, second func(context.Context) (engine.Session, error),
	m *model.Model, cube model.Cube, limit uint64,
	confirm func(spent time.Duration) time.Duration, told Told,
) (counts Counts, single int, err error) {
	begun := cputime.Self()
	c, err := newCounting(m, cube, limit, told)
	if err != nil {
		return nil, 0, err
	}
	c.turns = true
	searchers := []*searcher{{counting: c, session: first}, {counting: c, opens: second, engine: 1}}
	if err := c.passes(ctx, searchers); err != nil {
		return c.counts, 0, err
	}
	last := confirm(cputime.Self() - begun)
	within, cancel := spending(ctx, last)
	defer cancel()
	for _, s := range searchers {
		left, err := s.confirm(within, last/4)
		if single += left; err != nil && within.Err() == nil {
			return c.counts, single, err
		}
	}
	return c.counts, single, context.Cause(ctx)
}

func newCounting(m *model.Model, cube model.Cube, limit uint64, told Told) (*counting, error) {
	c := &counting{
		model: m, cube: cube, limit: limit, outputs: m.OutputVars(), seen: map[string]bool{},
		counts: make(Counts, len(m.Variables)), asked: make(Counts, len(m.Variables)), by: make([][]engines, len(m.Variables)), told: told,
	}
	values := 0
	for _, v := range c.outputs {
		size := m.DomainOf(v).Size()
		if values += size; values > mostCounted {
			return nil, engine.Unsupported("native", "more than %d values of variables, the limit of counts by value", mostCounted)
		}
		c.counts[v], c.asked[v], c.by[v] = make([]uint64, size), make([]uint64, size), make([]engines, size)
	}
	return c, nil
}

// passes looks first for one solution of each value, then for as many as the limit.
func (c *counting) passes(ctx context.Context, searchers []*searcher) error {
	complete, err := false, error(nil)
	if c.told.Solvable != nil || c.told.Exist != nil || c.limit == 1 {
		complete, err = c.pass(ctx, searchers, 1)
	}
	if err == nil && len(c.seen) < 2 && c.told.Solvable != nil {
		c.told.Solvable(len(c.seen) > 0, false)
	}
	if err == nil && c.told.Exist != nil {
		c.told.Exist(c.counts)
	}
	if !complete && err == nil && c.limit > 1 {
		_, err = c.pass(ctx, searchers, c.limit)
	}
	return err
}

// counting is a run of [Candidates]. Its mutex guards what the searchers change.
type counting struct {
	model   *model.Model
	open    Opener
	cube    model.Cube
	limit   uint64
	outputs []model.Var
	told    Told
	turns   bool // the searchers take turns, as unrelated engines

	mutex   sync.Mutex
	counts  Counts
	asked   Counts          // up to how many the solutions of a value were asked for by themselves; the most if all were found
	by      [][]engines     // those that found all solutions of a value
	again   []model.Given   // the values that were not settled in this turn
	alone   int             // the values that were asked for by themselves
	refuted int             // the values without a solution, found by a run of their own
	seen    map[string]bool // the solutions that were counted
}

// engines is a set of engines.
type engines uint8

// pass counts up to a limit for each value. It reports whether all solutions were counted.
func (c *counting) pass(ctx context.Context, searchers []*searcher, limit uint64) (complete bool, err error) {
	if c.turns {
		return false, c.takeTurns(ctx, searchers, limit)
	}
	if complete, err = searchers[0].all(ctx, max(firstShare*limit, firstSearch)); complete || err != nil {
		return complete, err
	}
	group, within := errgroup.WithContext(ctx)
	for _, s := range searchers {
		group.Go(func() error { return s.search(within, limit, 0) })
	}
	if err := group.Wait(); err != nil {
		return false, cmp.Or(context.Cause(ctx), err)
	}
	return false, nil
}

// takeTurns counts up to a limit for each value, by two engines. In each round they seek all open values in turns: one has several in a
// row while it settles a part of them, or some, and so far more than the other one. Then each searches for single values. Rounds get longer.
func (c *counting) takeTurns(ctx context.Context, searchers []*searcher, limit uint64) error {
	for _, s := range searchers {
		s.sought = c.seeking(func(v model.Var, at int) bool { return c.asked[v][at] < math.MaxUint64 && !c.enough(v, at, limit) })
	}
	at, quick, gained := 0, true, [2]int{} // values that each settled
	for allowed := firstTurn; ; allowed = min(longer*allowed, longestTurn) {
		for left := turnsInVain; left > 0; {
			if err := searchers[at].begin(ctx); err != nil {
				return err
			}
			before, turn := c.openValues(limit), allowed
			if quick {
				turn /= quickShare
			}
			if settled, err := searchers[at].seek(ctx, turn); settled || err != nil {
				return err
			}
			quick = false
			gain := before - c.openValues(limit)
			if gained[at] += gain; gain*worthAgain < before {
				left--
				if gain == 0 || gained[at] <= gained[1-at] || searchers[1-at].session == nil {
					at = 1 - at
				}
			}
		}
		for _, s := range searchers {
			if len(c.seen) == 0 { // one value is no easier than any solution
				break
			}
			if err := s.search(ctx, limit, allowed); err != nil {
				return err
			}
			if len(c.again) == 0 {
				return nil
			}
			for _, g := range c.again {
				c.asked[g.Var][g.Value] = 0
			}
			c.again = c.again[:0]
		}
	}
}

// openValues returns how many values have fewer solutions than a limit, and were not asked for.
func (c *counting) openValues(limit uint64) (open int) {
	for _, v := range c.outputs {
		for i, n := range c.counts[v] {
			if n < limit && c.asked[v][i] < limit {
				open++
			}
		}
	}
	return open
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
			if n < fewest && c.asked[v][i] < limit {
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

// exhausted notes that an engine has found all solutions of a value.
func (c *counting) exhausted(v model.Var, at, by int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.asked[v][at] = math.MaxUint64
	c.by[v][at] |= 1 << by
	if c.counts[v][at] == 0 {
		c.refuted++
	}
}

// postponed notes that a value was not settled in its time.
func (c *counting) postponed(v model.Var, at int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.again = append(c.again, model.Given{Var: v, Value: at})
}

// progress tells how far the search is. The caller holds the mutex.
func (c *counting) progress() {
	if c.told.Progress != nil {
		c.told.Progress(len(c.seen), c.alone)
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
	key := a.Key(c.outputs)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.seen[key] {
		return nil
	}
	if err := c.model.Check(a); err != nil {
		return fmt.Errorf("found a wrong solution: %w", err)
	}
	c.seen[key] = true
	defer c.progress()
	for _, v := range c.outputs {
		i, _ := c.model.DomainOf(v).Index(a[v])
		if c.asked[v][i] == math.MaxUint64 && c.counts[v][i] < c.limit {
			return c.missed(v, i, c.counts[v][i])
		}
		c.counts[v][i] = min(c.counts[v][i]+1, c.limit)
	}
	if len(c.seen) == 2 && c.told.Solvable != nil {
		c.told.Solvable(true, true)
	}
	return nil
}

// missed returns the error of a search that missed solutions of a value: it found fewer than another.
func (c *counting) missed(v model.Var, at int, found uint64) error {
	return &MissedError{fmt.Sprintf("%s=%d", c.model.NameOf(v), c.model.DomainOf(v).Value(at)), found}
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
	engine  int            // 0, or 1 if it is the second one
	opens   func(context.Context) (engine.Session, error)
	own     bool          // it was opened here
	without int           // how many refuted values its model lacks
	opening time.Duration // how long it took to open
	spent   time.Duration // by its runs
	found   uint64        // by its latest run
	sought  *sought
}

// begin opens the session that the caller keeps, if it is not open yet.
func (s *searcher) begin(ctx context.Context) (err error) {
	if s.session == nil {
		s.session, err = s.opens(ctx)
	}
	return err
}

func (s *searcher) close() {
	if s.own {
		s.session.Close()
	}
}

// search counts the solutions of values up to a limit, until none is left. If it is allowed only some time (0: no limit), it takes a
// share of that for each value, and ends when the values that it could not settle have taken it all.
func (s *searcher) search(ctx context.Context, limit uint64, allowed time.Duration) error {
	for left := valueShare; left > 0; {
		v, i, none := s.take(limit)
		if none {
			return nil
		}
		if err := s.learn(ctx); err != nil {
			return err
		}
		over, err := s.ask(ctx, v, i, limit, allowed/valueShare)
		if err != nil {
			return err
		}
		if over {
			s.postponed(v, i)
			left--
		}
	}
	return nil
}

// ask counts the solutions of a value up to a limit. It reports whether its time was over.
func (s *searcher) ask(ctx context.Context, v model.Var, at int, limit uint64, within time.Duration) (over bool, err error) {
	of := append(slices.Clip(s.cube), model.Given{Var: v, Value: s.model.DomainOf(v).Value(at)})
	all, over, err := s.run(ctx, of, limit, within, func(model.Assignment) bool { return !s.enough(v, at, limit) })
	if all {
		if s.found < s.limit && s.enough(v, at, s.found+1) {
			return false, s.missed(v, at, s.found)
		}
		s.exhausted(v, at, s.engine)
		if session, learns := s.session.(engine.Learner); learns && !s.enough(v, at, 1) {
			session.Learn(of)
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.alone++
	s.progress()
	return over && s.counts[v][at] < limit, err
}

// all counts all solutions, up to a limit. It reports whether these are all.
func (s *searcher) all(ctx context.Context, limit uint64) (complete bool, err error) {
	complete, _, err = s.run(ctx, s.cube, limit, 0, func(model.Assignment) bool { return true })
	if complete && s.found < uint64(len(s.seen)) {
		return true, &MissedError{"all", s.found}
	}
	for _, v := range s.outputs {
		for i := range s.counts[v] {
			if complete {
				s.exhausted(v, i, s.engine)
			}
		}
	}
	return complete, err
}

// sought is what a searcher seeks in several runs.
type sought struct {
	engine.Seeking
	wanted func(v model.Var, at int) bool
	known  map[string]bool // the solutions that its engine found
	found  Counts          // by these
}

// seeking begins to seek all solutions of wanted values, given by their positions.
func (c *counting) seeking(wanted func(v model.Var, at int) bool) *sought {
	of := &sought{wanted: wanted, known: map[string]bool{}, found: make(Counts, len(c.counts))}
	for v, counts := range c.counts {
		of.found[v] = make([]uint64, len(counts))
	}
	of.Wanted = func(v model.Var, value int) bool {
		at, _ := c.model.DomainOf(v).Index(value)
		return wanted(v, at)
	}
	return of
}

// seek goes on seeking for a time, and reports whether the engine has found all. An engine that cannot leave out solutions takes up to
// firstSearch in a row that are not new.
func (s *searcher) seek(ctx context.Context, allowed time.Duration) (settled bool, err error) {
	old, known := 0, len(s.seen)
	settled, _, err = s.run(engine.Wanting(ctx, &s.sought.Seeking), s.cube, 0, allowed, func(a model.Assignment) bool {
		if key := a.Key(s.outputs); !s.sought.known[key] {
			s.sought.known[key] = true
			for _, v := range s.outputs {
				at, _ := s.model.DomainOf(v).Index(a[v])
				s.sought.found[v][at]++
			}
		}
		if old++; len(s.seen) > known {
			old, known = 0, len(s.seen)
		}
		return old < firstSearch
	})
	for _, v := range s.outputs {
		for i, n := range s.counts[v] {
			if !settled || !s.sought.wanted(v, i) {
				continue
			}
			if of := s.sought.found[v][i]; of < n {
				return false, s.missed(v, i, of)
			}
			s.exhausted(v, i, s.engine)
		}
	}
	return settled, err
}

// confirm has an engine find all solutions of the values that the other one settled: of all at once for a time, then one by one. It
// returns how many values are left when the time is over.
func (s *searcher) confirm(ctx context.Context, first time.Duration) (left int, err error) {
	if err = s.begin(ctx); err == nil {
		s.sought = s.seeking(func(v model.Var, at int) bool { return s.by[v][at]&(1<<s.engine) == 0 && !s.enough(v, at, s.limit) })
		_, err = s.seek(ctx, first)
	}
	for _, v := range s.outputs {
		for i, n := range s.counts[v] {
			if n >= s.limit || s.by[v][i]&(1<<s.engine) != 0 {
				continue
			}
			if err == nil {
				_, err = s.ask(ctx, v, i, s.limit, 0)
			}
			if err != nil {
				left++
			}
		}
	}
	return left, err
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

// run counts solutions that meet a cube, up to a limit, and as long as more are wanted after each. It reports whether these are all,
// and whether its time was over; 0 is no limit.
func (s *searcher) run(
	ctx context.Context, cube model.Cube, limit uint64, allowed time.Duration, more func(model.Assignment) bool,
) (complete, over bool, err error) {
	begun := time.Now()
	defer func() { s.spent += time.Since(begun) }()
	s.found = 0
	within, cancel := spending(ctx, allowed)
	defer cancel()
	var wrong error
	result, err := s.session.Run(within, cube, limit, func(a model.Assignment) bool {
		s.found++
		wrong = errors.Join(s.model.CheckCube(a, cube), s.add(a))
		return wrong == nil && more(a)
	})
	switch {
	case err != nil || wrong != nil:
		return false, false, cmp.Or(err, wrong)
	case result.Cause != nil && ctx.Err() == nil:
		return false, true, nil
	}
	return result.Complete(), false, result.Cause
}

// spending returns a context that ends when the process has used some processor time, so other processes cost no turns; 0 is no
// limit. The caller must cancel the context.
func spending(ctx context.Context, allowed time.Duration) (within context.Context, cancel context.CancelFunc) {
	within, cancel = context.WithCancel(ctx)
	if begun := cputime.Self(); allowed > 0 {
		go func() {
			for left := allowed; left > 0; left = allowed - (cputime.Self() - begun) {
				select {
				case <-within.Done():
					return
				case <-time.After(left):
				}
			}
			cancel()
		}()
	}
	return within, cancel
}
