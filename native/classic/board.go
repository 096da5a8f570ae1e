package classic

import (
	"context"
	"math/big"
	"slices"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
)

// board is a model in the form that the searches use. Values are numbered over the union of all domains, in ascending order.
type board struct {
	model   *model.Model
	values  []int              // by number
	houses  [][]model.Var      // the all-different constraints
	of      [][]int32          // by variable: its houses
	sums    []*model.Linear    // the linear constraints
	terms   [][]term           // by variable: its terms in sums
	others  []model.Constraint // all other constraints
	asked   [][]int32          // by variable: its constraints among others
	sizes   []int32            // of the others' scopes
	outputs []bool             // by variable: whether it is an output
	peers   [][]model.Var      // by variable: the others of its houses, each once, for searches with values in a word
	free    bool               // a constraint without variables does not hold
}

// register makes a published search an engine, for models with up to most values.
func register(name, summary string, mayFail bool, most int, open func(b *board) engine.Session) {
	engine.Register(&engine.Engine{
		Name: name, Summary: summary, Route: "native/classic",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true, MayFail: mayFail},
		Open: func(ctx context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
			b, err := newBoard(ctx, name, m, most)
			if err != nil {
				return nil, err
			}
			return open(b), nil
		},
	})
}

// exhaustive is a session of a search that finds all solutions.
type exhaustive struct {
	*board
	name, measure string // measure counts the values tried
	search        func(t tally, cube model.Cube) tally
}

// Run implements engine.Session.
func (s *exhaustive) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(s.name, &err)
	memory.Growing(ctx, s.name+"'s search")
	t := tally{ctx: ctx, limit: limit, yield: yield, stopped: ctx.Err() != nil}
	if err := s.model.CheckGivens(cube); err != nil {
		return t.result(s.measure), err
	}
	if !t.stopped && !s.free {
		t = s.search(t, cube)
	}
	return t.result(s.measure), nil
}

// Close has nothing to free.
func (b *board) Close() error { return nil }

// term is a variable's part in a sum, with its least and greatest value.
type term struct {
	sum, coefficient, least, most int
}

// progress says how many values the other constraints already have.
type progress struct {
	low, high []int   // by sum: its least and greatest possible value
	left      []int32 // by other constraint: the number of variables without a value
}

// newBoard makes a board. It refuses a model with more than most values.
func newBoard(ctx context.Context, name string, m *model.Model, most int) (*board, error) {
	n := len(m.Variables)
	b := &board{
		model: m, of: make([][]int32, n), terms: make([][]term, n), asked: make([][]int32, n), outputs: make([]bool, n),
	}
	values := model.Domain{}
	for _, v := range m.Variables {
		if values = values.Union(v.Domain); values.Size() > most {
			return nil, engine.Unsupported(name, "found more than %d different values, the limit of the engine", most)
		}
	}
	b.values = slices.Collect(values.All())
	for _, v := range m.OutputVars() {
		b.outputs[v] = true
	}
	differents, others := model.Take[*model.AllDifferent](m.Constraints)
	for i, c := range differents {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, v := range c.Vars {
			b.of[v] = append(b.of[v], int32(i))
		}
		b.houses = append(b.houses, c.Vars)
	}
	b.sums, b.others = model.Take[*model.Linear](others)
	for i, c := range b.sums {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, t := range c.Terms {
			d := m.DomainOf(t.Var)
			first, last := t.Coefficient*d.Min(), t.Coefficient*d.Max()
			b.terms[t.Var] = append(b.terms[t.Var], term{i, t.Coefficient, min(first, last), max(first, last)})
		}
	}
	for i, c := range b.others {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		scope := c.Scope()
		for _, v := range scope {
			b.asked[v] = append(b.asked[v], int32(i))
		}
		b.sizes = append(b.sizes, int32(len(scope)))
		b.free = b.free || len(scope) == 0 && !c.Holds(nil)
	}
	if err := memory.Ask(ctx, "the engine "+name, int64(len(b.values))*int64(n+len(b.houses))*8); err != nil || most > mostInWord {
		return b, err
	}
	var err error
	b.peers, err = m.Peers(ctx)
	return b, err
}

// givens returns the number of each variable's given value, or -1. It reports false if a given is outside the domain, or a
// variable has two.
func (b *board) givens(cube model.Cube) ([]int, bool) {
	given := slices.Repeat([]int{-1}, len(b.model.Variables))
	for _, g := range cube {
		number, _ := slices.BinarySearch(b.values, g.Value)
		if !b.model.DomainOf(g.Var).Contains(g.Value) || given[g.Var] >= 0 && given[g.Var] != number {
			return nil, false
		}
		given[g.Var] = number
	}
	return given, true
}

// start returns the progress before any variable has a value.
func (b *board) start() progress {
	p := progress{make([]int, len(b.sums)), make([]int, len(b.sums)), slices.Clone(b.sizes)}
	for _, terms := range b.terms {
		for _, t := range terms {
			p.low[t.sum] += t.least
			p.high[t.sum] += t.most
		}
	}
	return p
}

// copyFrom copies what is known of the sums, and shares the rest: there may be a constraint for each clause of a formula.
func (p *progress) copyFrom(other *progress) {
	copy(p.low, other.low)
	copy(p.high, other.high)
	p.left = other.left
}

// assign records the value of v. It reports whether each sum can still be within its bounds, and each other constraint whose
// values are now complete holds. It records the value everywhere, even after a failure.
func (b *board) assign(v model.Var, p *progress, a model.Assignment) bool {
	holds := true
	for _, t := range b.terms[v] {
		x := t.coefficient * a[v]
		p.low[t.sum] += x - t.least
		p.high[t.sum] += x - t.most
		holds = holds && p.low[t.sum] <= b.sums[t.sum].Hi && p.high[t.sum] >= b.sums[t.sum].Lo
	}
	for _, i := range b.asked[v] {
		p.left[i]--
		holds = holds && (p.left[i] > 0 || b.others[i].Holds(a))
	}
	return holds
}

// unassign undoes assign.
func (b *board) unassign(v model.Var, p *progress, a model.Assignment) {
	for _, t := range b.terms[v] {
		x := t.coefficient * a[v]
		p.low[t.sum] -= x - t.least
		p.high[t.sum] -= x - t.most
	}
	b.forget(v, p)
}

// forget undoes what assign does to the other constraints.
func (b *board) forget(v model.Var, p *progress) {
	for _, i := range b.asked[v] {
		p.left[i]++
	}
}

// tally counts the results of a run, and decides when it ends.
type tally struct {
	ctx     context.Context
	limit   uint64 // 0: none
	yield   func(model.Assignment) bool
	count   uint64
	tried   int64 // values tried: the measure for comparing searches
	stopped bool  // by the limit, by yield or by the context
}

// triesPerPoll is the number of values tried between two checks of the context.
const triesPerPoll = 16

// try counts a tried value, and reports whether the search goes on.
func (t *tally) try() bool {
	if t.tried%triesPerPoll == 0 {
		t.stopped = t.stopped || t.ctx.Err() != nil
	}
	if !t.stopped {
		t.tried++
	}
	return !t.stopped
}

// found counts and yields a solution.
func (t *tally) found(a model.Assignment) {
	t.count++
	t.stopped = t.yield != nil && !t.yield(a) || t.count == t.limit
}

func (t *tally) result(measure string) engine.Result {
	return engine.NewResult(t.ctx, t.limit, new(big.Int).SetUint64(t.count), !t.stopped, engine.Measure{Name: measure, Value: t.tried})
}
