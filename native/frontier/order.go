package frontier

import (
	"math"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
)

// named is an order with its name.
type named struct {
	name string
	vars []model.Var
}

// mostGreedy is the most variables of models for which the greedy order is tried, since that takes quadratic time.
const mostGreedy = 300

// orders returns the orders to try, without repeats. In all of them variables with one value come first, and hidden ones last.
func (p *problem) orders() []named {
	all := make([]model.Var, len(p.values))
	for v := range all {
		all[v] = model.Var(v)
	}
	list := []named{{"as given", all}}
	if g := p.model.Grid; g != nil {
		byHouses := func(houses []model.House) []model.Var {
			var vars []model.Var
			for _, house := range houses {
				vars = append(vars, house.Cells...)
			}
			return append(vars, all[g.Cells():]...)
		}
		list = append(list, named{"columns", byHouses(g.ColumnHouses())})
		if g.HasBoxes() {
			list = append(list, named{"boxes", byHouses(g.BoxHouses())})
		}
	}
	if len(all) <= mostGreedy {
		list = append(list, named{"greedy", p.greedy()})
	}
	var kept []named
	for _, o := range list {
		o.vars = slices.Clone(o.vars)
		slices.SortStableFunc(o.vars, func(a, b model.Var) int { return p.rank(a) - p.rank(b) })
		if !slices.ContainsFunc(kept, func(known named) bool { return slices.Equal(known.vars, o.vars) }) {
			kept = append(kept, o)
		}
	}
	return kept
}

func (p *problem) rank(v model.Var) int {
	switch {
	case p.hidden[v]:
		return 2
	case len(p.values[v]) > 1:
		return 1
	}
	return 0
}

// greedy chooses as the next variable the one after which the groups with fixed and open variables hold the least information.
func (p *problem) greedy() []model.Var {
	of := make([][]int, len(p.values))
	sizes := make([]int, len(p.groups)) // by group: the total number of values
	for j, g := range p.groups {
		for _, v := range g.scope {
			of[v] = append(of[v], j)
		}
		sizes[j], _ = p.countValues(g.scope)
	}
	fixed := make([]int, len(p.groups))
	tells := func(j, fixed int) float64 {
		open := len(p.groups[j].scope) - fixed
		if fixed == 0 || open == 0 {
			return 0
		}
		if p.groups[j].differs() {
			return logBinomial(sizes[j], min(fixed, sizes[j]))
		}
		return float64(min(fixed, open)) * math.Log(float64(sizes[j]+1))
	}
	adds := make([]float64, len(p.groups)) // by group: the information that one more fixed variable adds
	for j := range adds {
		adds[j] = tells(j, 1) - tells(j, 0)
	}
	done := make([]bool, len(p.values))
	var order []model.Var
	for range p.values {
		best, least := -1, math.Inf(1)
		for v := range p.values {
			if done[v] {
				continue
			}
			more := float64(p.rank(model.Var(v))) * 1e9
			for _, j := range stop.Each(p.watch, of[v], func(int) int { return 1 }) {
				more += adds[j]
			}
			if more < least-1e-9 {
				best, least = v, more
			}
		}
		done[best] = true
		order = append(order, model.Var(best))
		for _, j := range of[best] {
			fixed[j]++
			adds[j] = tells(j, fixed[j]+1) - tells(j, fixed[j])
		}
	}
	return order
}

func logBinomial(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}
