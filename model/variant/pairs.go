package variant

import (
	"slices"

	"qmsat/model"
)

func init() {
	register[WhiteDot](Pairs, "white-dot", "two cells differ by 1, or by the difference given",
		"{kind: white-dot, cells: r1c1-r1c2}", "difference", "kropki", "dot")
	register[BlackDot](Pairs, "black-dot", "one of two cells is twice the other, or as many times as the ratio says",
		"{kind: black-dot, cells: r1c1-r1c2, ratio: 3}", "ratio", "kropki", "dot")
	register[X](Pairs, "x", "two cells add up to 10",
		"{kind: x, cells: r1c1-r1c2}", "xv")
	register[V](Pairs, "v", "two cells add up to 5",
		"{kind: v, cells: r1c1-r1c2}", "xv")
	register[PairSum](Pairs, "pair-sum", "two cells add up to the sum",
		"{kind: pair-sum, cells: r1c1-r1c2, sum: 8}")
	register[GreaterThan](Pairs, "greater-than", "the first of two cells is larger than the second",
		"{kind: greater-than, cells: r1c1-r1c2}", "greater", "inequality", "less-than")
	register[Minimum](Pairs, "minimum", "the cells are smaller than all cells beside them that are not listed",
		"{kind: minimum, cells: [r2c2, r5c7]}")
	register[Maximum](Pairs, "maximum", "the cells are larger than all cells beside them that are not listed",
		"{kind: maximum, cells: [r2c2, r5c7]}")
	register[Odd](Pairs, "odd", "the cells have odd values",
		"{kind: odd, cells: [r1c1, r5c7]}")
	register[Even](Pairs, "even", "the cells have even values",
		"{kind: even, cells: [r1c1, r5c7]}")
	register[RowIndexer](Pairs, "row-indexer", "a value v says in which row v of its column its row's number is",
		"{kind: row-indexer, cells: r3c1-r3c9}", "indexing")
	register[ColumnIndexer](Pairs, "column-indexer", "a value v says in which column v of its row its column's number is",
		"{kind: column-indexer, cells: r1c1-r9c1}", "indexing", "159")
	register[BoxIndexer](Pairs, "box-indexer", "a value v says at which place v of its box its place's number is",
		"{kind: box-indexer, cells: [r2c2, r5c5]}", "indexing")
}

// Pair is two cells, mostly side by side; kinds of pairs embed it.
type Pair struct {
	Titled
	Cells model.Cells `field:"cells,repeat"`
}

// two returns the cells.
func (p Pair) two() model.Cells { return p.Cells }

// relate adds a table of the values that the two cells may have together.
func (p Pair) relate(d *Definition, allowed func(x, y int) bool) {
	if len(p.Cells) != 2 {
		d.Failf("found %d cells, expected 2", len(p.Cells))
		return
	}
	d.Add(pair(d, p.Cells[0], p.Cells[1], allowed))
}

// WhiteDot requires a difference of two cells.
type WhiteDot struct {
	Pair
	Difference *int `field:"difference,optional"` // nil: 1
}

// BlackDot requires one of two cells to be a multiple of the other.
type BlackDot struct {
	Pair
	Ratio *int `field:"ratio,optional"` // nil: 2
}

// difference returns the difference of the cells.
func (w *WhiteDot) difference() int { return either(w.Difference, 1) }

// ratio returns the ratio of the cells.
func (b *BlackDot) ratio() int { return either(b.Ratio, 2) }

// either returns the number, or another one instead of none.
func either(number *int, other int) int {
	if number == nil {
		return other
	}
	return *number
}

// Define adds a table.
func (w *WhiteDot) Define(d *Definition) {
	w.relate(d, func(x, y int) bool { return distance(x, y) == w.difference() })
}

// Define adds a table.
func (b *BlackDot) Define(d *Definition) {
	b.relate(d, func(x, y int) bool { return multiple(x, y, b.ratio()) })
}

// multiple reports whether one number is the ratio times the other.
func multiple(x, y, ratio int) bool { return x == ratio*y || y == ratio*x }

// X requires the sum 10 of two cells.
type X struct{ Pair }

// V requires the sum 5 of two cells.
type V struct{ Pair }

