package native

import (
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// element keeps the values of the index for which the result and the list's variable have a common value, and the values of the
// result that such a variable has. Once the index is fixed, the result and the variable have the same values. It is domain
// consistent if no variable is repeated. A call takes O(values of the index) steps for a list of constants, otherwise up to the
// number of all values in the list.
type element struct {
	index, result model.Var
	constant      []int     // by number of an index value: the constant's number among the result's values, or one of the two below
	pairings      []pairing // by number of an index value: from the variable there to the result; empty if all are constants
	supported     bitset.Set
}

const (
	aVariable = -1
	nothing   = -2 // the constant is not a value of the result
)

func init() {
	registerKind("element", ofAll, func(b *builder, c *model.Element) {
		p := &element{index: c.Index, result: c.Result, supported: make(bitset.Set, len(b.bits(c.Result)))}
		scope := []model.Var{c.Index, c.Result}
		indices := &b.numberings[c.Index]
		for i := range indices.size {
			if b.over(1) {
				return
			}
			p.constant = append(p.constant, nothing)
			index := indices.value(i)
			if index < 1 || index > len(c.Of) || !b.bits(c.Index).Has(i) {
				continue
			}
			v := c.Of[index-1]
			switch own := &b.numberings[v]; {
			case own.size > 1:
				if p.pairings == nil {
					p.pairings = make([]pairing, indices.size)
				}
				p.constant[i] = aVariable
				p.pairings[i] = b.newPairing(model.Term{Coefficient: 1, Var: v}, model.Term{Coefficient: -1, Var: c.Result}, 0)
				scope = append(scope, v)
			default:
				if number, ok := b.numberings[c.Result].index(own.value(0)); ok {
					p.constant[i] = number
				}
			}
		}
		slices.Sort(scope)
		b.post(p, onChange, askValues, slices.Compact(scope))
	})
}

func (p *element) propagate(s *space) bool {
	clear(p.supported)
	indices := s.bits(p.index)
	lost := false
	for i := range indices.All() {
		if s.over(1) {
			return false
		}
		if !p.support(s, i) {
			s.remove(p.index, i)
			lost = true
		}
	}
	if lost && !s.changed(p.index) || !s.keep(p.result, p.supported) {
		return false
	}
	last := indices.Lowest() // the result may itself be the index
	return p.constant[last] != aVariable || !indices.Single() || p.pairings[last].require(s)
}

// support notes the values that the result may have at an index, and reports whether there are any.
func (p *element) support(s *space, i int) bool {
	switch number := p.constant[i]; number {
	case nothing:
		return false
	case aVariable:
		pair := &p.pairings[i]
		if pair.inWords {
			common := pair.image(s.bits(pair.x)[0]) & s.bits(p.result)[0]
			p.supported[0] |= common
			return common != 0
		}
		some := false
		for j := range s.bits(pair.x).All() {
			if other, ok := pair.of(s, j); ok && s.bits(p.result).Has(other) {
				p.supported.Add(other)
				some = true
			}
		}
		return some && !s.over(s.Size(pair.x))
	default:
		if !s.bits(p.result).Has(number) {
			return false
		}
		p.supported.Add(number)
		return true
	}
}
