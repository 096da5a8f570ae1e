package native

import (
	"math/bits"

	"qmsat/model"
)

// pairing maps values of a variable x to values of y with a·x + b·y = k. If both are numbered without gaps and |a| = |b|, one
// number is first plus or minus the other.
type pairing struct {
	x, y       model.Var
	a, b, k    int
	affine     bool
	first, end int // of the numbers of y: first to end-1
	sign       int
	inWords    bool // affine, with all numbers below 64
}

func (b *builder) newPairing(x, y model.Term, k int) pairing {
	b.grant(askValues, x.Var, y.Var)
	p := pairing{x: x.Var, y: y.Var, a: x.Coefficient, b: y.Coefficient, k: k}
	from, to := &b.numberings[x.Var], &b.numberings[y.Var]
	p.affine = from.ranges == nil && to.ranges == nil && (p.a == p.b || p.a == -p.b) && k%p.b == 0
	if p.affine {
		p.sign = -p.a / p.b
		p.first, p.end = k/p.b+p.sign*from.lo-to.lo, to.size
		p.inWords = from.inWord() && to.inWord()
	}
	return p
}

// of returns the number of y's value that goes with x's value of the given number. ok is false if y's domain never had that
// value.
func (p *pairing) of(s *space, number int) (other int, ok bool) {
	if p.affine {
		other = p.first + p.sign*number
		return other, 0 <= other && other < p.end
	}
	rest := p.k - p.a*s.numberings[p.x].value(number)
	if rest%p.b != 0 {
		return 0, false
	}
	return s.numberings[p.y].index(rest / p.b)
}

// image returns the numbers of y for the numbers of x in a word; some may belong to no value.
func (p *pairing) image(w uint64) uint64 {
	if p.sign < 0 {
		return moved(bits.Reverse64(w), p.first-63)
	}
	return moved(w, p.first)
}

// preimage returns the numbers of x for the numbers of y in a word.
func (p *pairing) preimage(w uint64) uint64 {
	if p.sign < 0 {
		return p.image(w)
	}
	return moved(w, -p.first)
}

// moved returns the word with by added to each number; numbers beyond the word are dropped.
func moved(w uint64, by int) uint64 {
	if by < 0 {
		return w >> -by
	}
	return w << by
}

// possible reports whether y may have the value that goes with x's value of this number.
func (p *pairing) possible(s *space, number int) bool {
	other, ok := p.of(s, number)
	return ok && s.bits(p.y).Has(other)
}

// any reports whether some value of x goes with a value of y.
func (p *pairing) any(s *space) bool {
	if p.inWords {
		return p.image(s.bits(p.x)[0])&s.bits(p.y)[0] != 0
	}
	for i := range s.bits(p.x).All() {
		if p.possible(s, i) {
			return true
		}
		if s.over(1) {
			return true // unknown: reports that nothing is excluded
		}
	}
	return false
}

// require keeps only the values of x that go with a value of y.
func (p *pairing) require(s *space) bool {
	values := s.bits(p.x)
	if p.inWords {
		return s.put(p.x, values[0]&p.preimage(s.bits(p.y)[0]))
	}
	size := values.Size()
	left := size
	for i := range values.All() {
		if !p.possible(s, i) {
			s.remove(p.x, i)
			left--
		}
	}
	return !s.over(size) && (left == size || s.changed(p.x))
}

// exclude waits until x is fixed, and then removes from y the value that goes with it.
func (p *pairing) exclude(s *space) bool {
	if !s.Fixed(p.x) {
		return true
	}
	other, ok := p.of(s, s.bits(p.x).Lowest())
	return !ok || s.dropIndex(p.y, other)
}

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
