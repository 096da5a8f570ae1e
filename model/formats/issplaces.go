package formats

import (
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/kinds"
	"qmsat/model/variant"
)

// byBoxes returns a clue about the boxes, or what it means if the grid has none or others. ISS means the boxes of the shape, whatever
// the jigsaw.
func (r *issReader) byBoxes(n variant.Clue) []variant.Entry {
	if sameBoxes(r.m.Grid, r.boxes) {
		return clues(n)
	}
	boxed := document.New(model.NewGrid(r.boxes, model.Interval(r.lowest, r.lowest+r.n-1)))
	if err := boxed.AddClues(n); err != nil {
		r.failf("%w", err)
	}
	return bare(boxed.Model.Constraints...)
}

// sameBoxes reports whether two grids have boxes of one size.
func sameBoxes(a, b *model.Grid) bool {
	return a.HasBoxes() && a.BoxRows == b.BoxRows && a.BoxColumns == b.BoxColumns
}

// doppelganger takes the variables DGC for rows, DGR for columns and DGB for boxes, after the sides on which they are drawn.
func (r *issReader) doppelganger([]string) []variant.Entry {
	cells := func(prefix string) model.Cells {
		return r.layer(func(l issLayer) bool { return l.prefix == prefix }).cells()
	}
	return clues(&variant.Doppelganger{Rows: cells("DGC"), Columns: cells("DGR"), Boxes: cells("DGB")})
}

// regionCells reads CC cells as the cells of the grid whose regions they are.
func (r *issReader) regionCells(args []string) model.Cells {
	return lists.Map(args, func(arg string) model.Var {
		v := r.cell(arg)
		if layer := r.layer(func(l issLayer) bool { return l.prefix == "CC" }); layer.has(v) {
			v -= layer.first
		}
		return v
	})
}

// chaosArgs splits the arguments of a chaos clue: the control cell, whether the first cell does not count, and the other cells.
func (r *issReader) chaosArgs(args []string) (control model.Cells, others bool, rest []string) {
	if len(args) == 0 {
		r.failf("found a clue of unknown regions without a cell, expected one")
		return nil, false, nil
	}
	if len(args) > 1 {
		if others, rest = args[1] == "1", args[2:]; !others && args[1] != "0" && args[1] != "" {
			r.failf("found %q, expected 0 or 1: whether the first cell does not count", input.Clip(args[1]))
		}
	}
	return r.line(args[:1]), others, rest
}

// chaosArrow reads .ChaosArrow~control~offset~arm~-~arm. Without arms there are four, as far as the grid reaches.
func (r *issReader) chaosArrow(args []string) []variant.Entry {
	control, others, rest := r.chaosArgs(args)
	n := &variant.ChaosArrow{Control: control, Others: others, Arms: lists.Map(segments(rest), r.regionCells)}
	for _, step := range [][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		if len(rest) == 0 && r.err == nil {
			n.Arms = append(n.Arms, r.ray(control[0], step))
		}
	}
	return clues(n)
}

// ray returns the cells of the grid from one on, in a direction.
func (r *issReader) ray(v model.Var, step [2]int) model.Cells {
	row, column, _ := r.m.Grid.Coordinates(v)
	return r.m.Grid.Ray(row, column, step)
}

// chaosCount reads .ChaosCount~control~offset~cells. Without cells it counts the control cell and those around it.
func (r *issReader) chaosCount(args []string) []variant.Entry {
	control, others, rest := r.chaosArgs(args)
	if r.err != nil {
		return nil
	}
	cells := r.regionCells(rest)
	if len(cells) == 0 {
		row, column, _ := r.m.Grid.Coordinates(control[0])
		cells = append(slices.Clone(control), lists.Filter(lists.Numbers[model.Var](r.m.Grid.Cells()), func(v model.Var) bool {
			r1, c1, _ := r.m.Grid.Coordinates(v)
			return max(row-r1, r1-row, column-c1, c1-column) == 1
		})...)
	}
	return clues(&variant.ChaosCount{Control: control, Cells: cells, Others: others})
}

