package heuristic

import (
	"context"
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// seedSetting is the seed of all that a method draws.
var seedSetting = &engine.Setting{Name: "seed", Usage: "seed of all random choices", Type: engine.Seed, Default: "1"}

// restarts counts new starts, for methods that start again.
const restarts = "restarts"

func init() {
	engine.RegisterMeasure(engine.MeasureKind{Name: restarts, Unit: "restarts", Meaning: "of the search from a new grid"})
}

// limitSetting returns the setting of a budget. Defaults end a hopeless 9×9 puzzle within about ten seconds.
func limitSetting(usage, unit, value string) *engine.Setting {
	return engine.NewInteger("iterations", usage, unit, value, engine.AtLeast(0))
}

// method is the description of an engine.
type method struct {
	name, summary string
	limit         *engine.Setting   // the most iterations
	settings      []*engine.Setting // in addition to the limit and the seed
	quasiMagic    bool              // it also accepts quasi-magic Sudoku
	mostValues    int               // 0: no limit
	// search returns a grid that it considers a solution. It returns nil if the run's budget is spent, or nothing is left to try.
	search func(*run) []int8
}

// register makes a method an engine. Call it at start only.
func register(m *method) {
	engine.Register(&engine.Engine{
		Name: m.name, Summary: m.summary,
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true, MayFail: true},
		Route:     "native/heuristic",
		Settings:  append([]*engine.Setting{m.limit, seedSetting}, m.settings...),
		Open: func(_ context.Context, model *model.Model, options engine.Options) (engine.Session, error) {
			l, err := newLayout(m, model)
			if err != nil {
				return nil, err
			}
			return &session{m, l, options}, nil
		},
	})
}

// session is a model with its layout. Runs share only that.
type session struct {
	*method
	layout  *layout
	options engine.Options
}

// Run implements engine.Session. It finds one solution at most, the same for the same seed.
func (s *session) Run(
	ctx context.Context, cube model.Cube, _ uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(s.name, &err)
	r := newRun(ctx, s.layout, s.options, s.limit.Int(s.options))
	var solution model.Assignment
	if r.give(cube) {
		if a := s.layout.assignment(s.search(r)); a != nil && s.layout.model.Check(a) == nil && s.layout.model.CheckCube(a, cube) == nil {
			solution = a
		}
	}
	if r.begun > 0 {
		r.effort = append(r.effort, engine.Measure{Name: restarts, Value: int64(r.begun - 1)})
	}
	return engine.NewAttempt(ctx, solution, yield, append(engine.Effort{{Name: engine.Iterations, Value: int64(r.iterations)}}, r.effort...)...), nil
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// run is a puzzle being solved.
type run struct {
	*layout
	options    engine.Options
	ctx        context.Context
	given      []int8 // by cell: its value, numbered from 0; none if it is free
	random     *rand.Rand
	iterations int
	limit      int
	begun      int           // number of starts, for methods that start again
	effort     engine.Effort // in addition to the iterations
}

// newRun returns a run without givens.
func newRun(ctx context.Context, l *layout, options engine.Options, limit int) *run {
	return &run{layout: l, options: options, ctx: ctx, limit: limit, random: rand.New(rand.NewPCG(seedSetting.Seed(options), 0))}
}

// none marks a cell without a value.
const none int8 = -1

// next counts an iteration. An iteration takes at most a twentieth of a second. It reports false once the budget is spent or the
// context has ended.
func (r *run) next() bool {
	if r.iterations >= r.limit || r.ended() {
		return false
	}
	r.iterations++
	return true
}

// ended reports whether the context has ended. It is for iterations that settings can make long; their results are then ignored.
func (r *run) ended() bool { return r.ctx.Err() != nil }

// give notes the givens. It reports whether each is a possible value, and no house has a value twice.
func (r *run) give(cube model.Cube) bool {
	r.given = slices.Repeat([]int8{none}, r.size*r.size)
	for _, g := range cube {
		value := int8(g.Value - 1)
		if g.Value < 1 || g.Value > r.size || r.given[g.Var] != none && r.given[g.Var] != value {
			return false
		}
		r.given[g.Var] = value
	}
	for _, house := range r.houses {
		seen := make([]bool, r.size)
		for _, cell := range house {
			if v := r.given[cell]; v != none && seen[v] {
				return false
			} else if v != none {
				seen[v] = true
			}
		}
	}
	return true
}
