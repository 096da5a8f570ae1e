package native

import "qmsat/model"

// apart waits until a variable is fixed, and then removes the values of other variables that cannot go with its value. One apart
// is for all constraints a·x + b·y ≠ k of a variable x, so one call handles them all. A call takes O(others) steps.
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
