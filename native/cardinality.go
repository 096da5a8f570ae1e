package native

import (
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// cardinality counts for each value the variables that have it, and those that may have it. If as many have it as may at most, the
// others lose it; if as many may have it as must, they get it. Counts that are variables keep the numbers between. A call takes
// O(variables · values) steps. If the bounds are numbers, a flow finds all that they imply together.
type cardinality struct {
	atoms  [][]formula // by value and position: the atom that the variable has it
	times  []interval  // by value; those of the domain if it is a variable
	counts []model.Var // by value; nil if none are variables
	listed bool        // no other values are possible
	must   []int       // by value, during a call only
	may    []int
}

func init() {
	registerKind("count", func(_ *model.Model, c *model.Cardinality, _ engine.Options) []model.Var { return c.Vars }, (*builder).postCardinality)
}

func (b *builder) postCardinality(c *model.Cardinality) {
	n := len(c.Values)
	p := &cardinality{counts: c.Counts, must: make([]int, n), may: make([]int, n)}
	p.listed = b.unionOf(c.Vars).Minus(model.Values(c.Values...)).Empty()
	for i, value := range c.Values {
		p.atoms = append(p.atoms, lists.Map(c.Vars, func(v model.Var) formula { return b.compile(model.Is(v, value), true) }))
		if c.Counts == nil {
			p.times = append(p.times, interval{c.Times[i].Lo, min(c.Times[i].Hi, len(c.Vars))})
		}
	}
	if c.Counts == nil {
		b.postCounted(c)
	} else {
		p.times = make([]interval, n)
	}
	b.post(p, onChange, askBounds, c.Scope())
}

func (p *cardinality) propagate(s *space) bool {
	least, most := 0, 0
	for i := range p.atoms {
		p.must[i], p.may[i] = p.tally(s, i)
		if p.counts != nil && !p.between(s, i, p.must[i], p.may[i]) {
			return false
		}
		least += max(p.must[i], p.times[i].lo)
		most += min(p.may[i], p.times[i].hi)
	}
	n := len(p.atoms[0])
	for i := range p.atoms {
		lo, hi := max(p.must[i], p.times[i].lo), min(p.may[i], p.times[i].hi)
		rest := interval{lo, n - (least - lo)}
		if p.listed {
			rest.lo = max(lo, n-(most-hi))
		}
		if p.counts != nil && !p.between(s, i, rest.lo, rest.hi) {
			return false
		}
		if !p.require(s, i, max(lo, rest.lo), min(hi, rest.hi)) {
			return false
		}
	}
	return !s.over(n * len(p.atoms))
}

// tally returns how many variables have a value, and how many may have it.
func (p *cardinality) tally(s *space, value int) (must, may int) {
	for position := range p.atoms[value] {
		switch p.atoms[value][position].evaluateAtom(s) {
		case isTrue:
			must++
			may++
		case undecided:
			may++
		}
	}
	return must, may
}

// between keeps a count variable within bounds, and notes its own.
func (p *cardinality) between(s *space, value, lo, hi int) bool {
	if !s.restrict(p.counts[value], interval{lo, hi}) {
		return false
	}
	p.times[value] = s.bounds(p.counts[value])
	return true
}

// require decides the open variables if a bound is reached.
func (p *cardinality) require(s *space, value, lo, hi int) bool {
	must, may := p.must[value], p.may[value]
	switch {
	case lo > hi || must > hi || may < lo:
		return false
	case must == may || must < hi && may > lo:
		return true
	}
	for position := range p.atoms[value] {
		atom := &p.atoms[value][position]
		if atom.evaluateAtom(s) == undecided && !atom.require(s, may == lo) {
			return false
		}
	}
	return true
}

// postCounted posts the flow: each variable sends a unit to the node of its value, or past all of them if its value is not listed.
// The node keeps as many as the value must have, and sends up to as many more as it may have to the sink.
//
// Source: Régin, "Generalized arc consistency for global cardinality constraint", 1996.
func (b *builder) postCounted(c *model.Cardinality) {
	f := &flow{}
	values, past := make([]int32, len(c.Values)), len(c.Vars)
	for _, times := range c.Times {
		if past -= times.Lo; past < 0 {
			return // more must be than there are: counting finds it
		}
	}
	sink := f.node(-past)
	for i, times := range c.Times {
		values[i] = f.node(-times.Lo)
		for range min(times.Hi, len(c.Vars)) - times.Lo {
			f.arc(values[i], sink)
		}
	}
	byValue := map[int]int32{}
	for i, value := range c.Values {
		byValue[value] = values[i]
	}
	for _, v := range c.Vars {
		from, n := f.node(1), &b.numberings[v]
		var others []valueBit
		for i := range b.bits(v).All() {
			if b.over(1) {
				return
			}
			if to, listed := byValue[n.value(i)]; listed {
				f.arc(from, to, b.bitOf(v, i))
			} else {
				others = append(others, b.bitOf(v, i))
			}
		}
		if len(others) > 0 {
			f.arc(from, sink, others...)
		}
	}
	f.post(b, c.Vars)
}
