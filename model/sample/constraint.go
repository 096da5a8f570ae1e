package sample

import (
	"qmsat/model"
)

// witnessed is how many constraints in a row hold for the witness, on average, until one may not.
const witnessed = 8

// drawer draws the parts of one model.
type drawer struct {
	source Source
	model  *model.Model
	// witness is an assignment that most constraints are to hold for, so that models with solutions are not rare; nil: none.
	witness model.Assignment
	near    []model.Var // the variables to draw from; nil: all of the model
}

// pool returns the variables to draw from.
func (d *drawer) pool() []model.Var {
	if d.near != nil {
		return d.near
	}
	all := make([]model.Var, len(d.model.Variables))
	for i := range all {
		all[i] = model.Var(i)
	}
	return all
}

func (d *drawer) anyVar() model.Var { return pick(d.source, d.pool()...) }

// vars draws different variables, in any order: at least one number of them, at most another.
func (d *drawer) vars(least, most int) []model.Var {
	order := shuffled(d.source, d.pool())
	return order[:between(d.source, min(least, len(order)), min(most, len(order)))]
}

// value draws a value of some variable, or one that hardly any has.
func (d *drawer) value() int {
	if oneIn(d.source, 6) {
		return between(d.source, lowestValue-1, highestValue+1)
	}
	return d.valueOf(d.anyVar())
}

// valueOf draws a value of the variable.
func (d *drawer) valueOf(v model.Var) int {
	domain := d.model.DomainOf(v)
	return domain.Value(d.source.IntN(domain.Size()))
}

// constraints adds constraints on at most so many variables each.
func (d *drawer) constraints(n, most int) {
	for range n {
		if c := d.model.RandomConstraint(parts{d, most}); c != nil {
			d.model.Constraints = append(d.model.Constraints, c)
		}
	}
}

// parts draws the parts of constraints on at most so many variables.
type parts struct {
	*drawer
	most int
}

// IntN implements [model.Drawer], as all the following.
func (p parts) IntN(n int) int { return p.source.IntN(n) }

func (p parts) Var() model.Var { return p.anyVar() }

func (p parts) Vars(least int) []model.Var { return p.vars(least, p.most) }

func (p parts) Value() int { return p.value() }

func (p parts) ValueOf(v model.Var) int { return p.valueOf(v) }

func (p parts) Example(v model.Var) int {
	if p.witness != nil {
		return p.witness[v]
	}
	return p.valueOf(v)
}

func (p parts) Witness() model.Assignment { return p.witness }

// Spared implements [model.Drawer]: one constraint of witnessed may be any.
func (p parts) Spared() bool { return p.witness != nil && !oneIn(p.source, witnessed) }
