package frontier

import (
	"context"
	"math"
	"math/big"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/frontier/machine"
)

// Name is the engine's name.
const Name = "frontier"

// The values of the setting symmetry.
const (
	symmetryNone  = "none"
	symmetryValue = "value"
	symmetryFull  = "full"
)

var symmetrySetting = &engine.Setting{
	Name: "symmetry", Usage: "which symmetric states are merged",
	Values: func() []string { return []string{symmetryNone, symmetryValue, symmetryFull} }, Default: symmetryFull, Flag: true,
}

var workersSetting = &engine.Setting{
	Name: "workers", Usage: "number of threads for each layer", Type: engine.Integer, Range: engine.Range{Min: 1, Max: 1024}, Default: "1",
}

// Alike are the measures of merging in a count: automata shared by groups, and symmetries. Only such merging could make a count
// wrong.
var Alike = []string{"shared automata", "symmetries"}

func init() {
	engine.RegisterMeasure(engine.MeasureKind{Name: Alike[0], Unit: "automata", Meaning: "used for several sets of variables"})
	engine.RegisterMeasure(engine.MeasureKind{Name: Alike[1], Unit: "cuts", Meaning: "between layers at which a symmetry merged states"})
	engine.RegisterMeasure(engine.MeasureKind{Name: "states", Unit: "states", Meaning: "of all layers (qmsat help search)"})
	engine.RegisterMeasure(engine.MeasureKind{Name: "widest layer", Unit: "states", Meaning: "of the widest layer"})
	engine.RegisterMeasure(engine.MeasureKind{Name: "orders", Unit: "orders", Meaning: "of the variables tried in short runs"})
	engine.Register(&engine.Engine{
		Name:      Name,
		Summary:   "merges equal states and adds their counts (qmsat help search)",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true, CountsOnly: true},
		Route:     "native/frontier",
		Settings:  append([]*engine.Setting{symmetrySetting, workersSetting}, engine.Thresholds[limits]()...),
		Open: func(_ context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			if err := takes(m); err != nil {
				return nil, err
			}
			return newSession(m, options), nil
		},
	})
}

// session is a model. Preparation depends on the givens, so each run does its own.
type session struct {
	model    *model.Model
	symmetry string
	workers  int
	limits   *limits
	show     func(engine.Progress) // nil if nobody wants reports
}

// takes refuses a model with a kind of constraint without a machine.
func takes(m *model.Model) error {
	for _, c := range m.Constraints {
		if err := machine.Takes(c); err != nil {
			return engine.Unsupported(Name, "%w", err)
		}
	}
	return nil
}

func newSession(m *model.Model, options engine.Options) *session {
	return &session{model: m, symmetry: symmetrySetting.Value(options), workers: workersSetting.Int(options), limits: engine.LimitsOf[limits](options)}
}

// Report implements engine.Reporter.
func (s *session) Report(show func(engine.Progress)) { s.show = show }

// Close has nothing to free.
func (s *session) Close() error { return nil }

// Run implements engine.Session. It counts all solutions, or returns no count.
func (s *session) Run(ctx context.Context, cube model.Cube, _ uint64, _ func(model.Assignment) bool) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	if err := s.model.CheckGivens(cube); err != nil {
		return engine.Result{}, err
	}
	memory.Growing(ctx, "the frontier")
	count, done, err := s.count(ctx, cube)
	if err != nil && ctx.Err() == nil {
		return engine.Result{}, err
	}
	if err != nil {
		count = new(big.Int)
	}
	result = engine.NewResult(ctx, 0, count, err == nil, done.effort...)
	result.Unlisted, result.How = true, done.how
	return result, nil
}

// done describes a count: its effort, order and symmetries.
type done struct {
	effort engine.Effort
	how    string
}

// count returns the number of solutions that meet the cube.
func (s *session) count(ctx context.Context, cube model.Cube) (*big.Int, done, error) {
	var l *automata
	p, err := stop.Leave(ctx, func() (*problem, error) {
		p, err := newProblem(stop.NewWatch(ctx), s.model, cube, s.limits)
		if err != nil || p.impossible {
			return p, err
		}
		l = &automata{p.watch, map[string]*automaton{}}
		if err := p.hide(l); err != nil {
			return nil, err
		}
		return p, p.cluster(l)
	}, nil)
	if err != nil || p.impossible {
		return new(big.Int), done{}, err
	}
	best, tried, err := s.race(ctx, p, l)
	if best == nil {
		return new(big.Int), done{}, err
	}
	d := done{engine.Effort{
		{Name: "states", Value: best.states}, {Name: "widest layer", Value: int64(best.widest)}, {Name: "orders", Value: int64(tried)},
		{Name: Alike[0], Value: best.plan.shared()}, {Name: Alike[1], Value: best.symmetric()},
	}, best.how()}
	if err != nil {
		return nil, d, err
	}
	count, err := best.count(ctx)
	return count, d, err
}

// roundGrowth is the growth of the limit on states per order, from the first round of a race to the second and last.
const roundGrowth = 8

// shared returns the number of automata that several fields share.
func (pl *plan) shared() (n int64) {
	fields := map[*automaton]int{}
	for _, f := range pl.fields {
		if fields[f.automaton]++; f.automaton != nil && fields[f.automaton] == 2 {
			n++
		}
	}
	return n
}

// symmetric returns the number of cuts with a used symmetry.
func (r *run) symmetric() (n int64) {
	for _, s := range r.symmetries {
		if s != nil {
			n++
		}
	}
	return n
}

// race counts with the order chosen by pick. It returns the finished run, or nil if some group has no tuple.
func (s *session) race(ctx context.Context, p *problem, l *automata) (best *run, tried int, err error) {
	if best, tried, err = s.pick(ctx, p, l); err != nil || best == nil {
		return best, tried, err
	}
	best.watch(ctx, s.show)
	return best, tried, best.advance(ctx, math.MaxInt64)
}

// pick runs all orders in turn, in rounds with growing limits on states, until one finishes. If none finishes soon, it
// chooses the one with the least predicted cost. It returns the run, or nil if some group has no tuple.
func (s *session) pick(ctx context.Context, p *problem, l *automata) (best *run, tried int, err error) {
	var runs []*run
	for _, o := range p.orders() {
		pl, err := stop.Leave(ctx, func() (*plan, error) { return p.newPlan(l, o.vars) }, nil)
		if err != nil || pl == nil {
			return nil, 0, err
		}
		runs = append(runs, newRun(p, o.name, pl, s))
	}
	first := int64(p.limits.FirstStates)
	for states := first; states <= roundGrowth*first; states *= roundGrowth {
		for _, r := range runs {
			if err := r.advance(ctx, states); err != nil || r.finished() {
				return r, len(runs), err
			}
		}
	}
	least := math.Inf(1)
	for _, r := range runs {
		cost, err := r.predicted(ctx, probeStates)
		if err != nil {
			return nil, 0, err
		}
		if cost < least {
			best, least = r, cost
		}
	}
	if least > float64(p.limits.Climbed) {
		if best, err = s.climb(ctx, p, l, best); err != nil {
			return nil, 0, err
		}
	}
	return best, len(runs), nil
}
