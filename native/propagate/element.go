package propagate

import (
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/bitset"
	"qmsat/native/space"
)

// element keeps the values of the index for which the result and the list's variable have a common value, and the values of the
// result that such a variable has. Once the index is fixed, the result and the variable have the same values. It is domain
// consistent if no variable is repeated. A call takes O(values of the index) steps for a list of constants, otherwise up to the
// number of all values in the list.
type element struct {
	index, result model.Var
	constant      []int           // by number of an index value: the constant's number among the result's values, or one of the two below
	pairings      []space.Pairing // by number of an index value: from the variable there to the result; empty if all are constants
	supported     bitset.Set
}

const (
	aVariable = -1
	nothing   = -2 // the constant is not a value of the result
)

func init() {
	space.RegisterKind("element", space.OfAll, func(b *space.Builder, c *kinds.Element) {
		p := &element{index: c.Index, result: c.Result, supported: make(bitset.Set, len(b.Bits(c.Result)))}
		scope := []model.Var{c.Index, c.Result}
		indices := &b.Numberings[c.Index]
		for i := range indices.Size {
			if b.Over(1) {
				return
			}
			p.constant = append(p.constant, nothing)
			index := indices.Value(i)
			if index < 1 || index > len(c.Of) || !b.Bits(c.Index).Has(i) {
				continue
			}
			v := c.Of[index-1]
			switch own := &b.Numberings[v]; {
			case own.Size > 1:
				if p.pairings == nil {
					p.pairings = make([]space.Pairing, indices.Size)
				}
				p.constant[i] = aVariable
				p.pairings[i] = b.NewPairing(model.Term{Coefficient: 1, Var: v}, model.Term{Coefficient: -1, Var: c.Result}, 0)
				scope = append(scope, v)
			default:
				if number, ok := b.Numberings[c.Result].Index(own.Value(0)); ok {
					p.constant[i] = number
				}
			}
		}
		slices.Sort(scope)
		b.Post(p, space.OnChange, space.AskValues, slices.Compact(scope))
	})
}

func (p *element) Propagate(s *space.Space) bool {
	clear(p.supported)
	indices := s.Bits(p.index)
	lost := false
	for i := range indices.All() {
		if s.Over(1) {
			return false
		}
		if !p.support(s, i) {
			s.Remove(p.index, i)
			lost = true
		}
	}
	if lost && !s.Narrowed(p.index) || !s.Keep(p.result, p.supported) {
		return false
	}
	last := indices.Lowest() // the result may itself be the index
	return p.constant[last] != aVariable || !indices.Single() || p.pairings[last].Require(s)
}

// support notes the values that the result may have at an index, and reports whether there are any.
func (p *element) support(s *space.Space, i int) bool {
	switch number := p.constant[i]; number {
	case nothing:
		return false
	case aVariable:
		pair := &p.pairings[i]
		if pair.InWords {
			common := pair.Image(s.Bits(pair.X)[0]) & s.Bits(p.result)[0]
			p.supported[0] |= common
			return common != 0
		}
		some := false
		for j := range s.Bits(pair.X).All() {
			if other, ok := pair.Of(s, j); ok && s.Bits(p.result).Has(other) {
				p.supported.Add(other)
				some = true
			}
		}
		return some && !s.Over(s.Size(pair.X))
	default:
		if !s.Bits(p.result).Has(number) {
			return false
		}
		p.supported.Add(number)
		return true
	}
}
