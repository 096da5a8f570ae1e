package frontier

import (
	"context"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/frontier/machine"
)

// hide finds the hidden variables: those that are not outputs and that no constraint determines from the outputs. Without hidden
// variables, each solution is one assignment, and any order is possible.
func (p *problem) hide(l *automata) error {
	p.hidden = make([]bool, len(p.values))
	if !p.model.Projected() {
		return nil
	}
	for v, values := range p.values {
		p.hidden[v] = len(values) > 1
	}
	for _, v := range p.model.Outputs {
		p.hidden[v] = false
	}
	for changed := true; changed; {
		changed = false
		for _, g := range stop.Each(p.watch, p.groups, group.work) {
			open := slices.DeleteFunc(slices.Clone(g.scope), func(v model.Var) bool { return !p.hidden[v] })
			if len(open) != 1 {
				continue
			}
			determined, err := p.determines(l, g, open[0])
			if err != nil {
				return err
			}
			p.hidden[open[0]] = !determined
			changed = changed || determined
		}
	}
	return p.watch.Over(0)
}

// determines reports whether the other variables of a group leave a variable at most one value.
func (p *problem) determines(l *automata, g group, v model.Var) (bool, error) {
	if g.differs() {
		distinct, _ := p.countValues(g.scope)
		return distinct == len(g.scope), nil
	}
	others := slices.DeleteFunc(slices.Clone(g.scope), func(other model.Var) bool { return other == v })
	a, err := l.of(p, g.constraints, append(others, v), mostNodes)
	return err == nil && (a == nil || a.lastIsSingle()), err
}

// lastIsSingle reports whether no node before the last position allows two values.
func (a *automaton) lastIsSingle() bool {
	position := len(a.values) - 1
	for row := range slices.Chunk(a.next[position], len(a.values[position])) {
		if first := slices.Index(row, 0); first >= 0 && slices.Contains(row[first+1:], 0) { // the last layer has one node
			return false
		}
	}
	return true
}

// extension looks for values of the hidden variables. By layer it remembers which states have some.
type extension struct {
	plan *plan
	seen []map[string]bool
	n    int
}

func (e *extension) extends(ctx context.Context, at int, state []uint64) (bool, error) {
	if at == len(e.plan.steps) {
		return true, nil
	}
	if e.n++; e.n%nodesPerReport == 0 && ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	key := machine.AppendFixed(nil, state)
	if e.seen[at] == nil {
		e.seen[at] = map[string]bool{}
	}
	if extends, known := e.seen[at][string(key)]; known {
		return extends, nil
	}
	s := &e.plan.steps[at]
	child := make([]uint64, len(state))
	extends, err := false, error(nil)
	for choice := range s.weight {
		if extends || err != nil {
			break
		}
		if s.take(state, choice, child) {
			extends, err = e.extends(ctx, at+1, child)
		}
	}
	e.seen[at][string(key)] = extends
	return extends, err
}
