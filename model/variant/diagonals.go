package variant

import "qmsat/model"

// PositiveDiagonal keeps values from repeating on the diagonal from the lower left to the upper right.
type PositiveDiagonal struct{ model.Titled }

// NegativeDiagonal keeps values from repeating on the diagonal from the upper left to the lower right.
type NegativeDiagonal struct{ model.Titled }

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "positive-diagonal", Group: WholeGrid,
		Summary: "all different on the diagonal from the lower left to the upper right",
		Example: "{kind: positive-diagonal}",
		Also:    []string{"diagonal+", "diagonal", "x-sudoku"},
		Short:   model.Short{Key: "diagonals", Word: "positive"},
		New:     func() model.Named { return &PositiveDiagonal{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "negative-diagonal", Group: WholeGrid,
		Summary: "all different on the diagonal from the upper left to the lower right",
		Example: "{kind: negative-diagonal}",
		Also:    []string{"diagonal-", "diagonal", "x-sudoku"},
		Short:   model.Short{Key: "diagonals", Word: "negative"},
		New:     func() model.Named { return &NegativeDiagonal{} },
	})
}

// Define makes the diagonal all-different.
func (*PositiveDiagonal) Define(d *model.Definition) {
	diagonal(d, func(i, n int) (row, column int) { return n - 1 - i, i })
}

// Define makes the diagonal all-different.
func (*NegativeDiagonal) Define(d *model.Definition) {
	diagonal(d, func(i, _ int) (row, column int) { return i, i })
}

// diagonal makes n cells all-different, which a square grid has at these places.
func diagonal(d *model.Definition, at func(i, n int) (row, column int)) {
	n := side(d)
	cells := make(model.Cells, n)
	for i := range cells {
		cells[i] = d.Grid.Cell(at(i, n))
	}
	if n > 0 {
		d.Add(different(cells))
	}
}
