package frontier

import (
	"fmt"
	"math"
	"slices"

	"qmsat/model"
)

// machine reads the values of variables, place by place, and remembers what decides what may follow.
type machine interface {
	// start is the state before the first place.
	start() int
	// next is the state after the variable at a place has a value; ok is false where nothing can follow.
	next(place, state, value int) (after int, ok bool)
}

// machines has, by kind, what makes the machine of a constraint whose variables are places, from 0 on, with their values.
var machines = map[string]func(c model.Constraint, values [][]int) (machine, error){}

func read[C model.Constraint](build func(c C, values [][]int) (machine, error)) {
	var c C
	machines[c.Kind()] = func(c model.Constraint, values [][]int) (machine, error) { return build(c.(C), values) }
}

func init() {
	read(func(_ *model.AllDifferent, values [][]int) (machine, error) { return newDistinct(values), nil })
	read(func(c *model.Linear, values [][]int) (machine, error) {
		return newSum(c.Terms, c.Lo, c.Hi, values), nil
	})
	read(func(c *model.ReifiedLinear, values [][]int) (machine, error) { return newReified(c, values), nil })
	read(func(c *model.Extremum, _ [][]int) (machine, error) { return newExtremum(c), nil })
	read(func(c *model.Element, _ [][]int) (machine, error) { return newElement(c), nil })
	read(func(c *model.Table, _ [][]int) (machine, error) { return newTrie(c), nil })
	read(func(c *model.Rule, _ [][]int) (machine, error) { return newResidue(c), nil })
	read(func(c *model.Product, values [][]int) (machine, error) { return newDecided(values, c.X, c.Y, c.Table) })
	read(func(c *model.Division, values [][]int) (machine, error) {
		return newDecided(values, c.Dividend, c.Divisor, c.Table)
	})
	read(func(c *model.Regular, values [][]int) (machine, error) { return newWord(c, len(values)), nil })
	read(func(c *model.Circuit, _ [][]int) (machine, error) { return newPaths(c), nil })
}

// distinct remembers the values that are used up, no more of them than an int has bits beside its sign.
type distinct struct{ number map[int]int }

func newDistinct(values [][]int) *distinct {
	m := &distinct{map[int]int{}}
	for _, list := range values {
		for _, value := range list {
			if _, known := m.number[value]; !known {
				m.number[value] = len(m.number)
			}
		}
	}
	return m
}

func (m *distinct) start() int { return 0 }

func (m *distinct) next(_, used, value int) (int, bool) {
	bit := 1 << m.number[value]
	return used | bit, used&bit == 0
}

// sum remembers a partial sum, or that whatever follows meets the bounds.
type sum struct {
	coefficients []int
	least, most  []int // by place: what the terms from there on can add
	lo, hi       int
}

// met is the state of a sum that meets its bounds whatever follows. No partial sum is as large.
const met = math.MaxInt

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

func (m *sum) start() int { return m.clamped(0, 0) }

func (m *sum) clamped(place, sum int) int {
	if m.lo <= sum+m.least[place] && sum+m.most[place] <= m.hi {
		return met
	}
	return sum
}

func (m *sum) next(place, sum, value int) (int, bool) {
	if sum == met {
		return met, true
	}
	sum += m.coefficients[place] * value
	return m.clamped(place+1, sum), sum+m.most[place+1] >= m.lo && sum+m.least[place+1] <= m.hi
}

// trie remembers the tuples that begin with the values read.
type trie struct {
	last      int
	forbidden bool
	children  map[edge]int
}

type edge struct{ node, value int }

// off is the state of a trie of forbidden tuples of which none begins with the values read.
const off = -1

func newTrie(c *model.Table) *trie {
	m := &trie{len(c.Vars) - 1, c.Forbidden, map[edge]int{}}
	columns := make([]int, len(c.Vars))
	for i, v := range c.Vars {
		columns[v] = i
	}
	for _, tuple := range c.Tuples {
		node := 0
		for _, column := range columns {
			e := edge{node, tuple[column]}
			child, known := m.children[e]
			if !known {
				child = len(m.children) + 1
				m.children[e] = child
			}
			node = child
		}
	}
	return m
}

// maxPairs is the number of pairs of values up to which what they decide, a product or a quotient, is read as a table.
const maxPairs = 1 << 20

// newDecided returns the machine of a constraint in which two variables decide the others.
func newDecided(values [][]int, x, y model.Var, table func(domain func(model.Var) model.Domain) *model.Table) (machine, error) {
	if a, b := len(values[x]), len(values[y]); a > maxPairs/max(b, 1) {
		return nil, fmt.Errorf("%d times %d values decide the others, expected no more than %d pairs", a, b, maxPairs)
	}
	domains := make([]model.Domain, len(values))
	for v, list := range values {
		domains[v] = model.Values(list...)
	}
	return newTrie(table(func(v model.Var) model.Domain { return domains[v] })), nil
}

func (m *trie) start() int { return 0 }

func (m *trie) next(place, node, value int) (int, bool) {
	child, on := m.children[edge{node, value}]
	switch {
	case !m.forbidden:
		return child, on
	case node == off || !on:
		return off, true
	default:
		return child, place < m.last
	}
}

// residue remembers what is left of a formula.
type residue struct {
	numbered[string, model.Formula]
}

func newResidue(c *model.Rule) *residue {
	m := &residue{}
	m.keep(model.Restrict(c.Formula, func(atom model.In) model.Formula { return atom }))
	return m
}

func (m *residue) keep(f model.Formula) int {
	return m.number(string(model.AppendCanonicalFormula(nil, f)), f)
}

func (m *residue) next(place, state, value int) (int, bool) {
	f := model.Restrict(m.states[state], func(atom model.In) model.Formula {
		switch {
		case int(atom.Var) != place:
			return atom
		case atom.Values.Contains(value):
			return model.And{}
		default:
			return model.Or{}
		}
	})
	truth, constant := model.Constant(f)
	return m.keep(f), truth || !constant
}

// product runs the machines of several constraints side by side.
type product struct {
	members                 []member
	numbered[string, []int] // by member: its state
}

// member is a machine of a product; places says, by place of the product, which place of its own that is, or -1.
type member struct {
	machine
	places []int
	last   int // the product's place after which it has read all
}

func newProduct(members []member) *product {
	m := &product{members: members}
	first := make([]int, len(members))
	for i, member := range members {
		first[i] = member.start()
	}
	m.keep(first)
	return m
}

func (m *product) keep(tuple []int) int { return m.number(string(appendInts(nil, tuple...)), tuple) }

func (m *product) next(place, state, value int) (int, bool) {
	tuple := slices.Clone(m.states[state])
	for i, member := range m.members {
		if member.places[place] < 0 {
			continue
		}
		after, ok := member.next(member.places[place], tuple[i], value)
		if !ok {
			return 0, false
		}
		if tuple[i] = after; place == member.last {
			tuple[i] = 0 // whatever it was, it has been met
		}
	}
	return m.keep(tuple), true
}
