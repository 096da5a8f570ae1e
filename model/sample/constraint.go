package sample

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// witnessed is how many constraints in a row hold for the witness, on average, until one may not.
const witnessed = 8

// drawer draws the parts of one model. It is the [model.Drawer] of its constraints.
type drawer struct {
	Source
	model *model.Model
	// witness is an assignment that most constraints are to hold for, so that models with solutions are not rare; nil: none.
	witness model.Assignment
	near    []model.Var // the variables to draw from; nil: all of the model
	most    int         // variables of a constraint
	room    float64     // binary digits of the number of solutions that further copies of constraints may take away
}

// drawWitness draws the values that the witness lacks.
func (d *drawer) drawWitness() {
	for v := len(d.witness); v < len(d.model.Variables); v++ {
		d.witness = append(d.witness, d.ValueOf(model.Var(v)))
	}
}

func (d *drawer) pool() []model.Var {
	if d.near != nil {
		return d.near
	}
	return lists.Numbers[model.Var](len(d.model.Variables))
}

// varsOf draws different variables, in any order: at least one number of them, at most another.
func (d *drawer) varsOf(least, most int) []model.Var {
	order := shuffled(d, d.pool())
	return order[:between(d, min(least, len(order)), min(most, len(order)))]
}

// constraints adds n constraints on at most most variables each.
func (d *drawer) constraints(n, most int) {
	d.most = most
	for range n {
		if c := d.model.RandomConstraint(d); c != nil {
			d.model.Constraints = append(d.model.Constraints, c)
		}
	}
}

// Constraint draws a constraint as those of [Bare] for a model. It returns nil if the model lacks the variables that its kind needs.
func Constraint(s Source, m *model.Model) model.Constraint {
	return m.RandomConstraint(&drawer{Source: s, model: m, most: MaxVariables})
}

// The methods of [model.Drawer], beside that of the Source. One constraint of witnessed may be any.

func (d *drawer) Var() model.Var             { return pick(d, d.pool()...) }
func (d *drawer) Vars(least int) []model.Var { return d.varsOf(least, d.most) }
func (d *drawer) Witness() model.Assignment  { return d.witness }
func (d *drawer) Spared() bool               { return d.witness != nil && !oneIn(d, witnessed) }

func (d *drawer) Value() int {
	if oneIn(d, 6) {
		return between(d, lowestValue-1, highestValue+1)
	}
	return d.ValueOf(d.Var())
}

func (d *drawer) ValueOf(v model.Var) int {
	domain := d.model.DomainOf(v)
	return domain.Value(d.IntN(domain.Size()))
}

func (d *drawer) Example(v model.Var) int {
	if d.witness != nil {
		return d.witness[v]
	}
	return d.ValueOf(v)
}

// cube draws givens. It draws enough values of the witness to leave few solutions, and sometimes a wrong or a clashing one.
// Without a witness it draws any values.
func (d *drawer) cube() model.Cube {
	cube := model.Cube{}
	if d.witness == nil {
		for range d.IntN(maxGivens + 1) {
			cube = append(cube, d.anyGiven())
		}
		return cube
	}
	cells := shuffled(d, lists.Numbers[model.Var](len(d.model.Variables)))
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

// legalValue draws a legal given for the variable; for a cell, the value of any cell.
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
