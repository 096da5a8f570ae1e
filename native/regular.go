package native

import (
	"qmsat/model"
	"qmsat/native/bitset"
)

// regular keeps the values on some path of the automaton from the start to acceptance. That is domain consistency if no variable
// is repeated. A call takes O(variables · values · states) steps: like all data on a state, the layers are not kept from one call
// to the next.
//
// Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004.
type regular struct {
	automaton *model.Regular
	accepting bitset.Set
	reached   []bitset.Set // by the number of values read: the states that some values lead to
	leading   []bitset.Set // those that lead to acceptance
	supported []bitset.Set // by position; during a call only
}

func init() {
	registerKind("regular", ofAll, func(b *builder, c *model.Regular) {
		p := &regular{automaton: c, accepting: bitset.New(c.States + 1)}
		for _, state := range c.Accepting {
			p.accepting.Add(state)
		}
		for range len(c.Vars) + 1 {
			p.reached, p.leading = append(p.reached, bitset.New(c.States+1)), append(p.leading, bitset.New(c.States+1))
		}
		for _, v := range c.Vars {
			p.supported = append(p.supported, make(bitset.Set, len(b.bits(v))))
		}
		b.post(p, onChange, askValues, c.Scope())
	})
}

func (p *regular) propagate(s *space) bool {
	vars := p.automaton.Vars
	p.reached[0].Add(p.automaton.Start)
	for i, v := range vars {
		clear(p.reached[i+1])
		for number := range s.bits(v).All() {
			value := s.numberings[v].value(number)
			for state := range p.reached[i].All() {
				if to := p.automaton.After(state, value); to != 0 {
					p.reached[i+1].Add(to)
				}
			}
		}
		if p.reached[i+1].Empty() || s.over(p.automaton.States*s.Size(v)) {
			return false
		}
	}
	if !p.leading[len(vars)].Intersect(p.reached[len(vars)], p.accepting) {
		return false
	}
	for i := len(vars) - 1; i >= 0; i-- {
		v := vars[i]
		clear(p.leading[i])
		clear(p.supported[i])
		for number := range s.bits(v).All() {
			value := s.numberings[v].value(number)
			for state := range p.reached[i].All() {
				if to := p.automaton.After(state, value); to != 0 && p.leading[i+1].Has(to) {
					p.leading[i].Add(state)
					p.supported[i].Add(number)
				}
			}
		}
	}
	for i, v := range vars {
		if !s.keep(v, p.supported[i]) {
			return false
		}
	}
	return true
}
