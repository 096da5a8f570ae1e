package model

import (
	"fmt"
	"math/big"
)

// States returns the number of states of a puzzle: the product over the boxes of the factorial of the number of their open
// cells, which is how many grids have the givens, and in each box each value once. It is an upper bound of the number of
// solutions where boxes are all-different. Cells that are given twice count once. A model without boxes has none.
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009, equation (1), for 3×3 boxes.
func (m *Model) States(cube Cube) (*big.Int, error) {
	if m.Grid == nil || !m.Grid.HasBoxes() {
		return nil, fmt.Errorf("a model without boxes has no number of states, expected a grid with boxes")
	}
	given := make(map[Var]bool, len(cube))
	for _, g := range cube {
		given[g.Var] = true
	}
	product := big.NewInt(1)
	for _, box := range m.Grid.BoxHouses() {
		open := 0
		for _, cell := range box.Cells {
			if !given[cell] {
				open++
			}
		}
		product.Mul(product, new(big.Int).MulRange(1, int64(open)))
	}
	return product, nil
}
