package native

import (
	"context"
	"slices"

	"qmsat/model"
)

// generalSplitter parts cubes for a search made for some models, by what the general search propagates.
type generalSplitter struct {
	model   *model.Model
	general *session // opened when it is first needed
}

// Split implements engine.Splitter.
func (s *generalSplitter) Split(ctx context.Context, cube model.Cube) ([]model.Cube, error) {
	if s.general == nil {
		general, err := openGeneral(ctx, s.model, nil)
		if err != nil {
			return nil, err
		}
		s.general = general.(*session)
	}
	return s.general.Split(ctx, cube)
}

// Split implements engine.Splitter by propagation: it parts the cube by the values that are left to the output with the
// fewest, and takes up those that follow where only one value remains possible.
func (s *session) Split(ctx context.Context, cube model.Cube) ([]model.Cube, error) {
	s.run = run{}
	s.space.done, s.space.stopped = ctx.Done(), false
	if !s.propagateRoot() {
		return nil, context.Cause(ctx)
	}
	parts := s.split(cube)
	if s.space.stopped {
		return nil, context.Cause(ctx)
	}
	return parts, nil
}

func (s *session) split(cube model.Cube) []model.Cube {
	s.space.load(s.level(0), s.root)
	if s.impossible || !s.give(cube) || !s.space.propagate() {
		return nil
	}
	cube = slices.Clone(cube)
	for {
		v, found := s.fewestOpen(s.outputs)
		if !found {
			return []model.Cube{cube}
		}
		values := slices.Clone(s.space.bits(v))
		var left []int
		for i := nextBit(values, 0); i >= 0; i = nextBit(values, i+1) {
			if s.try(0, v, i) {
				left = append(left, i)
			}
			s.space.load(s.levels[0], s.levels[0])
		}
		given := func(i int) model.Given { return model.Given{Var: v, Value: s.space.numberings[v].value(i)} }
		switch {
		case len(left) == 0:
			return nil
		case len(left) > 1:
			var parts []model.Cube
			for _, i := range left {
				parts = append(parts, append(slices.Clone(cube), given(i)))
			}
			return parts
		}
		cube = append(cube, given(left[0]))
		if !s.space.fix(v, left[0]) || !s.space.propagate() {
			return nil
		}
	}
}
