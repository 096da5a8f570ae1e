package kind

import (
	"math/bits"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { registerDecided("product", productDigits) }

// registerDecided adds an encoding of a kind of constraint in which two variables decide the others. If these two have few pairs
// of values, it writes a table, so unit propagation keeps only supported values; otherwise it writes digits.
func registerDecided[C model.Decided](kind string, digits func(c *formula.Compiler, constraint C)) {
	formula.RegisterKind(kind, func(c *formula.Compiler, constraint C) error {
		if x, y := constraint.Deciding(); c.Map.Left(x).Size() <= c.Limits.ProductPairs/c.Map.Left(y).Size() {
			if table := constraint.Table(c.Map.Left); len(table.Tuples) <= c.Limits.ProductTuples {
				return encodeTable(c, table)
			}
		}
		digits(c, constraint)
		return nil
	})
}

// productDigits writes a product as a sum of products of binary digits. Unit propagation finds the product of fixed factors and
// little more. Factors of d digits take about 2·d² variables, all determined.
func productDigits(c *formula.Compiler, product *kinds.Product) {
	var b balance
	b.addProduct(c, product.X, product.Y)
	b.addVariable(c, true, product.Result)
	b.write(c)
}

// balance is an equation: the digits of both sides add up to the same. Each side has its digits by weight, lowest first.
type balance [2][][]formula.Literal

// number is a variable or a constant, as a sum: an integer constant, and the binary digits of the value's excess over it.
type number struct {
	negative        bool
	constant, above []formula.Literal
}

// numberOf returns a variable as digits above 0, or above its least value if that is negative.
func numberOf(c *formula.Compiler, v model.Var) number {
	least := min(c.Map.Left(v).Min(), 0)
	return number{least < 0, constantDigits(-least), c.TermDigits(model.Term{Coefficient: 1, Var: v}, least)}
}

func constantDigits(n int) []formula.Literal {
	digits := make([]formula.Literal, bits.Len(uint(n)))
	for k := range digits {
		digits[k] = formula.False
		if n>>k&1 == 1 {
			digits[k] = formula.True
		}
	}
	return digits
}

// addProduct adds the product of two variables: the product of their digits, and of each constant with the other number.
func (b *balance) addProduct(c *formula.Compiler, x, y model.Var) {
	m, n := numberOf(c, x), numberOf(c, y)
	b.add(c, false, m.above, n.above)
	b.add(c, m.negative, m.constant, n.above)
	b.add(c, n.negative, m.above, n.constant)
	b.add(c, m.negative != n.negative, m.constant, n.constant)
}

// addVariable adds a variable, or subtracts it.
func (b *balance) addVariable(c *formula.Compiler, negative bool, v model.Var) {
	n, one := numberOf(c, v), []formula.Literal{formula.True}
	b.add(c, negative, one, n.above)
	b.add(c, negative != n.negative, one, n.constant)
}

// add adds the product of two numbers without sign, or subtracts it by adding it to the other side.
func (b *balance) add(c *formula.Compiler, negative bool, x, y []formula.Literal) {
	side := &b[0]
	if negative {
		side = &b[1]
	}
	for i, p := range x {
		for j, q := range y {
			digit := c.And([]formula.Literal{p, q})
			for i+j >= len(*side) {
				*side = append(*side, nil)
			}
			if digit != formula.False {
				(*side)[i+j] = append((*side)[i+j], digit)
			}
		}
	}
}

// write writes that the sides are equal.
func (b *balance) write(c *formula.Compiler) {
	var sums [2][]formula.Literal
	for i, side := range b {
		count := lists.Sum(side, func(column []formula.Literal) int { return len(column) })
		sums[i] = c.SumDigits(append(side, make([][]formula.Literal, bits.Len(uint(count)))...)) // room for all carries
	}
	for k := range max(len(sums[0]), len(sums[1])) {
		left, right := digitAt(sums[0], k), digitAt(sums[1], k)
		c.AddSimplified([]formula.Literal{-left, right})
		c.AddSimplified([]formula.Literal{left, -right})
	}
}

func digitAt(digits []formula.Literal, k int) formula.Literal {
	if k < len(digits) {
		return digits[k]
	}
	return formula.False
}
