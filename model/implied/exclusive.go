package implied

import (
	"context"
	"maps"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/kinds"
)

// Exclusions are pairs of variables that are equal in no solution of a model. They come from all-different constraints and
// circuits, from any constraints on two variables that together allow no common value, and from chains of x ≤ y and x < y.
// Variables whose domains alone have no common value are not counted.
type Exclusions struct {
	houses  [][]int32     // by variable: the sets of different variables that it is in, ascending
	members [][]model.Var // by set
	others  [][]model.Var // by variable: more variables that differ from it, ascending
	watch   *stop.Watch
}

const (
	mostCommon = 64 // with more common values, two variables are compared only by their sums
	mostLater  = 64 // variables that are known to be larger than one
)

// NewExclusions finds the exclusions of a model. If the context ends, here or later, some are not found.
func NewExclusions(ctx context.Context, m *model.Model) *Exclusions {
	n := len(m.Variables)
	e := &Exclusions{houses: make([][]int32, n), others: make([][]model.Var, n), watch: stop.NewWatch(ctx)}
	for _, c := range model.Each[*model.AllDifferent](m.Constraints) {
		e.addSet(c.Vars)
	}
	for _, c := range model.Each[*kinds.Circuit](m.Constraints) {
		e.addSet(c.Next)
	}
	e.addPairs(m)
	e.addOrders(m)
	for v := range e.others {
		slices.Sort(e.others[v])
		e.others[v] = slices.Compact(e.others[v])
	}
	return e
}

// Different reports whether two variables are known to be different.
func (e *Exclusions) Different(a, b model.Var) bool {
	if _, found := slices.BinarySearch(e.others[a], b); found {
		return true
	}
	x, y := e.houses[a], e.houses[b]
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] == y[0]:
			return a != b
		case x[0] < y[0]:
			x = x[1:]
		default:
			y = y[1:]
		}
	}
	return false
}

// Among returns the exclusions among some variables, each of which is then its position in the list.
func (e *Exclusions) Among(variables []model.Var) *Exclusions {
	among := &Exclusions{houses: make([][]int32, len(variables)), others: make([][]model.Var, len(variables)), watch: e.watch}
	sets := map[int32][]model.Var{}
	for i, v := range variables {
		for _, set := range e.houses[v] {
			sets[set] = append(sets[set], model.Var(i))
		}
		for j, w := range variables {
			if _, found := slices.BinarySearch(e.others[v], w); found {
				among.others[i] = append(among.others[i], model.Var(j))
			}
		}
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		among.addSet(sets[set])
	}
	return among
}

// Peers returns the variables that are known to differ from one; some may be repeated.
func (e *Exclusions) Peers(v model.Var) []model.Var {
	peers := slices.Clone(e.others[v])
	for _, set := range e.houses[v] {
		for _, w := range e.members[set] {
			if w != v {
				peers = append(peers, w)
			}
		}
	}
	return peers
}

// Groups divides variables into groups in which all are different. It is greedy: the next group is the rest of the set of
// different variables with the most of them left, and what else differs from all of these. Groups and their variables are in
// the order of the list.
func (e *Exclusions) Groups(variables []model.Var) [][]model.Var {
	var groups [][]model.Var
	place := make(map[model.Var]int, len(variables))
	for i, v := range variables {
		place[v] = i
	}
	var left []model.Var
	for _, v := range variables {
		if len(e.houses[v])+len(e.others[v]) > 0 {
			left = append(left, v)
		} else {
			groups = append(groups, []model.Var{v})
		}
	}
	grouped := map[model.Var]bool{}
	for len(left) > 0 {
		if e.watch.Over(len(left)) != nil { // what is left is a group each
			return append(groups, slices.Collect(slices.Chunk(left, 1))...)
		}
		group := e.largest(left)
		if len(group) == 0 {
			group = left[:1:1]
		}
		for _, v := range group {
			grouped[v] = true
		}
		for _, v := range left {
			maySame := func(w model.Var) bool { return !e.Different(v, w) }
			if !grouped[v] && e.watch.Over(len(group)) == nil && !slices.ContainsFunc(group, maySame) {
				group = append(group, v)
				grouped[v] = true
			}
		}
		groups = append(groups, group)
		left = lists.Filter(left, func(v model.Var) bool { return !grouped[v] })
	}
	for _, group := range groups {
		slices.SortFunc(group, func(a, b model.Var) int { return place[a] - place[b] })
	}
	slices.SortFunc(groups, func(a, b []model.Var) int { return place[a[0]] - place[b[0]] })
	return groups
}

