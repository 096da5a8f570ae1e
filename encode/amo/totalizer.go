package amo

import "qmsat/encode/formula"

// Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, 2003.
func init() {
	formula.AtMostOnes.Register("totalizer", formula.AtMostOne{
		About: formula.About{
			Meaning: "a tree of counters", Paper: "Bailleux, Boufkhad 2003",
			Clauses: "4n − 7", Variables: "n − 2", From: 2, Propagation: formula.Everything,
		},
		Write: func(c *formula.Compiler, literals []formula.Literal, excluded func(i, j int) bool) {
			totalizerHalves(c, literals, 0, len(literals), excluded)
		},
	})
}

// totalizerHalves writes that at most one of literals[first:end] is true. It returns a literal for each half, true if and only if
// one of the half is. The published totalizer counts in unary at each node of a tree. No node may reach two here, and unit
// propagation leaves these clauses of it. A node r over a and b has the clauses ¬a∨r, ¬b∨r, ¬r∨a∨b and ¬a∨¬b; the root has only
// the last. All variables are determined, since the paper's clauses lead both ways.
func totalizerHalves(c *formula.Compiler, literals []formula.Literal, first, end int, excluded func(i, j int) bool) (a, b formula.Literal) {
	half := (first + end) / 2
	a, b = totalizerSum(c, literals, first, half, excluded), totalizerSum(c, literals, half, end, excluded)
	if end-first > 2 || excluded == nil || !excluded(first, half) {
		c.Add(-a, -b)
	}
	return a, b
}

// totalizerSum writes the same and returns one literal that is true if and only if one of literals[first:end] is.
func totalizerSum(c *formula.Compiler, literals []formula.Literal, first, end int, excluded func(i, j int) bool) formula.Literal {
	if end-first == 1 {
		return literals[first]
	}
	a, b := totalizerHalves(c, literals, first, end, excluded)
	sum := c.NewVariable()
	c.Add(-a, sum)
	c.Add(-b, sum)
	c.Add(a, b, -sum)
	return sum
}
