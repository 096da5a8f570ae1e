package enginetest

import (
	"context"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Dropping returns an engine that drops the last solution of e in each run, and still reports a complete search.
func Dropping(name string, e *engine.Engine) *engine.Engine {
	return altered(name, e, func(_ *model.Model, solutions []model.Assignment) []model.Assignment {
		return solutions[:len(solutions)-1]
	})
}

// Repeating returns an engine that lists the first solution of e once more at the end.
func Repeating(name string, e *engine.Engine) *engine.Engine {
	return altered(name, e, func(_ *model.Model, solutions []model.Assignment) []model.Assignment {
		return append(solutions, solutions[0])
	})
}

// Inventing returns an engine that gives the first variable of e's first solution the second one's value.
func Inventing(name string, e *engine.Engine) *engine.Engine {
	return altered(name, e, func(_ *model.Model, solutions []model.Assignment) []model.Assignment {
		solutions[0][0] = solutions[0][1]
		return solutions
	})
}

// Forgetting returns an engine that lists one solution of e less with each run that finds some.
func Forgetting(name string, e *engine.Engine) *engine.Engine {
	runs := 0
	return altered(name, e, func(_ *model.Model, solutions []model.Assignment) []model.Assignment {
		runs++
		return solutions[:max(0, len(solutions)-runs+1)]
	})
}

// Losing returns an engine that does not find the solutions of e that lost is true for.
func Losing(name string, e *engine.Engine, lost func(m *model.Model, a model.Assignment) bool) *engine.Engine {
	return altered(name, e, func(m *model.Model, solutions []model.Assignment) []model.Assignment {
		return slices.DeleteFunc(solutions, func(a model.Assignment) bool { return lost(m, a) })
	})
}

// Reversed returns an engine that lists the last solutions of e first, and is right.
func Reversed(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "from the end", e, e.Abilities, func(r request) (engine.Result, error) {
		all, result, err := r.collect(0)
		exhausted := result.Complete() && (r.limit == 0 || uint64(len(all)) < r.limit)
		if slices.Reverse(all); r.limit > 0 {
			all = all[:min(r.limit, uint64(len(all)))]
		}
		return engine.NewResult(r.ctx, r.limit, r.deliver(all), exhausted, result.Effort...), err
	})
}

// Stale returns an engine whose sessions keep the last given of a run that was stopped for the run after it.
func Stale(name string, e *engine.Engine) *engine.Engine {
	return wrapped(name, "wrong on purpose", e, e.Abilities, func(*model.Model) runner {
		var kept model.Cube
		return func(r request) (engine.Result, error) {
			given := r.cube
			r.cube = slices.Concat(given, kept)
			result, err := r.run(r.limit, r.yield)
			if kept = nil; !result.Complete() && len(given) > 0 {
				kept = given[len(given)-1:]
			}
			return result, err
		}
	})
}

// Miscompiling returns an engine that runs e on a rewritten model, like a back end that mistakes a constraint for another one.
func Miscompiling(name string, e *engine.Engine, rewrite func(model.Constraint) model.Constraint) *engine.Engine {
	wrong := *e
	wrong.Name, wrong.Summary = name, "wrong on purpose"
	wrong.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		rewritten := *m
		rewritten.Constraints = lists.Map(m.Constraints, rewrite)
		return e.Open(ctx, &rewritten, options)
	}
	return &wrong
}

// limits make a lowered liar wrong below the standard.
type limits struct {
	LieLimit int `limit:"9 1"` // of solutions that it finds
}

// Lowered returns an engine that is e, or one that drops a solution if its limit is lowered.
func Lowered(name string, e *engine.Engine) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "wrong if its limit is lowered", Abilities: e.Abilities, Settings: engine.Thresholds[limits](),
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			if engine.LimitsOf[limits](options).LieLimit < 9 {
				return Dropping(name, e).Open(ctx, m, nil)
			}
			return e.Open(ctx, m, nil)
		},
	}
}

// lieSetting makes an optional liar wrong.
var lieSetting = &engine.Setting{
	Name: "lie", Usage: "whether to be wrong", Values: func() []string { return []string{"no", "yes"} }, Default: "no", Flag: true,
}

// Optional returns an engine that is e, or with the setting lie=yes one that repeats a solution.
func Optional(name string, e *engine.Engine) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "wrong if asked to be", Abilities: e.Abilities, Settings: []*engine.Setting{lieSetting},
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			if lieSetting.Value(options) == "yes" {
				return Repeating(name, e).Open(ctx, m, nil)
			}
			return e.Open(ctx, m, nil)
		},
	}
}