// PairSum requires a sum of two cells.
type PairSum struct {
	Pair
	Sum int `field:"sum"`
}

// Define adds a table.
func (x *X) Define(d *Definition) { x.relate(d, summing(10)) }

// Define adds a table.
func (v *V) Define(d *Definition) { v.relate(d, summing(5)) }

// Define adds a table.
func (p *PairSum) Define(d *Definition) { p.relate(d, summing(p.Sum)) }

func summing(sum int) func(x, y int) bool {
	return func(x, y int) bool { return x+y == sum }
}

// GreaterThan requires the first of two cells to be larger.
type GreaterThan struct{ Pair }

// Minimum requires cells to be smaller than all others beside them.
type Minimum struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// Maximum requires cells to be larger than all others beside them.
type Maximum struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// larger returns a ≥ b + least. They may be the same cell.
func larger(d *Definition, a, b model.Var, least int) model.Constraint {
	if a == b {
		return pair(d, a, b, func(x, y int) bool { return x >= y+least })
	}
	return &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: a}, {Coefficient: -1, Var: b}}, Lo: least, Hi: model.NoUpper}
}

// Define adds an inequality.
func (g *GreaterThan) Define(d *Definition) {
	if len(g.Cells) != 2 {
		d.Failf("found %d cells, expected 2", len(g.Cells))
		return
	}
	d.Add(larger(d, g.Cells[0], g.Cells[1], 1))
}

// Define adds an inequality for each cell beside.
func (m *Minimum) Define(d *Definition) {
	for _, two := range edges(d, m.Cells) {
		d.Add(larger(d, two[1], two[0], 1))
	}
}

// Define adds an inequality for each cell beside.
func (m *Maximum) Define(d *Definition) {
	for _, two := range edges(d, m.Cells) {
		d.Add(larger(d, two[0], two[1], 1))
	}
}

// edges returns each cell of a set with each cell beside it outside the set.
func edges(d *Definition, set model.Cells) (list []model.Cells) {
	for _, two := range touching(d) {
		switch first, second := slices.Contains(set, two[0]), slices.Contains(set, two[1]); {
		case first && !second:
			list = append(list, two)
		case second && !first:
			list = append(list, model.Cells{two[1], two[0]})
		}
	}
	return list
}

// Odd requires odd values.
type Odd struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// Even requires even values.
type Even struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// Define adds a rule for each cell.
func (o *Odd) Define(d *Definition) { parity(d, o.Cells, 1) }

// Define adds a rule for each cell.
func (e *Even) Define(d *Definition) { parity(d, e.Cells, 0) }

func parity(d *Definition, cells model.Cells, rest int) {
	for _, v := range cells {
		var values []int
		for x := range d.DomainOf(v).All() {
			if x&1 == rest {
				values = append(values, x)
			}
		}
		d.Add(rule(model.Is(v, values...)))
	}
}

// RowIndexer is for cells that say where their row's number is in their column: value v in row r and column c puts r in row v.
type RowIndexer struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// ColumnIndexer is for cells that say where their column's number is in their row: value v in row r and column c puts c in column v.
type ColumnIndexer struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// BoxIndexer is for cells that say where the number of their place is in their box: value v at place p puts p at place v.
type BoxIndexer struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// Define adds a rule for each cell and value.
func (x *RowIndexer) Define(d *Definition) {
	index(d, x.Cells, func(row, column int) []model.Var { return d.Grid.ColumnHouses()[column].Cells })
}

// Define adds a rule for each cell and value.
func (x *ColumnIndexer) Define(d *Definition) {
	index(d, x.Cells, func(row, column int) []model.Var { return d.Grid.RowHouses()[row].Cells })
}

// Define adds a rule for each cell and value.
func (x *BoxIndexer) Define(d *Definition) {
	index(d, x.Cells, func(row, column int) []model.Var {
		if box := d.Grid.RegionOf(d.Grid.Cell(row, column)); box >= 0 {
			return d.Grid.RegionHouses()[box].Cells
		}
		d.Failf("found %s, expected a cell in a box", model.CellName(row, column))
		return nil
	})
}

// index says of each cell that its value counts the cells of its house up to the one with the number of its own place.
func index(d *Definition, cells model.Cells, house func(row, column int) []model.Var) {
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
