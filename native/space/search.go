package space

import (
	"slices"

	"qmsat/model"
	"qmsat/native/order"
)

// Sizes implements [order.Search].
func (s *Space) Sizes(variables []model.Var) []int {
	s.sizes = s.sizes[:0]
	for _, v := range variables {
		s.sizes = append(s.sizes, s.Size(v))
	}
	return s.sizes
}

// Weights implements [order.Search]. Its constraints are the propagators.
func (s *Space) Weights() *order.Weights { return s.Blames }

// Boxes implements [order.Search].
func (s *Space) Boxes() *order.Boxes {
	if s.boxes == nil {
		s.boxes = order.NewBoxes(s.Model)
	}
	return s.boxes
}

// OpenNeighbours implements [order.Search].
func (s *Space) OpenNeighbours(v model.Var) (open int) {
	if s.neighbours == nil {
		s.neighbours, s.scopes = make([][]model.Var, len(s.Numberings)), make([][][]model.Var, len(s.Numberings))
		for _, c := range s.Model.Constraints {
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
		if s.Over(1) {
			return 0
		}
		if !s.Fixed(other) {
			open++
		}
	}
	return open
}

// PropagatorsOf returns the propagators that watch each variable.
func (s *Space) PropagatorsOf() [][]int {
	lists := make([][]int, len(s.Numberings))
	for v := range lists {
		for _, watchers := range s.Watchers {
			for _, id := range watchers[v] {
				if n := len(lists[v]); n == 0 || lists[v][n-1] != int(id) { // once, even if a scope repeats the variable
					lists[v] = append(lists[v], int(id))
				}
			}
		}
	}
	return lists
}
