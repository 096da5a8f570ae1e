package encode

// Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, 2005.
func init() { RegisterAMO("sequential", sequential) }

// sequential writes Sinz's counter LT(n, 1): some[i] is true if one of the literals up to i is, and then those after i are
// false. 3n−4 clauses of 2 literals, n−1 variables; unit propagation finds whatever follows for the literals. As published,
// clauses lead from the literals to the counter only, so that a counter may be true without cause: the variables are free.
// The ladder encoding adds the other direction.
func sequential(c *Compiler, literals []Literal, _ func(i, j int) bool) {
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
