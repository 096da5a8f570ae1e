package variant

import "qmsat/model"

func init() {
	register[AntiKnight](WholeGrid, "anti-knight", "cells a knight's move apart differ",
		"{kind: anti-knight}", "knight", "antiknight")
	register[AntiKing](WholeGrid, "anti-king", "cells a king's move apart differ",
		"{kind: anti-king}", "king", "antiking", "no-touch")
	register[NonConsecutive](WholeGrid, "non-consecutive", "cells side by side never have consecutive values",
		"{kind: non-consecutive}", "nonconsecutive", "anti-consecutive", "consecutive")
	register[AntiTaxicab](WholeGrid, "anti-taxicab", "two cells with the value x never have the taxicab distance x",
		"{kind: anti-taxicab}", "taxicab", "antitaxicab", "self-taxicab")
	register[PositiveDiagonal](
		WholeGrid, "positive-diagonal", "all different on the diagonal from the lower left to the upper right",
		"{kind: positive-diagonal}", "diagonal+", "diagonal", "x-sudoku")
	register[NegativeDiagonal](
		WholeGrid, "negative-diagonal", "all different on the diagonal from the upper left to the lower right",
		"{kind: negative-diagonal}", "diagonal-", "diagonal", "x-sudoku")
	register[GlobalEntropy](WholeGrid, "global-entropy", "each 2×2 square has values of the low, the middle and the high third",
		"{kind: global-entropy}", "entropy")
	register[GlobalModulo](WholeGrid, "global-modulo", "each 2×2 square has values of all residues modulo 3",
		"{kind: global-modulo}", "global-mod", "modulo")
	register[Windoku](WholeGrid, "windoku", "more boxes, from r2c2 on with a line between them, are all different",
		"{kind: windoku}", "hyper-sudoku")
	register[DisjointGroups](WholeGrid, "disjoint-groups", "cells at the same place of their boxes differ",
		"{kind: disjoint-groups}", "disjoint-sets", "disjointgroups")
	register[DutchFlatmates](WholeGrid, "dutch-flatmates", "each 5 (the middle value) has a 1 above it or a 9 below it",
		"{kind: dutch-flatmates}", "flatmates")
	register[RegionSameValues](
		WholeGrid, "region-same-values", "the largest rows, columns and boxes all hold the same set of values",
		"{kind: region-same-values}", "same-region-values")
}

// AntiKnight keeps equal values from being a knight's move apart.
type AntiKnight struct{ Titled }

// AntiKing keeps equal values from being a king's move apart.
type AntiKing struct{ Titled }

// NonConsecutive keeps consecutive values from standing side by side.
type NonConsecutive struct{ Titled }

// AntiTaxicab keeps two cells with the value x from having the taxicab distance x.
type AntiTaxicab struct{ Titled }

// Define makes each two cells a knight's move apart differ.
func (*AntiKnight) Define(d *Definition) {
	for _, two := range moves(d, [2]int{1, 2}, [2]int{2, 1}, [2]int{2, -1}, [2]int{1, -2}) {
		d.Add(different(two))
	}
}

// Define makes each two cells a king's move apart differ.
func (*AntiKing) Define(d *Definition) {
	for _, two := range moves(d, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 1}, [2]int{1, -1}) {
		d.Add(different(two))
	}
}

// Define adds a table for each two cells side by side.
func (*NonConsecutive) Define(d *Definition) {
	for _, two := range touching(d) {
		d.Add(pair(d, two[0], two[1], func(x, y int) bool { return distance(x, y) != 1 }))
	}
}

// Define forbids each value x for each two cells at this distance.
func (*AntiTaxicab) Define(d *Definition) {
	for x := range cellValues(d).All() {
		if x > d.Grid.Rows+d.Grid.Columns {
			return // no two cells are as far apart
		}
		var by [][2]int
		for down := 0; down <= x; down++ {
			by = append(by, [2]int{down, x - down})
			if down > 0 && down < x {
				by = append(by, [2]int{down, down - x})
			}
		}
		var never model.And
		for _, two := range moves(d, by...) {
			never = append(never, model.Not{Of: model.And(holding(two, x))})
		}
		if x > 0 && len(never) > 0 {
			d.Add(rule(never))
		}
	}
}

// PositiveDiagonal keeps values from repeating on the diagonal from the lower left to the upper right.
type PositiveDiagonal struct{ Titled }

// NegativeDiagonal keeps values from repeating on the diagonal from the upper left to the lower right.
type NegativeDiagonal struct{ Titled }

// Define makes the diagonal all-different.
func (*PositiveDiagonal) Define(d *Definition) {
	diagonal(d, func(i, n int) (row, column int) { return n - 1 - i, i })
}

// Define makes the diagonal all-different.
func (*NegativeDiagonal) Define(d *Definition) {
	diagonal(d, func(i, _ int) (row, column int) { return i, i })
}

