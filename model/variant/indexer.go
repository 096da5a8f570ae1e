package variant

import (
	"slices"

	"qmsat/model"
)

// RowIndexer is for cells that say where their row's number is in their column: value v in row r and column c puts r in row v.
type RowIndexer struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

// ColumnIndexer is for cells that say where their column's number is in their row: value v in row r and column c puts c in column v.
type ColumnIndexer struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

// BoxIndexer is for cells that say where the number of their place is in their box: value v at place p puts p at place v.
type BoxIndexer struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "row-indexer", Group: Pairs,
		Summary: "a value v says in which row v of its column its row's number is",
		Example: "{kind: row-indexer, cells: r3c1-r3c9}",
		Also:    []string{"indexing"},
		New:     func() model.Named { return &RowIndexer{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "column-indexer", Group: Pairs,
		Summary: "a value v says in which column v of its row its column's number is",
		Example: "{kind: column-indexer, cells: r1c1-r9c1}",
		Also:    []string{"indexing", "159"},
		New:     func() model.Named { return &ColumnIndexer{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "box-indexer", Group: Pairs,
		Summary: "a value v says at which place v of its box its place's number is",
		Example: "{kind: box-indexer, cells: [r2c2, r5c5]}",
		Also:    []string{"indexing"},
		New:     func() model.Named { return &BoxIndexer{} },
	})
}

// Define adds a rule for each cell and value.
func (x *RowIndexer) Define(d *model.Definition) {
	index(d, x.Cells, func(row, column int) []model.Var { return d.Grid.ColumnHouses()[column].Cells })
}

// Define adds a rule for each cell and value.
func (x *ColumnIndexer) Define(d *model.Definition) {
	index(d, x.Cells, func(row, column int) []model.Var { return d.Grid.RowHouses()[row].Cells })
}

// Define adds a rule for each cell and value.
func (x *BoxIndexer) Define(d *model.Definition) {
	index(d, x.Cells, func(row, column int) []model.Var {
		if box := d.Grid.RegionOf(d.Grid.Cell(row, column)); box >= 0 {
			return d.Grid.RegionHouses()[box].Cells
		}
		d.Failf("found %s, expected a cell in a box", model.CellName(row, column))
		return nil
	})
}

// index says of each cell that its value counts the cells of its house up to the one with the number of its own place.
func index(d *model.Definition, cells model.Cells, house func(row, column int) []model.Var) {
	for _, v := range cells {
		if d.Grid == nil || int(v) >= d.Grid.Cells() {
			d.Failf("found %s, expected a cell of the grid", d.NameOf(v))
			return
		}
		row, column, _ := d.Grid.Coordinates(v)
		line := house(row, column)
		all := model.And{in(v, 1, len(line))}
		for i, other := range line {
			all = append(all, model.Implies{If: model.Is(v, i+1), Then: model.Is(other, slices.Index(line, v)+1)})
		}
		d.Add(rule(all))
	}
}
