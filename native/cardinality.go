package native

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// cardinality counts for each value the variables that have it, and those that may have it. If as many have it as may at most, the
// others lose it; if as many may have it as must, they get it. Counts that are variables keep the numbers between. A call takes
// O(values left) steps. If the bounds are numbers, a flow finds all that they imply together.
type cardinality struct {
	vars    []model.Var
	places  [][]int     // by position and number of a value: its place among the listed values, or -1
	numbers [][]int     // by listed value and position: its number, or -1
	times   []interval  // by value; those of the domain if it is a variable
	counts  []model.Var // by value; nil if none are variables
	listed  bool        // no other values are possible
	must    []int       // by value, during a call only
	may     []int
}

func init() {
	registerKind("count", func(_ *model.Model, c *model.Cardinality, _ engine.Options) []model.Var { return c.Vars }, (*builder).postCardinality)
}

func (b *builder) postCardinality(c *model.Cardinality) {
	n := len(c.Values)
	p := &cardinality{vars: c.Vars, counts: c.Counts, numbers: make([][]int, n), must: make([]int, n), may: make([]int, n)}
	p.listed = b.unionOf(c.Vars).Minus(model.Values(c.Values...)).Empty()
	for i, value := range c.Values {
		p.numbers[i] = lists.Map(c.Vars, func(v model.Var) int {
			if number, is := b.numberings[v].index(value); is {
				return number
			}
			return -1
		})
		if c.Counts == nil {
			p.times = append(p.times, interval{c.Times[i].Lo, min(c.Times[i].Hi, len(c.Vars))})
		}
	}
	for position, v := range c.Vars {
		b.grant(askValues, v)
		places := slices.Repeat([]int{-1}, b.numberings[v].size)
		for i := range c.Values {
			if number := p.numbers[i][position]; number >= 0 {
				places[number] = i
			}
		}
		p.places = append(p.places, places)
	}
	if c.Counts == nil {
		b.postCounted(c)
	} else {
		p.times = make([]interval, n)
	}
	b.post(p, onChange, askBounds, c.Scope())
}

func (p *cardinality) propagate(s *space) bool {
	p.tally(s)
	least, most := 0, 0
	for i := range p.times {
		if p.counts != nil && !p.between(s, i, p.must[i], p.may[i]) {
			return false
		}
		least += max(p.must[i], p.times[i].lo)
		most += min(p.may[i], p.times[i].hi)
	}
	n := len(p.vars)
	for i := range p.times {
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
	return !s.over(n * len(p.times))
}

// tally counts for each value the variables that have it, and those that may have it.
func (p *cardinality) tally(s *space) {
	clear(p.must)
	clear(p.may)
	for position, v := range p.vars {
		fixed := s.Fixed(v)
		for number := range s.bits(v).All() {
			if place := p.places[position][number]; place >= 0 {
				p.may[place]++
				if fixed {
					p.must[place]++
				}
			}
		}
	}
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
	for position, v := range p.vars {
		number := p.numbers[value][position]
		if number < 0 || s.Fixed(v) || !s.bits(v).Has(number) {
			continue
		}
		if may == lo && !s.fix(v, number) || may > lo && !s.dropIndex(v, number) {
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
