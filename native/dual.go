package native

import "qmsat/model"

// dualBounds is bounds consistency of the dual of an all-different constraint with as many values as variables. In the dual each
// value has a place, which is the index of its variable. Channelling is exact, because the places are read from the values. A
// call takes O(variables²) steps.
//
// Source: Simonis, "Sudoku as a constraint problem", 2005, for the dual model.
type dualBounds struct {
	variables []model.Var
	bits      [][]valueBit // by value and variable; without an offset if the variable never has the value
	items     []bounded    // by value, numbered like variables
}

func (b *builder) postDualBounds(variables []model.Var) {
	n := newNumbering(b.unionOf(variables))
	p := &dualBounds{variables: variables, items: make([]bounded, n.size)}
	for value := range n.size {
		row := make([]valueBit, len(variables))
		for i, v := range variables {
			row[i] = valueBit{offset: nowhere}
			if number, ok := b.numberings[v].index(n.value(value)); ok {
				row[i] = b.bitOf(v, number)
			}
			if b.over(1) {
				return
			}
		}
		p.bits = append(p.bits, row)
	}
	b.postSlow(p, askValues, variables)
}

func (p *dualBounds) propagate(s *space) bool {
	for value, row := range p.bits {
		lo, hi := len(row), -1
		for i, bit := range row {
			if s.has(bit) {
				lo, hi = min(lo, i), i
			}
		}
		if hi < 0 || s.over(len(row)) {
			return false
		}
		p.items[value].variable = model.Var(value)
		p.items[value].set(lo, hi)
	}
	if !narrow(s, p.items) {
		return false
	}
	for _, x := range p.items {
		row := p.bits[x.variable]
		for i, bit := range row {
			if (i < x.newLo || i > x.newHi) && !s.dropAt(bit) {
				return false
			}
		}
	}
	return true
}
