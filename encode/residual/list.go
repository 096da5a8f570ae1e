package residual

import (
	"context"
	"math/big"
	"slices"

	"qmsat/encode"
	"qmsat/encode/residual/cdcl"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

// lister lists the solutions of a formula.
type lister struct {
	*cdcl.Solver
	meaning []model.Given // by literal that says what a variable of the model is; of others the variable is negative
	guards  guards
}

// listRun is one run of a lister.
type listRun struct {
	*run
	*lister
	assignment model.Assignment
	count      uint64
	decoded    bool // assignment has all values
	repeated   bool // several solutions were counted at once
	err        error
	// What the solver had counted before the run:
	decisionsBefore, conflictsBefore, workBefore int64
}

// list begins a list. If it makes a lister, that has some guards.
func (r *run) list(guards int) (*listRun, error) {
	if r.loaded.lister == nil {
		l, err := stop.Leave(r.ctx, func() (*lister, error) { return r.loaded.newLister(r.ctx, r.solver, guards) }, nil)
		if err != nil {
			return nil, err
		}
		r.loaded.lister = l
	}
	l := &listRun{run: r, lister: r.loaded.lister, assignment: make(model.Assignment, len(r.model.Variables))}
	l.decisionsBefore, l.conflictsBefore, l.workBefore = l.Decisions, l.Conflicts, l.Work
	assumed := r.cube
	if l.guards.of != nil {
		assumed = append(slices.Clip(assumed), l.guards.latest)
	}
	l.Begin(assumed, r.yield == nil && r.limit == 0)
	return l, nil
}

// newLister makes a lister.
func (l *loaded) newLister(ctx context.Context, limits *cdcl.Limits, guards int) (*lister, error) {
	if err := memory.Ask(ctx, "the literals of values", 32*int64(l.vars.ModelVariables())); err != nil {
		return nil, err
	}
	isOutput := make([]bool, l.formula.Variables)
	for _, output := range l.outputs {
		for _, l := range output {
			isOutput[l.Variable()] = true
		}
	}
	if !l.vars.Projected() { // what is not an output is determined by the outputs
		isOutput = slices.Repeat([]bool{true}, l.formula.Variables)
	}
	groups := slices.DeleteFunc(slices.Clone(l.outputs), func(output []literal) bool { return len(output) < 3 })
	guarded := l.formula.Formula
	guarded.Variables += guards
	solver, err := cdcl.New(ctx, guarded, append(isOutput, make([]bool, guards)...), groups, limits)
	if err != nil {
		return nil, err
	}
	made := &lister{Solver: solver, meaning: slices.Repeat([]model.Given{{Var: -1}}, 2*l.vars.ModelVariables())}
	made.guards.left = guards
	for l, given := range l.vars.Values(ctx) {
		if l != encode.True {
			made.meaning[cdcl.LiteralOf(l)] = given
		}
	}
	return made, context.Cause(ctx)
}

// goOn lists on, until everything is found, the run ends, or the given number of decisions were made; 0 means no limit.
func (l *listRun) goOn(decisions int) (exhausted bool, err error) {
	most := l.Decisions + int64(decisions)
	exhausted = l.Search(l.found, func() bool { return l.stopped() || decisions > 0 && l.Decisions > most })
	l.soFar()
	l.total.SetUint64(l.count)
	l.total.Lsh(&l.total, uint(l.Free()))
	l.unlisted = exhausted && l.repeated
	return exhausted && l.err == nil, l.err
}

// stopped tells the effort to whoever asked for it, and reports whether the run ends.
func (l *listRun) stopped() bool {
	l.meter.Tell(l.soFar)
	return l.ctx.Err() != nil
}

// soFar returns the effort of the run.
func (l *listRun) soFar() engine.Effort {
	l.listed = engine.Effort{{Name: "decisions", Value: l.Decisions - l.decisionsBefore}, {Name: "conflicts", Value: l.Conflicts - l.conflictsBefore}}
	return l.run.soFar()
}

// solutionsPerPoll is the number of solutions between two looks at whether to stop.
const solutionsPerPoll = 1 << 8

// found takes solutions as [cdcl.Solver.Search] tells them. It reports whether the list goes on.
func (l *listRun) found(fresh []literal, solutions int64) bool {
	l.count += uint64(solutions)
	l.repeated = l.repeated || solutions > 1
	if l.yield != nil {
		if !l.decoded {
			l.decoded = true
			isTrue := func(m encode.Literal) bool { return l.True(cdcl.LiteralOf(m)) }
			if l.err = l.vars.Decode(isTrue, l.assignment); l.err != nil {
				return false
			}
			fresh, l.changed = nil, nil
		}
		changed, meaning := l.changed, l.meaning
		for _, m := range fresh {
			if int(m) < len(meaning) && meaning[m].Var >= 0 {
				l.assignment[meaning[m].Var] = meaning[m].Value
				changed = append(changed, meaning[m].Var)
			}
		}
		l.changed = changed
		if solutions > 0 {
			l.follows = l.Follows
			if !l.yield(l.assignment) || l.count%solutionsPerPoll == 0 && l.stopped() {
				return false
			}
			l.changed = l.changed[:0]
		}
	}
	return l.limit == 0 || l.count < l.limit
}

// listing gives outputs values one after the other, by propagation alone. At each node it takes the output with the fewest values
// left (the first if several tie).
type listing struct {
	*propagator
	ctx     context.Context
	outputs [][]literal // by output: the literals of its values; exactly one is true
	open    [][]int32   // by depth: the outputs that may be open there
	stopped bool
	tell    func() // tells the effort so far; may be nil

	attempts []literal // decisions of complete; nil: they are not kept
}

// fewestPossible is the fewest values of an undecided output.
const fewestPossible = 2

// choose returns the open output with the fewest values left (the first if several tie). It keeps a list of the outputs that may
// be open in the nodes below.
func (s *listing) choose(depth int) (output int32, found bool) {
	if depth+1 == len(s.open) {
		s.open = append(s.open, nil)
	}
	still := s.open[depth+1][:0]
	fewest := 0
	for k, i := range s.open[depth] {
		left, decided := 0, false
		for _, l := range s.outputs[i] {
			value := s.values[l]
			if value > 0 {
				decided = true
				break
			}
			if value == 0 {
				left++
			}
		}
		if decided {
			continue
		}
		still = append(still, i)
		if !found || left < fewest {
			output, fewest, found = i, left, true
		}
		if left <= fewestPossible {
			still = append(still, s.open[depth][k+1:]...) // some may be decided
			break
		}
	}
	s.open[depth+1] = still
	return output, found
}

// complete gives each open variable a value, if the formula has a model with the assignment. It searches depth-first by the
// numbers of the variables. The caller undoes the levels that it adds.
func (s *listing) complete() bool {
	s.levels = append(s.levels, len(s.trail)) // for consequences of failed attempts
	kept := len(s.levels)
	for v := 0; !s.assigned(); v++ {
		if s.ctx.Err() != nil {
			s.stopped = true
			return false
		}
		l := literal(v)<<1 | 1
		if s.values[l] != 0 {
			continue
		}
		if s.attempts != nil {
			s.attempts = append(s.attempts, l)
		}
		if s.decide(l) {
			continue
		}
		for consistent := false; !consistent; consistent = s.imply(l.Not()) {
			if len(s.levels) == kept {
				return false
			}
			l = s.trail[s.levels[len(s.levels)-1]]
			s.undo()
		}
		v = l.Variable()
	}
	return true
}

// TreeSink follows a depth-first search for all solutions. A decision assumes a literal at the current node. A node ends after a
// conflict of propagation or after a solution. Then its parent assumes the negation of the decision, and may end in the same way.
type TreeSink interface {
	Decide(l encode.Literal)
	// Solution takes the literals that complete the propagated assignment. Their variables are not outputs.
	Solution(rest []encode.Literal)
}

// Tree lists the solutions of a model under a cube while a sink follows the search. Tree itself keeps only the current path.
// Errors are as in [engine.Session].
func Tree(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, sink TreeSink) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	s := &session{model: m, encoding: encoding}
	l, err := s.load(ctx, cube)
	var p *propagator
	if err == nil {
		p, err = newPropagator(ctx, l.formula)
	}
	if err != nil {
		return engine.Result{Count: new(big.Int)}, sat.Refused(ctx, Name, err)
	}
	t := &tree{listing: listing{propagator: p, ctx: ctx, outputs: l.outputs, attempts: []literal{}}, sink: sink}
	t.open = [][]int32{lists.Numbers[int32](len(l.outputs))}
	if p.consistent {
		t.node(0)
	}
	return engine.NewResult(ctx, 0, new(big.Int).SetUint64(t.count), !t.stopped,
		engine.Measure{Name: "decisions", Value: p.decisions}, engine.Measure{Name: "conflicts", Value: p.conflicts}), nil
}

// tree is a listing that assumes the negation of each value already tried.
type tree struct {
	listing
	sink  TreeSink
	count uint64
}

// node searches below the latest level. The level is consistent, but node may change that.
func (t *tree) node(depth int) {
	for {
		if t.ctx.Err() != nil {
			t.stopped = true
			return
		}
		output, found := t.choose(depth)
		if !found {
			t.leaf()
			return
		}
		values := t.outputs[output]
		for t.values[values[0]] != 0 {
			values = values[1:]
		}
		l := values[0]
		t.sink.Decide(l.External())
		if t.decide(l) {
			t.node(depth + 1)
		}
		t.undo()
		if t.stopped || !t.imply(l.Not()) {
			return
		}
	}
}

// leaf writes the solution of an assignment with a value for each output, or a search that shows there is none.
func (t *tree) leaf() {
	levels, assigned := len(t.levels), len(t.trail)
	t.attempts = t.attempts[:0]
	switch {
	case t.complete():
		t.count++
		t.sink.Solution(lists.Map(t.trail[assigned:], literal.External))
	case !t.stopped:
		for _, l := range t.attempts {
			t.sink.Decide(l.External())
		}
	}
	for len(t.levels) > levels {
		t.undo()
	}
}
