package sample

import (
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Instance is a model and cubes for it. Every given is one that a puzzle of the model may have.
type Instance struct {
	Model *model.Model
	Cubes []model.Cube // at least one
}

const (
	maxCubes  = 4
	maxExtras = 3 // constraints of a grid in addition to its houses and lines
)

// Draw draws an instance: a bare model, or a grid with boxes of 1×1 to 3×3 cells or without boxes, quasi-magic or not, with
// pruning rules where they hold, more variables, more constraints, narrower domains, outputs. Most of its cubes leave a
// few thousand solutions at most.
func Draw(s Source) Instance {
	d := &drawer{Source: s, model: &model.Model{}}
	switch s.IntN(8) {
	case 0, 1:
		d.model = Bare(s)
	case 2:
		d.planted()
	case 3:
		d.rectangle()
	default:
		d.grid()
	}
	instance := Instance{Model: d.model}
	for range between(s, 1, maxCubes) {
		instance.Cubes = append(instance.Cubes, d.cube())
	}
	return instance
}

// planted makes a bare model around an assignment that most of its constraints hold for.
func (d *drawer) planted() {
	d.variables(between(d, 1, MaxVariables))
	d.drawWitness()
	d.constraints(between(d, 1, maxConstraints), MaxVariables)
	d.project()
}

// maxSide is the longest side of a grid without boxes.
const maxSide = 4

// rectangle makes a grid without boxes, its rows and columns all-different or not, with values from any number on.
func (d *drawer) rectangle() {
	g := &model.Grid{Rows: between(d, 1, maxSide), Columns: between(d, 1, maxSide)}
	lo := between(d, -1, 2)
	n := max(g.Rows, g.Columns)
	d.model = model.NewGrid(g, model.Interval(lo, lo+n-1+d.IntN(2)))
	for cell := range g.Cells() {
		d.witness = append(d.witness, lo+(cell/g.Columns+cell%g.Columns)%n)
	}
	d.addHouses(slices.Concat(g.RowHouses(), g.ColumnHouses()), 2+d.IntN(8))
	d.extras()
}

// shape is the shape of a box.
type shape struct{ rows, columns int }

// shapes are the shapes of boxes that are drawn, the usual ones more often.
var shapes = []shape{
	{1, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {2, 2}, {2, 2}, {1, 4}, {4, 1}, {1, 5}, {2, 3}, {3, 2}, {3, 3}, {3, 3}, {3, 3},
}

// grid makes Sudoku of some shape, around one of its grids.
func (d *drawer) grid() {
	box := pick(d, shapes...)
	if box.rows == box.columns && d.IntN(2) == 1 {
		d.quasiMagic(box.rows)
	} else {
		d.sudoku(box)
	}
	d.extras()
}

// sudoku makes plain Sudoku, once in a while without some of its houses.
func (d *drawer) sudoku(box shape) {
	n := box.rows * box.columns
	g := &model.Grid{Rows: n, Columns: n, BoxRows: box.rows, BoxColumns: box.columns}
	d.witness = d.sudokuGrid(box)
	d.model = model.NewGrid(g, model.Interval(1, n))
	keep := len(g.Houses())
	if oneIn(d, 6) {
		keep -= between(d, 1, n)
	}
	d.addHouses(g.Houses(), keep)
}

// addHouses makes at most keep of the houses all-different, in their order.
func (d *drawer) addHouses(houses []model.House, keep int) {
	kept := shuffled(d, lists.Numbers[int](len(houses)))[:min(keep, len(houses))]
	slices.Sort(kept)
	for _, i := range kept {
		d.model.Constraints = append(d.model.Constraints, &model.AllDifferent{Name: houses[i].Name, Vars: houses[i].Cells})
	}
}

// quasiMagic makes quasi-magic Sudoku with r×r boxes, in all boxes or some, with pruning rules where they follow from it.
func (d *drawer) quasiMagic(r int) {
	delta := model.MaxDelta(r) - d.IntN(min(model.MaxDelta(r), 7)+1)
	d.sudoku(shape{r, r})
	if r == 3 {
		d.witness = d.quasiMagicGrid()
	}
	if d.IntN(4) > 0 {
		d.model = must(model.QuasiMagic(r, delta))
		if r == 3 && delta == model.PruningRuleDelta && d.IntN(2) == 1 {
			d.pruningRules()
		}
		return
	}
	for range between(d, 1, 3) {
		lines := must(model.QuasiMagicBox(d.model.Grid, d.IntN(d.model.Grid.Boxes()), delta))
		d.model.Constraints = append(d.model.Constraints, lines...)
	}
}

// must returns a value whose construction cannot fail.
func must[T any](made T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("sample: %v", err))
	}
	return made
}

func (d *drawer) pruningRules() {
	chosen := shuffled(d, lists.Numbers[int](model.PruningRuleCount))[:between(d, 1, model.PruningRuleCount)]
	for i := range chosen {
		chosen[i]++
	}
	must(0, model.AddPruningRules(d.model, chosen))
}

