package logic

import (
	"context"
	"math/bits"
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// State is a partly solved puzzle. A cell with a value has no candidates.
type State struct {
	*Board
	candidates []uint64                  // by variable
	values     []int8                    // by variable; -1 if it has none yet
	cube       model.Cube                // the givens
	positions  []uint64                  // by house and value: its possible positions among the house's cells; see at
	placed     []uint64                  // by house: the values already placed
	cells      []uint64                  // by value: the cells with it as a candidate; see with
	naked      []model.Var               // in the order in which only one candidate was left; some already have values
	hidden     []int32                   // house and value, as in positions, in the order in which one position was left; some are placed
	open       int                       // variables without a value, except auxiliary ones
	fruitless  map[fruitlessKey][]uint64 // candidates with which a technique found nothing
	broken     bool                      // a variable has no value left, or a full house has no place for a value
	polls      int
}

// NewState returns the puzzle of a cube. It is broken if givens clash or are outside a domain.
func NewState(b *Board, cube model.Cube) *State {
	n, values := len(b.domains), len(b.numbers)
	s := &State{
		Board: b, candidates: slices.Clone(b.domains), values: make([]int8, n), cube: cube,
		positions: make([]uint64, len(b.Houses)*values), hidden: make([]int32, 0, len(b.Houses)*values),
		naked: make([]model.Var, 0, n), placed: make([]uint64, len(b.Houses)),
		cells: make([]uint64, values*b.words), open: b.open, fruitless: map[fruitlessKey][]uint64{},
	}
	for v, mask := range s.candidates {
		s.values[v] = -1
		if b.isAuxiliary(model.Var(v)) {
			s.candidates[v] = 0
			continue
		}
		if count(mask) == 1 {
			s.naked = append(s.naked, model.Var(v))
		}
		for value := range bitsOf(mask) {
			s.with(value).Add(v)
			for _, m := range b.of[v] {
				*s.at(m.house, value) |= m.bit
			}
		}
	}
	for i, positions := range s.positions {
		if count(positions) == 1 {
			s.hidden = append(s.hidden, int32(i))
		}
	}
	for _, g := range cube {
		value := b.valueOf(g.Value)
		switch {
		case b.domains[g.Var] == 0: // auxiliary, and its values are not known; the solution is checked
		case value < 0 || s.mask(g.Var)>>value&1 == 0:
			s.broken = true
		case b.isAuxiliary(g.Var):
			s.values[g.Var] = int8(value)
		case s.values[g.Var] < 0:
			s.place(g.Var, value)
		}
	}
	return s
}

// Clone returns an independent copy.
func (s *State) Clone() *State {
	c := &State{Board: s.Board, cube: s.cube, fruitless: map[fruitlessKey][]uint64{}}
	c.copyFrom(s)
	return c
}

// copyFrom copies another state of the same puzzle.
func (s *State) copyFrom(t *State) {
	s.candidates = append(s.candidates[:0], t.candidates...)
	s.values = append(s.values[:0], t.values...)
	s.positions = append(s.positions[:0], t.positions...)
	s.placed = append(s.placed[:0], t.placed...)
	s.cells = append(s.cells[:0], t.cells...)
	s.naked = append(s.naked[:0], t.naked...)
	s.hidden = append(s.hidden[:0], t.hidden...)
	s.open, s.broken = t.open, t.broken
}

// Candidates returns the remaining numbers of a variable, ascending; none if it has a value.
func (s *State) Candidates(v model.Var) []int {
	var numbers []int
	for value := range bitsOf(s.candidates[v]) {
		numbers = append(numbers, s.Number(value))
	}
	return numbers
}

// Value returns the number of a variable, and whether it has one.
func (s *State) Value(v model.Var) (int, bool) {
	if s.values[v] < 0 {
		return 0, false
	}
	return s.Number(int(s.values[v])), true
}

// Given reports whether the cube gave the variable its value.
func (s *State) Given(v model.Var) bool {
	return slices.ContainsFunc(s.cube, func(g model.Given) bool { return g.Var == v })
}

// Solved reports whether every variable has a value. The model must still check the solution.
func (s *State) Solved() bool { return s.open == 0 }

// Broken reports whether a variable has no value left, or a full house no place for a value: the puzzle has no solution.
func (s *State) Broken() bool { return s.broken }

// at returns the possible positions of a value in a house, as a mask over the house's cells; it is empty if the value is placed.
func (s *State) at(house, value int) *uint64 { return &s.positions[house*len(s.numbers)+value] }

// with returns the cells that have a candidate.
func (s *State) with(value int) bitset.Set { return s.cells[value*s.words : (value+1)*s.words] }

// has reports whether a variable has a candidate.
func (s *State) has(v model.Var, value int) bool { return s.candidates[v]>>value&1 != 0 }

// mask returns the candidates of a variable, or its value if it has one. An auxiliary variable may have all its values.
func (s *State) mask(v model.Var) uint64 {
	switch {
	case s.values[v] >= 0:
		return 1 << s.values[v]
	case s.isAuxiliary(v):
		return s.domains[v]
	}
	return s.candidates[v]
}

// sizeOf returns the number of candidates of a variable.
func (s *State) sizeOf(v model.Var) int { return count(s.candidates[v]) }

// place gives a variable a value, and removes the value from all variables that it sees.
func (s *State) place(v model.Var, value int) {
	s.values[v] = int8(value)
	s.open--
	for _, m := range s.of[v] {
		s.placed[m.house] |= 1 << value
	}
	for _, w := range s.seen[v] {
		s.remove(w, value)
	}
	for other := range bitsOf(s.candidates[v]) {
		s.remove(v, other)
	}
}

// remove removes a candidate from a variable, if it is there.
func (s *State) remove(v model.Var, value int) {
	if !s.has(v, value) {
		return
	}
	s.candidates[v] &^= 1 << value
	switch {
	case s.values[v] >= 0:
	case s.candidates[v] == 0:
		s.broken = true
	case s.sizeOf(v) == 1:
		s.naked = append(s.naked, v)
	}
	s.with(value).Remove(int(v))
	for _, m := range s.of[v] {
		positions := s.at(m.house, value)
		*positions &^= m.bit
		switch {
		case !s.Houses[m.house].Full || s.placed[m.house]>>value&1 != 0:
		case *positions == 0:
			s.broken = true
		case count(*positions) == 1:
			s.hidden = append(s.hidden, int32(m.house*len(s.numbers)+value))
		}
	}
}

// Except returns the candidates of a variable that are not in a domain.
func (s *State) Except(v model.Var, domain model.Domain) (others []Candidate) {
	for value := range bitsOf(s.candidates[v]) {
		if !domain.Contains(s.Number(value)) {
			others = append(others, Candidate{v, value})
		}
	}
	return others
}

// Apply makes the step's placements and eliminations.
func (s *State) Apply(step *Step) {
	for _, c := range step.Placements {
		if s.has(c.Cell, c.Value) {
			s.place(c.Cell, c.Value)
		}
	}
	for _, c := range step.Eliminations {
		s.remove(c.Cell, c.Value)
	}
}

// seenByAll returns the cells with a candidate that see all given cells, or nil if there are none.
func (s *State) seenByAll(cells []model.Var, value int) (seen bitset.Set) {
	for i, word := range s.with(value) {
		for _, v := range cells {
			word &= s.peers[v][i]
		}
		if word != 0 && seen == nil {
			seen = s.newSet()
		}
		if word != 0 {
			seen[i] = word
		}
	}
	return seen
}

// Techniques ask about once a house whether to stop. With at most smallBoard variables that takes so little time that only each
// pollsPerLook-th question checks the context.
const (
	smallBoard   = 100
	pollsPerLook = 32
)

// ended reports whether the search for a step must stop. It is cheap enough for inner loops.
func (s *State) ended(ctx context.Context) bool {
	s.polls++
	return (s.polls%pollsPerLook == 0 || len(s.values) > smallBoard) && ctx.Err() != nil
}

// count returns the number of bits of a mask.
func count(mask uint64) int { return bits.OnesCount64(mask) }

// lowest returns the number of the lowest bit of a mask that is not 0.
func lowest(mask uint64) int { return bits.TrailingZeros64(mask) }

// highest returns the number of the highest bit of a mask that is not 0.
func highest(mask uint64) int { return bits.Len64(mask) - 1 }
