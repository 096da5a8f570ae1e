package encode

// Gent and Nightingale, A new encoding of AllDifferent into SAT, 2004; Ansótegui and Manyà, Mapping problems with finite-
// domain variables to problems with Boolean variables, 2004.
func init() { RegisterAMO("ladder", ladder) }

// ladder writes that rung[i] holds if rung[i-1] does, and that the step between the two, from a rung that does not hold to
// one that does, is literal i: 3n−3 clauses of 2 literals and n−2 of 3, n−1 variables. Unit propagation finds whatever
// follows for the literals. The papers' ladder has exactly one step and no rung above the last but one literal; here the last
// literal may be false even so, which leaves out one clause. A rung holds if and only if one of the literals up to it is
// true, so all variables are determined.
func ladder(c *Compiler, literals []Literal, _ func(i, j int) bool) {
	last := len(literals) - 1
	rung := c.NewVariable()
	c.Add(-literals[0], rung)
	c.Add(literals[0], -rung)
	for _, l := range literals[1:last] {
		below := rung
		rung = c.NewVariable()
		c.Add(-below, rung)
		c.Add(-l, rung)
		c.Add(-l, -below)
		c.Add(l, below, -rung)
	}
	c.Add(-literals[last], -rung)
}
