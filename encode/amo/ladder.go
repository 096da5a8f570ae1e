package amo

import "qmsat/encode/formula"

// Gent and Nightingale, A new encoding of AllDifferent into SAT, 2004; Ansótegui and Manyà, Mapping problems with finite-
// domain variables to problems with Boolean variables, 2004.
func init() {
	formula.AtMostOnes.Register("ladder", formula.AtMostOne{About: formula.About{
		Meaning: "a row of variables: some literal up to here is true", Paper: "Gent, Nightingale 2004",
		Clauses: "4n − 5", Variables: "n − 1", From: 2, Propagation: formula.Everything,
	}, Write: ladder})
}

// ladder writes that rung[i-1] implies rung[i], and that literal i is the step between the two: rung[i] holds and rung[i-1] does
// not. In the papers exactly one literal is true: the last one if no rung holds. Here that clause is left out, so all may be false. A
// rung holds if and only if one of the literals up to it is true, so all variables are determined.
func ladder(c *formula.Compiler, literals []formula.Literal, _ func(i, j int) bool) {
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
