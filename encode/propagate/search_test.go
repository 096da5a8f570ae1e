package propagate

import (
	"context"

	"qmsat/encode"
	"qmsat/model"
)

// search is a fixed depth-first search for all solutions with unit propagation as its only inference. It takes the variable with
// the fewest values left (the first on a tie), and tries its values, lowest first. Its number of nodes shows how strongly an
// encoding propagates, independent of solvers.
type search struct {
	propagator *Propagator
	model      *model.Model
	literals   [][]encode.Literal // by variable: the literals of its values
}

// newSearch compiles a model into a new propagator.
func newSearch(ctx context.Context, m *model.Model, encoding encode.Options) (*search, *encode.Map, error) {
	s := &search{propagator: &Propagator{}, model: m}
	vm, err := encode.Compile(ctx, m, encoding, s.propagator)
	if err != nil {
		return nil, nil, err
	}
	for v := range m.Variables {
		s.literals = append(s.literals, vm.Literals(model.Var(v)))
	}
	return s, vm, nil
}

// run searches under the literals of a cube. It returns the number of values tried, which is 0 if propagation alone decides, and
// the number of assignments of the model's variables found. It stops with the context's error.
func (s *search) run(ctx context.Context, cube []encode.Literal) (nodes, solutions int64, err error) {
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

// branch searches below the current decisions.
func (s *search) branch(ctx context.Context, nodes, solutions *int64) error {
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
