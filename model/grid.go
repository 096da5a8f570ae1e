package model

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"

	"qmsat/internal/lists"
	"qmsat/internal/pattern"
)

// Grid lays out cells in rows and columns and, if BoxRows is not 0, in boxes. The cells are the first Rows·Columns variables
// of the model, row by row; rows, columns and boxes are numbered from 0, also row by row.
type Grid struct {
	Rows, Columns       int
	BoxRows, BoxColumns int // the size of a box; both 0 if there are no boxes
	// Regions holds each cell's region, from 0, or -1 for a cell in none. It is nil for boxes, or neither. A grid has no empty region.
	Regions []int
	// Values are those of the cells before domains restrict or widen some: named constraints that speak of n or the lowest value mean
	// these. Without them, they are all values of the cells.
	Values Domain
}

// House is a set of cells that belong together: a row, a column or a box.
type House struct {
	Name  string // such as "row 3", counting from 1
	Cells []Var
}

// CellName returns the name of the cell in the given row and column, both counting from 0: r1c1 is the first.
func CellName(row, column int) string { return fmt.Sprintf("r%dc%d", row+1, column+1) }

var cellName = pattern.New(`^r([1-9][0-9]{0,5})c([1-9][0-9]{0,5})$`)

// ParseCellName returns the row and column of a name such as r1c1, both counting from 0.
func ParseCellName(name string) (row, column int, ok bool) {
	match := cellName().FindStringSubmatch(name)
	if match == nil {
		return 0, 0, false
	}
	row, _ = strconv.Atoi(match[1])
	column, _ = strconv.Atoi(match[2])
	return row - 1, column - 1, true
}

