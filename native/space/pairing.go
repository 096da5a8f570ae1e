package space

import (
	"math/bits"

	"qmsat/model"
)

// Pairing maps values of a variable x to values of y with a·x + b·y = k. If both are numbered without gaps and |a| = |b|, one
// number is first plus or minus the other.
type Pairing struct {
	X, Y       model.Var
	a, b, k    int
	affine     bool
	first, end int // of the numbers of y: first to end-1
	sign       int
	InWords    bool // affine, with all numbers below 64
}

func (b *Builder) NewPairing(x, y model.Term, k int) Pairing {
	b.grant(AskValues, x.Var, y.Var)
	p := Pairing{X: x.Var, Y: y.Var, a: x.Coefficient, b: y.Coefficient, k: k}
	from, to := &b.Numberings[x.Var], &b.Numberings[y.Var]
	p.affine = from.ranges == nil && to.ranges == nil && (p.a == p.b || p.a == -p.b) && k%p.b == 0
	if p.affine {
		p.sign = -p.a / p.b
		p.first, p.end = k/p.b+p.sign*from.Lo-to.Lo, to.Size
		p.InWords = from.InWord() && to.InWord()
	}
	return p
}

// Of returns the number of y's value that goes with x's value of the given number. ok is false if y's domain never had that
// value.
func (p *Pairing) Of(s *Space, number int) (other int, ok bool) {
	if p.affine {
		other = p.first + p.sign*number
		return other, 0 <= other && other < p.end
	}
	rest := p.k - p.a*s.Numberings[p.X].Value(number)
	if rest%p.b != 0 {
		return 0, false
	}
	return s.Numberings[p.Y].Index(rest / p.b)
}

// Image returns the numbers of y for the numbers of x in a word; some may belong to no value.
func (p *Pairing) Image(w uint64) uint64 {
	if p.sign < 0 {
		return Moved(bits.Reverse64(w), p.first-63)
	}
	return Moved(w, p.first)
}

// preimage returns the numbers of x for the numbers of y in a word.
func (p *Pairing) preimage(w uint64) uint64 {
	if p.sign < 0 {
		return p.Image(w)
	}
	return Moved(w, -p.first)
}

// Moved returns the word with by added to each number; numbers beyond the word are dropped.
func Moved(w uint64, by int) uint64 {
	if by < 0 {
		return w >> -by
	}
	return w << by
}

// possible reports whether y may have the value that goes with x's value of this number.
func (p *Pairing) possible(s *Space, number int) bool {
	other, ok := p.Of(s, number)
	return ok && s.Bits(p.Y).Has(other)
}

// Any reports whether some value of x goes with a value of y.
func (p *Pairing) Any(s *Space) bool {
	if p.InWords {
		return p.Image(s.Bits(p.X)[0])&s.Bits(p.Y)[0] != 0
	}
	for i := range s.Bits(p.X).All() {
		if p.possible(s, i) {
			return true
		}
		if s.Over(1) {
			return true // unknown: reports that nothing is excluded
		}
	}
	return false
}

// Require keeps only the values of x that go with a value of y.
func (p *Pairing) Require(s *Space) bool {
	values := s.Bits(p.X)
	if p.InWords {
		return s.Put(p.X, values[0]&p.preimage(s.Bits(p.Y)[0]))
	}
	size := values.Size()
	left := size
	for i := range values.All() {
		if !p.possible(s, i) {
			s.Remove(p.X, i)
			left--
		}
	}
	return !s.Over(size) && (left == size || s.Narrowed(p.X))
}

// Exclude waits until x is fixed, and then removes from y the value that goes with it.
func (p *Pairing) Exclude(s *Space) bool {
	if !s.Fixed(p.X) {
		return true
	}
	other, ok := p.Of(s, s.Bits(p.X).Lowest())
	return !ok || s.DropIndex(p.Y, other)
}

// apart waits until a variable is fixed, and then removes the values of other variables that cannot go with its value. One apart
// is for all constraints a·x + b·y ≠ k of a variable x, so one call handles them all. A call takes O(others) steps.
type apart struct {
	id       int32
	variable model.Var
	others   []Pairing
}

// PostApart posts that the sum of two terms is not k.
func (b *Builder) PostApart(x, y model.Term, k int) {
	for range 2 {
		p := b.apart[x.Var]
		if p == nil {
			p = &apart{id: int32(len(b.Propagators)), variable: x.Var}
			if b.apart == nil {
				b.apart = map[model.Var]*apart{}
			}
			b.apart[x.Var] = p
			b.Post(p, OnFix, AskValues, []model.Var{x.Var})
		}
		p.others = append(p.others, b.NewPairing(x, y, k))
		b.Watchers[aside][y.Var] = append(b.Watchers[aside][y.Var], p.id)
		x, y = y, x
	}
}

func (p *apart) Propagate(s *Space) bool {
	bits := s.Bits(p.variable)
	if !bits.Single() {
		return true
	}
	number := bits.Lowest()
	for i := range p.others {
		o := &p.others[i]
		if other, ok := o.Of(s, number); ok && !s.DropIndex(o.Y, other) {
			return false
		}
	}
	return !s.Over(len(p.others))
}
