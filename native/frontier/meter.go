package frontier

import (
	"fmt"

	"qmsat/model/engine"
)

// meter reports the progress of the chosen run.
type meter struct {
	show func(engine.Progress)
	pace engine.Pace
}

// watch makes the run call show periodically, unless it is nil.
func (r *run) watch(show func(engine.Progress)) {
	if show != nil {
		r.meter = &meter{show: show}
	}
}

// at returns the function to call with the number of finished states on the way to the next cut, or nil without progress reports.
func (m *meter) at(r *run, to int) func(states int) {
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
	return func(states int) {
		if !m.pace.Due() {
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
