package classic

import (
	"math/bits"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// rewrites is the measure of rules applied.
const rewrites = "rewrites"

func init() {
	engine.RegisterMeasure(engine.MeasureKind{
		Name: rewrites, Unit: "rules", Meaning: "applied one at a time; if none applies, a value is tried",
	})
	register("rewriting", "rules on candidates, one at a time, then the cell with the fewest values (Santos-García, Palomino 2007)", false,
		mostInWord, func(b *board) engine.Session { return &exhaustive{b, "rewriting", rewrites, newNorvig(b).rewriting} })
}

// rewriting applies the first rule that applies anywhere, once, and then starts again with the first rule. The rules are naked
// single, equal pair, equal triple, hidden single, hidden pair, pointing. If none applies, it tries the values of a cell with the
// fewest in turn. The published program orders rules by Maude strategies. The order of houses, and pointing from any house to any
// other, are our choices.
//
// Source: Santos-García, Palomino, "Solving Sudoku puzzles with rewriting rules", ENTCS 176 (2007).
func (s *norvig) rewriting(t tally, cube model.Cube) tally {
	r := &rewritingRun{norvigRun: norvigRun{norvig: s, tally: t}}
	given, ok := s.givens(cube)
	if !ok {
		return t
	}
	start := r.begin()
	for v, number := range given {
		if number >= 0 {
			start.candidates[v] &= 1 << number
		}
	}
	r.take = func(s *norvigState, v model.Var, value uint64) bool {
		s.candidates[v] = value
		return r.rewrite(s)
	}
	if r.rewrite(start) {
		r.search(0)
	}
	return r.tally
}

// rewritingRun is a run.
type rewritingRun struct {
	norvigRun
	positions [mostInWord]uint64 // of a full house, by value: the cells with that candidate
}

// rewrite applies rules until none applies, and reports whether the grid is still possible. A rule that finds a contradiction
// leaves a cell without candidates.
func (r *rewritingRun) rewrite(s *norvigState) bool {
	for !slices.Contains(s.candidates, 0) {
		if !r.nakedSingle(s) && !r.equal(s, 2) && !r.equal(s, 3) && !r.hidden(s, 1) && !r.hidden(s, 2) && !r.pointing(s) {
			return true
		}
		if r.stopped = r.stopped || r.ctx.Err() != nil; r.stopped || !r.try() {
			return false
		}
	}
	return false
}

// nakedSingle removes the only value of a cell from its peers.
func (r *rewritingRun) nakedSingle(s *norvigState) bool {
	for v, word := range s.candidates {
		if bits.OnesCount64(word) != 1 || s.assigned[v] {
			continue
		}
		if !r.note(s, model.Var(v)) {
			s.candidates[v] = 0
		}
		for _, peer := range r.peers[v] {
			s.candidates[peer] &^= word
		}
		return true
	}
	return false
}

// equal finds cells of a house that together have only as many values as there are cells, and removes these values from the
// house's other cells.
func (r *rewritingRun) equal(s *norvigState, cells int) bool {
	for _, house := range r.houses {
		for i, v := range house {
			word, count, others := s.candidates[v], 1, uint64(0)
			if bits.OnesCount64(word) != cells {
				continue
			}
			for j, w := range house {
				if j == i {
					continue
				}
				if s.candidates[w] == word {
					count++
				} else {
					others |= s.candidates[w]
				}
			}
			if count != cells || others&word == 0 {
				continue
			}
			for _, w := range house {
				if s.candidates[w] != word {
					s.candidates[w] &^= word
				}
			}
			return true
		}
	}
	return false
}

// hidden finds values of a full house that together have only as many cells as there are values, and removes all other values
// from these cells. A value without a position is a contradiction.
func (r *rewritingRun) hidden(s *norvigState, values int) bool {
	for number, house := range r.houses {
		full := r.list(s, number)
		for rest := full; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros64(rest)
			cells, word := r.positions[v], uint64(0)
			if cells == 0 {
				s.candidates[house[0]] = 0
				return true
			}
			if bits.OnesCount64(cells) != values {
				continue
			}
			for others := full; others != 0; others &= others - 1 {
				if w := bits.TrailingZeros64(others); r.positions[w] == cells {
					word |= 1 << w
				}
			}
			if bits.OnesCount64(word) != values {
				continue
			}
			applies := false
			for ; cells != 0; cells &= cells - 1 {
				cell := house[bits.TrailingZeros64(cells)]
				applies = applies || s.candidates[cell]&^word != 0
				s.candidates[cell] &= word
			}
			if applies {
				return true
			}
		}
	}
	return false
}

// pointing looks for a value whose positions in a full house all lie in another house too. It removes the value from the other
// house's further cells.
func (r *rewritingRun) pointing(s *norvigState) bool {
	for number, house := range r.houses {
		for rest := r.list(s, number); rest != 0; rest &= rest - 1 {
			cells := r.positions[bits.TrailingZeros64(rest)]
			for _, other := range r.of[house[bits.TrailingZeros64(cells)]] {
				if int(other) == number || !r.within(house, cells, other) {
					continue
				}
				applies := false
				for _, v := range r.houses[other] {
					if s.candidates[v]&rest&-rest != 0 && !slices.Contains(r.of[v], int32(number)) {
						s.candidates[v] &^= rest & -rest
						applies = true
					}
				}
				if applies {
					return true
				}
			}
		}
	}
	return false
}

// list notes the positions of each value of a house. It returns the values if the house is full, otherwise none.
func (r *rewritingRun) list(s *norvigState, house int) (full uint64) {
	full = r.full[house]
	if full == 0 {
		return 0
	}
	clear(r.positions[:])
	for i, v := range r.houses[house] {
		for word := s.candidates[v]; word != 0; word &= word - 1 {
			r.positions[bits.TrailingZeros64(word)] |= 1 << i
		}
	}
	return full
}

// within reports whether all of a house's cells in a set of bits are in another house.
func (r *rewritingRun) within(house []model.Var, cells uint64, other int32) bool {
	for ; cells != 0; cells &= cells - 1 {
		if !slices.Contains(r.of[house[bits.TrailingZeros64(cells)]], other) {
			return false
		}
	}
	return true
}
