package propagate

import (
	"context"

	"qmsat/encode"
	"qmsat/model"
)

// Search is a fixed depth-first search for all solutions with no inference but unit propagation. It takes the variable
// with the fewest values left, of several the first, and tries these values, lowest first. Its number of nodes says how
// strongly an encoding propagates, whatever solver it is meant for.
type Search struct {
	propagator *Propagator
	model      *model.Model
	literals   [][]encode.Literal // by variable: those of its values
}

// NewSearch compiles a model into a new propagator.
func NewSearch(ctx context.Context, m *model.Model, encoding encode.Options) (*Search, *encode.Map, error) {
	s := &Search{propagator: New(), model: m}
	vm, err := encode.Compile(ctx, m, encoding, s.propagator)
	if err != nil {
		return nil, nil, err
	}
	for v := range m.Variables {
		s.literals = append(s.literals, vm.Literals(model.Var(v)))
	}
	return s, vm, nil
}

// Run searches under the literals of a cube. It returns how many values it tried, which is 0 where propagation alone
// decides, and how many assignments of the model's variables it found. It stops with the context's error.
func (s *Search) Run(ctx context.Context, cube []encode.Literal) (nodes, solutions int64, err error) {
	for _, l := range cube {
		s.propagator.Decide(l)
	}
	defer func() {
		for range cube {
			s.propagator.Undo()
		}
	}()
	if s.propagator.Consistent() {
		err = s.branch(ctx, &nodes, &solutions)
	}
	return nodes, solutions, err
}

// branch searches below the decisions that stand.
func (s *Search) branch(ctx context.Context, nodes, solutions *int64) error {
	var best []encode.Literal
	fewest := 0
	for _, literals := range s.literals {
		left, decided := 0, false
		for _, l := range literals {
			switch s.propagator.Value(l) {
			case 0:
				left++
			case 1:
				decided = true
			}
		}
		if !decided && left > 0 && (best == nil || left < fewest) {
			best, fewest = literals, left
		}
	}
	if best == nil {
		*solutions++
		return nil
	}
	if *nodes&1023 == 0 && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, l := range best {
		if s.propagator.Value(l) != 0 {
			continue
		}
		*nodes++
		var err error
		if s.propagator.Decide(l) {
			err = s.branch(ctx, nodes, solutions)
		}
		s.propagator.Undo()
		if err != nil {
			return err
		}
	}
	return nil
}
