package encode

import (
	"math/bits"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Eén and Sörensson, Translating pseudo-Boolean constraints into SAT, 2006; Warners 1998.
func init() {
	LinearEncodings.Register("adder", LinearEncoding{
		About: About{
			Meaning: "binary addition", Paper: "Warners 1998",
			Clauses: "≈ (3n/2 + 30)⌈log₂ n⌉", Variables: "≈ 7⌈log₂ n⌉", Propagation: WrongSums,
		},
		Linear: adderClauses,
	})
}

// adderClauses adds up the terms in binary. A term's digits are those of its excess over its least value. It then compares the
// digits of the sum with the bounds. Size: n terms of up to 2^d take fewer than n·d full adders, each with 2 variables and 14
// clauses; the digits of a variable with k values take about d·k/2 clauses of 2 literals. All variables are determined. Unit
// propagation finds the sum of fixed terms, but little of what a bound implies for open terms.
func adderClauses(c *Compiler, constraint *model.Linear) error {
	least, most := c.sumBounds(constraint)
	if least > constraint.Hi || most < constraint.Lo {
		c.Add()
		return nil
	}
	several := func(t model.Term) bool { return c.Map.Left(t.Var).Size() > 1 }
	if i := slices.IndexFunc(constraint.Terms, several); i >= 0 && !slices.ContainsFunc(constraint.Terms[i+1:], several) {
		c.bound(constraint, i, least)
		return nil
	}
	digits := make([][]Literal, bits.Len(uint(most-least))) // by weight, lowest first: digits that are to be added
	for _, term := range constraint.Terms {
		first, _ := c.termBounds(term)
		for k, digit := range c.termDigits(term, first) {
			if digit != False {
				digits[k] = append(digits[k], digit)
			}
		}
	}
	sum := c.sumDigits(digits)
	if most > constraint.Hi {
		c.compare(sum, constraint.Hi-least, false)
	}
	if least < constraint.Lo {
		c.compare(sum, constraint.Lo-least, true)
	}
	return nil
}

// sumDigits returns the digits of a sum, lowest first. Its argument holds the digits to be added, by weight. The sum has no more
// digits than there are weights.
func (c *Compiler) sumDigits(digits [][]Literal) []Literal {
	sum := make([]Literal, len(digits))
	for k := range digits {
		for len(digits[k]) > 1 && c.step() {
			n := min(3, len(digits[k]))
			digit, carry := c.add(digits[k][:n])
			digits[k] = append(digits[k][n:], digit)
			if k+1 < len(digits) {
				digits[k+1] = append(digits[k+1], carry)
			} else {
				c.AddSimplified([]Literal{-carry}) // the greatest sum has no further digit
			}
		}
		sum[k] = False
		if len(digits[k]) > 0 {
			sum[k] = digits[k][0]
		}
	}
	return sum
}

// sumBounds returns the least and the greatest sum of the terms.
func (c *Compiler) sumBounds(constraint *model.Linear) (least, most int) {
	for _, term := range constraint.Terms {
		first, last := c.termBounds(term)
		least, most = least+first, most+last
	}
	return least, most
}

// termBounds returns the least and the greatest value of a term.
func (c *Compiler) termBounds(term model.Term) (least, most int) {
	left := c.Map.Left(term.Var)
	first, last := term.Coefficient*left.Min(), term.Coefficient*left.Max()
	return min(first, last), max(first, last)
}

// bound writes a constraint with one open term: it excludes each value of that term for which the sum breaks the bounds. least is
// the least sum.
func (c *Compiler) bound(constraint *model.Linear, open, least int) {
	term := constraint.Terms[open]
	left, literals := c.Map.Left(term.Var), c.Map.Literals(term.Var)
	own, _ := c.termBounds(term)
	others, i := least-own, 0
	for value := range left.All() {
		if sum := others + term.Coefficient*value; sum < constraint.Lo || sum > constraint.Hi {
			c.AddOnce([]Literal{-literals[i]})
		}
		i++
	}
}

// termDigits returns the literals of the binary digits of a term's excess over least, lowest digit first. The term is never below
// least. A literal is true if and only if the variable has one of the values with that digit.
func (c *Compiler) termDigits(term model.Term, least int) []Literal {
	left, literals := c.Map.Left(term.Var), c.Map.Literals(term.Var)
	var with [][]Literal
	i := 0
	for value := range left.All() {
		for addend, k := term.Coefficient*value-least, 0; addend>>k > 0; k++ {
			for k >= len(with) {
				with = append(with, nil)
			}
			if addend>>k&1 == 1 {
				with[k] = append(with[k], literals[i])
			}
		}
		if i++; !c.step() {
			return nil
		}
	}
	return lists.Map(with, c.disjunction)
}

// add returns the digit and the carry of the sum of two or three digits. For the same digits it returns the same literals.
func (c *Compiler) add(digits []Literal) (digit, carry Literal) {
	key := keyOf(digits)
	sum, known := c.adders[key]
	if !known {
		defer c.always()()
		sum = [2]Literal{c.NewVariable(), c.NewVariable()}
		c.adders[key] = sum
		c.adder(digits, sum[0], sum[1])
	}
	return sum[0], sum[1]
}

// adder writes that digit and carry are the sum of the given digits.
func (c *Compiler) adder(digits []Literal, digit, carry Literal) {
	n := len(digits)
	for assignment := range 1 << n {
		// The clause begins with a literal for each digit: the one that says the digit has the other value.
		clause := make([]Literal, n, n+1)
		for i, l := range digits {
			clause[i] = l
			if assignment>>i&1 == 1 {
				clause[i] = -l
			}
		}
		if bits.OnesCount(uint(assignment))%2 == 1 {
			c.addSimplifiedOnce(append(clause, digit))
		} else {
			c.addSimplifiedOnce(append(clause, -digit))
		}
	}
	// If two digits are true, there is a carry; if all but one are false, there is none.
	for i, x := range digits {
		for _, y := range digits[:i] {
			c.addSimplifiedOnce([]Literal{-x, -y, carry})
			if n == 3 {
				c.addSimplifiedOnce([]Literal{x, y, -carry})
			}
		}
		if n == 2 {
			c.addSimplifiedOnce([]Literal{x, -carry})
		}
	}
}

// compare writes that a number is at least the bound (or at most, if least is false). The number is given by its digits, lowest
// first. A digit may be on the wrong side of the bound's digit only if a higher digit is on the right side.
func (c *Compiler) compare(number []Literal, bound int, least bool) {
	var behind []Literal // the higher digits that may be on the safe side of the bound, each as the literal that says so
	for k := len(number) - 1; k >= 0; k-- {
		digit := number[k]
		if !least {
			digit = -digit
		}
		if (bound>>k&1 == 1) != least {
			behind = append(behind, digit)
			continue
		}
		c.addSimplifiedOnce(append(slices.Clone(behind), digit))
	}
}
