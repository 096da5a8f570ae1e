package generate

import (
	"context"
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/orbit"
	"qmsat/model"
)

// Symmetry is a symmetry of the positions of givens in a grid. It ignores values.
type Symmetry struct {
	Name       string
	square     bool // exchanges rows and columns, so the grid needs equally many of both
	generators []motion
}

// motion moves a place (r, c) of a grid with the given numbers of rows and columns to another place, all counted from 0.
type motion func(r, c, rows, columns int) (int, int)

// The symmetries are the subgroups of the symmetries of the square, with one of two mirrors or diagonals chosen.
var (
	halfTurn    motion = func(r, c, rows, columns int) (int, int) { return rows - 1 - r, columns - 1 - c }
	quarterTurn motion = func(r, c, rows, columns int) (int, int) { return c, rows - 1 - r }
	leftRight   motion = func(r, c, rows, columns int) (int, int) { return r, columns - 1 - c }
	topBottom   motion = func(r, c, rows, columns int) (int, int) { return rows - 1 - r, c }
	diagonal    motion = func(r, c, rows, columns int) (int, int) { return c, r }
	antidiag    motion = func(r, c, rows, columns int) (int, int) { return rows - 1 - c, columns - 1 - r }
)

// Symmetries lists the symmetries by how much they require, the half turn first.
var Symmetries = []*Symmetry{
	{"half-turn", false, []motion{halfTurn}},
	{"quarter-turn", true, []motion{quarterTurn}},
	{"left-right", false, []motion{leftRight}},
	{"top-bottom", false, []motion{topBottom}},
	{"mirrors", false, []motion{leftRight, topBottom}},
	{"diagonal", true, []motion{diagonal}},
	{"antidiagonal", true, []motion{antidiag}},
	{"diagonals", true, []motion{diagonal, antidiag}},
	{"full", true, []motion{quarterTurn, diagonal}},
}

// SymmetryNames returns the names of the symmetries, in order.
func SymmetryNames() []string {
	return lists.Map(Symmetries, func(s *Symmetry) string { return s.Name })
}

// LookupSymmetry returns the symmetry of that name.
func LookupSymmetry(name string) (*Symmetry, error) {
	for _, s := range Symmetries {
		if s.Name == name {
			return s, nil
		}
	}
	return nil, input.CheckName("symmetry", name, SymmetryNames())
}

// Orbits returns the orbits of a grid's cells under the symmetry, in ascending order.
func (s *Symmetry) Orbits(g *model.Grid) ([][]model.Var, error) {
	if s.square && g.Rows != g.Columns {
		return nil, fmt.Errorf("symmetry %s in a grid of %d rows and %d columns, expected a square grid", s.Name, g.Rows, g.Columns)
	}
	orbits, err := orbit.All(context.Background(), lists.Numbers[model.Var](g.Cells()), func(cell model.Var, visit func(model.Var)) {
		r, c, _ := g.Coordinates(cell)
		for _, move := range s.generators {
			visit(g.Cell(move(r, c, g.Rows, g.Columns)))
		}
	})
	for _, o := range orbits {
		slices.Sort(o)
	}
	return orbits, err
}
