package rules

import (
	"slices"

	"qmsat/model"
)

// Part is a part of the grid. What follows from the constraints within it follows from the model.
type Part string

// The parts, smaller ones first.
const (
	Box  Part = "mini-grid" // the first box
	Band Part = "band"      // the first band
	Grid Part = "grid"      // all of it
)

// size returns the rows and columns of a part, which begins in the upper left corner.
func (p Part) size(g *model.Grid) (rows, columns int) {
	switch p {
	case Box:
		return g.BoxRows, g.BoxColumns
	case Band:
		return g.BoxRows, g.Columns
	}
	return g.Rows, g.Columns
}

func (p Part) has(g *model.Grid, cells []model.Var) bool {
	rows, columns := p.size(g)
	return !slices.ContainsFunc(cells, func(cell model.Var) bool {
		row, column, _ := g.Coordinates(cell)
		return row >= rows || column >= columns
	})
}

// of returns the model with only the part's constraints. All cells stay, so they keep their names.
func (p Part) of(m *model.Model) *model.Model {
	if p == Grid {
		return m
	}
	part := m.Keep(func(c model.Constraint) bool { return p.has(m.Grid, c.Scope()) })
	part.Name += ", the first " + string(p) + " alone"
	return part
}

// parts returns the parts of the grid that may prove a statement. A condition is about the whole grid.
func (s *Statement) parts(m *model.Model) []Part {
	if s.condition.sort != always {
		return []Part{Grid}
	}
	cells := (&model.Rule{Formula: s.pattern(m.Grid)}).Scope()
	return slices.DeleteFunc([]Part{Box, Band, Grid}, func(p Part) bool { return !p.has(m.Grid, cells) })
}
