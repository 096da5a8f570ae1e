package sat

import (
	"context"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/model"
	"qmsat/model/engine"
)

// splitter splits cubes by unit propagation alone. A solver would propagate more after every learnt clause, so splits would
// differ; these depend only on the model and the encoding.
type splitter struct {
	propagate.Propagator
	model *model.Model
	vars  *encode.Map
}

func (s *session) Split(ctx context.Context, cube model.Cube) (split engine.Split, found bool, err error) {
	defer engine.Guard(s.backend.name, &err)
	if s.splitter == nil {
		encoding := s.encoding
		if encoding.DependsOnCube() {
			encoding.Cells = encode.DefaultCells
		}
		fresh := &splitter{model: s.model}
		if fresh.vars, err = encode.Compile(ctx, s.model, encoding, fresh); err != nil {
			return engine.Split{}, false, Refused(ctx, s.backend.name, err)
		}
		s.splitter = fresh
	}
	return s.splitter.split(ctx, cube)
}

// split splits by the output with the fewest values left.
func (s *splitter) split(ctx context.Context, cube model.Cube) (split engine.Split, found bool, err error) {
	literals, possible := s.vars.Cube(cube)
	for _, l := range literals {
		s.Decide(l)
		defer s.Undo()
	}
	if !possible || !s.Consistent() {
		split, found = engine.Refuted(s.model, cube)
		return split, found, nil
	}
	v, found := s.choose()
	if !found {
		return engine.Split{}, false, nil
	}
	var open []int
	for value := range s.vars.Left(v).All() {
		if ctx.Err() != nil {
			return engine.Split{}, false, context.Cause(ctx)
		}
		if s.Decide(s.vars.Literal(v, value)) {
			open = append(open, value)
		}
		s.Undo()
	}
	return engine.Split{Var: v, Open: model.Values(open...)}, true, nil
}

// choose returns the output with the fewest values left (the first if several tie). It reports false if all are fixed.
func (s *splitter) choose() (best model.Var, found bool) {
	fewest := 0
	for _, v := range s.model.OutputVars() {
		left, decided := 0, false
		for _, l := range s.vars.Literals(v) {
			value := s.Value(l)
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
