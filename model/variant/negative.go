package variant

import (
	"slices"

	"qmsat/model"
)

func init() {
	register[NegativeDifference](
		WholeGrid, "negative-difference", "cells side by side without a dot never have a white dot's difference",
		"{kind: negative-difference}", "nonconsecutive")
	register[NegativeRatio](WholeGrid, "negative-ratio", "cells side by side without a dot never have a black dot's ratio",
		"{kind: negative-ratio, ratios: [2, 3]}")
	register[NegativeKropki](
		WholeGrid, "negative-kropki", "cells side by side without a dot never have the difference 1 or the ratio 2",
		"{kind: negative-kropki}", "strict-kropki")
	register[NegativeXV](WholeGrid, "negative-xv", "cells side by side without X or V never have the sum 10 or 5",
		"{kind: negative-xv}", "strict-xv")
}

// NegativeDifference forbids differences in cells side by side that have no dot between them.
type NegativeDifference struct {
	Titled
	Differences []int `field:"differences,optional"` // nil: those of all white dots, or 1 if there are none
}

// NegativeRatio forbids ratios of cells side by side that have no dot between them.
type NegativeRatio struct {
	Titled
	Ratios []int `field:"ratios,optional"` // nil: those of all black dots, or 2 if there are none
}

// NegativeKropki forbids the difference 1 and the ratio 2 in cells side by side that have no dot between them.
type NegativeKropki struct{ Titled }

// NegativeXV forbids the sums 5 and 10 in cells side by side that have no sum between them.
type NegativeXV struct{ Titled }

// Define adds a table for each two cells without a dot.
func (n *NegativeDifference) Define(d *Definition) {
	dots := d.Others(true, isDot)
	differences := ofDots(n.Differences, dots, (*WhiteDot).difference, 1)
	unmarked(d, dots, func(x, y int) bool { return slices.Contains(differences, distance(x, y)) })
}

// Define adds a table for each two cells without a dot.
func (n *NegativeRatio) Define(d *Definition) {
	dots := d.Others(true, isDot)
	ratios := ofDots(n.Ratios, dots, (*BlackDot).ratio, 2)
	unmarked(d, dots, func(x, y int) bool {
		return slices.ContainsFunc(ratios, func(ratio int) bool { return multiple(x, y, ratio) })
	})
}

// Define adds a table for each two cells without a dot.
func (*NegativeKropki) Define(d *Definition) {
	unmarked(d, d.Others(true, isDot), func(x, y int) bool { return distance(x, y) == 1 || multiple(x, y, 2) })
}

// Define adds a table for each two cells without a sum.
func (*NegativeXV) Define(d *Definition) {
	unmarked(d, d.Others(true, isSum), func(x, y int) bool { return x+y == 5 || x+y == 10 })
}

// ofDots returns the numbers given; without them, those of all dots of a type; without such dots, the usual one.
func ofDots[D Clue](given []int, dots []Clue, number func(dot D) int, usual int) []int {
	if given != nil {
		return given
	}
	for _, dot := range dots {
		if own, is := dot.(D); is {
			given = append(given, number(own))
		}
	}
	if given == nil {
		return []int{usual}
	}
	return given
}

func isDot(n Clue) bool {
	return slices.Contains([]string{"white-dot", "black-dot"}, KindOf(n))
}

func isSum(n Clue) bool {
	return slices.Contains([]string{"x", "v", "pair-sum"}, KindOf(n))
}

// unmarked adds a table for each two cells side by side that have none of the marks.
func unmarked(d *Definition, marks []Clue, forbidden func(x, y int) bool) {
	marked := map[[2]model.Var]bool{}
	for _, mark := range marks {
		two := mark.(interface{ two() model.Cells }).two()
		marked[[2]model.Var{two[0], two[1]}] = true
		marked[[2]model.Var{two[1], two[0]}] = true
	}
	for _, two := range touching(d) {
		if !marked[[2]model.Var{two[0], two[1]}] {
			d.Add(pair(d, two[0], two[1], func(x, y int) bool { return !forbidden(x, y) }))
		}
	}
}
