package model

import (
	"fmt"
	"strconv"
	"strings"

	"qmsat/internal/input"
)

// Cells is a list of cells or other variables in an order that has a meaning, such as a line. In model files it is a text (see
// [Model.ParseCells]) or a list of texts.
type Cells []Var

// ParseCells reads cells from a text:
//
//	r1c1               a cell; also the name of any other variable
//	r1c1-r1c5-r3c7     a run through these corners; its pieces are horizontal, vertical or diagonal
//	r1c1..r3c3         a rectangle, row by row
//	row 3, column 2    a line of the grid
//	box 5, region 5    a box or region
func (m *Model) ParseCells(text string) (Cells, error) { return m.parseCells(text, nil) }

// parseCells is ParseCells with the variables by name, or nil.
func (m *Model) parseCells(text string, names map[string]Var) (Cells, error) {
	if v, known := names[text]; known {
		return Cells{v}, nil
	}
	word, number, isHouse := strings.Cut(text, " ")
	from, to, isRectangle := strings.Cut(text, "..")
	switch {
	case isHouse:
		return m.houseCells(word, number)
	case isRectangle:
		return m.rectangle(from, to)
	}
	var cells Cells
	for _, corner := range strings.Split(text, "-") {
		row, column, err := m.place(corner)
		if err != nil && names == nil {
			if v, known := m.Names()[text]; known {
				return Cells{v}, nil
			}
		}
		if err != nil {
			return nil, err
		}
		if len(cells) == 0 {
			cells = Cells{m.Grid.Cell(row, column)}
			continue
		}
		piece, err := m.straight(cells[len(cells)-1], row, column)
		if err != nil {
			return nil, err
		}
		cells = append(cells, piece...)
	}
	return cells, nil
}

// place returns the row and column of a cell's name.
func (m *Model) place(name string) (row, column int, err error) {
	row, column, IsCell := ParseCellName(name)
	switch {
	case !IsCell || m.Grid == nil:
		return 0, 0, fmt.Errorf("found %q, expected a cell or variable of the model", input.Clip(name))
	case row >= m.Grid.Rows || column >= m.Grid.Columns:
		return 0, 0, fmt.Errorf("found %q, expected a cell of %d rows and %d columns", input.Clip(name), m.Grid.Rows, m.Grid.Columns)
	}
	return row, column, nil
}

// straight returns the cells after one cell to a place in line with it.
func (m *Model) straight(from Var, row, column int) (Cells, error) {
	r, c, _ := m.Grid.Coordinates(from)
	down, right := row-r, column-c
	steps := max(down, -down, right, -right)
	if steps == 0 || down%steps != 0 || right%steps != 0 {
		return nil, fmt.Errorf("found a run from %s to %s, expected a row, a column or a diagonal", m.NameOf(from), CellName(row, column))
	}
	var cells Cells
	for i := 1; i <= steps; i++ {
		cells = append(cells, m.Grid.Cell(r+i*down/steps, c+i*right/steps))
	}
	return cells, nil
}

func (m *Model) rectangle(from, to string) (Cells, error) {
	top, left, err := m.place(from)
	if err != nil {
		return nil, err
	}
	bottom, right, err := m.place(to)
	if err != nil {
		return nil, err
	}
	if top > bottom || left > right {
		return nil, fmt.Errorf("found %q, expected the upper left cell, then the lower right one", input.Clip(from+".."+to))
	}
	var cells Cells
	for r := top; r <= bottom; r++ {
		for c := left; c <= right; c++ {
			cells = append(cells, m.Grid.Cell(r, c))
		}
	}
	return cells, nil
}

// houseCells returns the cells of a row, column, box or region, which texts number from 1.
func (m *Model) houseCells(word, number string) (Cells, error) {
	if m.Grid == nil {
		return nil, fmt.Errorf("found %q in a model without a grid, expected a variable", input.Clip(word+" "+number))
	}
	var houses []House
	switch word {
	case "row":
		houses = m.Grid.RowHouses()
	case "column":
		houses = m.Grid.ColumnHouses()
	case "box", "region":
		houses = m.Grid.RegionHouses()
	default:
		return nil, fmt.Errorf("found %q, expected row, column, box or region and a number", input.Clip(word+" "+number))
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(houses) {
		return nil, fmt.Errorf("found %q, expected %s 1 to %d", input.Clip(word+" "+number), word, len(houses))
	}
	return houses[n-1].Cells, nil
}

// CellsText returns texts that ParseCells reads as these cells: runs as far as they go, then single cells.
func (m *Model) CellsText(cells Cells) []string {
	var texts []string
	for start := 0; start < len(cells); {
		end := start + 1
		text := m.NameOf(cells[start])
		for end < len(cells) && m.adjacent(cells[end-1], cells[end]) {
			stop := end + 1
			for stop < len(cells) && m.adjacent(cells[stop-1], cells[stop]) && m.sameStep(cells[stop-2], cells[stop-1], cells[stop]) {
				stop++
			}
			text += "-" + m.NameOf(cells[stop-1])
			end = stop
		}
		texts = append(texts, text)
		start = end
	}
	return texts
}

// IsCell reports whether v is a cell of the grid.
func (m *Model) IsCell(v Var) bool { return m.Grid != nil && int(v) < m.Grid.Cells() }

// step returns the rows and columns from one cell to another.
func (m *Model) step(a, b Var) (down, right int) {
	r1, c1, _ := m.Grid.Coordinates(a)
	r2, c2, _ := m.Grid.Coordinates(b)
	return r2 - r1, c2 - c1
}

// adjacent reports whether two different cells touch, also at a corner.
func (m *Model) adjacent(a, b Var) bool {
	if !m.IsCell(a) || !m.IsCell(b) || a == b {
		return false
	}
	down, right := m.step(a, b)
	return max(down, -down, right, -right) == 1
}

func (m *Model) sameStep(a, b, c Var) bool {
	d1, r1 := m.step(a, b)
	d2, r2 := m.step(b, c)
	return d1 == d2 && r1 == r2
}

// InLine reports whether the first and the last cell share a row or a column.
func (m *Model) InLine(cells Cells) bool {
	down, right := m.step(cells[0], cells[len(cells)-1])
	return down == 0 || right == 0
}
