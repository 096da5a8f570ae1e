package frontier

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"qmsat/model/engine"
)

// The limits of improving an order.
const (
	mostClimbed = 40      // variables that can move: each probe looks for symmetry after each of them
	mostRebuilt = 1 << 12 // nodes of all automata together, since other orders rebuild them
	climbs      = 200
	closeStates = 8 * probeStates // in a second probe: many orders that seem best after a short one are not
)

// climbable reports whether orders other than a plan's are cheap to try.
func (pl *plan) climbable(first int) bool {
	nodes := 0
	for _, f := range pl.fields {
		if f.automaton != nil {
			for _, n := range f.automaton.nodes {
				nodes += n
			}
		}
	}
	return pl.visible-first > 1 && pl.visible-first <= mostClimbed && nodes <= mostRebuilt
}

// climb moves random variables of an order, one at a time, and keeps a move if two probes predict a lower cost. It returns a run
// that has not begun, or the given one if its plan is not climbable.
func (s *session) climb(ctx context.Context, p *problem, l *automata, best *run) (*run, error) {
	first := 0
	for first < best.plan.visible && p.rank(best.plan.order[first]) == 0 {
		first++
	}
	if !best.plan.climbable(first) {
		return best, nil
	}
	name := best.order + ", improved"
	best = newRun(p, name, best.plan, s)
	least, err := best.predicted(ctx, closeStates)
	random := rand.New(rand.NewPCG(19, 4))
	for range climbs {
		if err != nil {
			return nil, err
		}
		order := slices.Clone(best.plan.order)
		from, to := first+random.IntN(best.plan.visible-first), first+random.IntN(best.plan.visible-first)
		v := order[from]
		pl, planErr := p.newPlan(l, slices.Insert(slices.Delete(order, from, from+1), to, v))
		if errors.As(planErr, new(*engine.UnsupportedError)) {
			continue
		} else if planErr != nil {
			return nil, planErr
		}
		r := newRun(p, name, pl, s)
		var cost float64
		if cost, err = r.predicted(ctx, probeStates); err != nil || cost >= least {
			continue
		}
		if cost, err = r.predicted(ctx, closeStates); err == nil && cost < least {
			best, least = r, cost
		}
	}
	return best, err
}
