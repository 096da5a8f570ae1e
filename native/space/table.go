package space

import (
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// tuples is a list of tuples in one slice. Values are given by their numbers in the variables' domains.
type tuples struct {
	variables []model.Var
	numbers   []int
}

// NewTuples lists the tuples of a table, without those that have a value outside its domain.
func NewTuples(b *Builder, c *model.Table) tuples {
	list := tuples{variables: c.Vars}
next:
	for _, tuple := range c.Tuples {
		if b.Over(len(tuple)) {
			return list
		}
		start := len(list.numbers)
		for i, v := range c.Vars {
			number, ok := b.Numberings[v].Index(tuple[i])
			if !ok {
				list.numbers = list.numbers[:start]
				continue next
			}
			list.numbers = append(list.numbers, number)
		}
	}
	return list
}

// Each calls visit with each tuple that is possible in the current state, until visit returns false. It reports whether it
// finished. It also ends early if the run must stop, so that long tables do not delay that.
func (t *tuples) Each(s *Space, visit func(tuple []int) bool) bool {
	size := len(t.variables)
	for rest := t.numbers; len(rest) > 0; rest = rest[size:] {
		if s.Over(size) {
			return false
		}
		if tuple := rest[:size]; t.possible(s, tuple) && !visit(tuple) {
			return false
		}
	}
	return true
}

// possible reports whether each variable may have its value in the tuple.
func (t *tuples) possible(s *Space, tuple []int) bool {
	for i, v := range t.variables {
		if !s.Bits(v).Has(tuple[i]) {
			return false
		}
	}
	return true
}

// allowedTuples keeps the values that occur in a possible tuple: generalised arc consistency, in O(tuples · variables) steps a
// call.
type allowedTuples struct {
	tuples
	supported []bitset.Set // by position: the values found in a possible tuple; during a call only
	note      func(tuple []int) bool
}

// forbiddenTuples waits until at most one variable is open and then removes the values that would complete a tuple, in
// O(tuples · variables) steps.
type forbiddenTuples struct {
	tuples
}

func init() {
	RegisterKind("table", OfAll, func(b *Builder, c *model.Table) {
		listed := NewTuples(b, c)
		if b.PostPair(listed, c.Forbidden) || !c.Forbidden && b.postNumbered(listed) {
			return
		}
		if c.Forbidden {
			b.Post(&forbiddenTuples{listed}, OnFix, AskValues, c.Vars)
			return
		}
		p := &allowedTuples{tuples: listed}
		for _, v := range c.Vars {
			p.supported = append(p.supported, make(bitset.Set, len(b.Bits(v))))
		}
		p.note = func(tuple []int) bool {
			for i, number := range tuple {
				p.supported[i].Add(number)
			}
			return true
		}
		b.Post(p, OnChange, AskValues, c.Vars)
	})
}

func (p *allowedTuples) Propagate(s *Space) bool {
	for _, mask := range p.supported {
		clear(mask)
	}
	if !p.Each(s, p.note) {
		return false
	}
	for i, v := range p.variables {
		if !s.Keep(v, p.supported[i]) {
			return false
		}
	}
	return true
}

func (p *forbiddenTuples) Propagate(s *Space) bool {
	last := p.variables[0]
	opened := 0
	for _, v := range p.variables {
		if !s.Fixed(v) {
			last = v
			opened++
		}
	}
	if opened > 1 {
		return true
	}
	position := slices.Index(p.variables, last)
	return p.Each(s, func(tuple []int) bool { return s.DropIndex(last, tuple[position]) })
}
