package projection

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
)

// Name is the engine's name.
const Name = "projection"

var (
	schemeSetting = &engine.Setting{
		Name: "scheme", Usage: "how the next point is computed from the last", Values: schemeNames, Default: "product",
	}
	startSetting = engine.NewName("start",
		"the first point: 1 at the givens and 0 elsewhere, or random where nothing is given", "givens", "givens", "random")
	seedSetting   = &engine.Setting{Name: "seed", Usage: "seed of a random start", Type: engine.Seed, Default: "1"}
	givensSetting = engine.NewName("givens", "whether givens belong to the set of cells or form a set of their own", "cells",
		"cells", "apart")
	relaxationSetting = engine.NewNumber("relaxation", "β of the difference map, for scheme=product", "1",
		engine.Range{Min: 0.1, Max: 2})
	stepsSetting  = engine.NewInteger("steps", "steps before it gives up", "steps", "100000", engine.AtLeast(0))
	repeatSetting = engine.NewName("repeat", "what to do if a point comes again: the rest then repeats",
		"continue", "continue", "stop")
)

func init() {
	engine.Register(&engine.Engine{
		Name:      Name,
		Summary:   "projections on the sets of rows, columns, boxes and cells in turn; may fail",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true, MayFail: true},
		Route:     "native/heuristic/projection",
		Settings: []*engine.Setting{
			schemeSetting, startSetting, seedSetting, givensSetting, relaxationSetting, stepsSetting, repeatSetting,
		},
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			return open(ctx, m, options)
		},
	})
}

func refuse(format string, args ...any) error { return engine.Unsupported(Name, format, args...) }

// session is an opened model: its space, and a search that every run restarts.
type session struct {
	*search
	limit      int  // of steps
	stop       bool // at a repeated point
	seed       uint64
	randomised bool
}

func open(ctx context.Context, m *model.Model, options engine.Options) (*session, error) {
	s, err := newSpace(ctx, m, givensSetting.Value(options) == "apart")
	if err != nil {
		return nil, err
	}
	scheme := schemes[schemeSetting.Value(options)]
	return &session{
		search: newSearch(s, scheme, relaxationSetting.Float(options)), limit: stepsSetting.Int(options),
		stop: repeatSetting.Value(options) == "stop", seed: seedSetting.Seed(options), randomised: startSetting.Value(options) == "random",
	}, nil
}

// Run implements engine.Session. It finds one solution at most, the same each time. Its effort is the number of steps. A step
// takes time proportional to the coordinates, sets and patterns, and no memory.
func (s *session) Run(
	ctx context.Context, cube model.Cube, _ uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	var solution model.Assignment
	steps := 0
	if s.begin(cube, s.randomised, s.seed) {
		for again := false; steps < s.limit && !again && ctx.Err() == nil; {
			s.step()
			steps++
			if s.solved(cube) {
				solution = s.shown
				break
			}
			again = s.stop && s.again(steps)
		}
	}
	return engine.NewAttempt(ctx, solution, yield, engine.Measure{Name: engine.Iterations, Value: int64(steps)}), nil
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// Trace takes steps until each returns false, even after a solution. It calls each after every step, up to a limit, with the
// distance from the previous point, and whether the point shows a solution. Options are the engine's, but its limit of steps is
// ignored.
func Trace(
	ctx context.Context, m *model.Model, options engine.Options, cube model.Cube, steps int, each func(distance float64, solved bool) bool,
) error {
	s, err := open(ctx, m, options)
	if err != nil || !s.begin(cube, s.randomised, s.seed) {
		return err
	}
	before := make([]float64, len(s.state))
	for more := true; more && steps > 0 && ctx.Err() == nil; steps-- {
		copy(before, s.state)
		s.step()
		more = each(distance(before, s.state), s.solved(cube))
	}
	return context.Cause(ctx)
}
