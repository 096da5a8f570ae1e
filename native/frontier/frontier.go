package frontier

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/memory"
)

const engineName = "frontier"

// The values of the setting symmetry.
const (
	symmetryNone  = "none"
	symmetryValue = "value"
	symmetryFull  = "full"
)

var symmetrySetting = &engine.Setting{
	Name: "symmetry", Usage: "what makes states alike: nothing, interchangeable values, or all symmetries that are found and proved",
	Values: func() []string { return []string{symmetryNone, symmetryValue, symmetryFull} }, Default: symmetryFull, Flag: true,
}

func init() {
	engine.RegisterMeasure(engine.MeasureKind{Name: "states", Unit: "states", Meaning: "of all layers of the frontier, by the order that came to the end"})
	engine.RegisterMeasure(engine.MeasureKind{Name: "widest layer", Unit: "states", Meaning: "of the layer of the frontier that had most"})
	engine.RegisterMeasure(engine.MeasureKind{Name: "orders", Unit: "orders", Meaning: "of the variables that were tried by short runs"})
	engine.Register(&engine.Engine{
		Name:      engineName,
		Summary:   "counts without listing: equal states are one, and their counts are added",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true, CountsOnly: true},
		Settings:  []*engine.Setting{symmetrySetting},
		Open: func(_ context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			return &session{m, symmetrySetting.Value(options)}, nil
		},
	})
}

// session is a model. What can be prepared depends on the givens.
type session struct {
	model    *model.Model
	symmetry string
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// Run implements engine.Session. It counts all solutions, or says nothing of them.
func (s *session) Run(ctx context.Context, cube model.Cube, _ uint64, _ func(model.Assignment) bool) (result engine.Result, err error) {
	defer engine.Guard(engineName, &err)
	for _, g := range cube {
		if g.Var < 0 || int(g.Var) >= len(s.model.Variables) {
			return engine.Result{}, fmt.Errorf("a given for variable number %d: the model has %d", g.Var, len(s.model.Variables))
		}
	}
	memory.Growing(ctx, "the frontier")
	count, effort, err := s.count(ctx, cube)
	if err != nil && ctx.Err() == nil {
		return engine.Result{}, err
	}
	if err != nil {
		count = new(big.Int)
	}
	result = engine.NewResult(ctx, 0, count, err == nil, effort...)
	result.Unlisted = true
	return result, nil
}

// count returns the number of solutions that meet the cube.
func (s *session) count(ctx context.Context, cube model.Cube) (*big.Int, engine.Effort, error) {
	p, err := newProblem(s.model, cube)
	if err != nil || p.impossible {
		return new(big.Int), nil, err
	}
	l := &automata{ctx, map[string]*automaton{}}
	if err := p.hide(l); err != nil {
		return nil, nil, err
	}
	if err := p.cluster(l); err != nil || p.impossible {
		return new(big.Int), nil, err
	}
	best, tried, err := p.race(ctx, l, s.symmetry)
	if err != nil || best == nil {
		return new(big.Int), nil, err
	}
	count, err := best.count(ctx)
	return count, engine.Effort{
		{Name: "states", Value: best.states}, {Name: "widest layer", Value: int64(best.widest)}, {Name: "orders", Value: int64(tried)},
	}, err
}

// firstStates is how many states an order may see in the first round of a race; more is how many times as many in the next one.
const (
	firstStates = 1 << 12
	more        = 8
)

// race runs all orders side by side, round by round with more states, and in each leaves out those that came least far, until one comes
// to the end. It returns that, or nil where some part excludes everything.
func (p *problem) race(ctx context.Context, l *automata, symmetry string) (best *run, tried int, err error) {
	var runs []*run
	for _, o := range p.orders() {
		pl, err := p.newPlan(l, o.vars)
		if err != nil || pl == nil {
			return nil, 0, err
		}
		runs = append(runs, newRun(p, pl, symmetry))
	}
	tried = len(runs)
	for states := int64(firstStates); ; states *= more {
		for _, r := range runs {
			if len(runs) == 1 {
				states = 1 << 62
			}
			if err := r.advance(ctx, states); err != nil {
				return nil, tried, err
			}
			if r.finished() {
				return r, tried, nil
			}
		}
		slices.SortStableFunc(runs, func(a, b *run) int { return cmp.Compare(b.share(), a.share()) })
		runs = runs[:(len(runs)+1)/2]
	}
}

// share returns how far a run has come: the share of the steps.
func (r *run) share() float64 { return float64(r.at) / float64(len(r.plan.steps)) }
