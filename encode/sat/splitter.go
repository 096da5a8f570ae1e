package sat

import (
	"context"
	"slices"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/model"
)

// splitter parts cubes by unit propagation alone. A solver would propagate more with every clause that it learns; the parts
// of a splitter depend on nothing but the model and the encoding.
type splitter struct {
	propagator *propagate.Propagator
	vars       *encode.Map
	outputs    []model.Var
}

// Split implements engine.Splitter.
func (s *session) Split(ctx context.Context, cube model.Cube) ([]model.Cube, error) {
	if s.splitter == nil {
		choice := s.choice
		if choice.DependsOnCube() {
			choice.Cells = encode.DefaultCells
		}
		p := propagate.New()
		vars, err := encode.Compile(ctx, s.model, choice, p)
		if err != nil {
			return nil, err
		}
		s.splitter = &splitter{p, vars, s.model.OutputVars()}
	}
	return s.splitter.split(cube), nil
}

// split returns disjoint cubes that have the solutions of the cube between them: none where propagation finds that there
// are none, the cube alone where it fixes all outputs, and two or more where it leaves two or more.
func (s *splitter) split(cube model.Cube) []model.Cube {
	decided := 0
	defer func() {
		for range decided {
			s.propagator.Undo()
		}
	}()
	decide := func(g model.Given) bool {
		l := s.vars.Literal(g.Var, g.Value)
		decided++
		return s.propagator.Decide(l) && l != encode.False
	}
	for _, g := range cube {
		if s.vars.Literal(g.Var, g.Value) == encode.False || !decide(g) {
			return nil
		}
	}
	for s.propagator.Consistent() {
		v, found := s.choose()
		if !found {
			return []model.Cube{cube}
		}
		var left []model.Given
		for value := range s.vars.Left(v).All() {
			l := s.vars.Literal(v, value)
			if s.propagator.Value(l) < 0 {
				continue
			}
			if s.propagator.Decide(l) {
				left = append(left, model.Given{Var: v, Value: value})
			}
			s.propagator.Undo()
		}
		if len(left) == 1 {
			cube = append(slices.Clone(cube), left[0])
			decide(left[0])
			continue
		}
		parts := make([]model.Cube, len(left))
		for i, g := range left {
			parts[i] = append(slices.Clone(cube), g)
		}
		return parts
	}
	return nil
}

// choose returns the output with the fewest values left, of several the first. It reports false where all are fixed.
func (s *splitter) choose() (best model.Var, found bool) {
	fewest := 0
	for _, v := range s.outputs {
		left, decided := 0, false
		for _, l := range s.vars.Literals(v) {
			value := s.propagator.Value(l)
			decided = decided || value > 0
			if value >= 0 {
				left++
			}
		}
		if !decided && (!found || left < fewest) {
			best, fewest, found = v, left, true
		}
	}
	return best, found
}
