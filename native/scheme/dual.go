package scheme

import (
	"qmsat/model"
	"qmsat/native/space"
)

// dualBounds is bounds consistency of the dual of an all-different constraint with as many values as variables. In the dual each
// value has a place, which is the index of its variable. Channelling is exact, because the places are read from the values. A
// call takes O(variables²) steps.
//
// Source: Simonis, "Sudoku as a constraint problem", 2005, for the dual model.
type dualBounds struct {
	variables []model.Var
	bits      [][]valueBit    // by value and variable; without an offset if the variable never has the value
	items     []space.Bounded // by value, numbered like variables
}

func PostDualBounds(b *space.Builder, variables []model.Var) {
	n := space.NewNumbering(b.UnionOf(variables))
	p := &dualBounds{variables: variables, items: make([]space.Bounded, n.Size)}
	for value := range n.Size {
		row := make([]valueBit, len(variables))
		for i, v := range variables {
			row[i] = valueBit{offset: nowhere}
			if number, ok := b.Numberings[v].Index(n.Value(value)); ok {
				row[i] = bitOf(b.Layout, v, number)
			}
			if b.Over(1) {
				return
			}
		}
		p.bits = append(p.bits, row)
	}
	b.PostSlow(p, space.AskValues, variables)
}

func (p *dualBounds) Propagate(s *space.Space) bool {
	for value, row := range p.bits {
		lo, hi := len(row), -1
		for i, bit := range row {
			if has(s, bit) {
				lo, hi = min(lo, i), i
			}
		}
		if hi < 0 || s.Over(len(row)) {
			return false
		}
		p.items[value].Variable = model.Var(value)
		p.items[value].Set(lo, hi)
	}
	if !space.Narrow(s, p.items) {
		return false
	}
	for _, x := range p.items {
		row := p.bits[x.Variable]
		for i, bit := range row {
			if (i < x.NewLo || i > x.NewHi) && !dropAt(s, bit) {
				return false
			}
		}
	}
	return true
}
