package kind

import (
	"qmsat/encode/formula"
	"qmsat/model/kinds"
)

func init() { registerDecided("division", divisionDigits) }

// divisionDigits writes divisor · quotient + remainder = dividend by binary digits, as [Compiler.productDigits] does. With order
// literals it writes that the remainder is less than the divisor and has the sign of the dividend, or is 0.
func divisionDigits(c *formula.Compiler, d *kinds.Division) {
	var b balance
	b.addProduct(c, d.Divisor, d.Quotient)
	b.addVariable(c, false, d.Remainder)
	b.addVariable(c, true, d.Dividend)
	b.write(c)
	c.AddSimplified([]formula.Literal{-c.Map.Literal(d.Divisor, 0)})
	c.OrderLiterals(d.Dividend)
	c.OrderLiterals(d.Divisor)
	for value := range c.Map.Left(d.Remainder).All() {
		if value == 0 || !c.Step() {
			continue
		}
		size, beyond := max(value, -value), -c.Reaches(d.Dividend, value+1)
		if value > 0 {
			beyond = c.Reaches(d.Dividend, value)
		}
		is := c.Map.Literal(d.Remainder, value)
		c.AddSimplified([]formula.Literal{-is, beyond})
		c.AddSimplified([]formula.Literal{-is, c.Reaches(d.Divisor, size+1), -c.Reaches(d.Divisor, -size)})
	}
}
