package native

import (
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// product keeps what the bounds of x, y and their product leave of each other: bounds propagation as in Apt and Zoeteweij, "An
// analysis of arithmetic constraints on integer intervals", Constraints 12 (2007), in O(1) steps. [decided] sees the rest.
type product struct{ x, y, result model.Var }

func init() {
	registerKind("product", func(b *builder, c *model.Product) {
		b.post(&product{c.X, c.Y, c.Result}, onChange, c.Scope())
		b.postDecided([]model.Var{c.X, c.Y, c.Result}, func(x, y int, values []int) bool {
			values[0] = x * y
			return true
		})
	})
}

func (p *product) propagate(s *space) bool {
	return s.restrict(p.result, s.bounds(p.x).times(s.bounds(p.y))) &&
		s.restrict(p.x, s.bounds(p.result).factor(s.bounds(p.y))) &&
		s.restrict(p.y, s.bounds(p.result).factor(s.bounds(p.x)))
}

// decided is a constraint of which the values of two variables decide those of the others. Once the two have few pairs of values it
// keeps the values that some pair supports: domain consistency, in O(pairs) steps. A variable may stand in several places.
type decided struct {
	variables []model.Var // the two that decide first
	first     []int       // by place: the first one of its variable
	decide    func(x, y int, values []int) bool
	values    []int        // by place
	supported []bitset.Set // by place, where it is the first one of its variable; during a call only
}

// maxPairs is the number of pairs from which on they are looked at.
const maxPairs = 1 << 12

// postDecided posts it. decide sets the values that the two of a pair decide, or reports that there are none.
func (b *builder) postDecided(variables []model.Var, decide func(x, y int, values []int) bool) {
	p := &decided{variables: variables, decide: decide, values: make([]int, len(variables))}
	var scope []model.Var
	for i, v := range variables {
		p.first = append(p.first, slices.Index(variables, v))
		p.supported = append(p.supported, make(bitset.Set, len(b.bits(v))))
		if p.first[i] == i {
			scope = append(scope, v)
		}
	}
	b.postSlow(p, onChange, scope)
}

func (p *decided) propagate(s *space) bool {
	x, y := p.variables[0], p.variables[1]
	if s.size(x) > maxPairs/s.size(y) || s.over(s.size(x)*s.size(y)) {
		return !s.stopped
	}
	for _, mask := range p.supported {
		clear(mask)
	}
	for i := range s.bits(x).All() {
		p.values[0] = s.numberings[x].value(i)
		for j := range s.bits(y).All() {
			p.values[1] = s.numberings[y].value(j)
			if p.decide(p.values[0], p.values[1], p.values[2:]) {
				p.note(s)
			}
		}
	}
	for i, v := range p.variables {
		if p.first[i] == i && !s.keep(v, p.supported[i]) {
			return false
		}
	}
	return true
}

// note notes the values as supported, if the variables may have them.
func (p *decided) note(s *space) {
	for i, v := range p.variables {
		if p.values[i] != p.values[p.first[i]] {
			return
		}
		if number, ok := s.numberings[v].index(p.values[i]); !ok || !s.bits(v).Has(number) {
			return
		}
	}
	for i, v := range p.variables {
		p.supported[p.first[i]].Add(s.numberings[v].below(p.values[i]))
	}
}
