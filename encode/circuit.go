package encode

import (
	"fmt"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Zhou, In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem, 2020: the distance encoding in one-hot literals.
func init() { registerKind("circuit", encodeCircuit) }

// encodeCircuit writes that each node has one predecessor and one position. The first node has the first position; the successor
// of any other node has the next position. That takes two clauses for each arc and position; arcs times positions may be at most
// maxTuples. All variables are determined.
func encodeCircuit(c *Compiler, constraint *model.Circuit) error {
	n := len(constraint.Next)
	arcs := 0
	for i, v := range constraint.Next {
		for value := range c.Map.Left(v).All() {
			if !c.step() {
				return nil
			}
			l := c.Map.Literal(v, value)
			if value < 1 || value > n || value == i+1 && n > 1 {
				c.AddSimplified([]Literal{-l})
				continue
			}
			arcs++
		}
	}
	if arcs > maxTuples/n {
		return fmt.Errorf("found %d nodes × %d arcs, expected a product of at most %d", n, arcs, maxTuples)
	}
	apart := func(i, j int) bool { return c.Different(constraint.Next[i], constraint.Next[j]) }
	for node := range n {
		if !c.work(n) {
			return nil
		}
		literals := lists.Map(constraint.Next, func(v model.Var) Literal { return c.Map.Literal(v, node+1) })
		c.AddSimplified(literals)
		c.AtMostOne(literals, apart)
	}
	at := c.positions(n)
	for i, v := range constraint.Next {
		for value := range c.Map.Left(v).All() {
			if !c.step() {
				return nil
			}
			if value >= 1 && value <= n && value != i+1 {
				c.follows(c.Map.Literal(v, value), at[i], at[value-1])
			}
		}
	}
	return nil
}

// positions returns, by node, the literals of its positions. The first node has the first position; no other node has it.
func (c *Compiler) positions(n int) [][]Literal {
	at := make([][]Literal, n)
	for i := range at {
		if !c.work(n) {
			break
		}
		at[i] = make([]Literal, n)
		for p := range at[i] {
			switch {
			case i > 0 && p > 0:
				at[i][p] = c.NewVariable()
			case i == p:
				at[i][p] = True
			default:
				at[i][p] = False
			}
		}
		c.AddSimplified(at[i])
		c.AtMostOne(at[i], nil)
	}
	return at
}

// follows writes: if an arc is taken, its end is one position after its start, or the first position after the last.
func (c *Compiler) follows(arc Literal, from, to []Literal) {
	for p := range from {
		next := to[(p+1)%len(to)]
		c.AddSimplified([]Literal{-arc, -from[p], next})
		c.AddSimplified([]Literal{-arc, from[p], -next})
	}
}
