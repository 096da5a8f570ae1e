package encode

import "math"

// Chen, A new SAT encoding of the at-most-one constraint, 2010.
func init() { RegisterAMO("product", product) }

// productPairwise is the number of literals up to which pairwise has no more clauses than the product, whose recursion
// ends there.
const productPairwise = 6

// productSides returns the sides of the rectangle, as in the paper: the square root rounded up, and as many rows of that
// length as hold the literals.
func productSides(n int) (rows, columns int) {
	columns = int(math.Ceil(math.Sqrt(float64(n))))
	return (n + columns - 1) / columns, columns
}

// product puts the literals into a rectangle: each implies the variable of its row and that of its column, and at most one
// variable of the rows is true, and of the columns, written in the same way. 2n + 4√n + O(n^¼) clauses of 2 literals, 2√n +
// O(n^¼) variables; unit propagation finds whatever follows for the literals. As published, rows and columns need no cause to
// be true: the variables are free. Up to 6 literals it is pairwise, if that is no larger.
func product(c *Compiler, literals []Literal, excluded func(i, j int) bool) {
	if len(literals) <= productPairwise {
		pairwise(c, literals, excluded)
		return
	}
	height, width := productSides(len(literals))
	rows, columns := c.newFreeVariables(height), c.newFreeVariables(width)
	for i, l := range literals {
		c.Add(-l, rows[i/width])
		c.Add(-l, columns[i%width])
	}
	product(c, rows, nil)
	product(c, columns, nil)
}
