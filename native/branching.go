package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/space"
)

// The settings that say, step by step, how the general search branches.
var (
	branchSetting = &engine.Setting{
		Name:  "branch",
		Usage: "steps of the general search: how to choose a variable, how to try its values, and the variables",
		Type:  engine.Text,
		Form:  "steps such as 'first_fail indomain_min x y; input_order indomain_max z', in the words of MiniZinc's search annotations",
	}
	seedSetting = &engine.Setting{Name: "seed", Usage: "seed of the random choices in branch", Type: engine.Seed, Default: "1"}
)

// branching is a search in steps, or by a binary order. It branches on open variables of the first step, then of the second, and
// finally on all others in the session's order. Each node has two branches: some values of a variable, then its other values. After the second branch
// it chooses a variable again.
//
// If one solution or the best one is wanted, it follows all steps. If all solutions are wanted, it branches on the outputs first,
// then looks for one assignment of the others. Both searches follow the steps, restricted to their own variables.
type branching struct {
	session              *session
	all, outputs, others []step
	seed                 uint64
	source               *rand.PCG
	random               *rand.Rand
	firstRestart         int                  // failures until the first restart; 0 if no run restarts
	restarts             *restarts            // of the current search; nil if it does not restart
	ends, found          func(depth int) bool // called in a state in which all variables of the steps are fixed
	extended             bool                 // the other variables have an assignment
}

// step is one step of a branching.
type step struct {
	choose    chooser
	first     func(s *session, v model.Var) (from, to int) // the numbers of the values to try first
	variables []model.Var
	weighted  bool                 // failures must be counted
	houses    []*space.Permutation // whose values may be decided instead of a variable
}

// newBranching reads the steps from the options. Without steps it returns nil, unless there are wide variables, which only a
// branching can handle; then the objective's variables are the first step.
func newBranching(s *session, options engine.Options) (*branching, error) {
	text := branchSetting.Value(options)
	if text == "" && s.space.Wide == nil && !s.order.Binary {
		return nil, nil
	}
	b := &branching{session: s, seed: seedSetting.Seed(options), source: rand.NewPCG(0, 0)}
	b.random = rand.New(b.source)
	if s.order.Binary && text == "" && s.space.Wide == nil {
		b.firstRestart = engine.LimitsOf[limits](options).Restart
	}
	b.ends = func(int) bool { return s.solution() }
	b.found = func(int) bool {
		b.extended = true
		return false
	}
	rest := func(variables []model.Var) step {
		st := step{choose: ordered(s.order.Choose), first: (*session).preferredFirst, variables: variables}
		if s.order.Binary && s.objective == nil {
			st.houses = s.space.HousesWithin(variables)
		}
		return st
	}
	if text != "" {
		if err := b.read(text); err != nil {
			return nil, err
		}
	} else if s.objective != nil {
		b.all = append(b.all, rest(s.model.Objective.Scope()))
	}
	isOutput := make([]bool, len(s.model.Variables))
	for _, v := range s.outputs {
		isOutput[v] = true
	}
	for _, st := range b.all {
		b.outputs = append(b.outputs, st.of(isOutput, true))
		b.others = append(b.others, st.of(isOutput, false))
	}
	b.all = append(b.all, rest(slices.Concat(s.outputs, s.others)))
	b.outputs, b.others = append(b.outputs, rest(s.outputs)), append(b.others, rest(s.others))
	return b, nil
}

// read appends the steps in a text.
func (b *branching) read(text string) error {
	names := b.session.model.Names()
	for part := range strings.SplitSeq(text, ";") {
		st, err := stepOf(strings.Fields(part), names)
		if err != nil {
			return err
		}
		b.all = append(b.all, st)
	}
	return nil
}

// stepOf reads a step: two words, then variables.
func stepOf(words []string, names map[string]model.Var) (st step, err error) {
	if len(words) < 3 {
		return st, fmt.Errorf("%s: found %q, expected %s", branchSetting.Name, input.Clip(strings.Join(words, " ")), branchSetting.Form)
	}
	if err := input.CheckName("choice of variables", words[0], VariableChoices()); err != nil {
		return st, err
	}
	if err := input.CheckName("choice of values", words[1], ValueChoices()); err != nil {
		return st, err
	}
	choice := variableChoices[words[0]]
	st = step{choose: choice.of, first: valueChoices[words[1]], weighted: choice.weighted}
	for _, name := range words[2:] {
		v, known := names[name]
		if !known {
			return st, fmt.Errorf("%s: the model has no variable %s", branchSetting.Name, input.Clip(name))
		}
		st.variables = append(st.variables, v)
	}
	return st, nil
}

