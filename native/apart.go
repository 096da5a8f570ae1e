package native

import "qmsat/model"

// apart removes, once a variable has a value, the values of others that cannot go with it. It stands for all constraints a·x
// + b·y ≠ k of a variable x: one call serves them all, and only once x is fixed. A call takes O(others) steps.
type apart struct {
	id       int32
	variable model.Var
	others   []pairing
}

// postApart posts that the sum of two terms is not k.
func (b *builder) postApart(x, y model.Term, k int) {
	for range 2 {
		p := b.apart[x.Var]
		if p == nil {
			p = &apart{id: int32(len(b.propagators)), variable: x.Var}
			if b.apart == nil {
				b.apart = map[model.Var]*apart{}
			}
			b.apart[x.Var] = p
			b.post(p, onFix, askValues, []model.Var{x.Var})
		}
		p.others = append(p.others, b.newPairing(x, y, k))
		b.watchers[aside][y.Var] = append(b.watchers[aside][y.Var], p.id)
		x, y = y, x
	}
}

func (p *apart) propagate(s *space) bool {
	bits := s.bits(p.variable)
	if !bits.Single() {
		return true
	}
	number := bits.Lowest()
	for i := range p.others {
		o := &p.others[i]
		if other, ok := o.of(s, number); ok && !s.dropIndex(o.y, other) {
			return false
		}
	}
	return !s.over(len(p.others))
}
