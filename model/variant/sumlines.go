package variant

import (
	"slices"

	"qmsat/model"
)

func init() {
	register[Arrow](Lines, "arrow", "each shaft adds up to its bulb; several cells make one number: 0 to 9 each, the first also more",
		"{kind: arrow, bulb: r1c1, shafts: [r1c2-r1c4, r2c2-r4c4]}", "pill-arrow")
	register[DoubleArrow](Lines, "double-arrow", "the cells between the ends add up to the sum of the ends",
		"{kind: double-arrow, line: r1c1-r1c6}")
	register[Zipper](Lines, "zipper", "cells at the same distance from the centre have one sum; it is the centre's value",
		"{kind: zipper, line: r1c1-r1c5}", "zipper-line")
	register[RegionSum](Lines, "region-sum", "boxes (or regions) divide the line into segments with equal sums",
		"{kind: region-sum, line: r1c1-r1c9}", "region-sum-line", "rsl")
	register[SumLine](Lines, "sum-line", "the line divides into segments with this sum; loop: the line is closed",
		"{kind: sum-line, line: r1c1-r1c9, sum: 15}", "ten-line")
	register[Lunchbox](Lines, "lunchbox", "all cells differ; those between the smallest and the largest value add up to the sum",
		"{kind: lunchbox, line: r1c1-r1c5, sum: 12}")
}

// Arrow gives the sum of each shaft in its bulb. A bulb of several cells (a pill) is a decimal number.
type Arrow struct {
	Titled
	Bulb   model.Cells   `field:"bulb"`          // read from left to right and from top to bottom, in whatever order they are given
	Shafts []model.Cells `field:"shafts,repeat"` // without the bulb
}

// Define adds a sum per shaft. Several cells of a bulb are decimal digits, but the first may be larger than 9.
func (a *Arrow) Define(d *Definition) {
	bulb := slices.Sorted(slices.Values(a.Bulb))
	var number []model.Term
	for i, weight := len(bulb)-1, -1; i >= 0; i, weight = i-1, 10*weight {
		number = append(number, model.Term{Coefficient: weight, Var: bulb[i]})
		lo, most := ends(d, bulb[i:i+1])
		if i > 0 {
			most = 9
		}
		if len(bulb) > 1 && (lo < 0 || d.DomainOf(bulb[i]).Max() > most) {
			d.Add(rule(in(bulb[i], 0, max(most, 0))))
		}
	}
	for _, shaft := range a.Shafts {
		d.Add(balance(append(plain(shaft, 1), number...)...)...)
	}
}

// DoubleArrow says that the cells between the ends of a line add up to the sum of the ends.
type DoubleArrow struct {
	Titled
	Line model.Cells `field:"line,repeat,least=3"`
}

// Define equates the two sums.
func (a *DoubleArrow) Define(d *Definition) {
	last := len(a.Line) - 1
	d.Add(equal(a.Line[1:last], model.Cells{a.Line[0], a.Line[last]})...)
}

// Zipper gives one sum to all pairs of cells at the same distance from the centre of a line.
type Zipper struct {
	Titled
	Line model.Cells `field:"line,repeat,least=3"`
}

// Define equates each pair's sum with the centre, or with the innermost pair's sum if there is no centre.
func (z *Zipper) Define(d *Definition) {
	pairs := opposite(z.Line)
	if len(z.Line)%2 == 1 {
		pairs = append(pairs, model.Cells{z.Line[len(z.Line)/2]})
	}
	d.Add(equalSums(pairs)...)
}

// RegionSum gives one sum to all segments of a line, which the borders of regions cut.
type RegionSum struct {
	Titled
	Line model.Cells `field:"line,repeat,least=2"`
}

// Define cuts the line between cells of different regions. Cells of no region make segments too.
func (r *RegionSum) Define(d *Definition) {
	values(d)
	region := map[model.Var]int{}
	if d.Grid != nil {
		for i, house := range d.Grid.RegionHouses() {
			for _, v := range house.Cells {
				region[v] = i + 1
			}
		}
	}
	var segments []model.Cells
	for i, v := range r.Line {
		if i == 0 || region[v] != region[r.Line[i-1]] {
			segments = append(segments, nil)
		}
		segments[len(segments)-1] = append(segments[len(segments)-1], v)
	}
	d.Add(equalSums(segments)...)
}

// SumLine divides a line into segments with one given sum.
type SumLine struct {
	Titled
	Line model.Cells `field:"line,repeat"`
	Sum  int         `field:"sum"`
	Loop bool        `field:"loop,optional"` // the last cell is next to the first: a segment may hold both
}

