package kind

import (
	"fmt"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

// Zhou, In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem, 2020: the distance encoding in one-hot literals.
func init() { formula.RegisterKind("circuit", encodeCircuit) }

// encodeCircuit writes that each node has one predecessor and one position. The first node has the first position; the successor
// of any other node has the next position. That takes two clauses for each arc and position; arcs times positions may be at most
// [formula.MaxTuples]. All variables are determined.
func encodeCircuit(c *formula.Compiler, constraint *kinds.Circuit) error {
	n := len(constraint.Next)
	arcs := 0
	for i, v := range constraint.Next {
		for value := range c.Map.Left(v).All() {
			if !c.Step() {
				return nil
			}
			l := c.Map.Literal(v, value)
			if value < 1 || value > n || value == i+1 && n > 1 {
				c.AddSimplified([]formula.Literal{-l})
				continue
			}
			arcs++
		}
	}
	if arcs > formula.MaxTuples/n {
		return fmt.Errorf("found %d nodes × %d arcs, expected a product of at most %d", n, arcs, formula.MaxTuples)
	}
	apart := func(i, j int) bool { return c.Different(constraint.Next[i], constraint.Next[j]) }
	for node := range n {
		if !c.Work(n) {
			return nil
		}
		literals := lists.Map(constraint.Next, func(v model.Var) formula.Literal { return c.Map.Literal(v, node+1) })
		c.AddSimplified(literals)
		c.AtMostOne(literals, apart)
	}
	at := positions(c, n)
	for i, v := range constraint.Next {
		for value := range c.Map.Left(v).All() {
			if !c.Step() {
				return nil
			}
			if value >= 1 && value <= n && value != i+1 {
				follows(c, c.Map.Literal(v, value), at[i], at[value-1])
			}
		}
	}
	return nil
}

// positions returns, by node, the literals of its positions. The first node has the first position; no other node has it.
func positions(c *formula.Compiler, n int) [][]formula.Literal {
	at := make([][]formula.Literal, n)
	for i := range at {
		if !c.Work(n) {
			break
		}
		at[i] = make([]formula.Literal, n)
		for p := range at[i] {
			switch {
			case i > 0 && p > 0:
				at[i][p] = c.NewVariable()
			case i == p:
				at[i][p] = formula.True
			default:
				at[i][p] = formula.False
			}
		}
		c.AddSimplified(at[i])
		c.AtMostOne(at[i], nil)
	}
	return at
}

// follows writes: if an arc is taken, its end is one position after its start, or the first position after the last.
func follows(c *formula.Compiler, arc formula.Literal, from, to []formula.Literal) {
	for p := range from {
		next := to[(p+1)%len(to)]
		c.AddSimplified([]formula.Literal{-arc, -from[p], next})
		c.AddSimplified([]formula.Literal{-arc, from[p], -next})
	}
}
