package native

import (
	"math"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/bitset"
)

// product propagates the bounds of x, y and their product, as in Apt and Zoeteweij, "An analysis of arithmetic constraints on
// integer intervals", Constraints 12 (2007), in O(1) steps. [decided] does the rest.
type product struct{ x, y, result model.Var }

func init() {
	registerKind("product", ofNone, func(b *builder, c *model.Product) {
		if c.X == c.Y {
			b.post(&square{c.X, c.Result}, onBounds, askBounds, c.Scope())
		} else {
			b.post(&product{c.X, c.Y, c.Result}, onBounds, askBounds, c.Scope())
		}
		b.postDecided([]model.Var{c.X, c.Y, c.Result}, func(x, y int, values []int) bool {
			values[0] = x * y
			return true
		})
	})
}

func (p *product) propagate(s *space) bool {
	x, y := s.bounds(p.x), s.bounds(p.y)
	if !s.restrictFrom(p.result, s.bounds(p.result), x.times(y)) {
		return false
	}
	result := s.bounds(p.result)
	return s.restrictFrom(p.x, x, result.factor(y)) && s.restrictFrom(p.y, y, result.factor(s.bounds(p.x)))
}

// square narrows x and its square by each other's bounds, in O(1) steps.
type square struct{ x, result model.Var }

func (p *square) propagate(s *space) bool {
	x := s.bounds(p.x)
	squares := x.times(x)
	squares.lo = max(squares.lo, 0)
	if !s.restrict(p.result, squares) {
		return false
	}
	result := s.bounds(p.result)
	least, most := root(result.lo-1)+1, root(result.hi) // absolute values of x
	return s.restrictFrom(p.x, x, interval{-most, most}) &&
		(x.lo <= -least || s.restrict(p.x, interval{least, noBound})) &&
		(x.hi >= least || s.restrict(p.x, interval{-noBound, -least}))
}

// root returns the square root of a number within ±noBound, rounded down; -1 for negative numbers.
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
	numbers   []int        // of the values
	supported []bitset.Set // by a variable's first position; empty if it is wide
	spans     []interval   // of the supported numbers
}

// pairsSetting is the largest number of pairs that are tried.
var pairsSetting = engine.NewThreshold("pairs", "pairs of values of a product's or a division's operands that are looked at", 4096, 1, 6)

// postDecided posts the constraint, unless a decided variable is wide. decide computes the values for a pair, or reports that
// there are none.
func (b *builder) postDecided(variables []model.Var, decide func(x, y int, values []int) bool) {
	if slices.ContainsFunc(variables[2:], b.isWide) {
		return
	}
	positions := len(variables)
	p := &decided{
		variables: variables, decide: decide, most: pairsSetting.Int(b.options), first: make([]int, positions),
		values: make([]int, positions), numbers: make([]int, positions),
		supported: make([]bitset.Set, positions), spans: make([]interval, positions),
	}
	var scope []model.Var
	for i, v := range variables {
		if p.first[i] = slices.Index(variables, v); p.first[i] < i {
			continue
		}
		scope = append(scope, v)
		if !b.isWide(v) {
			p.supported[i] = bitset.New(b.numberings[v].size)
		}
	}
	b.postSlow(p, askBounds, scope)
}

func (p *decided) propagate(s *space) bool {
	x, y := p.variables[0], p.variables[1]
	if s.Size(x) > p.most/s.Size(y) || s.over(s.Size(x)*s.Size(y)) {
		return !s.stopped
	}
	for i, numbers := range p.supported {
		clear(numbers)
		p.spans[i] = interval{noBound, -noBound}
	}
	for i := s.lowest(x); i >= 0; i = s.after(x, i) {
		p.numbers[0], p.values[0] = i, s.numberings[x].value(i)
		if x == y {
			p.numbers[1], p.values[1] = i, p.values[0]
			p.note(s)
			continue
		}
		for j := s.lowest(y); j >= 0; j = s.after(y, j) {
			p.numbers[1], p.values[1] = j, s.numberings[y].value(j)
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
func (p *decided) note(s *space) {
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
		number, ok := s.numberings[p.variables[i]].index(p.values[i])
		if !ok || !s.bits(p.variables[i]).Has(number) {
			return
		}
		p.numbers[i] = number
	}
	for i, numbers := range p.supported {
		if len(numbers) > 0 {
			numbers.Add(p.numbers[i])
		} else {
			p.spans[i] = interval{min(p.spans[i].lo, p.numbers[i]), max(p.spans[i].hi, p.numbers[i])}
		}
	}
}

// keep keeps the supported values of a position's variable.
func (p *decided) keep(s *space, v model.Var, position int) bool {
	if s.isWide(v) {
		return s.keepBetween(v, p.spans[position].lo, p.spans[position].hi)
	}
	return s.keep(v, p.supported[position])
}
