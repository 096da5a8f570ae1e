package encoders

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"qmsat/model"
)

// none is the bound of a sum that has none on this side.
const none = math.MaxInt

// constraint bounds a weighted sum of the variables 1 to n, which are 0 or 1. Weights are positive.
type constraint struct {
	sort, name string
	weights    []int
	variables  []int // by weight; nil: 1 to n
	lo, hi     int
}

// The sorts of constraints.
var sorts = []string{"at-most-one", "at-most-k", "at-least-k", "exactly-k", "weights to 5", "weights to 50", "weights to 1000"}

// constraints returns 200 constraints.
func constraints() (list []constraint) {
	random := rand.New(rand.NewPCG(32, 1))
	add := func(sort int, weights []int, lo, hi int) {
		c := constraint{sort: sorts[sort], weights: weights, lo: lo, hi: hi}
		c.name = fmt.Sprintf("%d-%d", sort, len(list)+1)
		list = append(list, c)
	}
	for i := range 40 {
		add(0, slices.Repeat([]int{1}, 2+i+159*i*i/(39*39)), none, 1)
	}
	for i := range 27 {
		n := 5 + 95*i/26
		for sort := 1; sort <= 3; sort++ {
			k := 2 + random.IntN(n/2)
			add(sort, slices.Repeat([]int{1}, n), []int{none, k, k}[sort-1], []int{k, none, k}[sort-1])
		}
	}
	for i, most := range []int{5, 50, 1000} {
		for j := range 27 - i/2*2 {
			weights, total := make([]int, 5+j*[]int{95, 55, 25}[i]/26), 0
			for k := range weights {
				weights[k] = 1 + random.IntN(most)
				total += weights[k]
			}
			bound := total/4 + random.IntN(total/2)
			add(4+i, weights, []int{none, bound, bound}[j%3], []int{bound, none, bound}[j%3])
		}
	}
	return list
}

// variable returns the number of a term's variable.
func (c constraint) variable(i int) int {
	if c.variables == nil {
		return i + 1
	}
	return c.variables[i]
}

// line writes a constraint as the program pblib-encode reads it, see pblib_test.go.
func (c constraint) line(encoder string) string {
	number := func(bound int) string { return strings.ReplaceAll(fmt.Sprint(bound), fmt.Sprint(none), "-") }
	line := fmt.Sprint(encoder, " ", number(c.lo), " ", number(c.hi), " ", len(c.weights))
	for i, w := range c.weights {
		line += fmt.Sprint(" ", w, " ", i+1)
	}
	return line + "\n"
}

// linear writes constraints over n variables as a model.
func linear(n int, constraints ...constraint) *model.Model {
	m := &model.Model{}
	for i := range n {
		m.AddVariable(fmt.Sprint("x", i+1), model.Interval(0, 1))
	}
	for _, c := range constraints {
		terms, total := make([]model.Term, len(c.weights)), 0
		for i, w := range c.weights {
			terms[i] = model.Term{Coefficient: w, Var: model.Var(c.variable(i) - 1)}
			total += w
		}
		l := &model.Linear{Terms: terms, Lo: 0, Hi: total}
		if c.lo != none {
			l.Lo = c.lo
		}
		l.Hi = min(l.Hi, c.hi)
		m.Constraints = append(m.Constraints, l)
	}
	return m
}

// sample is a partial assignment, and what follows from it.
type sample struct {
	decided    []int // literals, in the order of decisions
	impossible bool
	follows    []int // further literals, if the assignment is possible
}

// samples returns partial assignments of random literals. Each walk sets variables in random order, true with a random probability.
func (c constraint) samples(walks, each int) (list []sample) {
	n := len(c.weights)
	random := rand.New(rand.NewPCG(32, uint64(n)))
	for range walks {
		chance, literals := random.Float64(), random.Perm(n)
		for i := range literals {
			if literals[i]++; random.Float64() >= chance {
				literals[i] = -literals[i]
			}
		}
		for range each {
			s := sample{decided: literals[:random.IntN(n)]}
			s.follows, s.impossible = c.consequences(s.decided)
			if list = append(list, s); s.impossible {
				break
			}
		}
	}
	return list
}

// modulus is a prime. Numbers of subsets are counted modulo it.
const modulus = 1<<61 - 1

// consequences returns the literals that follow from others. It counts the sets of open terms by their sum.
func (c constraint) consequences(decided []int) (follow []int, impossible bool) {
	open, base := make([]bool, len(c.weights)), 0
	for i := range open {
		open[i] = true
	}
	for _, l := range decided {
		if open[max(l, -l)-1] = false; l > 0 {
			base += c.weights[l-1]
		}
	}
	ways := []uint64{1}
	for i, w := range c.weights {
		if open[i] {
			ways = append(ways, make([]uint64, w)...)
			for sum := len(ways) - 1; sum >= w; sum-- {
				ways[sum] = (ways[sum] + ways[sum-w]) % modulus
			}
		}
	}
	lo, hi := -base, c.hi
	if c.lo != none {
		lo = c.lo - base
	}
	if c.hi != none {
		hi -= base
	}
	some := func(ways []uint64, added int) bool {
		first, end := max(0, lo-added), min(len(ways)-1, hi-added)
		return first <= end && slices.ContainsFunc(ways[first:end+1], func(n uint64) bool { return n > 0 })
	}
	if !some(ways, 0) {
		return nil, true
	}
	for i, w := range c.weights {
		if !open[i] {
			continue
		}
		others := slices.Clone(ways[:len(ways)-w])
		for sum := w; sum < len(others); sum++ {
			others[sum] = (others[sum] + modulus - others[sum-w]) % modulus
		}
		if !some(others, w) {
			follow = append(follow, -i-1)
		}
		if !some(others, 0) {
			follow = append(follow, i+1)
		}
	}
	return follow, false
}
