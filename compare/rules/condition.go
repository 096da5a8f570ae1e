package rules

import (
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// conditionSort is the kind of a condition on the centres of a grid.
type conditionSort int

const (
	always     conditionSort = iota
	noCentre                 // no box has one of the values as its centre
	someCentre               // some box has
)

var bothSorts = []conditionSort{noCentre, someCentre}

// condition restricts a statement to some grids. It is invariant under movements of the grid.
type condition struct {
	sort   conditionSort
	values []int // ascending; none for always
}

// text is the condition as the beginning of a sentence.
func (c condition) text() string {
	values := lists.Map(c.values, func(v int) string { return fmt.Sprint(v) })
	list := strings.Join(values, " or ")
	switch c.sort {
	case noCentre:
		return "if no centre is " + list + ", "
	case someCentre:
		return "if some centre is " + list + ", "
	}
	return ""
}

func (c condition) formula(g *model.Grid) model.Formula {
	var some model.Or
	var none model.And
	for box := range g.Boxes() {
		centre := model.Is(g.BoxCell(box, 1, 1), c.values...)
		some, none = append(some, centre), append(none, model.Not{Of: centre})
	}
	switch c.sort {
	case noCentre:
		return none
	case someCentre:
		return some
	}
	return model.And{}
}

func (c condition) dual() condition { return condition{c.sort, duals(c.values)} }

// duals returns the complements, ascending if the values are.
func duals(values []int) []int {
	list := lists.Map(values, dual)
	slices.Reverse(list)
	return list
}

// conditions returns the conditions to test for centres with the given values, one of each dual pair. Stronger conditions come
// later: a statement that holds under a weaker condition is not listed under a stronger one.
func conditions(centres []int) []condition {
	var list []condition
	add := func(sort conditionSort, values ...int) {
		if slices.ContainsFunc(values, func(v int) bool { return !slices.Contains(centres, v) }) {
			return
		}
		c := condition{sort, values}
		if slices.Compare(values, c.dual().values) <= 0 {
			list = append(list, c)
		}
	}
	for _, sort := range bothSorts {
		for v := range 9 {
			add(sort, v+1)
		}
	}
	for v := 1; v < dual(v); v++ {
		add(noCentre, v, dual(v))
	}
	return list
}