// largest returns the variables of the set that has the most of them, the first of several such sets.
func (e *Exclusions) largest(variables []model.Var) []model.Var {
	count := map[int32]int{}
	best := int32(-1)
	for _, v := range variables {
		for _, set := range e.houses[v] {
			if count[set]++; best < 0 || count[set] > count[best] || count[set] == count[best] && set < best {
				best = set
			}
		}
	}
	return lists.Filter(variables, func(v model.Var) bool { return slices.Contains(e.houses[v], best) })
}

func (e *Exclusions) addSet(variables []model.Var) {
	set := int32(len(e.members))
	e.members = append(e.members, variables)
	for _, v := range variables {
		e.houses[v] = append(e.houses[v], set)
	}
}

func (e *Exclusions) addPair(a, b model.Var) {
	e.others[a] = append(e.others[a], b)
	e.others[b] = append(e.others[b], a)
}

// addPairs compares the variables of constraints on two: by each common value that their domains and all earlier such
// constraints leave.
func (e *Exclusions) addPairs(m *model.Model) {
	common := map[[2]model.Var][]int{}
	a := make(model.Assignment, len(m.Variables))
	for c := range model.ConjunctsOf(m.Constraints) {
		if e.watch.Over(workPerConstraint) != nil {
			return
		}
		scope := c.Scope()
		if len(scope) != 2 {
			continue
		}
		pair := [2]model.Var{min(scope[0], scope[1]), max(scope[0], scope[1])}
		values, known := common[pair]
		if !known {
			both := m.DomainOf(pair[0]).Intersect(m.DomainOf(pair[1]))
			if size := both.Size(); size <= 0 || size > mostCommon {
				continue
			}
			values = slices.Collect(both.All())
		}
		left := lists.Filter(values, func(value int) bool {
			a[pair[0]], a[pair[1]] = value, value
			return c.Holds(a)
		})
		if common[pair] = left; len(left) == 0 && len(values) > 0 {
			e.addPair(pair[0], pair[1])
		}
	}
}

// workPerConstraint is the work to compare the variables of a constraint.
const workPerConstraint = 1 << 6

// later is a variable that is at least as large as another, or larger.
type later struct {
	variable model.Var
	larger   bool
}

// addOrders compares the variables of sums a·x - a·y, and follows x ≤ y < z.
func (e *Exclusions) addOrders(m *model.Model) {
	after := map[model.Var][]later{}
	for _, c := range model.Each[*model.Linear](m.Constraints) {
		if len(c.Terms) != 2 || c.Terms[0].Coefficient != -c.Terms[1].Coefficient {
			continue
		}
		x, y, lo, hi := c.Terms[0].Var, c.Terms[1].Var, c.Lo, c.Hi
		if c.Terms[0].Coefficient < 0 {
			x, y = y, x
		}
		if lo >= 0 {
			after[y] = append(after[y], later{x, lo > 0})
		}
		if hi <= 0 {
			after[x] = append(after[x], later{y, hi < 0})
		}
	}
	for _, c := range model.Each[*model.ReifiedLinear](m.Constraints) {
		equal := c.If != nil || (c.Lo <= 0 && 0 <= c.Hi) != c.Outside // whether the sum may be 0
		if !equal && len(c.Terms) == 2 && c.Terms[0].Coefficient == -c.Terms[1].Coefficient {
			e.addPair(c.Terms[0].Var, c.Terms[1].Var)
		}
	}
	for v := range m.Variables {
		e.follow(model.Var(v), after)
	}
}

// follow adds the variables that are larger than one.
func (e *Exclusions) follow(first model.Var, after map[model.Var][]later) {
	reached := []later{{first, false}}
	for i := 0; i < len(reached) && len(reached) <= mostLater && e.watch.Over(len(reached)) == nil; i++ {
		for _, next := range after[reached[i].variable] {
			next.larger = next.larger || reached[i].larger
			if !slices.Contains(reached, next) {
				reached = append(reached, next)
				if next.larger && next.variable != first {
					e.addPair(first, next.variable)
				}
			}
		}
	}
}

// Pairs returns the number of pairs of variables that are known to be different.
func (e *Exclusions) Pairs() (pairs int) {
	last := make([]model.Var, len(e.others)) // by variable: the one that was last counted with it, plus one; 0: none
	for v := range model.Var(len(e.others)) {
		count := func(list []model.Var) {
			if e.watch.Over(len(list)) != nil {
				return
			}
			for _, w := range list {
				if w > v && last[w] <= v {
					last[w] = v + 1
					pairs++
				}
			}
		}
		count(e.others[v])
		for _, set := range e.houses[v] {
			count(e.members[set])
		}
	}
	return pairs
}
