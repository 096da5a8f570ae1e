package classic

import (
	"context"
	"math/bits"

	"qmsat/model"
	"qmsat/model/engine"
)

func init() {
	register("pencil-and-paper", "naked and hidden singles alone, all of them set in each pass over the grid; may fail", true, mostInWord,
		func(b *board) engine.Session { return &pencil{newNorvig(b)} })
}

// pencil is the pencil-and-paper method of the comparison of three methods. A pass reads the candidates of the current grid. It
// fills every cell with only one candidate, and places every value with only one cell left in a house. An iteration is one pass.
// It gives up a puzzle that a pass does not change.
//
// Source: Onokpasa, Bakwa, "Comparative analysis of pencil and paper, backtracking and alternating projections", 2018.
type pencil struct {
	*norvig
}

// Run implements engine.Session. Its effort is the number of passes, including the last, which changes nothing.
func (s *pencil) Run(
	ctx context.Context, cube model.Cube, _ uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard("pencil-and-paper", &err)
	if err := s.model.CheckGivens(cube); err != nil {
		return engine.NewAttempt(ctx, nil, nil), err
	}
	given, ok := s.givens(cube)
	grid := make([]uint64, len(s.domain)) // by variable: its value as a bit, 0 if it has none yet
	for v, number := range given {
		if number >= 0 {
			grid[v] = 1 << number
		}
	}
	var solution model.Assignment
	passes := 0
	for changed := ok; changed && ctx.Err() == nil; {
		changed = s.pass(grid)
		passes++
		if a := s.filled(grid); a != nil {
			if s.model.Check(a) == nil && s.model.CheckCube(a, cube) == nil {
				solution = a
			}
			break
		}
	}
	return engine.NewAttempt(ctx, solution, yield, engine.Measure{Name: engine.Iterations, Value: int64(passes)}), nil
}

// pass fills the singles of a grid, and reports whether there were any.
func (s *pencil) pass(grid []uint64) (changed bool) {
	candidates := make([]uint64, len(grid))
	for v, word := range grid {
		if word != 0 {
			continue
		}
		candidates[v] = s.domain[v]
		for _, peer := range s.peers[v] {
			candidates[v] &^= grid[peer]
		}
	}
	set := func(v model.Var, value uint64) {
		grid[v], changed = value, true
	}
	for v, word := range candidates {
		if bits.OnesCount64(word) == 1 {
			set(model.Var(v), word)
		}
	}
	for house, full := range s.full {
		once, twice := uint64(0), uint64(0)
		for _, v := range s.houses[house] {
			twice |= once & candidates[v]
			once |= candidates[v]
		}
		for _, v := range s.houses[house] {
			if here := candidates[v] & once &^ twice & full; here != 0 {
				set(v, here&-here)
			}
		}
	}
	return changed
}

// filled returns the grid's values, or nil if one is missing.
func (s *pencil) filled(grid []uint64) model.Assignment {
	a := make(model.Assignment, len(grid))
	for v, word := range grid {
		if word == 0 {
			return nil
		}
		a[v] = s.values[bits.TrailingZeros64(word)]
	}
	return a
}
