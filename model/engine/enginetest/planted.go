package enginetest

import (
	"context"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// Miscompiling returns an engine that runs e on what rewrite makes of its model: a back end that takes a constraint for
// another one.
func Miscompiling(name string, e *engine.Engine, rewrite func(model.Constraint) model.Constraint) *engine.Engine {
	return opening(name, e, func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		wrong := *m
		wrong.Constraints = nil
		for _, c := range m.Constraints {
			wrong.Constraints = append(wrong.Constraints, rewrite(c))
		}
		return e.Open(ctx, &wrong, options)
	})
}

// Losing returns an engine that does not find the solutions of e that lost is true for.
func Losing(name string, e *engine.Engine, lost func(m *model.Model, a model.Assignment) bool) *engine.Engine {
	return opening(name, e, func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		s, err := e.Open(ctx, m, options)
		return &session{s, func(solutions []model.Assignment) []model.Assignment {
			return slices.DeleteFunc(solutions, func(a model.Assignment) bool { return lost(m, a) })
		}}, err
	})
}

// Stale returns an engine whose sessions keep the last given of a run that was stopped for the run after it.
func Stale(name string, e *engine.Engine) *engine.Engine {
	return opening(name, e, func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		s, err := e.Open(ctx, m, options)
		return &staleSession{Session: s}, err
	})
}

// opening returns e with sessions of another sort.
func opening(
	name string, e *engine.Engine, open func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error),
) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "wrong on purpose", Abilities: e.Abilities, Settings: e.Settings, Takes: e.Takes, Open: open,
	}
}

type staleSession struct {
	engine.Session
	kept model.Cube
}

func (s *staleSession) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (engine.Result, error) {
	result, err := s.Session.Run(ctx, slices.Concat(cube, s.kept), limit, yield)
	if s.kept = nil; !result.Complete() && len(cube) > 0 {
		s.kept = cube[len(cube)-1:]
	}
	return result, err
}
