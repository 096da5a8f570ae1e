package sum

import (
	"fmt"
	"math"
	"slices"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Abío and Stuckey, Encoding linear constraints into SAT, 2014; Eén and Sörensson 2006. mdd-distinct encodes sum and
// all-different together, with state sets as in Bergman and others, Decision Diagrams for Optimization, 2016.
func init() {
	formula.LinearEncodings.Register("mdd", formula.LinearEncoding{About: formula.About{
		Meaning: "a decision diagram of partial sums", Paper: "Abío, Stuckey 2014",
		Clauses: "≈ 9n²/2", Variables: "≈ 4n²/5", Propagation: formula.Everything,
	}, Linear: func(c *formula.Compiler, constraint *model.Linear) error {
		return diagramClauses(newDiagram(c, constraint, formula.MaxEdges))
	}})
	formula.LinearEncodings.Register("mdd-distinct", formula.LinearEncoding{About: formula.About{
		Meaning: "mdd, with different values in cells that differ", Paper: "Bergman and others 2016",
		Clauses: "≈ 9n²/2", Variables: "≈ 4n²/5", Propagation: formula.OfDifferent,
	}, Linear: func(c *formula.Compiler, constraint *model.Linear) error {
		return distinctDiagrams(c, constraint, formula.MaxEdges)
	}})
}

// diagram is the reduced multi-valued decision diagram of a linear constraint. A path reaches the leaf if its sum is within the
// bounds. Terms with large coefficients come first: then few sums of the first terms can still be within the bounds, however
// large the coefficients are, if these are like the weights of digits.
type diagram struct {
	formula.Layered
	lo, hi       int
	coefficients []int       // by layer
	numbers      map[int]int // by value: its index in a set, if no path takes a value twice; otherwise nil
	sums         map[int]int // by sum: its leaf, if each sum has its own; otherwise nil
	// lowest and highest are, by layer, the least and the greatest sum from this layer on.
	lowest, highest []int
}

// state is the sum of the terms before a node, and the values taken so far.
type state struct {
	sum   int
	taken valueSet // if no path takes a value twice
}

// valueSet is a set of values, by their numbers.
type valueSet uint64

// anySum stands for every partial sum that stays within the bounds whatever the rest is.
const anySum = math.MaxInt

// errEdges says that a diagram exceeds its limit of edges.
var errEdges = fmt.Errorf("a decision diagram of more than %d edges, the limit of this encoding; try --sum auto, order or adder", formula.MaxEdges)

// diagramClauses writes that the values of the terms are a path to the leaf.
func diagramClauses(d *diagram) error {
	if d.always() {
		return nil
	}
	root := d.build()
	switch {
	case d.Room < 0:
		return errEdges
	case root == formula.Nowhere:
		d.Compiler.Add()
	default:
		d.Write()
	}
	return nil
}

// newDiagram returns an empty diagram with a limit on its edges.
func newDiagram(c *formula.Compiler, constraint *model.Linear, edges int) *diagram {
	terms := slices.Clone(constraint.Terms)
	slices.SortStableFunc(terms, func(a, b model.Term) int { return sizeOfTerm(b) - sizeOfTerm(a) })
	d := &diagram{lo: constraint.Lo, hi: constraint.Hi}
	d.Layered = formula.NewLayered(c, lists.Map(terms, func(t model.Term) model.Var { return t.Var }), edges)
	d.coefficients = lists.Map(terms, func(t model.Term) int { return t.Coefficient })
	d.bound()
	return d
}

// sizeOfTerm returns the absolute value of a term's coefficient.
func sizeOfTerm(t model.Term) int { return max(t.Coefficient, -t.Coefficient) }

// bound finds the bounds of the sums, if there is room for the values.
func (d *diagram) bound() {
	n := len(d.Values)
	d.lowest, d.highest = make([]int, n+1), make([]int, n+1)
	for i := n - 1; i >= 0; i-- {
		first, last := d.coefficients[i]*slices.Min(d.Values[i]), d.coefficients[i]*slices.Max(d.Values[i])
		d.lowest[i], d.highest[i] = d.lowest[i+1]+min(first, last), d.highest[i+1]+max(first, last)
	}
}

func (d *diagram) always() bool { return d.Room >= 0 && d.lowest[0] >= d.lo && d.highest[0] <= d.hi }

// build returns the root.
func (d *diagram) build() int {
	if d.Room < 0 {
		return formula.Nowhere
	}
	b := &formula.States[state]{Layered: &d.Layered, Settle: d.settle, Next: d.take}
	if d.sums != nil {
		b.Leaf = d.leaf
	}
	return b.Build(0, state{})
}

// leaf returns the leaf of a sum.
func (d *diagram) leaf(s state) int {
	leaf, known := d.sums[s.sum]
	if !known {
		leaf = len(d.sums)
		d.sums[s.sum] = leaf
		d.Leaves++
	}
	return leaf
}

// settle drops states from which no sum is within the bounds, and merges those from which every sum is.
func (d *diagram) settle(i int, s state) (same state, leads bool) {
	if s.sum == anySum {
		return s, true
	}
	lo, hi := s.sum+d.lowest[i], s.sum+d.highest[i]
	if lo >= d.lo && hi <= d.hi && d.sums == nil {
		s = state{sum: anySum}
	}
	return s, lo <= d.hi && hi >= d.lo
}

// take returns the state after a layer takes a value, or false if it may not take it. If every sum is within the bounds, only the
// variables' difference matters, and other clauses state that.
func (d *diagram) take(i int, s state, value int) (next state, free bool) {
	if s.sum == anySum {
		return s, true
	}
	s.sum += d.coefficients[i] * value
	if d.numbers == nil {
		return s, true
	}
	bit := valueSet(1) << d.numbers[value]
	if s.taken&bit != 0 {
		return s, false
	}
	s.taken |= bit
	return s, true
}
