package nine

import (
	"math/bits"
	"slices"
)

// Filling holds the digits 1 to 9 of a box, row by row.
type Filling [9]uint8

// lines describes a filling by the digits in its rows and columns: bit 9·row + digit−1, and bit 27 + 9·column + digit−1. Boxes of
// a band affect each other only through the row bits, boxes of a stack only through the column bits. A union of several fillings
// has the digits of at least one of them.
type lines uint64

const (
	bandLines  lines = 1<<27 - 1
	stackLines lines = bandLines << 27
)

func linesOf(f Filling) lines {
	l := lines(0)
	for position, digit := range f {
		l |= given(position, digit)
	}
	return l
}

// given returns the bits of a digit at a position of a box.
func given(position int, digit uint8) lines {
	return 1<<(9*(position/3)+int(digit)-1) | 1<<(27+9*(position%3)+int(digit)-1)
}

// digit returns a filling's digit at a position: the only one that its row and its column share.
func (l lines) digit(position int) uint8 {
	row, column := l>>(9*(position/3)), l>>(27+9*(position%3))
	return uint8(bits.TrailingZeros64(uint64(row&column))) + 1
}

// Catalogue lists the fillings that a box may take.
type Catalogue struct {
	all   []lines
	union lines
	// with has the fillings with a digit at a position, at index 9·position + digit−1.
	with [81][]lines
}

// NewCatalogue returns the catalogue of the fillings, each of which has all nine digits.
func NewCatalogue(fillings []Filling) *Catalogue {
	c := &Catalogue{}
	for _, f := range fillings {
		l := linesOf(f)
		c.all = append(c.all, l)
		c.union |= l
		for position, digit := range f {
			i := 9*position + int(digit) - 1
			c.with[i] = append(c.with[i], l)
		}
	}
	return c
}

// Len returns the number of fillings.
func (c *Catalogue) Len() int { return len(c.all) }

// Filling returns the digits of a filling by its number.
func (c *Catalogue) Filling(i int) []int {
	digits := make([]int, 9)
	for position := range digits {
		digits[position] = int(c.all[i].digit(position))
	}
	return digits
}

// Has reports whether the catalogue has a filling with these digits.
func (c *Catalogue) Has(digits []int) bool {
	l := lines(0)
	for position, digit := range digits {
		l |= given(position, uint8(digit))
	}
	return slices.Contains(c.with[digits[0]-1], l)
}

// Boxes searches 9×9 Sudoku whose boxes take their fillings from lists. For each box it keeps the list of the fillings still
// possible, and their union. A digit that no filling of a box has in a row of the band is in that row of one of the other two
// boxes, and so on; see (*Boxes).pair. A list that gets shorter is copied; other lists are shared with the parent state. It is
// for one goroutine at a time.
type Boxes struct {
	run
	catalogues [9]*Catalogue
	levels     [10]boxState         // each level fixes a box
	weights    [weighed + 1]float64 // by depth: of the node there, as a share of the whole search
	// store holds shortened lists. Those of a state come after those of its parent.
	store []lines
	// choose is the filter of the processor's vectors, or nil. It is the twin of the loop of [Boxes.filter].
	choose filter
}

// filter copies those of n fillings that have all needed lines and only allowed ones, in their order. It returns their number and
// union. It may write up to a vector beyond them.
type filter func(kept, list *uint64, n, needed, allowed uint64) (fitting, union uint64)

// vectorWords is the number of words of the widest vector.
const vectorWords = 8

// weighed is the depth from which on branches are too small to be told of.
const weighed = 4

// fillingsPerNode is the number of fillings examined in the time of a node's other work.
const fillingsPerNode = 1 << 10

// boxState is a state of the search.
type boxState struct {
	lists  [9][]lines
	unions [9]lines
	used   int // of the store, in words
}

// NewBoxes returns a solver for boxes with these catalogues, row by row. It uses the processor's vectors, up to so many bits; the search is
// the same with any.
func NewBoxes(catalogues [9]*Catalogue, vectorBits int) *Boxes {
	return &Boxes{catalogues: catalogues, choose: widest(vectorBits).filter}
}

// Solve works like [Bands.Solve].
func (s *Boxes) Solve(givens *Grid, limit uint64, done <-chan struct{}, yield func(*Grid) bool) Outcome {
	s.begin(limit, done, yield)
	s.weights[0] = 1
	return s.end(!s.load(givens) || s.search(0))
}

// load sets the first level to the propagated givens. It reports false if they have no solution.
func (s *Boxes) load(givens *Grid) bool {
	root := &s.levels[0]
	root.used = 0
	var needed [9]lines
	var bands, stacks [3]lines // what the givens of their boxes require
	for cell, digit := range givens {
		if digit != 0 {
			box, position := BoxAt(cell)
			l := given(position, digit)
			needed[box] |= l
			bands[box/3] |= l & bandLines
			stacks[box%3] |= l & stackLines
		}
	}
	for box, c := range s.catalogues {
		if len(c.all) == 0 {
			return false
		}
		root.lists[box], root.unions[box] = c.all, c.union
		others := (bands[box/3] | stacks[box%3]) &^ needed[box]
		for position := range 9 {
			digit := givens[CellAt(box, position)]
			if digit == 0 {
				continue
			}
			if list := c.with[9*position+int(digit)-1]; len(list) < len(root.lists[box]) {
				root.lists[box] = list
			}
		}
		if needed[box]|others != 0 && !s.filter(root, box, needed[box], ^others) {
			return false
		}
	}
	return s.propagate(root, 0o77)
}

