package native

import (
	"cmp"
	"slices"

	"qmsat/model"
)

// boundsConsistent makes an all-different constraint bounds consistent: each least and largest value has an assignment within the
// bounds of the others. If an interval has as many numbers as there are variables within it, the bounds of the others leave it. A
// call takes O(variables²) steps.
//
// Source: Puget, "A fast algorithm for the bound consistency of alldiff constraints", 1998, without its trees.
type boundsConsistent struct {
	items []bounded
	union numbering
}

// bounded is a variable with its bounds during a call, or another item that needs a distinct number.
type bounded struct {
	variable     model.Var
	lo, hi       int
	newLo, newHi int
}

func (x *bounded) set(lo, hi int) { x.lo, x.hi, x.newLo, x.newHi = lo, hi, lo, hi }

func (b *builder) postBounds(variables []model.Var) {
	p := &boundsConsistent{union: newNumbering(b.unionOf(variables))}
	for _, v := range variables {
		p.items = append(p.items, bounded{variable: v})
	}
	b.postSlow(p, askValues, variables)
}

func (p *boundsConsistent) propagate(s *space) bool {
	for i := range p.items {
		x := &p.items[i]
		n, values := &s.numberings[x.variable], s.bits(x.variable)
		x.set(p.union.below(n.value(values.Lowest())), p.union.below(n.value(values.Highest())))
	}
	if !narrow(s, p.items) {
		return false
	}
	for _, x := range p.items {
		n := &s.numberings[x.variable]
		from, to := n.below(p.union.value(x.newLo)), n.below(p.union.value(x.newHi)+1)-1
		if from > to || !s.keepBetween(x.variable, from, to) {
			return false
		}
	}
	return true
}

// narrow moves bounds out of intervals that other items fill. It reports false if some interval has more items than numbers, an
// item keeps none, or the run must stop.
func narrow(s *space, items []bounded) bool {
	slices.SortFunc(items, func(a, b bounded) int { return cmp.Or(a.hi-b.hi, int(a.variable-b.variable)) })
	for i, first := range items {
		if s.over(len(items)) {
			return false
		}
		if slices.ContainsFunc(items[:i], func(other bounded) bool { return other.lo == first.lo }) {
			continue
		}
		within := 0
		for _, last := range items {
			if last.lo >= first.lo {
				within++
			}
			size := last.hi - first.lo + 1
			if size <= 0 || within < size {
				continue
			}
			if within > size || !leave(items, first.lo, last.hi) {
				return false
			}
		}
	}
	return true
}

// leave moves the bounds of items out of an interval, except for items within it.
func leave(items []bounded, lo, hi int) bool {
	for i := range items {
		x := &items[i]
		if x.lo >= lo && x.hi <= hi {
			continue
		}
		if lo <= x.lo && x.lo <= hi {
			x.newLo = max(x.newLo, hi+1)
		}
		if lo <= x.hi && x.hi <= hi {
			x.newHi = min(x.newHi, lo-1)
		}
		if x.newLo > x.newHi {
			return false
		}
	}
	return true
}