// connected reads .ConnectedValues~group~values~size; without a group it is about the grid.
func (r *issReader) connected(args []string) []variant.Entry {
	if len(args) < 2 {
		r.failf("found .ConnectedValues~%s, expected a group and values", strings.Join(args, "~"))
		return nil
	}
	n := &variant.ConnectedValues{Values: r.numbers(args[1])}
	if len(args) > 2 && args[2] != "" {
		size := r.number(args[2])
		n.Size = &size
	}
	if args[0] == "" {
		return clues(n)
	}
	layer := r.layer(func(l issLayer) bool { return l.prefix == args[0] })
	if layer.count == 0 {
		r.failf("found the group %s, expected one that is declared", input.Clip(args[0]))
	}
	size := &model.Range{Lo: 1, Hi: layer.count}
	if n.Size != nil {
		size = &model.Range{Lo: *n.Size, Hi: *n.Size}
	}
	edges := rowByRow(layer.count, layer.columns)
	return bare(&kinds.Connected{Vars: layer.cells(), Edges: edges, Values: model.Values(n.Values...), Size: size})
}

// rowByRow returns the neighbours in a group of cells, which may fill its last row only in part.
func rowByRow(count, columns int) [][2]int {
	shape := &model.Grid{Rows: (count + columns - 1) / columns, Columns: columns}
	return shape.Neighbours(lists.Numbers[model.Var](count))
}

// sandwich reads .Sandwich~sum~R3. If a line is shorter than there are values, its own smallest and largest ones are the ends.
func (r *issReader) sandwich(args []string) []variant.Entry {
	sum, rest := r.numbered(args)
	n := &variant.Sandwich{Sum: sum}
	if r.lane(strings.Join(rest, "~"), n); r.err != nil {
		return nil
	}
	houses, number := r.m.Grid.RowHouses(), n.Row
	if n.Column > 0 {
		houses, number = r.m.Grid.ColumnHouses(), n.Column
	}
	if number < 1 || number > len(houses) {
		r.failf("found .Sandwich~%s, expected a row or column of the grid", strings.Join(args, "~"))
		return nil
	}
	if line := houses[number-1].Cells; len(line) != r.n {
		return clues(&variant.Lunchbox{Line: line, Sum: sum})
	}
	return clues(n)
}

// diagonalStep returns the direction of little killers by the side on which their cell lies; it is zero for other cells.
func (r *issReader) diagonalStep(v model.Var) [2]int {
	g := r.m.Grid
	switch row, column, _ := g.Coordinates(v); {
	case column == 0 && row < g.Rows-1:
		return [2]int{1, 1}
	case row == 0:
		return [2]int{1, -1}
	case column == g.Columns-1 && row < g.Rows-1:
		return [2]int{-1, -1}
	case row == g.Rows-1 && column > 0 && column < g.Columns-1:
		return [2]int{-1, 1}
	}
	return [2]int{}
}

// littleKiller reads .LittleKiller~sum~cell: the cell at which the diagonal starts.
func (r *issReader) littleKiller(args []string) []variant.Entry {
	sum, rest := r.numbered(args)
	first := r.line(rest)
	if r.err != nil || int(first[0]) >= r.m.Grid.Cells() || r.diagonalStep(first[0]) == [2]int{} {
		r.failf("found .LittleKiller~%s, expected a sum and a cell on the border", strings.Join(args, "~"))
		return nil
	}
	return clues(&variant.LittleKiller{Line: r.ray(first[0], r.diagonalStep(first[0])), Sum: sum})
}

// fullRank reads the ranks at both ends of a line.
func (r *issReader) fullRank(args []string) []variant.Entry {
	list := r.formed(formsOfToken("FullRank"), args)
	for _, n := range list {
		n.(*variant.FullRank).Ties = r.ties == "any"
	}
	return clues(list...)
}

func (r *issReader) fullRankTies([]string) []variant.Entry {
	if r.ties == "none" {
		return clues(&variant.DifferentLines{})
	}
	return nil
}