// diagonal makes n cells all-different, which a square grid has at these places.
func diagonal(d *Definition, at func(i, n int) (row, column int)) {
	n := side(d)
	cells := make(model.Cells, n)
	for i := range cells {
		cells[i] = d.Grid.Cell(at(i, n))
	}
	if n > 0 {
		d.Add(different(cells))
	}
}

// GlobalEntropy requires a low, a middle and a high value in each 2×2 square.
type GlobalEntropy struct{ Titled }

// GlobalModulo requires all residues modulo 3 in each 2×2 square.
type GlobalModulo struct{ Titled }

// Define adds a rule for each square.
func (*GlobalEntropy) Define(d *Definition) {
	lo, hi, n := span(d)
	if n%3 != 0 {
		d.Failf("found %d values, expected a multiple of 3", n)
		return
	}
	var thirds []model.Domain
	for ; lo <= hi; lo += n / 3 {
		thirds = append(thirds, model.Interval(lo, lo+n/3-1))
	}
	inSquares(d, thirds)
}

// Define adds a rule for each square.
func (*GlobalModulo) Define(d *Definition) {
	classes := make([][]int, 3)
	for x := range cellValues(d).All() {
		classes[(x%3+3)%3] = append(classes[(x%3+3)%3], x)
	}
	inSquares(d, []model.Domain{model.Values(classes[0]...), model.Values(classes[1]...), model.Values(classes[2]...)})
}

// inSquares requires a value of each set in each 2×2 square.
func inSquares(d *Definition, sets []model.Domain) {
	for _, square := range squares(d) {
		var all model.And
		for _, set := range sets {
			var some model.Or
			for _, v := range square {
				some = append(some, model.In{Var: v, Values: set})
			}
			all = append(all, some)
		}
		d.Add(rule(all))
	}
}

// Windoku adds boxes that start in the second row and column, with a line between each two.
type Windoku struct{ Titled }

// DisjointGroups keeps a value from having the same place in two boxes.
type DisjointGroups struct{ Titled }

// Define makes each additional box all-different.
func (*Windoku) Define(d *Definition) {
	g := boxed(d)
	if g == nil {
		return
	}
	for top := 1; top+g.BoxRows < g.Rows; top += g.BoxRows + 1 {
		for left := 1; left+g.BoxColumns < g.Columns; left += g.BoxColumns + 1 {
			var cells model.Cells
			for i := range g.BoxRows * g.BoxColumns {
				cells = append(cells, g.Cell(top+i/g.BoxColumns, left+i%g.BoxColumns))
			}
			d.Add(different(cells))
		}
	}
}

// Define makes each place of all boxes all-different.
func (*DisjointGroups) Define(d *Definition) {
	g := boxed(d)
	if g == nil {
		return
	}
	boxes := g.BoxHouses()
	for place := range boxes[0].Cells {
		var cells model.Cells
		for _, box := range boxes {
			cells = append(cells, box.Cells[place])
		}
		d.Add(different(cells))
	}
}

// DutchFlatmates puts, at each middle value, the lowest value above it or the highest one below it.
type DutchFlatmates struct{ Titled }

// Define adds a rule for each cell.
func (*DutchFlatmates) Define(d *Definition) {
	lo, hi, n := span(d)
	if d.Grid == nil {
		return
	}
	for v := range model.Var(d.Grid.Cells()) {
		var mates model.Or
		if row, column, _ := d.Grid.Coordinates(v); row > 0 {
			mates = append(mates, model.Is(d.Grid.Cell(row-1, column), lo))
		}
		if below := v + model.Var(d.Grid.Columns); int(below) < d.Grid.Cells() {
			mates = append(mates, model.Is(below, hi))
		}
		d.Add(rule(model.Implies{If: model.Is(v, lo+(n-1)/2), Then: mates}))
	}
}

// RegionSameValues requires the same set of values in all rows, columns and regions that are the largest.
type RegionSameValues struct{ Titled }

// Define adds a variable for each value: 1 if the set has it.
func (*RegionSameValues) Define(d *Definition) {
	all := cellValues(d)
	if d.Grid == nil || !fits(d, all.Size(), d.Grid.Cells()) {
		return
	}
	var largest []model.House
	for _, house := range d.Grid.Houses() {
		if len(largest) > 0 && len(house.Cells) > len(largest[0].Cells) {
			largest = nil
		}
		if len(largest) == 0 || len(house.Cells) == len(largest[0].Cells) {
			largest = append(largest, house)
		}
	}
	for x := range all.All() {
		used := model.Is(d.Auxiliary(model.Interval(0, 1)), 1)
		for _, house := range largest {
			here := model.Or(holding(house.Cells, x))
			d.Add(rule(model.And{model.Implies{If: here, Then: used}, model.Implies{If: used, Then: here}}))
		}
	}
}
