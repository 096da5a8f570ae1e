package sample

import "qmsat/model"

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
	return numbers[model.Var](len(d.model.Variables))
}

// varsOf draws different variables, in any order: at least one number of them, at most another.
func (d *drawer) varsOf(least, most int) []model.Var {
	order := shuffled(d, d.pool())
	return order[:between(d, min(least, len(order)), min(most, len(order)))]
}

// constraints adds constraints on at most so many variables each.
func (d *drawer) constraints(n, most int) {
	d.most = most
	for range n {
		if c := d.model.RandomConstraint(d); c != nil {
			d.model.Constraints = append(d.model.Constraints, c)
		}
	}
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
