package propagate

import (
	"math"
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/bitset"
	"qmsat/native/space"
)

// product propagates the bounds of x, y and their product, as in Apt and Zoeteweij, "An analysis of arithmetic constraints on
// integer intervals", Constraints 12 (2007), in O(1) steps. [decided] does the rest.
type product struct{ x, y, result model.Var }

func init() {
	space.RegisterKind("product", space.OfNone, func(b *space.Builder, c *kinds.Product) {
		if c.X == c.Y {
			b.Post(&square{c.X, c.Result}, space.OnBounds, space.AskBounds, c.Scope())
		} else {
			b.Post(&product{c.X, c.Y, c.Result}, space.OnBounds, space.AskBounds, c.Scope())
		}
		postDecided(b, []model.Var{c.X, c.Y, c.Result}, func(x, y int, values []int) bool {
			values[0] = x * y
			return true
		})
	})
}

func (p *product) Propagate(s *space.Space) bool {
	x, y := s.Bounds(p.x), s.Bounds(p.y)
	if !s.RestrictFrom(p.result, s.Bounds(p.result), x.Times(y)) {
		return false
	}
	result := s.Bounds(p.result)
	return s.RestrictFrom(p.x, x, result.Factor(y)) && s.RestrictFrom(p.y, y, result.Factor(s.Bounds(p.x)))
}

// square narrows x and its square by each other's bounds, in O(1) steps.
type square struct{ x, result model.Var }

func (p *square) Propagate(s *space.Space) bool {
	x := s.Bounds(p.x)
	squares := x.Times(x)
	squares.Lo = max(squares.Lo, 0)
	if !s.Restrict(p.result, squares) {
		return false
	}
	result := s.Bounds(p.result)
	least, most := root(result.Lo-1)+1, root(result.Hi) // absolute values of x
	return s.RestrictFrom(p.x, x, space.Interval{Lo: -most, Hi: most}) &&
		(x.Lo <= -least || s.Restrict(p.x, space.Interval{Lo: least, Hi: space.NoBound})) &&
		(x.Hi >= least || s.Restrict(p.x, space.Interval{Lo: -space.NoBound, Hi: -least}))
}

// root returns the square root of a number within ±NoBound, rounded down; -1 for negative numbers.
func root(n int) int {
	if n < 0 {
		return -1
	}
	r := int(math.Sqrt(float64(n)))
	if r*r > n {
		r--
	}
	return r
}

// decided is a constraint in which the values of two variables decide the others. Once these two have few pairs of values, it
// keeps the values that some pair supports: domain consistency, in O(pairs) steps. For a wide one of the two it keeps the bounds.
// A variable may stand in several positions.
type decided struct {
	variables []model.Var // the two deciding ones first
	most      int         // largest number of pairs
	first     []int       // by position: the first position of its variable
	decide    func(x, y int, values []int) bool
	// During a call only, by position:
	values    []int
	numbers   []int            // of the values
	supported []bitset.Set     // by a variable's first position; empty if it is wide
	spans     []space.Interval // of the supported numbers
}

// postDecided posts the constraint, unless a decided variable is wide. decide computes the values for a pair, or reports that
// there are none.
func postDecided(b *space.Builder, variables []model.Var, decide func(x, y int, values []int) bool) {
	if slices.ContainsFunc(variables[2:], b.IsWide) {
		return
	}
	positions := len(variables)
	p := &decided{
		variables: variables, decide: decide, most: b.Limits.Pairs, first: make([]int, positions),
		values: make([]int, positions), numbers: make([]int, positions),
		supported: make([]bitset.Set, positions), spans: make([]space.Interval, positions),
	}
	var scope []model.Var
	for i, v := range variables {
		if p.first[i] = slices.Index(variables, v); p.first[i] < i {
			continue
		}
		scope = append(scope, v)
		if !b.IsWide(v) {
			p.supported[i] = bitset.New(b.Numberings[v].Size)
		}
	}
	b.PostSlow(p, space.AskBounds, scope)
}

func (p *decided) Propagate(s *space.Space) bool {
	x, y := p.variables[0], p.variables[1]
	if s.Size(x) > p.most/s.Size(y) || s.Over(s.Size(x)*s.Size(y)) {
		return !s.Stopped
	}
	for i, numbers := range p.supported {
		clear(numbers)
		p.spans[i] = space.Interval{Lo: space.NoBound, Hi: -space.NoBound}
	}
	for i := s.Lowest(x); i >= 0; i = s.After(x, i) {
		p.numbers[0], p.values[0] = i, s.Numberings[x].Value(i)
		if x == y {
			p.numbers[1], p.values[1] = i, p.values[0]
			p.note(s)
			continue
		}
		for j := s.Lowest(y); j >= 0; j = s.After(y, j) {
			p.numbers[1], p.values[1] = j, s.Numberings[y].Value(j)
			p.note(s)
		}
	}
	for i, v := range p.variables {
		if p.first[i] == i && !p.keep(s, v, i) {
			return false
		}
	}
	return true
}

// note marks the values of a pair and the values that it decides as supported, if the variables may have them.
func (p *decided) note(s *space.Space) {
	if !p.decide(p.values[0], p.values[1], p.values[2:]) {
		return
	}
	for i := 2; i < len(p.variables); i++ {
		if first := p.first[i]; first < i {
			if p.values[i] != p.values[first] {
				return
			}
			continue
		}
		number, ok := s.Numberings[p.variables[i]].Index(p.values[i])
		if !ok || !s.Bits(p.variables[i]).Has(number) {
			return
		}
		p.numbers[i] = number
	}
	for i, numbers := range p.supported {
		if len(numbers) > 0 {
			numbers.Add(p.numbers[i])
		} else {
			p.spans[i] = space.Interval{Lo: min(p.spans[i].Lo, p.numbers[i]), Hi: max(p.spans[i].Hi, p.numbers[i])}
		}
	}
}

// keep keeps the supported values of a position's variable.
func (p *decided) keep(s *space.Space, v model.Var, position int) bool {
	if s.IsWide(v) {
		return s.KeepBetween(v, p.spans[position].Lo, p.spans[position].Hi)
	}
	return s.Keep(v, p.supported[position])
}
