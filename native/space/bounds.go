package space

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
	items []Bounded
	union numbering
}

// Bounded is a variable with its bounds during a call, or another item that needs a distinct number.
type Bounded struct {
	Variable     model.Var
	lo, hi       int
	NewLo, NewHi int
}

func (x *Bounded) Set(lo, hi int) { x.lo, x.hi, x.NewLo, x.NewHi = lo, hi, lo, hi }

func (b *Builder) PostBounds(variables []model.Var) {
	p := &boundsConsistent{union: NewNumbering(b.UnionOf(variables))}
	for _, v := range variables {
		p.items = append(p.items, Bounded{Variable: v})
	}
	b.PostSlow(p, AskValues, variables)
}

func (p *boundsConsistent) Propagate(s *Space) bool {
	for i := range p.items {
		x := &p.items[i]
		n, values := &s.Numberings[x.Variable], s.Bits(x.Variable)
		x.Set(p.union.Below(n.Value(values.Lowest())), p.union.Below(n.Value(values.Highest())))
	}
	if !Narrow(s, p.items) {
		return false
	}
	for _, x := range p.items {
		n := &s.Numberings[x.Variable]
		from, to := n.Below(p.union.Value(x.NewLo)), n.Below(p.union.Value(x.NewHi)+1)-1
		if from > to || !s.KeepBetween(x.Variable, from, to) {
			return false
		}
	}
	return true
}

// Narrow moves bounds out of intervals that other items fill. It reports false if some interval has more items than numbers, an
// item keeps none, or the run must stop.
func Narrow(s *Space, items []Bounded) bool {
	slices.SortFunc(items, func(a, b Bounded) int { return cmp.Or(a.hi-b.hi, int(a.Variable-b.Variable)) })
	for i, first := range items {
		if s.Over(len(items)) {
			return false
		}
		if slices.ContainsFunc(items[:i], func(other Bounded) bool { return other.lo == first.lo }) {
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
func leave(items []Bounded, lo, hi int) bool {
	for i := range items {
		x := &items[i]
		if x.lo >= lo && x.hi <= hi {
			continue
		}
		if lo <= x.lo && x.lo <= hi {
			x.NewLo = max(x.NewLo, hi+1)
		}
		if lo <= x.hi && x.hi <= hi {
			x.NewHi = min(x.NewHi, lo-1)
		}
		if x.NewLo > x.NewHi {
			return false
		}
	}
	return true
}
