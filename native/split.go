package native

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/order"
)

// generalSplitter splits cubes for a specialised search, by the propagation of the general search.
type generalSplitter struct {
	model   *model.Model
	options engine.Options
	general *session // opened when first needed
}

// Split implements engine.Splitter.
func (s *generalSplitter) Split(ctx context.Context, cube model.Cube) (engine.Split, bool, error) {
	if s.general == nil {
		general, err := openGeneral(ctx, s.model, s.options)
		if err != nil {
			return engine.Split{}, false, err
		}
		s.general = general.(*session)
	}
	return s.general.Split(ctx, cube)
}

// Split implements engine.Splitter: it splits by the output with the fewest values left, and refutes by propagation.
func (s *session) Split(ctx context.Context, cube model.Cube) (split engine.Split, found bool, err error) {
	s.run = run{}
	s.space.done, s.space.stopped = ctx.Done(), false
	split, found = engine.Refuted(s.model, cube)
	s.search(cube, func() bool {
		split, found = s.split()
		return true
	})
	if s.space.stopped {
		return engine.Split{}, false, context.Cause(ctx)
	}
	return split, found, nil
}

// split splits the current state.
func (s *session) split() (split engine.Split, found bool) {
	v, found := order.Fewest(s.space, s.outputs)
	if !found {
		return engine.Split{}, false
	}
	var open []int
	for i := s.space.lowest(v); i >= 0; i = s.space.after(v, i) {
		if s.try(0, v, i) {
			open = append(open, s.space.numberings[v].value(i))
		}
		if s.space.stopped {
			break
		}
		s.space.state = s.levels[0]
	}
	return engine.Split{Var: v, Open: model.Values(open...)}, true
}
