package code

import "math/bits"

// values is a set of values of a cell: bit v for value v.
type values uint16

const allValues values = 1<<(digits+1) - 2

func (v values) size() int    { return bits.OnesCount16(uint16(v)) }
func (v values) single() bool { return v&(v-1) == 0 }
func (v values) least() uint8 { return uint8(bits.TrailingZeros16(uint16(v))) }

// strength says which values a constraint refutes on its own.
type strength int

const (
	nakedSingles   strength = iota // in a house values of known cells; on a line, the third value where two are known
	singles                        // also, in a house, all other values of a cell that alone may have some value
	arcConsistency                 // each value that no way to meet the constraint has in its cell
)

// sets is an iterative decoder's knowledge of a word: the values that each cell may have. Constraints are the houses, then the
// lines.
type sets struct {
	strength strength
	of       [Length]values
	lines    int       // constraints on sums: none where all sums are allowed
	least    int       // sum of a line
	most     int       // sum of a line
	pending  [2]uint64 // constraints that may refute something
	empty    bool      // some cell is left without a value
}

func newSets(delta int, s strength, received *Word) *sets {
	p := &sets{strength: s, lines: len(lines)}
	for !allows(delta, p.least) {
		p.least++
	}
	for p.most = p.least; allows(delta, p.most+1); {
		p.most++
	}
	if p.least <= 1+2+3 && p.most >= 7+8+9 {
		p.lines = 0
	}
	for cell, value := range received {
		p.of[cell] = allValues
		if value != 0 {
			p.of[cell] = 1 << value
		}
	}
	for c := range houseCount + p.lines {
		p.pending[c/64] |= 1 << (c % 64)
	}
	return p
}

// word returns the cells with one value left.
func (p *sets) word() (w Word) {
	for cell, v := range p.of {
		if v.single() && v != 0 {
			w[cell] = v.least()
		}
	}
	return w
}

// restrict limits a cell to some values.
func (p *sets) restrict(cell int, to values) {
	left := p.of[cell] & to
	if left == p.of[cell] {
		return
	}
	p.of[cell] = left
	p.empty = p.empty || left == 0
	for _, h := range housesOf[cell] {
		p.pending[0] |= 1 << h
	}
	if p.lines > 0 {
		for _, line := range linesOf[cell] {
			c := houseCount + line
			p.pending[c/64] |= 1 << (c % 64)
		}
	}
}

// refute has each constraint refute what it can until nothing changes, and reports whether each cell has values left. Lines come
// before houses, since they take less time.
func (p *sets) refute() bool {
	for !p.empty {
		var c int
		switch {
		case p.pending[1] != 0:
			c = 64 + bits.TrailingZeros64(p.pending[1])
		case p.pending[0] != 0:
			c = bits.Len64(p.pending[0]) - 1
		default:
			return true
		}
		p.pending[c/64] &^= 1 << (c % 64)
		switch {
		case c >= houseCount:
			p.refuteLine(&lines[c-houseCount])
		case p.strength == arcConsistency:
			p.refuteHall(&houses[c])
		default:
			p.refuteSingles(&houses[c])
		}
	}
	return false
}

func (p *sets) refuteSingles(house *[digits]int) {
	for _, cell := range house {
		if v := p.of[cell]; v.single() {
			for _, other := range house {
				if other != cell {
					p.restrict(other, ^v)
				}
			}
		}
	}
	if p.strength == nakedSingles {
		return
	}
	var once, twice values
	for _, cell := range house {
		twice |= once & p.of[cell]
		once |= p.of[cell]
	}
	p.empty = p.empty || once != allValues
	for _, cell := range house {
		if only := p.of[cell] &^ twice; only != 0 {
			p.restrict(cell, only)
		}
	}
}

// refuteHall removes what the house's all-different alone refutes. By Hall's theorem that is, for each set of cells that have no
// more values than they are, these values from the other cells; sets with a known cell need not be looked at once its value is
// gone elsewhere.
func (p *sets) refuteHall(house *[digits]int) {
	var known values
	var open [digits]int
	n := 0
	for _, cell := range house {
		if v := p.of[cell]; v.single() {
			p.empty = p.empty || known&v != 0
			known |= v
		} else {
			open[n] = cell
			n++
		}
	}
	// Cells with as many values as there are open cells are in no smaller set.
	var all values
	var few [digits]int
	m := 0
	for _, cell := range open[:n] {
		p.restrict(cell, ^known)
		all |= p.of[cell]
		if p.of[cell].size() < n {
			few[m] = cell
			m++
		}
	}
	p.empty = p.empty || all.size() < n
	p.hall(open[:n], few[:m], 0, 0)
}

// hall looks at the sets of open cells that are made of size ones with the values union, and one or more of few.
func (p *sets) hall(open, few []int, size int, union values) {
	for i, cell := range few {
		if p.empty {
			return
		}
		union := union | p.of[cell]
		switch most := union.size(); {
		case most >= len(open):
			// All cells together have no more values, and larger sets no fewer.
			continue
		case most <= size:
			p.empty = true
			return
		case most == size+1:
			for _, other := range open {
				if p.of[other]&^union != 0 {
					p.restrict(other, ^union)
				}
			}
		}
		p.hall(open, few[i+1:], size+1, union)
	}
}

// refuteLine removes the values with which no values of the line's other two cells have a sum that is allowed.
func (p *sets) refuteLine(line *[side]int) {
	for i, cell := range line {
		a, b := p.of[line[(i+1)%side]], p.of[line[(i+2)%side]]
		if p.strength < arcConsistency && !(a.single() && b.single()) {
			continue
		}
		var sums uint32 // of two values: bit s for sum s
		for left := a; left != 0; left &= left - 1 {
			sums |= uint32(b) << left.least()
		}
		var supported values
		for left := p.of[cell]; left != 0; left &= left - 1 {
			value := int(left.least())
			if sums>>max(p.least-value, 0)&(1<<(p.most-max(p.least, value)+1)-1) != 0 {
				supported |= 1 << value
			}
		}
		p.restrict(cell, supported)
	}
}

// search tries each value of each open cell, one at a time, and removes those that arc consistency refutes, until nothing changes.
// It reports whether each cell has values left, and ends early where stop says so.
func (p *sets) search(stop func() bool) bool {
	// steady is the number of cells since the last change.
	for cell, steady := 0, 0; steady < Length && !stop(); cell, steady = (cell+1)%Length, steady+1 {
		for left := p.of[cell]; !p.of[cell].single() && left != 0; left &= left - 1 {
			value := values(1) << left.least()
			if p.of[cell]&value == 0 {
				continue
			}
			trial := *p
			trial.restrict(cell, value)
			if trial.refute() {
				continue
			}
			p.restrict(cell, ^value)
			if !p.refute() {
				return false
			}
			steady = -1
		}
	}
	return true
}
