package rules

import (
	"slices"

	"qmsat/model"
)

// Extent is a part of the grid. What follows from the constraints within it follows from the model.
type Extent string

// The extents, smaller ones first.
const (
	Box  Extent = "mini-grid" // the first box
	Band Extent = "band"      // the first band
	Grid Extent = "grid"      // all of it
)

// size returns the rows and columns of an extent, which begins in the upper left corner.
func (p Extent) size(g *model.Grid) (rows, columns int) {
	switch p {
	case Box:
		return g.BoxRows, g.BoxColumns
	case Band:
		return g.BoxRows, g.Columns
	}
	return g.Rows, g.Columns
}

func (p Extent) has(g *model.Grid, cells []model.Var) bool {
	rows, columns := p.size(g)
	return !slices.ContainsFunc(cells, func(cell model.Var) bool {
		row, column, _ := g.Coordinates(cell)
		return row >= rows || column >= columns
	})
}

// of returns the model with only its constraints. All cells stay, so they keep their names.
func (p Extent) of(m *model.Model) *model.Model {
	if p == Grid {
		return m
	}
	part := m.Keep(func(c model.Constraint) bool { return p.has(m.Grid, c.Scope()) })
	part.Name += ", the first " + string(p) + " alone"
	return part
}

// extents returns the parts of the grid that may prove a statement. A condition is about the whole grid.
func (s *Statement) extents(m *model.Model) []Extent {
	if s.condition.sort != always {
		return []Extent{Grid}
	}
	cells := (&model.Rule{Formula: s.pattern(m.Grid)}).Scope()
	return slices.DeleteFunc([]Extent{Box, Band, Grid}, func(p Extent) bool { return !p.has(m.Grid, cells) })
}
