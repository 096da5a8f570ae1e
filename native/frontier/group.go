package frontier

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/frontier/machine"
)

// mostNodes limits the nodes of an automaton before it is minimized. Clusters have a lower limit, since their constraints can
// also stay separate. In another order they may take more.
const mostNodes = 1 << 22

// automata makes the automata of groups, one for each form: boxes of a grid differ only in their variables.
type automata struct {
	watch *stop.Watch
	known map[string]*automaton
}

// of returns the automaton of constraints over the variables in this order, or nil if nothing meets them all.
func (l *automata) of(p *problem, constraints []model.Constraint, scope []model.Var, most int) (*automaton, error) {
	values := make([][]int, len(scope))
	for i, v := range scope {
		values[i] = p.values[v]
	}
	renamed := make([]model.Constraint, len(constraints))
	key := binary.AppendUvarint(nil, uint64(len(values)))
	for _, list := range stop.Each(l.watch, values, func(list []int) int { return workPerLookup + len(list) }) {
		key = model.AppendCanonicalDomain(key, domainOf(list))
	}
	for i, c := range constraints {
		renamed[i] = machine.Renumbered(c, scope)
		key = model.AppendCanonical(key, renamed[i])
	}
	if err := l.watch.Over(workPerLookup * len(key)); err != nil {
		return nil, err
	}
	a, known := l.known[string(key)]
	if !known {
		var err error
		a, err = l.make(renamed, values, most, len(key))
		if errors.As(err, new(tooManyError)) && most == mostNodes {
			return nil, engine.Unsupported(Name, "%s: %w", model.Describe(p.model, constraints[0]), err)
		} else if err != nil {
			return nil, err
		}
		l.known[string(key)] = a
	}
	return a, p.checker.automaton(a, constraints, scope, values)
}

// make makes an automaton; work is the most work of one step of the constraints' machine.
func (l *automata) make(constraints []model.Constraint, values [][]int, most, work int) (*automaton, error) {
	m, err := machine.Of(constraints, values)
	if err != nil {
		return nil, engine.Unsupported(Name, "%w", err)
	}
	return expand(l.watch, m, values, most, work)
}

// cluster joins groups to a group with few variables that contains all of theirs. It begins with the group that the most others can
// join. It does not join all-different constraints with each other, and makes no cluster that would be too large.
func (p *problem) cluster(l *automata) error {
	index := p.newIndex()
	for i, host := range p.groups {
		p.groups[i].guests = len(p.guests(index, i, host.scope))
	}
	slices.SortStableFunc(p.groups, func(a, b group) int { return cmp.Or(b.guests-a.guests, len(b.scope)-len(a.scope)) })
	index = p.newIndex()
	for i, host := range stop.Each(p.watch, p.groups, group.work) {
		guests := p.guests(index, i, host.scope)
		if len(guests) == 0 || len(p.groups[i].constraints) == 0 {
			continue
		}
		together := group{constraints: slices.Clone(host.constraints), scope: host.scope}
		for _, j := range guests {
			together.constraints = append(together.constraints, p.groups[j].constraints...)
		}
		if together.onlyDiffers() {
			continue
		}
		a, err := l.of(p, together.constraints, together.scope, p.limits.Together)
		if errors.As(err, new(tooManyError)) {
			continue
		} else if err != nil {
			return err
		}
		p.impossible = p.impossible || a == nil
		p.groups[i] = together
		for _, j := range guests {
			p.groups[j].constraints = nil // it is no longer a group
		}
	}
	p.groups = slices.DeleteFunc(p.groups, func(p group) bool { return len(p.constraints) == 0 })
	return p.watch.Over(0)
}

// newIndex lists the numbers of the groups by one of their variables: the one that the fewest groups have.
func (p *problem) newIndex() [][]int {
	uses, index := make([]int, len(p.values)), make([][]int, len(p.values))
	for _, g := range p.groups {
		for _, v := range g.scope {
			uses[v]++
		}
	}
	for i, g := range stop.Each(p.watch, p.groups, group.work) {
		rarest := slices.MinFunc(g.scope, func(a, b model.Var) int { return uses[a] - uses[b] })
		index[rarest] = append(index[rarest], i)
	}
	return index
}

// guests returns, in order, the numbers of the groups whose variables are all among a host's. The host must have few variables and
// values, because a machine remembers its used values.
func (p *problem) guests(index [][]int, host int, scope []model.Var) []int {
	if len(scope) > p.limits.Neighbour {
		return nil
	}
	if distinct, _ := p.countValues(scope); distinct > p.limits.Distinct {
		return nil
	}
	var guests []int
	sorted := slices.Sorted(slices.Values(scope))
	for _, v := range scope {
		for _, j := range stop.Each(p.watch, index[v], func(int) int { return workPerLookup }) {
			guest := p.groups[j]
			if j != host && len(guest.constraints) > 0 && len(guest.scope) <= len(scope) && within(guest.scope, sorted) {
				guests = append(guests, j)
			}
		}
	}
	slices.Sort(guests)
	return guests
}

func (p group) onlyDiffers() bool {
	return !slices.ContainsFunc(p.constraints, func(c model.Constraint) bool { return c.Kind() != machine.AllDifferent })
}