// of returns the step restricted to outputs, or to the other variables.
func (st step) of(isOutput []bool, wanted bool) step {
	st.variables = slices.DeleteFunc(slices.Clone(st.variables), func(v model.Var) bool { return isOutput[v] != wanted })
	return st
}

// weighted reports whether failures must be counted.
func (b *branching) weighted() bool {
	if b == nil {
		return false
	}
	return slices.ContainsFunc(b.all, func(st step) bool { return st.weighted })
}

// reset restarts the random draws, so that every run draws the same.
func (b *branching) reset() {
	if b != nil {
		b.source.Seed(b.seed, 0)
		b.restarts = nil
	}
}

// search looks for solutions in the current state, at depth 0. It reports false if the run must end.
func (b *branching) search(limit uint64) bool {
	if b.firstRestart > 0 && limit > 0 && limit <= fewSolutions {
		b.restarts = &restarts{
			left: b.firstRestart, allowed: b.firstRestart, watches: make([][]int32, len(b.session.model.Variables)),
		}
	}
	if limit == 1 {
		return b.follow(0, b.all, b.ends)
	}
	return b.follow(0, b.outputs, b.extend)
}

// extend looks for one solution in a state with all outputs fixed.
func (b *branching) extend(depth int) bool {
	if b.extended = b.session.dive(depth, b.others); !b.extended && !b.session.space.Stopped {
		outer := b.restarts
		b.restarts = nil
		b.follow(depth, b.others, b.found)
		b.restarts = outer
	}
	if b.extended {
		return b.session.solution()
	}
	return !b.session.space.Stopped
}

// searchBest looks for better and better solutions.
func (b *branching) searchBest() bool { return b.follow(0, b.all, b.ends) }

// follow searches the current state, which is propagated and at the given depth, along the steps. It calls below once all their
// variables are fixed. It reports false if the run must end.
func (b *branching) follow(depth int, steps []step, below func(depth int) bool) bool {
	s, length := b.session, b.restarts.length()
	for !b.restarts.leave(depth) {
		v, from, to, found := b.next(steps)
		if !found {
			return below(depth)
		}
		b.restarts.decided(length, decision{variable: v, value: from})
		lowest, inside := s.space.Lowest(v), s.space.IsWide(v) && to < s.space.Highest(v)
		if !b.branch(depth, v, from, to, steps, below) {
			if depth > 0 || !b.restarts.begin() {
				return false
			}
			s.back(0)
			s.trace.event(engine.TraceRestart)
			if !b.bounded() {
				return !s.space.Stopped
			}
			continue
		}
		if inside && lowest < from { // a wide variable can have no gap: the values below get their own branch
			s.back(depth)
			if !b.branch(depth, v, lowest, from-1, steps, below) {
				return false
			}
			from = lowest
		}
		s.back(depth)
		b.restarts.decided(length, decision{variable: v, value: from, refuted: true})
		length++
		if !s.space.DropBetween(v, from, to) || !s.trace.node(depth, v, from, to, true) || !b.bounded() {
			return !s.space.Stopped
		}
	}
	return false
}

// branch searches the state at a depth, restricted to some values of a variable, along the steps. It reports false if the run
// must end.
func (b *branching) branch(depth int, v model.Var, from, to int, steps []step, below func(depth int) bool) bool {
	s := b.session
	s.deeper(depth)
	failed := !s.space.KeepBetween(v, from, to) || !s.trace.node(depth+1, v, from, to, false) || !b.bounded()
	s.space.Blames.Decided(v, failed)
	return (failed || b.follow(depth+1, steps, below)) && !s.space.Stopped
}

// next returns the variable to branch on, and the numbers of the values to try first. It reports false if none is open.
func (b *branching) next(steps []step) (v model.Var, from, to int, found bool) {
	s := b.session
	for i := range steps {
		st := &steps[i]
		if v, found = st.choose(s, st.variables); !found {
			continue
		}
		if len(st.houses) > 0 {
			if cell, value, ok := s.space.Place(st.houses, v); ok {
				return cell, value, value, true
			}
		}
		from, to = st.first(s, v)
		return v, from, to, true
	}
	return 0, 0, 0, false
}

// bounded propagates the current state, including the bound of the best solution found. It reports false if the state has no
// solution, or the run must stop.
func (b *branching) bounded() bool {
	s := b.session
	if s.run.nodes++; s.run.tooMany() {
		s.space.Stopped = true
		return false
	}
	if s.objective != nil {
		s.space.Due.Push(s.objective.id)
	}
	for s.consistent() && !s.space.Interrupted() {
		removed, ok := b.restarts.propagate(s.space)
		s.trace.changed("what was refuted before restarts")
		if !ok || !removed {
			return ok || b.restarts.failed()
		}
	}
	return b.restarts.failed()
}
