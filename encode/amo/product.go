package amo

import (
	"math"

	"qmsat/encode/formula"
	"qmsat/model/engine"
)

// Chen, A new SAT encoding of the at-most-one constraint, 2010.
func init() {
	formula.AtMostOnes.Register("product", formula.AtMostOne{About: formula.About{
		Meaning: "a rectangle: at most one row and one column", Paper: "Chen 2010",
		Clauses: "2n + 4√n + O(∜n)", Variables: "2√n + O(∜n)", From: 7, Propagation: formula.Everything,
	}, Settings: []*engine.Setting{productGroup}, Write: product})
}

// productGroup is 0 for the paper's square.
var productGroup = engine.NewInteger("group", "literals per row, 0 for a square", "", "0", engine.Range{Max: largestGroup})

// productPairwise is the number of literals up to which pairwise has no more clauses than product. The recursion ends there.
const productPairwise = 6

// productSides returns the sides of the rectangle: columns as chosen, or as in the paper the square root rounded up, and rows as
// many as hold the literals. A choice that leaves fewer than two rows or columns is not taken.
func productSides(n, chosen int) (rows, columns int) {
	if columns = chosen; columns < 2 || columns >= n {
		columns = int(math.Ceil(math.Sqrt(float64(n))))
	}
	return (n + columns - 1) / columns, columns
}

// product puts the literals into a rectangle: each implies a variable for its row and one for its column. At most one row
// variable is true, and at most one column variable; these are written in the same way. As published, row and column variables may be
// true without a literal, so they are free. Up to 6 literals it is pairwise, if pairwise is no larger.
func product(c *formula.Compiler, literals []formula.Literal, excluded func(i, j int) bool) {
	if len(literals) <= productPairwise {
		pairwise(c, literals, excluded)
		return
	}
	height, width := productSides(len(literals), productGroup.Int(c.Settings))
	rows, columns := newFreeVariables(c, height), newFreeVariables(c, width)
	for i, l := range literals {
		c.Add(-l, rows[i/width])
		c.Add(-l, columns[i%width])
	}
	product(c, rows, nil)
	product(c, columns, nil)
}
