package enginetest

import (
	"context"
	"math/big"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// Dropping returns an engine that says of each run that it found all but the last solution of e, and that it is complete.
func Dropping(name string, e *engine.Engine) *engine.Engine {
	return altered(name, e, func(solutions []model.Assignment) []model.Assignment {
		return solutions[:len(solutions)-1]
	})
}

// Repeating returns an engine that lists the first solution of e once more at the end.
func Repeating(name string, e *engine.Engine) *engine.Engine {
	return altered(name, e, func(solutions []model.Assignment) []model.Assignment {
		return append(solutions, solutions[0])
	})
}

// Inventing returns an engine that gives the first variable of e's first solution the second one's value.
func Inventing(name string, e *engine.Engine) *engine.Engine {
	return altered(name, e, func(solutions []model.Assignment) []model.Assignment {
		solutions[0][0] = solutions[0][1]
		return solutions
	})
}

// Reversed returns an engine that lists the last solutions of e first, and is right.
func Reversed(name string, e *engine.Engine) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "from the end", Abilities: e.Abilities, Settings: e.Settings,
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s, err := e.Open(ctx, m, options)
			return &reversed{s}, err
		},
	}
}

type reversed struct{ engine.Session }

func (s *reversed) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	var all []model.Assignment
	result, err := s.Session.Run(ctx, cube, 0, func(a model.Assignment) bool {
		all = append(all, slices.Clone(a))
		return true
	})
	exhausted := result.Complete() && (limit == 0 || uint64(len(all)) < limit)
	if limit > 0 && uint64(len(all)) > limit {
		all = all[uint64(len(all))-limit:]
	}
	for _, a := range slices.Backward(all) {
		if yield != nil && !yield(a) {
			break
		}
	}
	return engine.NewResult(ctx, limit, big.NewInt(int64(len(all))), exhausted, result.Effort...), err
}

// Forgetting returns an engine that lists one solution of e less with each run of a session.
func Forgetting(name string, e *engine.Engine) *engine.Engine {
	runs := 0
	return altered(name, e, func(solutions []model.Assignment) []model.Assignment {
		forgotten := min(runs, len(solutions))
		runs++
		return solutions[:len(solutions)-forgotten]
	})
}

// lie is the setting that makes an optional liar wrong.
var lie = &engine.Setting{
	Name: "lie", Usage: "whether to be wrong", Values: func() []string { return []string{"no", "yes"} }, Default: "no", Flag: true,
}

// Optional returns an engine that is e, or with the setting lie=yes one that repeats a solution.
func Optional(name string, e *engine.Engine) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "wrong if asked to be", Abilities: e.Abilities, Settings: []*engine.Setting{lie},
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			if lie.Value(options) == "yes" {
				return Repeating(name, e).Open(ctx, m, nil)
			}
			return e.Open(ctx, m, nil)
		},
	}
}

// altered returns an engine that hands on what alter makes of e's solutions, of which there is at least one.
func altered(name string, e *engine.Engine, alter func([]model.Assignment) []model.Assignment) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "wrong on purpose", Abilities: e.Abilities, Settings: e.Settings,
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s, err := e.Open(ctx, m, options)
			return &session{s, alter}, err
		},
	}
}

type session struct {
	engine.Session
	alter func([]model.Assignment) []model.Assignment
}

func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	var solutions []model.Assignment
	result, err := s.Session.Run(ctx, cube, limit, func(a model.Assignment) bool {
		solutions = append(solutions, append(model.Assignment(nil), a...))
		return true
	})
	if len(solutions) > 0 {
		solutions = s.alter(solutions)
	}
	for _, a := range solutions {
		if yield != nil && !yield(a) {
			break
		}
	}
	result.Count = big.NewInt(int64(len(solutions)))
	return result, err
}