// filter keeps the fillings of a box that have all needed lines and only allowed ones. It reports whether one is left.
func (s *Boxes) filter(at *boxState, box int, needed, allowed lines) bool {
	list := at.lists[box]
	s.work += len(list) / fillingsPerNode
	end := at.used + len(list) + vectorWords
	if end > cap(s.store) {
		s.store = make([]lines, 0, 2*end) // existing lists stay in the old one
	}
	kept := s.store[at.used:end]
	if s.choose != nil && len(list) > 0 {
		n, union := s.choose((*uint64)(&kept[0]), (*uint64)(&list[0]), uint64(len(list)), uint64(needed), uint64(allowed))
		at.lists[box], at.unions[box] = kept[:n:n], lines(union)
		at.used += int(n)
		return n > 0
	}
	n, union := 0, lines(0)
	for _, l := range list {
		// Without branches, which would be mispredicted: fits is 1 if l fits, and 0 otherwise.
		fits := ((needed&^l | l&^allowed) - 1) >> 63
		kept[n] = l
		union |= l & -fits
		n += int(fits)
	}
	at.lists[box], at.unions[box] = kept[:n:n], union
	at.used += n
	return n > 0
}

// propagate pairs digits until nothing changes, first in the bands and stacks that are due: bits 0 to 2 for the bands, 3 to 5
// for the stacks. It reports false if there is no solution.
func (s *Boxes) propagate(at *boxState, due uint) bool {
	for due != 0 {
		line := uint(bits.TrailingZeros(due)) % 6
		due &^= 1 << line
		boxes, shift := &boxesOf[line], 27*(line/3)
		a, b, c := pair(at.unions[boxes[0]]>>shift, at.unions[boxes[1]]>>shift, at.unions[boxes[2]]>>shift)
		if digits := (a | a>>9 | a>>18) & fullRow; digits != fullRow {
			return false // the line cannot have the others
		}
		for i, allowed := range [3]lines{a, b, c} {
			box := boxes[i]
			mask := allowed<<shift | ^(bandLines << shift)
			before := at.unions[box]
			if before&^mask == 0 {
				continue
			}
			if len(at.lists[box]) == 1 || !s.filter(at, int(box), 0, mask) {
				return false
			}
			changed := before &^ at.unions[box]
			if changed&bandLines != 0 {
				due |= linesOfBox[box] & 0o07
			}
			if changed&stackLines != 0 {
				due |= linesOfBox[box] & 0o70
			}
		}
	}
	return true
}

var (
	// boxesOf has the boxes of each band, then those of each stack.
	boxesOf = [6][3]uint8{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}}
	// linesOfBox has the bits of a box's band and stack.
	linesOfBox = [9]uint{0o11, 0o21, 0o41, 0o12, 0o22, 0o42, 0o14, 0o24, 0o44}
)

// pair takes the possible digits of three boxes in their three shared rows (or columns). It keeps a digit's place if some
// assignment of the digit to different rows in the boxes uses it. It works on all digits at once.
func pair(a, b, c lines) (allowedA, allowedB, allowedC lines) {
	const row = 1<<9 - 1
	a0, a1, a2 := a&row, a>>9&row, a>>18&row
	b0, b1, b2 := b&row, b>>9&row, b>>18&row
	c0, c1, c2 := c&row, c>>9&row, c>>18&row
	p012, p021 := a0&b1&c2, a0&b2&c1
	p102, p120 := a1&b0&c2, a1&b2&c0
	p201, p210 := a2&b0&c1, a2&b1&c0
	return p012 | p021 | (p102|p120)<<9 | (p201|p210)<<18,
		p102 | p201 | (p012|p210)<<9 | (p021|p120)<<18,
		p120 | p210 | (p021|p201)<<9 | (p012|p102)<<18
}

// search looks for all solutions of the state at a depth, which is propagated. It reports false if the search must end.
func (s *Boxes) search(depth int) bool {
	here := &s.levels[depth]
	box := here.branch()
	if box < 0 {
		return s.solution(here)
	}
	next := &s.levels[depth+1]
	closed, part := 0.0, 0.0
	if depth < weighed {
		closed, part = s.closed, s.weights[depth]/float64(len(here.lists[box]))
		s.weights[depth+1] = part
	}
	for i, l := range here.lists[box] {
		if s.stopped() {
			return false
		}
		*next = *here
		next.lists[box], next.unions[box] = here.lists[box][i:i+1], l
		if s.propagate(next, linesOfBox[box]) && !s.search(depth+1) {
			return false
		}
		if depth < weighed {
			s.closed = closed + float64(i+1)*part
		}
	}
	return true
}

// branch returns the box with the shortest list of two or more, or -1.
func (at *boxState) branch() int {
	best, shortest := -1, 0
	for box, list := range at.lists {
		if n := len(list); n > 1 && (best < 0 || n < shortest) {
			best, shortest = box, n
		}
	}
	return best
}

// solution counts and yields a state in which each box has one filling left.
func (s *Boxes) solution(at *boxState) bool {
	if s.yield != nil {
		for box, list := range at.lists {
			for position := range 9 {
				s.grid[CellAt(box, position)] = list[0].digit(position)
			}
		}
	}
	return s.found()
}

// Fillings lists the fillings for which accept holds, in ascending order, up to most of them. accept is also called with partial
// fillings whose positions from n on are empty; if it refuses one, its extensions are skipped.
func Fillings(most int, accept func(f *Filling, n int) bool) []Filling {
	var list []Filling
	var f Filling
	var fill func(position int, free digitSet)
	fill = func(position int, free digitSet) {
		if position == len(f) {
			list = append(list, f)
			return
		}
		for digits := free; digits != 0 && len(list) < most; digits &= digits - 1 {
			digit := digits & -digits
			f[position] = uint8(bits.TrailingZeros16(digit)) + 1
			if accept(&f, position+1) {
				fill(position+1, free&^digit)
			}
		}
		f[position] = 0
	}
	fill(0, 1<<9-1)
	return list
}