// maxSegment bounds the sums of sum lines. The automaton of a loop has as many states as the square of the sum.
const maxSegment = 140

// Define reads the line by an automaton that knows the sum of all cells so far. In a loop it reads an auxiliary variable first: the
// sum before the first cut. It is no output, since several may be possible. Zeros alone make no segment.
func (s *SumLine) Define(d *Definition) {
	type state struct {
		first bool // the next value is the auxiliary one
		cut   int  // there is a cut at each total that is this modulo the sum
		total int  // modulo the sum, from 1 on; 0 as long as all values are 0
	}
	if s.Sum < 1 || s.Sum > maxSegment {
		d.Failf("found the sum %d, expected 1 to %d", s.Sum, maxSegment)
		return
	}
	if hasNegative(d, s.Line) {
		s.defineSigned(d)
		return
	}
	line := s.Line
	if s.Loop {
		line = append(model.Cells{d.Auxiliary(model.Interval(0, s.Sum-1))}, line...)
	}
	automaton(d, line, state{first: s.Loop}, func(at state, value int) (state, bool) {
		if at.first {
			return state{cut: value}, value < s.Sum
		}
		left := (at.cut-at.total+2*s.Sum-1)%s.Sum + 1 // up to the next cut
		if at.total += value; at.total > s.Sum {
			at.total -= s.Sum
		}
		return at, value <= left
	}, func(at state) bool { return at.total == s.Sum })
}

// defineSigned is Define for cells that may have negative values. Totals may then decrease, so the automaton cuts at the first
// total that is the sum, at the first one after it that is twice the sum, and so on. No other cuts make more segments. The last
// total decides how many are needed.
func (s *SumLine) defineSigned(d *Definition) {
	type state struct {
		begun       bool // first is known
		first, next int  // the totals at the first and at the next cut
		total       int
	}
	line, start := s.Line, state{begun: true, first: s.Sum, next: s.Sum}
	if lo, hi := ends(d, line); s.Loop {
		first := d.Auxiliary(model.Interval(len(line)*lo, len(line)*hi))
		line, start = append(model.Cells{first}, line...), state{}
	}
	automaton(d, line, start, func(at state, value int) (state, bool) {
		if !at.begun {
			return state{begun: true, first: value, next: value}, true
		}
		if at.total += value; at.total == at.next {
			at.next += s.Sum
		}
		return at, true
	}, func(at state) bool { return at.total > 0 && at.total <= at.next-at.first && at.total%s.Sum == 0 })
}

// Lunchbox gives the sum of the values between the smallest and the largest value of its cells.
type Lunchbox struct {
	Titled
	Line model.Cells `field:"line,least=2"`
	Sum  int         `field:"sum"`
}

// Define makes the cells differ. An automaton reads two auxiliary variables for the smallest and the largest value, then the
// line: before the first of both, the sum after it, after the second.
func (l *Lunchbox) Define(d *Definition) {
	d.Add(different(l.Line))
	lo, hi := ends(d, l.Line)
	if len(l.Line) > hi-lo+1 {
		return // they cannot differ
	}
	type state struct {
		known  int // of both values
		lo, hi int
		other  int // the value that ends the box, or lo-1
		sum    int
		over   bool
	}
	least, most := model.Interval(lo, hi-len(l.Line)+1), model.Interval(lo+len(l.Line)-1, hi)
	line := append(model.Cells{d.Auxiliary(least), d.Auxiliary(most)}, l.Line...)
	none, signed := lo-1, hasNegative(d, l.Line)
	automaton(d, line, state{other: none}, func(at state, value int) (state, bool) {
		switch {
		case at.known == 0:
			return state{known: 1, lo: value, other: none}, true
		case at.known == 1:
			return state{known: 2, lo: at.lo, hi: value, other: none}, at.lo < value
		case value < at.lo || value > at.hi:
			return at, false
		case at.over || value > at.lo && value < at.hi && at.other == none:
			return at, value != at.lo && value != at.hi
		case at.other == none:
			at.other = at.lo + at.hi - value
			return at, true
		case value == at.other:
			return state{known: 2, lo: at.lo, hi: at.hi, other: none, over: true}, at.sum == l.Sum
		}
		at.sum += value
		return at, value != at.lo+at.hi-at.other && (signed || at.sum <= l.Sum)
	}, func(at state) bool { return at.over })
}
