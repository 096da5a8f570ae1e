package frontier

import (
	"context"
	"fmt"

	"qmsat/model/engine"
)

// meter reports the progress and the effort of the chosen run.
type meter struct {
	show   func(engine.Progress) // nil if nobody wants reports
	pace   engine.Pace
	effort *engine.Meter // nil if nobody asks
}

// watch makes the run call show periodically, unless it is nil, and tell its effort to whoever asks.
func (r *run) watch(ctx context.Context, show func(engine.Progress)) {
	if effort := engine.MeterOf(ctx); show != nil || effort != nil {
		r.meter = &meter{show: show, effort: effort}
	}
}

// at returns the function to call with the number of finished states on the way to the next cut, or nil without reports. Searches
// count their new states in work.
func (m *meter) at(r *run, to int, work *work) func(states int) {
	if m == nil {
		return nil
	}
	var before, now, all float64
	for cut, cost := range r.costs {
		all += cost
		if cut < r.at {
			before += cost
		} else if cut < to {
			now += cost
		}
	}
	size := r.layer.size()
	reached := work.states.Load() // on the way to cuts that are skipped
	return func(states int) {
		m.effort.Tell(func() engine.Effort {
			return engine.Effort{{Name: "states", Value: r.states + work.states.Load() - reached}, {Name: "widest layer", Value: int64(r.widest)}}
		})
		if m.show == nil || !m.pace.Due() {
			return
		}
		m.show(engine.Progress{
			Share: (before + now*float64(states)/float64(size)) / max(all, 1),
			Text:  fmt.Sprintf("layer %d of %d: %d states, %d so far", to, len(r.plan.steps), size, r.states),
		})
	}
}

// how describes a stopped run: its layer, its order and its symmetry.
func (r *run) how() string {
	values, automorphisms, reversals := 0, 0, 0
	for _, s := range r.symmetries {
		if s == nil {
			continue
		}
		if !s.rigid {
			values++
		}
		if len(s.chain.order()) > 0 {
			automorphisms++
		}
		if s.turned != nil {
			reversals++
		}
	}
	where := ""
	if !r.finished() {
		where = fmt.Sprintf("stopped behind layer %d of %d; ", r.at, len(r.plan.steps))
	}
	return where + fmt.Sprintf("order %s; layers with interchangeable values: %d, automorphisms: %d, reversed values: %d",
		r.order, values, automorphisms, reversals)
}
