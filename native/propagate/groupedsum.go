package propagate

import (
	"maps"
	"math/bits"
	"slices"

	"qmsat/model"
	"qmsat/native/space"
)

// groupedSum propagates lo ≤ Σ aᵢxᵢ ≤ hi where some variables with the same coefficient are never equal: a sum over parts of
// several houses. A group of such variables has different values, so its bounds are narrower than those of its terms. The
// bounds of all other groups leave the group a range of sums, and if the sums are near each other, their own sums do. Its
// variables keep the values of sets with such a sum. A value of all these sets is required, as in a killer cage or in a naked
// pair. A call takes O(terms · variables of a group + sets) steps.
type groupedSum struct {
	space.Linear
	rest   []space.Term // of the variables in no group
	groups []SumGroup
	near   int      // with larger differences of the sums, they are only bounded
	after  []uint64 // by group: the sums of it and the following ones, by their distance from the least one; during a call only
}

func init() {
	space.RegisterKind("linear", space.OfNone, func(b *space.Builder, c *model.Linear) {
		postSumWithin(b, c.Terms, c.Lo, c.Hi)
	})
}

func postSumWithin(b *space.Builder, terms []model.Term, lo, hi int) {
	scope := (&model.Linear{Terms: terms}).Scope()
	switch p := newSum(b, terms, lo, hi).(type) {
	case *space.Linear:
		b.Post(p, sumEvent(b), space.AskBounds, scope)
	case *groupedSum:
		b.Post(p, space.OnChange, space.AskBounds, scope)
	}
}

// sumEvent returns the event that wakes sums: a change of bounds; with a grid, any change. In grids, failures guide the search,
// and the event changes their order: a quasi-magic puzzle 16×16 with few givens takes 0.1 s this way, and 8 s with changes of
// bounds only.
func sumEvent(b *space.Builder) space.Event {
	if b.Model.Grid != nil {
		return space.OnChange
	}
	return space.OnBounds
}

// newSum returns the propagator of a sum: a groupedSum if some variables are known to be different, else a linear one.
func newSum(b *space.Builder, terms []model.Term, lo, hi int) space.Requirement {
	plain := b.NewLinear(terms, lo, hi)
	p := &groupedSum{Linear: plain, near: b.Limits.NearSums}
	members := map[int][]model.Var{} // by coefficient
	for _, t := range terms {
		if b.IsWide(t.Var) || !b.Numberings[t.Var].InWord() {
			p.rest = append(p.rest, b.NewTerm(t.Coefficient, t.Var))
		} else {
			members[t.Coefficient] = append(members[t.Coefficient], t.Var)
		}
	}
	if len(members)+len(p.rest) == len(terms) {
		return &plain // no two have the same coefficient
	}
	grouped := false
	for _, coefficient := range slices.Sorted(maps.Keys(members)) {
		for _, group := range b.Exclusions().Groups(members[coefficient]) {
			g, ok := newSumGroup(b, coefficient, group)
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

// PostRequired posts what a sum's propagator finds beyond a joint of its scope: values that other variables lose.
func PostRequired(b *space.Builder, c *model.Linear) {
	if p, grouped := newSum(b, c.Terms, c.Lo, c.Hi).(*groupedSum); grouped && len(p.groups) == 1 && len(p.groups[0].outsiders) > 0 {
		b.PostSlow(p, space.AskBounds, c.Scope())
	}
}

func (p *groupedSum) Propagate(s *space.Space) bool { return p.Require(s, true) }

func (p *groupedSum) Evaluate(s *space.Space) space.Truth {
	least, most, possible := p.measure(s)
	if !possible {
		return space.IsFalse
	}
	return space.Within(least, most, p.Lo, p.Hi)
}

// Require keeps the sum within its bounds, or out of them.
func (p *groupedSum) Require(s *space.Space, want bool) bool {
	least, most, possible := p.measure(s)
	switch {
	case !possible:
		return false
	case want:
		return p.bound(s, least, most, p.Lo, p.Hi)
	case least >= p.Lo:
		return p.bound(s, least, most, p.Hi+1, space.NoBound)
	case most <= p.Hi:
		return p.bound(s, least, most, -space.NoBound, p.Lo-1)
	}
	return p.Linear.Require(s, false)
}

// measure returns bounds of the sum. It reports false if some group has no distinct values.
func (p *groupedSum) measure(s *space.Space) (least, most int, possible bool) {
	for i := range p.rest {
		t := &p.rest[i]
		t.Measure(s)
		least += t.Least
		most += t.Most
	}
	for i := range p.groups {
		g := &p.groups[i]
		if !g.measure(s.State) {
			return 0, 0, false
		}
		least += g.least
		most += g.most
	}
	return least, most, true
}

// bound keeps the sum within lo..hi, given its bounds.
func (p *groupedSum) bound(s *space.Space, least, most, lo, hi int) bool {
	if least > hi || most < lo {
		return false
	}
	exact := len(p.rest) == 0 && len(p.groups) > 1 && most-least < p.near && (lo > least || most > hi)
	if exact {
		p.findSums(lo-least, hi-least)
	}
	for i := range p.rest {
		t := &p.rest[i]
		if !t.Restrict(s, lo-(most-t.Most), hi-(least-t.Least)) {
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
	lo, hi = max(lo, 0), min(hi, 63)
	before := uint64(1)
	for i := range p.groups {
		g := &p.groups[i]
		others := addAll(before, p.after[i+1])
		before = addAll(before, g.sums)
		g.sums &= bits.Reverse64(spread(others, hi-lo+1)) >> (63 - hi) // from lo to hi, less one of the others
	}
}
