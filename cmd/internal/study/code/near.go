package code

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// countNear returns the number of words for a Δ, 0 to 9, at each distance from a given word, up to some distance. It uses no
// symmetry and no list of words.
//
// A value put into a cell displaces its holder in the row, the column and the box, so these must change as well. Where no cell is
// left that must change, there is a word, and another cell may be chosen for further changes, in ascending order. The number of
// words that are tried grows exponentially with the distance.
func countNear(ctx context.Context, delta int, w *Word, distance int) (Distribution, error) {
	s, err := newNearSearch(ctx, delta, w, distance)
	if err != nil {
		return Distribution{}, err
	}
	s.words()
	return s.found, context.Cause(ctx)
}

// cellStatus is the status of a cell in a search for near words.
type cellStatus uint8

const (
	open    cellStatus = iota // it may change
	kept                      // it does not
	due                       // it must change
	changed                   // it has its new value
)

type nearSearch struct {
	ctx      context.Context
	delta    int
	most     int
	found    Distribution
	old      Word
	new      Word
	statuses [Length]cellStatus
	holder   [houseCount][digits + 1]int // by old value
	taken    [houseCount]uint16          // the new values of changed cells: bit v for value v
	moving   [houseCount]int             // cells that are due or changed
	lone     [kinds]int                  // houses with one such cell, by kind: each needs a second one
	all      int                         // cells that are due or changed
	nodes    int
	ended    bool
}

func newNearSearch(ctx context.Context, delta int, w *Word, most int) (*nearSearch, error) {
	s := &nearSearch{ctx: ctx, delta: delta, most: most, old: *w, new: *w}
	for h, cells := range houses {
		var seen uint16
		for _, cell := range cells {
			s.holder[h][w[cell]] = cell
			seen |= 1 << w[cell]
		}
		if seen != 1<<(digits+1)-2 {
			return nil, fmt.Errorf("%v is not a word: a house repeats a value", w)
		}
	}
	for _, line := range lines {
		if sum := int(w[line[0]]) + int(w[line[1]]) + int(w[line[2]]); !allows(delta, sum) {
			return nil, fmt.Errorf("%v is not a word for Δ = %d: three cells of a box sum to %d", w, delta, sum)
		}
	}
	return s, nil
}

// words counts the current word, in which no cell is due and all moving cells have changed, and then lets further cells change.
func (s *nearSearch) words() {
	if s.sumsHold() {
		s.found[s.all]++
	}
	var passed []int
	for cell := range Length {
		if s.statuses[cell] != open || s.ended || s.all == s.most {
			continue
		}
		s.demand(cell)
		s.settle()
		s.release(cell)
		s.statuses[cell] = kept
		passed = append(passed, cell)
	}
	for _, cell := range passed {
		s.statuses[cell] = open
	}
}

// demand makes an open cell due.
func (s *nearSearch) demand(cell int) {
	s.statuses[cell] = due
	s.all++
	for kind, h := range housesOf[cell] {
		s.lone[kind] += loneAfter[min(s.moving[h], 2)]
		s.moving[h]++
	}
}

// release makes a due cell open again.
func (s *nearSearch) release(cell int) {
	s.statuses[cell] = open
	s.all--
	for kind, h := range housesOf[cell] {
		s.moving[h]--
		s.lone[kind] -= loneAfter[min(s.moving[h], 2)]
	}
}

// loneAfter is the change in the number of houses with one moving cell when a house with none, one or more gets another.
var loneAfter = [...]int{1, -1, 0}

// nodesPerPoll is the number of nodes of a search between two looks at its context.
const nodesPerPoll = 1 << 12

// settle gives each due cell a new value, in all possible ways.
func (s *nearSearch) settle() {
	s.nodes++
	if s.nodes%nodesPerPoll == 0 && s.ctx.Err() != nil {
		s.ended = true
	}
	// A further cell is in one row, one column and one box.
	if s.ended || s.all+max(s.lone[row], s.lone[column], s.lone[box]) > s.most {
		return
	}
	cell, values := -1, uint16(0)
	for c, status := range s.statuses {
		if status != due {
			continue
		}
		if v := s.valuesOf(c); cell < 0 || bits.OnesCount16(v) < bits.OnesCount16(values) {
			cell, values = c, v
		}
	}
	if cell < 0 {
		s.words()
		return
	}
	for ; values != 0; values &= values - 1 {
		s.place(cell, uint8(bits.TrailingZeros16(values)))
	}
}

// valuesOf returns the values that a due cell may get: no changed cell of its houses has them, and their holders can move.
func (s *nearSearch) valuesOf(cell int) (values uint16) {
	of := &housesOf[cell]
	for left := uint16(1<<(digits+1)-2) &^ (s.taken[of[row]] | s.taken[of[column]] | s.taken[of[box]] | 1<<s.old[cell]); left != 0; left &= left - 1 {
		value := bits.TrailingZeros16(left)
		if s.statuses[s.holder[of[row]][value]] != kept && s.statuses[s.holder[of[column]][value]] != kept && s.statuses[s.holder[of[box]][value]] != kept {
			values |= 1 << value
		}
	}
	return values
}

// place gives a due cell a value and continues the search.
func (s *nearSearch) place(cell int, value uint8) {
	s.statuses[cell], s.new[cell] = changed, value
	var displaced [kinds]int
	n := 0
	for _, h := range housesOf[cell] {
		s.taken[h] |= 1 << value
		if holder := s.holder[h][value]; s.statuses[holder] == open {
			s.demand(holder)
			displaced[n] = holder
			n++
		}
	}
	if s.all <= s.most && s.sumsAllowed(cell) {
		s.settle()
	}
	for _, holder := range displaced[:n] {
		s.release(holder)
	}
	for _, h := range housesOf[cell] {
		s.taken[h] &^= 1 << value
	}
	s.statuses[cell], s.new[cell] = due, s.old[cell]
}

// sumsAllowed reports whether each completely known line of a cell has an allowed sum.
func (s *nearSearch) sumsAllowed(cell int) bool {
	for _, line := range linesOf[cell] {
		known, sum := true, 0
		for _, c := range lines[line] {
			known = known && s.statuses[c] != due && (s.statuses[c] != open || s.all == s.most)
			sum += int(s.new[c])
		}
		if known && !allows(s.delta, sum) {
			return false
		}
	}
	return true
}

// sumsHold reports whether all sums are allowed if open cells keep their values.
func (s *nearSearch) sumsHold() bool {
	return !slices.ContainsFunc(lines, func(line [3]int) bool {
		return !allows(s.delta, int(s.new[line[0]])+int(s.new[line[1]])+int(s.new[line[2]]))
	})
}
