package frontier

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// mostNodes bounds the nodes of an automaton before it is minimized. Those of several constraints together are worth fewer: there
// are always the constraints one by one.
const (
	mostNodes     = 1 << 22
	mostTogether  = 1 << 18
	mostNeighbour = 12 // variables of a part that constraints within it are joined to
)

// automata makes the automata of parts, each of a form once: boxes of a grid differ in their variables only.
type automata struct {
	ctx   context.Context
	known map[string]*automaton
}

// of returns the automaton of constraints over the variables in this order, or nil where nothing meets them all.
func (l *automata) of(m *model.Model, constraints []model.Constraint, scope []model.Var, values [][]int) (*automaton, error) {
	places := make([][]int, len(scope))
	for i, v := range scope {
		places[i] = values[v]
	}
	renamed := make([]model.Constraint, len(constraints))
	key := fmt.Sprint(places)
	for i, c := range constraints {
		renamed[i] = placed(c, scope)
		key += fmt.Sprintf("|%T%+v", renamed[i].Named(""), renamed[i].Named(""))
	}
	if a, known := l.known[key]; known {
		return a, nil
	}
	a, err := l.make(renamed, places)
	if errors.As(err, new(tooManyError)) && len(constraints) == 1 {
		return nil, engine.Unsupported(Name, "%s: more than %d nodes needed to read it", model.Describe(m, constraints[0]), mostNodes)
	}
	if err == nil {
		l.known[key] = a
	}
	return a, err
}

// placed returns a constraint whose variables are their places in a scope.
func placed(c model.Constraint, scope []model.Var) model.Constraint {
	return c.Substitute(model.Substitution{Var: func(v model.Var) (model.Var, bool) { return model.Var(slices.Index(scope, v)), true }})
}

func (l *automata) make(constraints []model.Constraint, values [][]int) (*automaton, error) {
	if len(constraints) == 1 {
		m, err := newMachine(constraints[0], values)
		if err != nil {
			return nil, engine.Unsupported(Name, "%w", err)
		}
		return expand(l.ctx, m, values, mostNodes)
	}
	var members []member
	for _, c := range constraints {
		scope := slices.Sorted(slices.Values(c.Scope()))
		var own [][]int
		places := make([]int, len(values))
		for place := range places {
			if places[place] = slices.Index(scope, model.Var(place)); places[place] >= 0 {
				own = append(own, values[place])
			}
		}
		m, err := newMachine(placed(c, scope), own)
		if err != nil {
			return nil, engine.Unsupported(Name, "%w", err)
		}
		members = append(members, member{m, places, int(scope[len(scope)-1])})
	}
	return expand(l.ctx, newProduct(members), values, mostTogether)
}

// cluster joins, to parts of few variables, others whose variables are among theirs: first where most can be joined. All-different
// constraints among themselves stay apart, and so does a cluster that would be too large.
func (p *problem) cluster(l *automata) error {
	slices.SortStableFunc(p.parts, func(a, b part) int {
		return cmp.Or(len(p.guests(b))-len(p.guests(a)), len(b.scope)-len(a.scope))
	})
	for i := 0; i < len(p.parts); i++ {
		together := part{slices.Clone(p.parts[i].constraints), p.parts[i].scope}
		guests := p.guests(together)
		for _, j := range guests {
			together.constraints = append(together.constraints, p.parts[j].constraints...)
		}
		if len(guests) == 0 || together.onlyDiffers() {
			continue
		}
		a, err := l.of(p.model, together.constraints, together.scope, p.values)
		if errors.As(err, new(tooManyError)) {
			continue
		} else if err != nil {
			return err
		}
		p.impossible = p.impossible || a == nil
		p.parts[i] = together
		var kept []part
		for j, other := range p.parts {
			if !slices.Contains(guests, j) {
				kept = append(kept, other)
			} else if j < i {
				i--
			}
		}
		p.parts = kept
	}
	return nil
}

// guests returns the numbers of the parts whose variables are among those of a part of few variables and values.
func (p *problem) guests(host part) []int {
	if len(host.scope) > mostNeighbour || !p.fewValues(host.scope) {
		return nil
	}
	var guests []int
	for j, guest := range p.parts {
		if &guest.scope[0] != &host.scope[0] && len(guest.scope) <= len(host.scope) && within(guest.scope, host.scope) {
			guests = append(guests, j)
		}
	}
	return guests
}

func (p part) onlyDiffers() bool {
	return !slices.ContainsFunc(p.constraints, func(c model.Constraint) bool {
		_, differs := c.(*model.AllDifferent)
		return !differs
	})
}

// fewValues reports whether a machine can remember which of the variables' values are used up.
func (p *problem) fewValues(scope []model.Var) bool {
	values := map[int]bool{}
	for _, v := range scope {
		for _, value := range p.values[v] {
			values[value] = true
		}
	}
	return len(values) <= maxDistinct
}
