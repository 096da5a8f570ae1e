package formula

import (
	"math/bits"

	"qmsat/internal/lists"
	"qmsat/model"
)

// SumDigits returns the digits of a sum, lowest first. Its argument holds the digits to be added, by weight. The sum has no more
// digits than there are weights.
func (c *Compiler) SumDigits(digits [][]Literal) []Literal {
	sum := make([]Literal, len(digits))
	for k := range digits {
		for len(digits[k]) > 1 && c.Step() {
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

// TermDigits returns the literals of the binary digits of a term's excess over least, lowest digit first. The term is never below
// least. A literal is true if and only if the variable has one of the values with that digit.
func (c *Compiler) TermDigits(term model.Term, least int) []Literal {
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
		if i++; !c.Step() {
			return nil
		}
	}
	return lists.Map(with, c.Or)
}

// add returns the digit and the carry of the sum of two or three digits. For the same digits it returns the same literals.
func (c *Compiler) add(digits []Literal) (digit, carry Literal) {
	key := KeyOf(digits)
	sum, known := c.adders[key]
	if !known {
		defer c.Always()()
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
			c.AddSimplifiedOnce(append(clause, digit))
		} else {
			c.AddSimplifiedOnce(append(clause, -digit))
		}
	}
	// Two true digits give a carry; with at most one true digit there is no carry.
	for i, x := range digits {
		for _, y := range digits[:i] {
			c.AddSimplifiedOnce([]Literal{-x, -y, carry})
			if n == 3 {
				c.AddSimplifiedOnce([]Literal{x, y, -carry})
			}
		}
		if n == 2 {
			c.AddSimplifiedOnce([]Literal{x, -carry})
		}
	}
}
