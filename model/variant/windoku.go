package variant

import "qmsat/model"

// Windoku adds boxes that start in the second row and column, with a line between each two.
type Windoku struct{ model.Titled }

// DisjointGroups keeps a value from having the same place in two boxes.
type DisjointGroups struct{ model.Titled }

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "windoku", Group: WholeGrid,
		Summary: "more boxes, from r2c2 on with a line between them, are all different",
		Example: "{kind: windoku}",
		Also:    []string{"hyper-sudoku"},
		New:     func() model.Named { return &Windoku{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "disjoint-groups", Group: WholeGrid,
		Summary: "cells at the same place of their boxes differ",
		Example: "{kind: disjoint-groups}",
		Also:    []string{"disjoint-sets", "disjointgroups"},
		New:     func() model.Named { return &DisjointGroups{} },
	})
}

// Define makes each additional box all-different.
func (*Windoku) Define(d *model.Definition) {
	g := boxed(d)
	if g == nil {
		return
	}
	for top := 1; top+g.BoxRows < g.Rows; top += g.BoxRows + 1 {
		for left := 1; left+g.BoxColumns < g.Columns; left += g.BoxColumns + 1 {
			var cells model.Cells
			for i := range g.BoxRows * g.BoxColumns {
				cells = append(cells, g.Cell(top+i/g.BoxColumns, left+i%g.BoxColumns))
			}
			d.Add(different(cells))
		}
	}
}

// Define makes each place of all boxes all-different.
func (*DisjointGroups) Define(d *model.Definition) {
	g := boxed(d)
	if g == nil {
		return
	}
	boxes := g.BoxHouses()
	for place := range boxes[0].Cells {
		var cells model.Cells
		for _, box := range boxes {
			cells = append(cells, box.Cells[place])
		}
		d.Add(different(cells))
	}
}
