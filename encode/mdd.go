package encode

import (
	"fmt"
	"math"

	"qmsat/model"
)

// Abío and Stuckey, Encoding linear constraints into SAT, 2014; Eén and Sörensson 2006. mdd-distinct encodes sum and
// all-different together, with state sets as in Bergman and others, Decision Diagrams for Optimization, 2016.
func init() {
	LinearEncodings.Register("mdd", LinearEncoding{About: About{
		Meaning: "a decision diagram of partial sums", Paper: "Abío, Stuckey 2014",
		Clauses: "≈ 9n²/2", Variables: "≈ 4n²/5", Propagation: Everything,
	}, Linear: func(c *Compiler, constraint *model.Linear) error {
		return diagramClauses(newDiagram(c, constraint, maxEdges))
	}})
	LinearEncodings.Register("mdd-distinct", LinearEncoding{About: About{
		Meaning: "mdd for cells that are all different", Paper: "Bergman and others 2016",
		Clauses: "≈ 9n²/2", Variables: "≈ 4n²/5", Propagation: OfDifferent,
	}, Linear: func(c *Compiler, constraint *model.Linear) error {
		return diagramClauses(newDiagram(c, constraint, maxEdges).distinct())
	}})
}

// maxEdges is how many edges the decision diagram of a linear constraint may have.
const maxEdges = 1 << 20

// diagram is the reduced multi-valued decision diagram of a linear constraint. A path reaches the leaf if its sum is within the
// bounds.
type diagram struct {
	layered
	constraint *model.Linear
	numbers    map[int]int // by value: its index in a set, if no path takes a value twice; otherwise nil
	// lowest and highest are, by term, the least and the greatest sum from this term on.
	lowest, highest []int
}

// state is the sum of the terms before a node, and the values taken so far.
type state struct {
	sum   int
	taken valueSet // if no path takes a value twice
}

// anySum stands for every partial sum that stays within the bounds whatever the rest is.
const anySum = math.MaxInt

// errEdges says that a diagram exceeds its limit of edges.
var errEdges = fmt.Errorf("a decision diagram of more than %d edges, the limit of this encoding; try --sum auto, order or adder", maxEdges)

// diagramClauses writes that the values of the terms are a path to the leaf.
func diagramClauses(d *diagram) error {
	if d.always() {
		return nil
	}
	root := d.build()
	switch {
	case d.room < 0:
		return errEdges
	case root == nowhere:
		d.c.Add()
	default:
		d.write()
	}
	return nil
}

// newDiagram returns an empty diagram with a limit on its edges.
func newDiagram(c *Compiler, constraint *model.Linear, edges int) *diagram {
	n := len(constraint.Terms)
	d := &diagram{constraint: constraint, lowest: make([]int, n+1), highest: make([]int, n+1), layered: newLayered(c, constraint.Scope(), edges)}
	for i := n - 1; i >= 0; i-- {
		least, most := c.termBounds(constraint.Terms[i])
		d.lowest[i], d.highest[i] = d.lowest[i+1]+least, d.highest[i+1]+most
	}
	return d
}

// distinct makes a path take no value twice, if the model keeps all the variables apart and a set can hold the values.
func (d *diagram) distinct() *diagram {
	for i, t := range d.constraint.Terms {
		for _, u := range d.constraint.Terms[:i] {
			if !d.c.Different(t.Var, u.Var) {
				return d
			}
		}
	}
	if numbers := numberValues(d.values); len(numbers) <= d.c.threshold(setValues) {
		d.numbers = numbers
	}
	return d
}

func (d *diagram) always() bool {
	return d.lowest[0] >= d.constraint.Lo && d.highest[0] <= d.constraint.Hi
}

// build returns the root.
func (d *diagram) build() int {
	return (&states[state]{layered: &d.layered, settle: d.settle, next: d.take}).build(0, state{})
}

// settle drops states from which no sum is within the bounds, and merges those from which every sum is.
func (d *diagram) settle(i int, s state) (same state, leads bool) {
	if s.sum == anySum {
		return s, true
	}
	lo, hi := s.sum+d.lowest[i], s.sum+d.highest[i]
	if lo >= d.constraint.Lo && hi <= d.constraint.Hi {
		s = state{sum: anySum}
	}
	return s, lo <= d.constraint.Hi && hi >= d.constraint.Lo
}

// take returns the state after term i takes a value, or false if it may not take it. If every sum is within the bounds, only the
// variables' difference matters, and other clauses state that.
func (d *diagram) take(i int, s state, value int) (next state, free bool) {
	if s.sum == anySum {
		return s, true
	}
	s.sum += d.constraint.Terms[i].Coefficient * value
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
