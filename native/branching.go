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

// branching is how the general search branches: by steps, or by the session's order alone. It branches on open variables of the
// first step, then of the second, and finally on all others in the session's order. Each node has two branches: some values of a
// variable, then its other values. After the second branch it chooses a variable again. By value, a node has a branch for each
// value of its variable.
//
// If one solution or the best one is wanted, it follows all steps. If all solutions are wanted, it branches on the outputs first,
// then looks for one assignment of the others. Both searches follow the steps, restricted to their own variables.
type branching struct {
	session              *session
	byValue              bool // the order alone chooses, and is not binary
	all, outputs, others []step
	seed                 uint64
	source               *rand.PCG
	random               *rand.Rand
	firstRestart         int                  // failures until the first restart; 0 if no run restarts
	lateShaving          int64                // see limits
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

// newBranching sets the session's outputs, and reads the steps from the options. Without steps the objective's variables are the
// first step; a search for all solutions by value leaves that out. Wide variables are never tried value by value.
func newBranching(s *session, options engine.Options) (*branching, error) {
	s.outputs = slices.Sorted(slices.Values(s.model.OutputVars()))
	isOutput, others := make([]bool, len(s.model.Variables)), []model.Var(nil)
	for _, v := range s.outputs {
		isOutput[v] = true
	}
	for v, output := range isOutput {
		if !output {
			others = append(others, model.Var(v))
		}
	}
	text := branchSetting.Value(options)
	b := &branching{session: s, seed: seedSetting.Seed(options), source: rand.NewPCG(0, 0)}
	b.random = rand.New(b.source)
	switch {
	case text != "" || s.space.Wide != nil:
	case !s.order.Binary:
		b.byValue = true
	default:
		limits := engine.LimitsOf[limits](options)
		b.firstRestart, b.lateShaving = limits.Restart, int64(limits.LateShaving)
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
	if !b.byValue {
		for _, st := range b.all {
			b.outputs = append(b.outputs, st.of(isOutput, true))
			b.others = append(b.others, st.of(isOutput, false))
		}
	}
	b.all = append(b.all, rest(slices.Concat(s.outputs, others)))
	b.outputs, b.others = append(b.outputs, rest(s.outputs)), append(b.others, rest(others))
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
	return slices.ContainsFunc(b.all, func(st step) bool { return st.weighted })
}

// reset restarts the random draws, so that every run draws the same.
func (b *branching) reset() {
	b.source.Seed(b.seed, 0)
}
