package sample

import (
	"fmt"
	"slices"

	"qmsat/model"
)

// MaxVariables and MaxValues bound the models that Bare makes, so that brute force is quick: there are at most
// MaxValues^MaxVariables assignments.
const (
	MaxVariables = 5
	MaxValues    = 4
)

// Values of bare variables come from lowestValue..highestValue; tables, rules and cubes also speak of values next to it.
const (
	lowestValue  = -3
	highestValue = 6
)

// maxConstraints is the largest number of constraints of a bare model.
const maxConstraints = 4

// Bare draws a valid model without a grid: domains with and without gaps, negative values among them, constraints of all
// kinds with whatever they allow (negative coefficients, missing bounds, tuples outside the domains, nested formulas, counts
// that cannot be reached), and sometimes a projection.
func Bare(s Source) *model.Model {
	d := &drawer{Source: s, model: &model.Model{}}
	d.variables(between(s, 1, MaxVariables))
	if s.IntN(2) == 1 {
		d.model.Outputs = d.varsOf(1, MaxVariables)
	}
	d.constraints(s.IntN(maxConstraints+1), MaxVariables)
	return d.model
}

func (d *drawer) variables(n int) {
	for i := range n {
		d.model.AddVariable(nameOf(i), d.domain())
	}
}

func nameOf(variable int) string { return fmt.Sprintf("x%d", variable) }

// domain draws an interval, the usual case, or any set of values.
func (d *drawer) domain() model.Domain {
	if d.IntN(2) == 1 {
		lo := between(d, lowestValue, highestValue-MaxValues+1)
		return model.Interval(lo, lo+d.IntN(MaxValues))
	}
	values := make([]int, between(d, 1, MaxValues))
	for i := range values {
		values[i] = between(d, lowestValue, highestValue)
	}
	return model.Values(values...)
}

// maxGivens is the largest number of givens that Cube draws.
const maxGivens = 3

// Cube draws givens for variables of the model. A variable may be given twice, and a value may be outside its domain.
func Cube(s Source, m *model.Model) model.Cube {
	d := &drawer{Source: s, model: m}
	cube := model.Cube{}
	for range s.IntN(maxGivens + 1) {
		cube = append(cube, model.Given{Var: d.Var(), Value: d.Value()})
	}
	return cube
}

// Source is a source of numbers.
type Source interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
}

// between draws a number from lo to hi.
func between(s Source, lo, hi int) int { return lo + s.IntN(hi-lo+1) }

// oneIn is true once in n times.
func oneIn(s Source, n int) bool { return s.IntN(n) == n-1 }

// pick draws one of the items.
func pick[T any](s Source, items ...T) T { return items[s.IntN(len(items))] }

// shuffled returns the items in a random order.
func shuffled[T any](s Source, items []T) []T {
	list := slices.Clone(items)
	for i := range list {
		j := between(s, i, len(list)-1)
		list[i], list[j] = list[j], list[i]
	}
	return list
}
