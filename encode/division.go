package encode

import "qmsat/model"

func init() { registerDecided("division", (*Compiler).divisionDigits) }

// divisionDigits writes divisor · quotient + remainder = dividend by binary digits, as [Compiler.productDigits] does. With order
// literals it writes that the remainder is less than the divisor and has the sign of the dividend, or is 0.
func (c *Compiler) divisionDigits(d *model.Division) {
	var b balance
	b.addProduct(c, d.Divisor, d.Quotient)
	b.addVariable(c, false, d.Remainder)
	b.addVariable(c, true, d.Dividend)
	b.write(c)
	c.AddSimplified([]Literal{-c.Map.Literal(d.Divisor, 0)})
	dividend, divisor := c.orderLiterals(d.Dividend), c.orderLiterals(d.Divisor)
	for value := range c.Map.Left(d.Remainder).All() {
		if value == 0 || !c.step() {
			continue
		}
		size, beyond := max(value, -value), -c.atLeastValue(dividend, d.Dividend, value+1)
		if value > 0 {
			beyond = c.atLeastValue(dividend, d.Dividend, value)
		}
		is := c.Map.Literal(d.Remainder, value)
		c.AddSimplified([]Literal{-is, beyond})
		c.AddSimplified([]Literal{-is, c.atLeastValue(divisor, d.Divisor, size+1), -c.atLeastValue(divisor, d.Divisor, -size)})
	}
}

// atLeastValue picks from a variable's order literals the one that says "at least this value".
func (c *Compiler) atLeastValue(order []Literal, v model.Var, value int) Literal {
	below, _ := c.Map.Left(v).Index(value)
	return order[below]
}
