package cells

import (
	"qmsat/encode/formula"
	"qmsat/model"
)

// reducer makes a reduction from givens and all-different constraints. It ignores other constraints.
type reducer struct {
	formula.Reduction
	m       *model.Model
	houses  [][]int     // by variable: the indices of the all-different constraints it is in
	pending []model.Var // fixed, but not yet passed on
}

func newReducer(m *model.Model, cube model.Cube) *reducer {
	r := &reducer{Reduction: formula.WholeModel(m), m: m, houses: formula.Houses(m)}
	for _, g := range cube {
		r.give(g)
	}
	return r
}

// give fixes a variable. If it may not have the value, it is left without one.
func (r *reducer) give(g model.Given) {
	r.Left[g.Var] = r.Left[g.Var].Intersect(model.Values(g.Value))
	r.fix(g.Var)
}

// fix notes that a variable has at most one value left.
func (r *reducer) fix(v model.Var) {
	if !r.Fixed[v] {
		r.Fixed[v] = true
		r.pending = append(r.pending, v)
	}
}

// exclude removes the values of newly fixed variables from all variables that must differ from them. It reports whether anything
// changed.
func (r *reducer) exclude() bool {
	taken := make([][]int, len(r.Left)) // by variable: the values to remove
	for _, v := range r.pending {
		if r.Left[v].Empty() {
			continue
		}
		value := r.Left[v].Min()
		for _, index := range r.houses[v] {
			for _, w := range r.m.Constraints[index].Scope() {
				if w != v {
					taken[w] = append(taken[w], value)
				}
			}
		}
	}
	r.pending = nil
	changed := false
	for v, values := range taken {
		if len(values) > 0 {
			left := r.Left[v].Minus(model.Values(values...))
			changed = changed || !left.Equal(r.Left[v])
			r.Left[v] = left
		}
	}
	return changed
}

// nakedSingles fixes the variables that have one value left, and reports whether there were any.
func (r *reducer) nakedSingles() bool {
	before := len(r.pending)
	for v, left := range r.Left {
		if left.Size() == 1 {
			r.fix(model.Var(v))
		}
	}
	return len(r.pending) > before
}

// hiddenSingles looks at all-different constraints with as many values as variables. If only one variable can have a value, it
// fixes the variable. It reports whether there were any. If no variable can have a value, it leaves the variables none.
func (r *reducer) hiddenSingles() bool {
	before := len(r.pending)
	for _, different := range model.Each[*model.AllDifferent](r.m.Constraints) {
		vars := different.Vars
		values, isHouse := formula.HouseValues(r.m, vars)
		if !isHouse {
			continue
		}
		counts := make([]int, len(vars)) // by value: the number of variables that can have it
		last := make([]model.Var, len(vars))
		for _, v := range vars {
			for value := range r.Left[v].All() {
				i, _ := values.Index(value)
				counts[i]++
				last[i] = v
			}
		}
		for i, count := range counts {
			switch {
			case count == 0:
				r.Left[vars[0]] = model.Domain{}
			case count == 1:
				r.give(model.Given{Var: last[i], Value: values.Value(i)})
			}
		}
	}
	return len(r.pending) > before
}
