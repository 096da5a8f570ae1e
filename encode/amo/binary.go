package amo

import (
	"math/bits"

	"qmsat/encode/formula"
)

// Frisch, Peugniez, Doggett and Nightingale, Solving non-Boolean satisfiability problems with stochastic local search: a
// comparison of encodings, 2005; also called bitwise or logarithmic.
func init() {
	formula.AtMostOnes.Register("binary", formula.AtMostOne{About: formula.About{
		Meaning: "the true literal has a binary number", Paper: "Frisch and others 2005",
		Clauses: "n⌈log₂ n⌉", Variables: "⌈log₂ n⌉", Propagation: formula.Everything,
	}, Write: binaryNumber})
}

// binaryDigits returns how many binary digits it takes to number n things: ⌈log₂ n⌉.
func binaryDigits(n int) int {
	if n < 2 {
		return 0
	}
	return bits.Len(uint(n - 1))
}

// binaryNumber numbers the literals from 0 and writes that each implies the binary digits of its number. As published, the digits are
// free if no literal is true.
func binaryNumber(c *formula.Compiler, literals []formula.Literal, _ func(i, j int) bool) {
	digits := newFreeVariables(c, binaryDigits(len(literals)))
	for number, l := range literals {
		implyNumber(c, l, number, digits)
	}
}

// implyNumber writes that the literal implies the binary digits of a number, lowest first.
func implyNumber(c *formula.Compiler, l formula.Literal, number int, digits []formula.Literal) {
	for k, digit := range digits {
		if number>>k&1 == 0 {
			digit = -digit
		}
		c.Add(-l, digit)
	}
}

func newFreeVariables(c *formula.Compiler, n int) []formula.Literal {
	variables := make([]formula.Literal, n)
	for i := range variables {
		variables[i] = c.NewFreeVariable()
	}
	return variables
}