// extras adds to a grid, more often than not, variables, constraints and outputs, and narrows domains.
func (d *drawer) extras() {
	if d.IntN(2) == 0 {
		return
	}
	if d.IntN(3) == 0 {
		d.variables(between(d, 1, 2))
		d.drawWitness()
	}
	if d.IntN(4) == 0 {
		d.narrow()
	}
	for range d.IntN(maxExtras + 1) {
		d.near = d.region()
		d.constraints(1, 4)
	}
	d.near = nil
	if extra := len(d.model.Variables) - d.model.Grid.Cells(); extra > 0 {
		for v := range extra {
			d.near = []model.Var{d.anyCell(), d.anyCell(), model.Var(d.model.Grid.Cells() + v)}
			slices.Sort(d.near)
			d.near = slices.Compact(d.near)
			d.constraints(1, len(d.near))
			d.near = nil
		}
	}
	d.project()
}

func (d *drawer) anyCell() model.Var { return model.Var(d.IntN(d.model.Grid.Cells())) }

// region draws cells for a constraint: of a house, of a square, or any of a grid.
func (d *drawer) region() []model.Var {
	g := d.model.Grid
	switch d.IntN(3) {
	case 0:
		return pick(d, g.Houses()...).Cells
	case 1:
		row, column := d.IntN(g.Rows), d.IntN(g.Columns)
		var cells []model.Var
		for r := row; r < min(row+2, g.Rows); r++ {
			for c := column; c < min(column+2, g.Columns); c++ {
				cells = append(cells, g.Cell(r, c))
			}
		}
		return cells
	default:
		return d.varsOf(1, 4)
	}
}

// narrow takes values from the domains of some cells, the witness's seldom.
func (d *drawer) narrow() {
	for range between(d, 1, 4) {
		cell := d.anyCell()
		left := d.model.DomainOf(cell).Minus(model.Values(d.ValueOf(cell), d.ValueOf(cell), d.ValueOf(cell)))
		if !oneIn(d, witnessed) {
			left = left.Union(model.Values(d.witness[cell]))
		}
		if !left.Empty() {
			d.model.Variables[cell].Domain = left
		}
	}
}

// project makes some variables the outputs, once in a while.
func (d *drawer) project() {
	if oneIn(d, 4) {
		d.model.Outputs = d.varsOf(1, len(d.model.Variables))
	}
}

// sudokuGrid draws a grid of plain Sudoku: the cyclic one, with digits, bands, stacks, rows of a band and columns of a stack
// in a random order.
func (d *drawer) sudokuGrid(box shape) model.Assignment {
	n := box.rows * box.columns
	digits := shuffled(d, lists.Numbers[int](n))
	rows := d.lineOrder(n/box.rows, box.rows)
	columns := d.lineOrder(n/box.columns, box.columns)
	var grid model.Assignment
	for _, r := range rows {
		for _, c := range columns {
			grid = append(grid, digits[(box.columns*(r%box.rows)+r/box.rows+c)%n]+1)
		}
	}
	return grid
}

// lineOrder draws an order of lines that keeps groups of them together.
func (d *drawer) lineOrder(groups, size int) []int {
	var order []int
	for _, group := range shuffled(d, lists.Numbers[int](groups)) {
		for _, line := range shuffled(d, lists.Numbers[int](size)) {
			order = append(order, group*size+line)
		}
	}
	return order
}

// quasiMagicText is a 9×9 quasi-magic grid with Δ = 2, and so with every larger Δ: the first of testdata/quasimagic-180.txt.
const quasiMagicText = "184629573962753148537184926716538492258941367493267815375492681841376259629815734"

// quasiMagicGrid draws a 9×9 grid with Δ = 2: a known one, with bands and stacks in a random order, some of them and the
// digits turned round, and rows and columns exchanged or not. None of that changes the sums' distance from 15.
func (d *drawer) quasiMagicGrid() model.Assignment {
	rows, columns := d.mirroredOrder(), d.mirroredOrder()
	transposed, complemented := d.IntN(2) == 1, d.IntN(2) == 1
	var grid model.Assignment
	for _, r := range rows {
		for _, c := range columns {
			from := 9*r + c
			if transposed {
				from = 9*c + r
			}
			digit := int(quasiMagicText[from] - '0')
			if complemented {
				digit = 10 - digit
			}
			grid = append(grid, digit)
		}
	}
	return grid
}

// mirroredOrder draws an order of nine lines: groups of three in any order, each as it is or backwards.
func (d *drawer) mirroredOrder() []int {
	var order []int
	for _, group := range shuffled(d, lists.Numbers[int](3)) {
		first, step := 3*group, 1
		if d.IntN(2) == 1 {
			first, step = first+2, -1
		}
		order = append(order, first, first+step, first+2*step)
	}
	return order
}
