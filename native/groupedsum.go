package native

import (
	"maps"
	"math/bits"
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// groupedSum propagates lo ≤ Σ aᵢxᵢ ≤ hi where some variables with the same coefficient are never equal: a sum over parts of
// several houses. A group of such variables has different values, so its bounds are narrower than those of its terms. The
// bounds of all other groups leave the group a range of sums, and if the sums are near each other, their own sums do. Its
// variables keep the values of sets with such a sum. A value of all these sets is required, as in a killer cage or in a naked
// pair. A call takes O(terms · variables of a group + sets) steps.
type groupedSum struct {
	linear
	rest   []term // of the variables in no group
	groups []sumGroup
	near   int      // with larger differences of the sums, they are only bounded
	after  []uint64 // by group: the sums of it and the following ones, by their distance from the least one; during a call only
}

func init() {
	registerKind("linear", ofNone, func(b *builder, c *model.Linear) {
		b.postSumWithin(c.Terms, c.Lo, c.Hi)
	})
}

func (b *builder) postSumWithin(terms []model.Term, lo, hi int) {
	scope := (&model.Linear{Terms: terms}).Scope()
	switch p := b.newSum(terms, lo, hi).(type) {
	case *linear:
		b.post(p, b.sumEvent(), askBounds, scope)
	case *groupedSum:
		b.post(p, onChange, askBounds, scope)
	}
}

// sumEvent returns the event that wakes sums: a change of bounds; with a grid, any change. In grids, failures guide the search,
// and the event changes their order: a quasi-magic puzzle 16×16 with few givens takes 0.1 s this way, and 8 s with changes of
// bounds only.
func (b *builder) sumEvent() event {
	if b.model.Grid != nil {
		return onChange
	}
	return onBounds
}

// newSum returns the propagator of a sum: a groupedSum if some variables are known to be different, else a linear one.
func (b *builder) newSum(terms []model.Term, lo, hi int) requirement {
	plain := b.newLinear(terms, lo, hi)
	p := &groupedSum{linear: plain, near: nearSetting.Int(b.options)}
	members := map[int][]model.Var{} // by coefficient
	for _, t := range terms {
		if b.isWide(t.Var) || !b.numberings[t.Var].inWord() {
			p.rest = append(p.rest, b.newTerm(t.Coefficient, t.Var))
		} else {
			members[t.Coefficient] = append(members[t.Coefficient], t.Var)
		}
	}
	if len(members)+len(p.rest) == len(terms) {
		return &plain // no two have the same coefficient
	}
	grouped := false
	for _, coefficient := range slices.Sorted(maps.Keys(members)) {
		for _, group := range b.exclusions().Groups(members[coefficient]) {
			g, ok := b.newSumGroup(coefficient, group)
			if !ok {
				return &plain
			}
			grouped = grouped || len(group) > 1
			p.groups = append(p.groups, g)
		}
	}
	if !grouped {
		return &plain
	}
	p.after = make([]uint64, len(p.groups)+1)
	return p
}

// postRequired posts what a sum's propagator finds beyond a joint of its scope: values that other variables lose.
func (b *builder) postRequired(c *model.Linear) {
	if p, grouped := b.newSum(c.Terms, c.Lo, c.Hi).(*groupedSum); grouped && len(p.groups) == 1 && len(p.groups[0].outsiders) > 0 {
		b.postSlow(p, askBounds, c.Scope())
	}
}

func (p *groupedSum) propagate(s *space) bool { return p.require(s, true) }

func (p *groupedSum) evaluate(s *space) truth {
	least, most, possible := p.measure(s)
	if !possible {
		return isFalse
	}
	return within(least, most, p.lo, p.hi)
}

// require keeps the sum within its bounds, or out of them.
func (p *groupedSum) require(s *space, want bool) bool {
	least, most, possible := p.measure(s)
	switch {
	case !possible:
		return false
	case want:
		return p.bound(s, least, most, p.lo, p.hi)
	case least >= p.lo:
		return p.bound(s, least, most, p.hi+1, noBound)
	case most <= p.hi:
		return p.bound(s, least, most, -noBound, p.lo-1)
	}
	return p.linear.require(s, false)
}

// measure returns bounds of the sum. It reports false if some group has no distinct values.
func (p *groupedSum) measure(s *space) (least, most int, possible bool) {
	for i := range p.rest {
		t := &p.rest[i]
		t.measure(s)
		least += t.least
		most += t.most
	}
	for i := range p.groups {
		g := &p.groups[i]
		if !g.measure(s.state) {
			return 0, 0, false
		}
		least += g.least
		most += g.most
	}
	return least, most, true
}

// bound keeps the sum within lo..hi, given its bounds.
func (p *groupedSum) bound(s *space, least, most, lo, hi int) bool {
	if least > hi || most < lo {
		return false
	}
	exact := len(p.rest) == 0 && len(p.groups) > 1 && most-least < p.near && (lo > least || most > hi)
	if exact {
		p.findSums(lo-least, hi-least)
	}
	for i := range p.rest {
		t := &p.rest[i]
		if !t.restrict(s, lo-(most-t.most), hi-(least-t.least)) {
			return false
		}
	}
	for i := range p.groups {
		g := &p.groups[i]
		if !g.restrict(s, lo-(most-g.most), hi-(least-g.least), exact) {
			return false
		}
	}
	return true
}

// findSums finds the sums of each group with which the distance of the whole sum from its least value, at most 63, is in lo..hi.
func (p *groupedSum) findSums(lo, hi int) {
	p.after[len(p.groups)] = 1
	for i := range p.groups {
		last := len(p.groups) - 1 - i
		p.groups[last].findSums()
		p.after[last] = addAll(p.after[last+1], p.groups[last].sums)
	}
	before, within := uint64(1), bitset.Below(hi+1)&^bitset.Below(lo)
	for i := range p.groups {
		g, left := &p.groups[i], uint64(0)
		for others := addAll(before, p.after[i+1]); others != 0; others &= others - 1 {
			left |= within >> bits.TrailingZeros64(others)
		}
		before = addAll(before, g.sums)
		g.sums &= left
	}
}