// SameLayout reports whether two grids have the same cells and houses.
func (g Grid) SameLayout(other Grid) bool {
	g.Values, other.Values = Domain{}, Domain{}
	return reflect.DeepEqual(g, other)
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

// Bands returns the number of bands (rows of boxes). The grid must have boxes, here and in the methods below.
func (g *Grid) Bands() int { return g.Rows / g.BoxRows }

// Stacks returns the number of stacks (columns of boxes).
func (g *Grid) Stacks() int { return g.Columns / g.BoxColumns }

// BandOf returns the band of a box.
func (g *Grid) BandOf(box int) int { return box / g.Stacks() }

// StackOf returns the stack of a box.
func (g *Grid) StackOf(box int) int { return box % g.Stacks() }

// BoxCell returns the cell of a box in the given row and column of that box.
func (g *Grid) BoxCell(box, row, column int) Var {
	return g.Cell(g.BandOf(box)*g.BoxRows+row, g.StackOf(box)*g.BoxColumns+column)
}

// Coordinates returns a cell's row, column and box; the box is -1 if there are no boxes.
func (g *Grid) Coordinates(cell Var) (row, column, box int) {
	row, column, box = int(cell)/g.Columns, int(cell)%g.Columns, -1
	if g.HasBoxes() {
		box = row/g.BoxRows*g.Stacks() + column/g.BoxColumns
	}
	return row, column, box
}

// UsualBoxes returns the usual shape of boxes of a square grid: the most nearly square one, wider than high. For a prime it is a row.
func UsualBoxes(size int) (rows, columns int) {
	for rows = size; rows > 1 && (rows*rows > size || size%rows != 0); {
		rows--
	}
	return rows, size / rows
}

// Distance returns the steps from cell to cell across sides.
func (g *Grid) Distance(a, b Var) int {
	row1, column1, _ := g.Coordinates(a)
	row2, column2, _ := g.Coordinates(b)
	return max(row1-row2, row2-row1) + max(column1-column2, column2-column1)
}

// Ray returns the cells from a place on, a step apart, as far as the grid reaches: one cell if there is no step.
func (g *Grid) Ray(row, column int, step [2]int) (cells []Var) {
	for ; row >= 0 && row < g.Rows && column >= 0 && column < g.Columns; row, column = row+step[0], column+step[1] {
		if cells = append(cells, g.Cell(row, column)); step == [2]int{} {
			break
		}
	}
	return cells
}

// Moved returns the new place of each cell's content: the row and column that to returns.
func (g *Grid) Moved(to func(row, column int) (int, int)) []Var {
	moved := make([]Var, g.Cells())
	for cell := range moved {
		row, column, _ := g.Coordinates(Var(cell))
		moved[cell] = g.Cell(to(row, column))
	}
	return moved
}

// houses returns houses of equal size, named by kind and number. cell returns the cells of each.
func houses(kind string, number, size int, cell func(house, i int) Var) []House {
	list := make([]House, number)
	for h := range list {
		list[h].Name = fmt.Sprintf("%s %d", kind, h+1)
		for i := range size {
			list[h].Cells = append(list[h].Cells, cell(h, i))
		}
	}
	return list
}

// RowHouses returns the rows, top to bottom.
func (g *Grid) RowHouses() []House {
	return houses("row", g.Rows, g.Columns, g.Cell)
}

// ColumnHouses returns the columns, left to right.
func (g *Grid) ColumnHouses() []House {
	return houses("column", g.Columns, g.Rows, func(column, i int) Var { return g.Cell(i, column) })
}

// BoxHouses returns the boxes, row by row.
func (g *Grid) BoxHouses() []House {
	return houses("box", g.Boxes(), g.BoxRows*g.BoxColumns, func(box, i int) Var {
		return g.BoxCell(box, i/g.BoxColumns, i%g.BoxColumns)
	})
}

// RegionHouses returns the regions if there are any, otherwise the boxes.
func (g *Grid) RegionHouses() []House {
	if g.Regions == nil {
		return g.BoxHouses()
	}
	list := make([]House, slices.Max(g.Regions)+1)
	for cell, region := range g.Regions {
		if region >= 0 {
			list[region].Name = fmt.Sprintf("region %d", region+1)
			list[region].Cells = append(list[region].Cells, Var(cell))
		}
	}
	return list
}

// RegionOf returns the region or box of a cell, or -1.
func (g *Grid) RegionOf(cell Var) int {
	if g.Regions != nil {
		return g.Regions[cell]
	}
	_, _, box := g.Coordinates(cell)
	return box
}

// Houses returns the rows, then the columns, then the regions or boxes.
func (g *Grid) Houses() []House {
	return slices.Concat(g.RowHouses(), g.ColumnHouses(), g.RegionHouses())
}

// BoxLines returns the lines of a square box: its rows, its columns, the diagonal from the upper left and the diagonal from the
// upper right.
func (g *Grid) BoxLines(box int) []House {
	size, name := g.BoxRows, fmt.Sprintf("box %d ", box+1)
	return slices.Concat(
		houses(name+"row", size, size, func(row, i int) Var { return g.BoxCell(box, row, i) }),
		houses(name+"column", size, size, func(column, i int) Var { return g.BoxCell(box, i, column) }),
		houses(name+"diagonal", 2, size, func(diagonal, i int) Var {
			if diagonal == 1 {
				return g.BoxCell(box, i, size-1-i)
			}
			return g.BoxCell(box, i, i)
		}))
}

// Chutes returns the bands, then the stacks. Each holds, by line and by box, the cells in both.
func (g *Grid) Chutes() [][][][]Var {
	if !g.HasBoxes() {
		return nil
	}
	chutes := func(lines []House, number, length int) [][][][]Var {
		parts := lists.Map(lines, func(line House) [][]Var { return slices.Collect(slices.Chunk(line.Cells, length)) })
		return slices.Collect(slices.Chunk(parts, number))
	}
	return slices.Concat(chutes(g.RowHouses(), g.BoxRows, g.BoxColumns), chutes(g.ColumnHouses(), g.BoxColumns, g.BoxRows))
}

// Crossing is a line and a box that meet: the cells in both, the other cells of the line, the other cells of the box.
type Crossing struct{ Both, Line, Box []Var }

// Crossings returns the lines and boxes that meet: row by row, then column by column.
func (g *Grid) Crossings() []Crossing {
	var all []Crossing
	for _, chute := range g.Chutes() {
		for line, parts := range chute {
			for box, both := range parts {
				c := Crossing{Both: both, Line: slices.Concat(slices.Concat(parts[:box]...), slices.Concat(parts[box+1:]...))}
				for other := range chute {
					if other != line {
						c.Box = append(c.Box, chute[other][box]...)
					}
				}
				slices.Sort(c.Box)
				all = append(all, c)
			}
		}
	}
	return all
}

// MaxCells is the largest number of cells of a grid.
const MaxCells = MaxSize * MaxSize

func (g *Grid) ValidateShape() error {
	// Each side is checked before the product, which might overflow.
	if g.Rows < 1 || g.Columns < 1 || g.Rows > MaxCells || g.Columns > MaxCells || g.Cells() > MaxCells {
		return fmt.Errorf("%d rows and %d columns, expected at least one of each and 1 to %d cells", g.Rows, g.Columns, MaxCells)
	}
	if (g.BoxRows != 0 || g.BoxColumns != 0) &&
		(g.BoxRows < 1 || g.BoxColumns < 1 || g.Rows%g.BoxRows != 0 || g.Columns%g.BoxColumns != 0) {
		return fmt.Errorf("boxes of %d×%d do not tile %d×%d cells", g.BoxRows, g.BoxColumns, g.Rows, g.Columns)
	}
	return g.validateRegions()
}

func (g *Grid) validateRegions() error {
	switch {
	case g.Regions == nil:
		return nil
	case g.HasBoxes():
		return fmt.Errorf("found boxes and regions, expected one of them")
	case len(g.Regions) != g.Cells():
		return fmt.Errorf("regions of %d cells, expected %d", len(g.Regions), g.Cells())
	}
	used := make([]bool, slices.Max(g.Regions)+1)
	for _, region := range g.Regions {
		if region >= 0 {
			used[region] = true
		}
	}
	if missing := slices.Index(used, false); missing >= 0 {
		return fmt.Errorf("region %d has no cells, expected at least one", missing+1)
	}
	return nil
}

// validate reports a layout that is inconsistent or does not fit the model's variables.
func (g *Grid) Validate(m *Model) error {
	if err := g.ValidateShape(); err != nil {
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

// States returns the number of states of a puzzle: the product over the boxes of the factorial of the number of open cells. That
// is the number of grids with the givens and with each value once in each box. It bounds the number of solutions from above if
// boxes are all-different. A cell given twice counts once. A model without boxes is an error.
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009, equation (1), for 3×3 boxes.
func (m *Model) States(cube Cube) (*big.Int, error) {
	if m.Grid == nil || !m.Grid.HasBoxes() {
		return nil, fmt.Errorf("found a model without boxes, expected a grid with boxes")
	}
	given := make(map[Var]bool, len(cube))
	for _, g := range cube {
		given[g.Var] = true
	}
	product := big.NewInt(1)
	for _, box := range m.Grid.BoxHouses() {
		open := lists.Count(box.Cells, func(cell Var) bool { return !given[cell] })
		product.Mul(product, new(big.Int).MulRange(1, int64(open)))
	}
	return product, nil
}

// Neighbours returns the pairs of positions in a list whose cells share a side. Variables that are not cells have none.
func (g *Grid) Neighbours(cells []Var) (edges [][2]int) {
	for i, v := range cells {
		for j, w := range cells[:i] {
			row, column, _ := g.Coordinates(v)
			r, c, _ := g.Coordinates(w)
			if int(max(v, w)) < g.Cells() && (row-r)*(row-r)+(column-c)*(column-c) == 1 {
				edges = append(edges, [2]int{j, i})
			}
		}
	}
	return edges
}
