package sample

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// cube draws givens: so many of the witness's that few solutions are left, once in a while with a wrong one or one that
// clashes with another. Without a witness they are any.
func (d *drawer) cube() model.Cube {
	cube := model.Cube{}
	if d.witness == nil {
		for range d.IntN(maxGivens + 1) {
			cube = append(cube, d.anyGiven())
		}
		return cube
	}
	cells := shuffled(d, numbers[model.Var](len(d.model.Variables)))
	fewest := min(d.fewestGivens(), len(cells))
	cube = append(cube, lists.Map(cells[:between(d, fewest, max(fewest, len(cells)*2/3))], d.known)...)
	if len(cube) > 0 && oneIn(d, 8) {
		wrong := d.IntN(len(cube))
		cube[wrong].Value = d.legalValue(cube[wrong].Var)
	}
	if oneIn(d, 12) {
		cube = append(cube, d.anyGiven())
	}
	// What a domain was narrowed by may be gone from the whole grid.
	return d.legal(cube)
}

// fewestGivens returns the number of givens below which a model of this size may have too many solutions: about a quarter of
// a grid's cells, none of a small one's.
func (d *drawer) fewestGivens() int {
	g := d.model.Grid
	switch {
	case g == nil || g.Cells() <= 16:
		return 0
	case g.Cells() <= 25:
		return 4
	case d.model.Constraints == nil || g.Cells() <= 36:
		return 10
	default:
		return 22
	}
}

// known returns the witness's value.
func (d *drawer) known(v model.Var) model.Given { return model.Given{Var: v, Value: d.witness[v]} }

func (d *drawer) anyGiven() model.Given {
	v := d.Var()
	return model.Given{Var: v, Value: d.legalValue(v)}
}

// legalValue draws a value that may be given for the variable: for a cell that of any cell.
func (d *drawer) legalValue(v model.Var) int {
	if g := d.model.Grid; g != nil && int(v) < g.Cells() {
		v = d.anyCell()
	}
	return d.ValueOf(v)
}

// legal returns the givens that a puzzle of the model may have.
func (d *drawer) legal(cube model.Cube) model.Cube {
	if isLegal(d.model, cube) {
		return cube
	}
	return slices.DeleteFunc(cube, func(g model.Given) bool { return !isLegal(d.model, model.Cube{g}) })
}

func isLegal(m *model.Model, cube model.Cube) bool {
	_, err := model.Assignments.Parse(m, model.Assignments.FormatCube(m, cube))
	return err == nil
}
