package model

import (
	"fmt"
	"regexp"
	"strconv"
)

// Grid lays out cells in rows and columns and, where BoxRows is not 0, in boxes. The cells are the first Rows·Columns
// variables of the model, row by row; rows, columns and boxes are numbered from 0, also row by row.
type Grid struct {
	Rows, Columns       int
	BoxRows, BoxColumns int // the size of a box; both 0 where there are no boxes
}

// House is a set of cells that belong together: a row, a column or a box.
type House struct {
	Name  string // such as "row 3", counting from 1
	Cells []Var
}

// CellName returns the name of the cell in the given row and column, both counting from 0: r1c1 is the first.
func CellName(row, column int) string { return fmt.Sprintf("r%dc%d", row+1, column+1) }

var cellName = regexp.MustCompile(`^r([1-9][0-9]{0,5})c([1-9][0-9]{0,5})$`)

// ParseCellName returns the row and column, both counting from 0, that a name such as r1c1 speaks of.
func ParseCellName(name string) (row, column int, ok bool) {
	match := cellName.FindStringSubmatch(name)
	if match == nil {
		return 0, 0, false
	}
	row, _ = strconv.Atoi(match[1])
	column, _ = strconv.Atoi(match[2])
	return row - 1, column - 1, true
}

// Cells returns the number of cells.
func (g *Grid) Cells() int { return g.Rows * g.Columns }

// Cell returns the cell in the given row and column.
func (g *Grid) Cell(row, column int) Var { return Var(row*g.Columns + column) }

// HasBoxes reports whether the grid is divided into boxes.
func (g *Grid) HasBoxes() bool { return g.BoxRows > 0 }

// Boxes returns the number of boxes.
func (g *Grid) Boxes() int {
	if !g.HasBoxes() {
		return 0
	}
	return g.Bands() * g.Stacks()
}

// Bands returns the number of bands, rows of boxes, of a grid that has boxes; so do the following.
func (g *Grid) Bands() int { return g.Rows / g.BoxRows }

// Stacks returns the number of stacks: columns of boxes.
func (g *Grid) Stacks() int { return g.Columns / g.BoxColumns }

// BandOf returns the band of a box.
func (g *Grid) BandOf(box int) int { return box / g.Stacks() }

// StackOf returns the stack of a box.
func (g *Grid) StackOf(box int) int { return box % g.Stacks() }

// BoxCell returns the cell of a box in the given row and column of that box.
func (g *Grid) BoxCell(box, row, column int) Var {
	return g.Cell(g.BandOf(box)*g.BoxRows+row, g.StackOf(box)*g.BoxColumns+column)
}

// RowHouses returns the rows, top to bottom.
func (g *Grid) RowHouses() []House {
	houses := make([]House, g.Rows)
	for r := range houses {
		houses[r].Name = fmt.Sprintf("row %d", r+1)
		for c := range g.Columns {
			houses[r].Cells = append(houses[r].Cells, g.Cell(r, c))
		}
	}
	return houses
}

// ColumnHouses returns the columns, left to right.
func (g *Grid) ColumnHouses() []House {
	houses := make([]House, g.Columns)
	for c := range houses {
		houses[c].Name = fmt.Sprintf("column %d", c+1)
		for r := range g.Rows {
			houses[c].Cells = append(houses[c].Cells, g.Cell(r, c))
		}
	}
	return houses
}

// BoxHouses returns the boxes.
func (g *Grid) BoxHouses() []House {
	houses := make([]House, g.Boxes())
	for b := range houses {
		houses[b].Name = fmt.Sprintf("box %d", b+1)
		for r := range g.BoxRows {
			for c := range g.BoxColumns {
				houses[b].Cells = append(houses[b].Cells, g.BoxCell(b, r, c))
			}
		}
	}
	return houses
}

// Houses returns the rows, then the columns, then the boxes.
func (g *Grid) Houses() []House {
	return append(append(g.RowHouses(), g.ColumnHouses()...), g.BoxHouses()...)
}

// BoxLines returns the lines of a square box: its rows, its columns, the diagonal from the upper left and the one from
// the upper right.
func (g *Grid) BoxLines(box int) []House {
	size := g.BoxRows
	line := func(kind string, number int, cell func(i int) (row, column int)) House {
		house := House{Name: fmt.Sprintf("box %d %s %d", box+1, kind, number+1)}
		for i := range size {
			row, column := cell(i)
			house.Cells = append(house.Cells, g.BoxCell(box, row, column))
		}
		return house
	}
	var lines []House
	for r := range size {
		lines = append(lines, line("row", r, func(i int) (int, int) { return r, i }))
	}
	for c := range size {
		lines = append(lines, line("column", c, func(i int) (int, int) { return i, c }))
	}
	return append(lines,
		line("diagonal", 0, func(i int) (int, int) { return i, i }),
		line("diagonal", 1, func(i int) (int, int) { return i, size - 1 - i }))
}

// MaxCells is the largest number of cells of a grid.
const MaxCells = MaxSize * MaxSize

// validateShape reports a layout that does not fit itself.
func (g *Grid) validateShape() error {
	// Either side is bounded before the product, which might overflow.
	if g.Rows < 1 || g.Columns < 1 || g.Rows > MaxCells || g.Columns > MaxCells || g.Cells() > MaxCells {
		return fmt.Errorf("%d rows and %d columns, expected at least one of each and 1 to %d cells", g.Rows, g.Columns, MaxCells)
	}
	if (g.BoxRows != 0 || g.BoxColumns != 0) &&
		(g.BoxRows < 1 || g.BoxColumns < 1 || g.Rows%g.BoxRows != 0 || g.Columns%g.BoxColumns != 0) {
		return fmt.Errorf("boxes of %d×%d do not tile %d×%d cells", g.BoxRows, g.BoxColumns, g.Rows, g.Columns)
	}
	return nil
}

// validate reports a layout that does not fit itself or the model's variables.
func (g *Grid) validate(m *Model) error {
	if err := g.validateShape(); err != nil {
		return err
	}
	if len(m.Variables) < g.Cells() {
		return fmt.Errorf("%d cells, but the model has %d variables", g.Cells(), len(m.Variables))
	}
	for r := range g.Rows {
		for c := range g.Columns {
			if name := m.NameOf(g.Cell(r, c)); name != CellName(r, c) {
				return fmt.Errorf("variable %d is named %s, expected %s", g.Cell(r, c), name, CellName(r, c))
			}
		}
	}
	return nil
}
