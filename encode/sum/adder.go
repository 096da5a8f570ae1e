package sum

import (
	"math/bits"
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

// Eén and Sörensson, Translating pseudo-Boolean constraints into SAT, 2006; Warners 1998.
func init() {
	formula.LinearEncodings.Register("adder", formula.LinearEncoding{About: formula.About{
		Meaning: "binary addition", Paper: "Warners 1998",
		Clauses: "≈ (3n/2 + 30)⌈log₂ n⌉", Variables: "≈ 7⌈log₂ n⌉", Propagation: formula.WrongSums,
	}, Linear: adderClauses})
}

// adderClauses adds up the terms in binary. A term's digits are those of its excess over its least value. It then compares the
// digits of the sum with the bounds. Size: n terms of up to 2^d take fewer than n·d full adders, each with 2 variables and 14
// clauses; the digits of a variable with k values take about d·k/2 clauses of 2 literals. All variables are determined. Unit
// propagation finds the sum of fixed terms, but little of what a bound implies for open terms.
func adderClauses(c *formula.Compiler, constraint *model.Linear) error {
	least, most := c.SumBounds(constraint)
	if least > constraint.Hi || most < constraint.Lo {
		c.Add()
		return nil
	}
	several := func(t model.Term) bool { return c.Map.Left(t.Var).Size() > 1 }
	if i := slices.IndexFunc(constraint.Terms, several); i >= 0 && !slices.ContainsFunc(constraint.Terms[i+1:], several) {
		boundTerm(c, constraint, i, least)
		return nil
	}
	digits := make([][]formula.Literal, bits.Len(uint(most-least))) // by weight, lowest first: digits that are to be added
	for _, term := range constraint.Terms {
		first, _ := c.TermBounds(term)
		for k, digit := range c.TermDigits(term, first) {
			if digit != formula.False {
				digits[k] = append(digits[k], digit)
			}
		}
	}
	sum := c.SumDigits(digits)
	if most > constraint.Hi {
		compareDigits(c, sum, constraint.Hi-least, false)
	}
	if least < constraint.Lo {
		compareDigits(c, sum, constraint.Lo-least, true)
	}
	return nil
}

// boundTerm writes a constraint with one open term: it excludes each value of that term for which the sum breaks the bounds. least is
// the least sum.
func boundTerm(c *formula.Compiler, constraint *model.Linear, open, least int) {
	term := constraint.Terms[open]
	left, literals := c.Map.Left(term.Var), c.Map.Literals(term.Var)
	own, _ := c.TermBounds(term)
	others, i := least-own, 0
	for value := range left.All() {
		if sum := others + term.Coefficient*value; sum < constraint.Lo || sum > constraint.Hi {
			c.AddOnce([]formula.Literal{-literals[i]})
		}
		i++
	}
}

// compareDigits writes that a number is at least the bound (or at most, if least is false). The number is given by its digits, lowest
// first. A digit may be on the wrong side of the bound's digit only if a higher digit is on the right side.
func compareDigits(c *formula.Compiler, number []formula.Literal, bound int, least bool) {
	var behind []formula.Literal // the higher digits that may be on the safe side of the bound, each as the literal that says so
	for k := len(number) - 1; k >= 0; k-- {
		digit := number[k]
		if !least {
			digit = -digit
		}
		if (bound>>k&1 == 1) != least {
			behind = append(behind, digit)
			continue
		}
		c.AddSimplifiedOnce(append(slices.Clone(behind), digit))
	}
}
