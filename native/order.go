package native

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/order"
)

// The default orders of the general search: for small plain and quasi-magic grids, or grids with an objective; for larger ones
// and models without a grid; and for every other grid.
//
// At 9×9, counting failures costs more than it saves on plain puzzles: with 1000 solutions each it takes half as long again. At
// 16×16 it takes a third of the nodes, 2,493 instead of 8,396 for the puzzles of testdata. With it a quasi-magic 16×16 grid for
// Δ = 5 is found in 19 s; without it none is found in 8 s even for Δ = 12. Models without a grid always use it: all graceful
// labellings of a prism take 4,866 nodes instead of 4,252,569, all magic squares of order 4 half as many, and 12 queens a
// twentieth more.
//
// Grids with other constraints: of 56 puzzles of Interactive Sudoku Solver neither easy nor beyond all orders, "conflicts"
// solves 44 within 0.6 s, "failures" 38, "fewest" 32. Without the last conflict it is 42, without values of houses 40, without
// restarts 43, without the blame of the variable just decided 42.
const (
	orderOfSmall  = "fewest"
	orderOfLarge  = "failures"
	orderOfOthers = "conflicts"
)

// smallSetting is the number of variables up to which a grid is small.
var smallSetting = engine.NewThreshold("small", "variables of a plain grid that is searched in the order of the fewest values", 100, 1, 9)

// orderFor returns the name of the general search's order for a model, unless one is chosen.
func orderFor(m *model.Model, options engine.Options) string {
	_, plain := m.Family()
	switch usual := plain || m.Objective != nil; {
	case m.Grid != nil && !usual:
		return orderOfOthers
	case m.Grid != nil && len(m.Variables) <= smallSetting.Int(options):
		return orderOfSmall
	}
	return orderOfLarge
}

// Sizes implements [order.Search].
func (s *space) Sizes(variables []model.Var) []int {
	s.sizes = s.sizes[:0]
	for _, v := range variables {
		s.sizes = append(s.sizes, s.Size(v))
	}
	return s.sizes
}

// Weights implements [order.Search]. Its constraints are the propagators.
func (s *space) Weights() *order.Weights { return s.weights }

// Boxes implements [order.Search].
func (s *space) Boxes() *order.Boxes {
	if s.boxes == nil {
		s.boxes = order.NewBoxes(s.model)
	}
	return s.boxes
}

// OpenNeighbours implements [order.Search].
func (s *space) OpenNeighbours(v model.Var) (open int) {
	if s.neighbours == nil {
		s.neighbours, s.scopes = make([][]model.Var, len(s.numberings)), make([][][]model.Var, len(s.numberings))
		for _, c := range s.model.Constraints {
			scope := c.Scope()
			for _, v := range scope {
				s.scopes[v] = append(s.scopes[v], scope)
			}
		}
	}
	if s.neighbours[v] == nil {
		all := slices.Sorted(slices.Values(slices.Concat(s.scopes[v]...)))
		s.neighbours[v] = slices.DeleteFunc(slices.Compact(all), func(other model.Var) bool { return other == v })
	}
	for _, other := range s.neighbours[v] {
		if s.over(1) {
			return 0
		}
		if !s.Fixed(other) {
			open++
		}
	}
	return open
}

// propagatorsOf returns the propagators that watch each variable.
func (s *space) propagatorsOf() [][]int {
	lists := make([][]int, len(s.numberings))
	for v := range lists {
		for _, watchers := range s.watchers {
			for _, id := range watchers[v] {
				if n := len(lists[v]); n == 0 || lists[v][n-1] != int(id) { // once, even if a scope repeats the variable
					lists[v] = append(lists[v], int(id))
				}
			}
		}
	}
	return lists
}
