package crosscheck

import (
	"slices"

	"qmsat/model"
)

// variables takes variables away: pieces of the list with all that is said of them, then single ones, each put in as the
// constant that its value is. Cells of a grid stay.
func (s *shrinker) variables() {
	first := func() int {
		if g := s.best.Model.Grid; g != nil {
			return g.Cells()
		}
		return 0
	}
	s.list(func() int { return len(s.best.Model.Variables) - first() }, 0, func(c *Case, from, to int) bool {
		return c.drop(first()+from, first()+to, nil)
	})
	for v := first(); !s.coarse && v < len(s.best.Model.Variables); {
		if !slices.ContainsFunc(s.constants(model.Var(v)), func(value int) bool {
			return s.try(func(c *Case) bool { return c.drop(v, v+1, &value) })
		}) {
			v++
		}
	}
}

// manyVariables is the number beyond which a variable is not tried as each of its values.
const manyVariables = 12

// constants returns the values to put in a variable's place: what is given for it, or, in small models, any.
func (s *shrinker) constants(v model.Var) []int {
	var values []int
	for _, cube := range s.best.Cubes {
		for _, g := range cube {
			if g.Var == v && !slices.Contains(values, g.Value) {
				values = append(values, g.Value)
			}
		}
	}
	domain := s.best.Model.DomainOf(v)
	if len(values) > 0 || len(s.best.Model.Variables) > manyVariables || domain.Size() > largeDomain {
		return values
	}
	return slices.Collect(domain.All())
}

// drop takes the variables from one number up to another out of the model and the cubes. With a value they are put into
// constraints as that, without one what constraints say of them is dropped. It reports false where nothing would be left.
func (c *Case) drop(from, to int, value *int) bool {
	m := c.Model
	r := removal{from: model.Var(from), to: model.Var(to), value: value}
	if m.Variables = cut(m.Variables, from, to); len(m.Variables) == 0 {
		return false
	}
	if m.Outputs != nil {
		if m.Outputs = r.vars(m.Outputs); len(m.Outputs) == 0 {
			return false
		}
	}
	var left []model.Constraint
	for _, constraint := range m.Constraints {
		if reduced := r.constraint(constraint); reduced != nil {
			left = append(left, reduced)
		}
	}
	m.Constraints = left
	cubes := make([]model.Cube, len(c.Cubes))
	for i, cube := range c.Cubes {
		cubes[i] = model.Cube{}
		for _, g := range cube {
			if !r.gone(g.Var) {
				cubes[i] = append(cubes[i], model.Given{Var: r.renumber(g.Var), Value: g.Value})
			}
		}
	}
	c.Cubes = cubes
	return true
}

// removal takes variables out of constraints.
type removal struct {
	from, to model.Var // the variables that go: from up to, without to
	value    *int      // what stands in their place; nil: nothing does
}

func (r *removal) gone(v model.Var) bool { return r.from <= v && v < r.to }

// renumber returns the number that a variable that stays has afterwards.
func (r *removal) renumber(v model.Var) model.Var {
	if v >= r.to {
		return v - (r.to - r.from)
	}
	return v
}

// vars returns the variables that stay, with their new numbers.
func (r *removal) vars(vars []model.Var) []model.Var {
	var left []model.Var
	for _, v := range vars {
		if !r.gone(v) {
			left = append(left, r.renumber(v))
		}
	}
	return left
}

// constraint returns what is left of a constraint, or nil.
func (r *removal) constraint(c model.Constraint) model.Constraint {
	switch c := c.(type) {
	case *model.AllDifferent:
		if left := r.vars(c.Vars); len(left) > 0 {
			return &model.AllDifferent{Name: c.Name, Vars: left}
		}
		return nil
	case *model.Linear:
		return r.linear(c)
	case *model.Table:
		return r.table(c)
	case *model.Rule:
		return &model.Rule{Name: c.Name, Formula: r.formula(c.Formula)}
	default:
		return nil
	}
}

func (r *removal) linear(c *model.Linear) model.Constraint {
	left := &model.Linear{Name: c.Name, Lo: c.Lo, Hi: c.Hi}
	for _, t := range c.Terms {
		if !r.gone(t.Var) {
			left.Terms = append(left.Terms, model.Term{Coefficient: t.Coefficient, Var: r.renumber(t.Var)})
			continue
		}
		if r.value != nil && left.Lo != model.NoLower {
			left.Lo -= t.Coefficient * *r.value
		}
		if r.value != nil && left.Hi != model.NoUpper {
			left.Hi -= t.Coefficient * *r.value
		}
	}
	if len(left.Terms) == 0 {
		return nil
	}
	return left
}

func (r *removal) table(c *model.Table) model.Constraint {
	left := &model.Table{Name: c.Name, Vars: r.vars(c.Vars), Forbidden: c.Forbidden}
	if len(left.Vars) == 0 {
		return nil
	}
	for _, tuple := range c.Tuples {
		var rest []int
		taken := true
		for i, v := range c.Vars {
			if !r.gone(v) {
				rest = append(rest, tuple[i])
			} else if r.value != nil && tuple[i] != *r.value {
				taken = false
			}
		}
		if taken {
			left.Tuples = append(left.Tuples, rest)
		}
	}
	return left
}

// formula returns a formula without the variables: an atom that speaks of one is the constant that its value makes it, or
// true.
func (r *removal) formula(f model.Formula) model.Formula {
	if atom, ok := f.(model.In); ok {
		switch {
		case !r.gone(atom.Var):
			return model.In{Var: r.renumber(atom.Var), Values: atom.Values}
		case r.value == nil || atom.Values.Contains(*r.value):
			return model.And{}
		default:
			return model.Or{}
		}
	}
	var parts []model.Formula
	for _, part := range partsOf(f) {
		parts = append(parts, r.formula(part))
	}
	return withParts(f, parts)
}
