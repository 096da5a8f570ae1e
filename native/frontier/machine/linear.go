package machine

import (
	"math"

	"qmsat/model"
)

func init() {
	register(func(c *model.Linear, values [][]int) Machine { return newSum(c.Terms, c.Lo, c.Hi, values) })
}

// sum remembers a partial sum, or that every continuation meets the bounds.
type sum struct {
	coefficients []int
	least, most  []int // by position: what the terms from there on can add
	lo, hi       int
}

// settled is the state of a sum that meets its bounds with every continuation. No partial sum is that large.
const settled = math.MaxInt

func newSum(terms []model.Term, lo, hi int, values [][]int) *sum {
	n := len(values)
	m := &sum{make([]int, n), make([]int, n+1), make([]int, n+1), lo, hi}
	for _, t := range terms {
		m.coefficients[t.Var] = t.Coefficient
	}
	for i := n - 1; i >= 0; i-- {
		a, b := m.coefficients[i]*values[i][0], m.coefficients[i]*values[i][len(values[i])-1]
		m.least[i], m.most[i] = m.least[i+1]+min(a, b), m.most[i+1]+max(a, b)
	}
	return m
}

func (m *sum) Start() int { return m.clamped(0, 0) }

func (m *sum) clamped(position, sum int) int {
	if m.lo <= sum+m.least[position] && sum+m.most[position] <= m.hi {
		return settled
	}
	return sum
}

func (m *sum) Next(position, sum, value int) (int, bool) {
	if sum == settled {
		return settled, true
	}
	sum += m.coefficients[position] * value
	return m.clamped(position+1, sum), sum+m.most[position+1] >= m.lo && sum+m.least[position+1] <= m.hi
}
