// Package order holds the orders in which the engines of native and of native/paper choose the next variable to fix. An order
// changes only the effort and the sequence of solutions, not which are found.
//
//	type     meaning
//	Order    chooses a variable; one file for each idea, and one line each in the table in this file
//	Search   the methods of a search that orders need
//	Weights  how often constraints failed
//	Boxes    the boxes of a grid, with their open cells and values
package order

import (
	"maps"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// Order is a way to choose the next variable to branch on.
type Order struct {
	// Choose returns the variable, among those given, to branch on in the current state of a search. It reports false if none is
	// open.
	Choose func(s Search, variables []model.Var) (best model.Var, found bool)
	// Weighted says that the search counts failures by constraint.
	Weighted bool
	// Binary says that native decides in two branches: a value of a cell, perhaps the place of a value in a house; then that it is
	// not. A run for few solutions restarts.
	Binary bool
}

// Search is a search in its current state. A variable is fixed if it has one value left, and open if it has several.
type Search interface {
	Fixed(v model.Var) bool
	Size(v model.Var) int // the number of values left
	// Sizes returns the sizes of variables. The next call overwrites them.
	Sizes(variables []model.Var) []int
	OpenNeighbours(v model.Var) int // the open variables that share a constraint with v
	Weights() *Weights              // nil if the order is not weighted
	Boxes() *Boxes
	// Changed returns the variables whose values may have changed since its last call, or that all may have. The next call
	// overwrites them.
	Changed() (changed []model.Var, all bool)
	Changes() int // how many variables Changed would return, with repeats
}

// orders are the orders by name.
var orders = map[string]Order{
	"rows":   {Choose: First},
	"fewest": {Choose: Fewest},
	"degree": {Choose: func(s Search, variables []model.Var) (model.Var, bool) {
		return FewestBy(s, variables, s.OpenNeighbours)
	}},
	"pressure":  {Choose: fewestInPressedBox},
	"box":       {Choose: inMostPressedBox},
	"failures":  {Choose: Failures, Weighted: true},
	"conflicts": {Choose: Conflicts, Weighted: true, Binary: true},
}

// Auto leaves the order to the engine.
const Auto = "auto"

// Setting is the setting that chooses the order.
var Setting = &engine.Setting{
	Name:    "order",
	Usage:   "which variable paper and native[search=general] try next",
	Values:  func() []string { return append([]string{Auto}, slices.Sorted(maps.Keys(orders))...) },
	Default: Auto,
	Flag:    true,
}

// Chosen returns the order that the options name, with its name. If they name none, it is the order open.
func Chosen(options engine.Options, open string) (name string, chosen Order, err error) {
	name = Setting.Value(options)
	if err := Setting.Check(name); err != nil {
		return "", Order{}, err
	}
	if name == Auto {
		name = open
	}
	return name, orders[name], nil
}
