package amo

import "qmsat/encode/formula"

// Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, 2005.
func init() {
	formula.AtMostOnes.Register("sequential", formula.AtMostOne{About: formula.About{
		Meaning: "ladder, implied in one direction only", Paper: "Sinz 2005",
		Clauses: "3n − 4", Variables: "n − 1", From: 2, Propagation: formula.Everything,
	}, Write: sequential})
}

// sequential writes Sinz's counter LT(n, 1): some[i] is true if one of the literals up to i is; then the literals after i are
// false. As published, clauses lead only from the literals to the counter. A counter may be true without cause, so the variables are
// free. The ladder encoding adds the other direction.
func sequential(c *formula.Compiler, literals []formula.Literal, _ func(i, j int) bool) {
	last := len(literals) - 1
	some := c.NewFreeVariable()
	c.Add(-literals[0], some)
	for _, l := range literals[1:last] {
		before := some
		some = c.NewFreeVariable()
		c.Add(-l, some)
		c.Add(-before, some)
		c.Add(-l, -before)
	}
	c.Add(-literals[last], -some)
}
