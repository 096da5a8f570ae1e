package encode

import "qmsat/model"

func init() { registerDecided("division", (*Compiler).divisionDigits) }

// divisionDigits writes, by binary digits as in [Compiler.productDigits], that divisor · quotient + remainder is the
// dividend. By order literals it writes that the remainder is less than the divisor and on the same side of 0 as the
// dividend.
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

// atLeastValue returns the one of a variable's order literals that says that it is at least a value.
func (c *Compiler) atLeastValue(order []Literal, v model.Var, value int) Literal {
	below, _ := c.Map.Left(v).Index(value)
	return order[below]
}
