package variant

import "qmsat/model"

// Doppelganger is for n rows, columns and boxes with the values 0..n. Each has a 0 and misses one other value; no two rows, columns or
// boxes miss the same one. At each 0, its row, column and box miss different values.
type Doppelganger struct {
	Titled
	// The variables for the values that the rows, columns and boxes miss; auxiliary ones unless given.
	Rows    model.Cells `field:"rows,optional"`
	Columns model.Cells `field:"columns,optional"`
	Boxes   model.Cells `field:"boxes,optional"`
}

func init() {
	Register(Kind{
		Name: "doppelganger", Group: WholeGrid,
		Summary: "values 0 to 9: each house misses one; at a 0 its houses miss different ones",
		Example: "{kind: doppelganger}", Grid: "{rows: 9, columns: 9, boxes: 3x3, values: 0..9}",
		New: func() Clue { return &Doppelganger{} },
	})
}

// Define makes a permutation of each house and the value that it misses.
func (g *Doppelganger) Define(d *Definition) {
	n := side(d)
	if lo, hi, _ := span(d); n > 0 && (lo != 0 || hi != n) {
		d.Failf("found the values %d to %d, expected 0 to %d", lo, hi, n)
	}
	if n == 0 {
		return
	}
	inGrid(d)
	missing := [][]model.Var{g.missing(d, g.Rows, d.Grid.RowHouses()), g.missing(d, g.Columns, d.Grid.ColumnHouses()),
		g.missing(d, g.Boxes, d.Grid.RegionHouses())}
	var never [][]int
	for x := 1; x <= n; x++ {
		never = append(never, []int{0, x, x})
	}
	for v := range model.Var(n * n) {
		row, column, _ := d.Grid.Coordinates(v)
		misses := model.Cells{missing[0][row], missing[1][column]}
		if box := d.Grid.RegionOf(v); box >= 0 {
			misses = append(misses, missing[2][box])
		}
		for i, a := range misses {
			for _, b := range misses[:i] {
				d.Add(&model.Table{Vars: []model.Var{v, b, a}, Tuples: never, Forbidden: true})
			}
		}
	}
}

// missing returns the variables for the values that houses miss.
func (g *Doppelganger) missing(d *Definition, given model.Cells, houses []model.House) []model.Var {
	n := d.Grid.Rows
	if given != nil && len(given) != len(houses) {
		d.Failf("found %d variables for %d houses, expected one for each", len(given), len(houses))
		return make([]model.Var, len(houses))
	}
	missing := []model.Var(given)
	for i, house := range houses {
		if len(house.Cells) != n {
			d.Failf("found %s of %d cells, expected %d", house.Name, len(house.Cells), n)
		}
		if given == nil {
			missing = append(missing, d.Auxiliary(model.Interval(1, n)))
		}
		d.Add(different(append(model.Cells{missing[i]}, house.Cells...)))
		d.Add(rule(in(missing[i], 1, n)))
	}
	if len(missing) > 0 {
		d.Add(different(missing))
	}
	return missing
}
