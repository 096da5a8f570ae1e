package sample

import (
	"qmsat/model"
)

const (
	maxTuples      = 8
	maxCoefficient = 3
	maxSlack       = 4 // between the sum that some assignment has and a bound
	maxParts       = 3 // of a connective
	maxDepth       = 3 // of a formula
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

// example returns a value of the variable that a constraint is built around: the witness's where there is one.
func (d *drawer) example(v model.Var) int {
	if d.witness != nil {
		return d.witness[v]
	}
	return d.valueOf(v)
}

// spared reports whether the next constraint must hold for the witness.
func (d *drawer) spared() bool { return d.witness != nil && !oneIn(d.source, witnessed) }

// constraints adds constraints on at most so many variables each.
func (d *drawer) constraints(n, most int) {
	for range n {
		d.model.Constraints = append(d.model.Constraints, d.constraint(most))
	}
}

func (d *drawer) constraint(most int) model.Constraint {
	switch d.source.IntN(4) {
	case 0:
		return d.allDifferent(most)
	case 1:
		return d.linear(most)
	case 2:
		return d.table(most)
	default:
		return d.rule()
	}
}

func (d *drawer) allDifferent(most int) *model.AllDifferent {
	c := &model.AllDifferent{Vars: d.vars(1, most)}
	if !d.spared() {
		return c
	}
	different := &model.AllDifferent{}
	for _, v := range c.Vars {
		if longer := (&model.AllDifferent{Vars: append(different.Vars, v)}); longer.Holds(d.witness) {
			different = longer
		}
	}
	return different
}

// linear draws bounds around the sum that some assignment has, so that neither all nor no assignments meet them.
func (d *drawer) linear(most int) *model.Linear {
	c := &model.Linear{Lo: model.NoLower, Hi: model.NoUpper}
	sum := 0
	for _, v := range d.vars(1, most) {
		coefficient := between(d.source, 1, maxCoefficient)
		if d.source.IntN(2) == 1 {
			coefficient = -coefficient
		}
		c.Terms = append(c.Terms, model.Term{Coefficient: coefficient, Var: v})
		sum += coefficient * d.example(v)
	}
	if d.witness != nil && !d.spared() {
		sum += between(d.source, -maxSlack, maxSlack)
	}
	bounds := d.source.IntN(4)
	if bounds != 1 {
		c.Lo = sum - d.source.IntN(maxSlack+1)
	}
	if bounds != 2 {
		c.Hi = sum + d.source.IntN(maxSlack+1)
	}
	return c
}

func (d *drawer) table(most int) *model.Table {
	c := &model.Table{Vars: d.vars(1, most), Forbidden: d.source.IntN(2) == 1}
	for range d.source.IntN(maxTuples + 1) {
		tuple := make([]int, len(c.Vars))
		for i, v := range c.Vars {
			switch {
			case oneIn(d.source, 10):
				tuple[i] = d.value()
			case oneIn(d.source, 3):
				tuple[i] = d.example(v)
			default:
				tuple[i] = d.valueOf(v)
			}
		}
		c.Tuples = append(c.Tuples, tuple)
	}
	if !d.spared() || c.Holds(d.witness) {
		return c
	}
	if c.Forbidden {
		c.Forbidden = false
		return c
	}
	tuple := make([]int, len(c.Vars))
	for i, v := range c.Vars {
		tuple[i] = d.witness[v]
	}
	c.Tuples = append(c.Tuples, tuple)
	return c
}

func (d *drawer) rule() *model.Rule {
	c := &model.Rule{Formula: d.formula(maxDepth)}
	if d.spared() && !c.Holds(d.witness) {
		c.Formula = model.Not{Of: c.Formula}
	}
	return c
}

func (d *drawer) formula(depth int) model.Formula {
	connective := 0
	if depth > 0 {
		connective = d.source.IntN(8)
	}
	parts := func() []model.Formula {
		list := make([]model.Formula, d.source.IntN(maxParts+1))
		for i := range list {
			list[i] = d.formula(depth - 1)
		}
		return list
	}
	k := func() int { return between(d.source, -1, maxParts+1) }
	switch connective {
	case 1:
		return model.And(parts())
	case 2:
		return model.Or(parts())
	case 3:
		return model.Not{Of: d.formula(depth - 1)}
	case 4:
		return model.Implies{If: d.formula(depth - 1), Then: d.formula(depth - 1)}
	case 5:
		return model.AtMost{K: k(), Of: parts()}
	case 6:
		return model.AtLeast{K: k(), Of: parts()}
	case 7:
		return model.Exactly{K: k(), Of: parts()}
	default:
		return d.atom()
	}
}

func (d *drawer) atom() model.In {
	v := d.anyVar()
	values := []int{d.valueOf(v)}
	for range d.source.IntN(3) {
		values = append(values, d.value())
	}
	return model.Is(v, values...)
}
