package crosscheck

import (
	"slices"

	"qmsat/model"
)

// variables takes variables away: pieces of the list with all that is said of them, then single ones, each put in as the
// constant that its value is. Cells of a grid stay.
func (s *shrinker) variables() {
	first := func() int {
		if g := s.Case.Model.Grid; g != nil {
			return g.Cells()
		}
		return 0
	}
	s.list(func() int { return len(s.Case.Model.Variables) - first() }, 0, func(c *Case, from, to int) bool {
		return c.drop(first()+from, first()+to, nil)
	})
	for v := first(); !s.coarse && v < len(s.Case.Model.Variables); {
		if !slices.ContainsFunc(s.constants(model.Var(v)), func(value int) bool {
			return s.try(func(c *Case) bool { return c.drop(v, v+1, &value) })
		}) {
			v++
		}
	}
}

// manyVariables is the number beyond which a variable is not tried as each of its values.
const manyVariables = 12

// constants returns the values that may replace a variable: its given value, or any value in a small model.
func (s *shrinker) constants(v model.Var) []int {
	var values []int
	for _, cube := range s.Case.Cubes {
		for _, g := range cube {
			if g.Var == v && !slices.Contains(values, g.Value) {
				values = append(values, g.Value)
			}
		}
	}
	domain := s.Case.Model.DomainOf(v)
	if len(values) > 0 || len(s.Case.Model.Variables) > manyVariables || domain.Size() > largeDomain {
		return values
	}
	return slices.Collect(domain.All())
}

// drop removes a range of variables from the model and the cubes. With a value, it replaces them in constraints; without one, it
// drops their parts of constraints. It reports false if nothing would be left.
func (c *Case) drop(from, to int, value *int) bool {
	m := c.Model
	r := removal(model.Var(from), model.Var(to), value)
	if m.Variables = cut(m.Variables, from, to); len(m.Variables) == 0 {
		return false
	}
	if m.Outputs != nil {
		if m.Outputs = r.Vars(m.Outputs); len(m.Outputs) == 0 {
			return false
		}
	}
	var left []model.Constraint
	for _, constraint := range m.Constraints {
		if reduced := constraint.Substitute(r); reduced != nil {
			left = append(left, reduced)
		}
	}
	m.Constraints, m.Origins = left, nil
	cubes := make([]model.Cube, len(c.Cubes))
	for i, cube := range c.Cubes {
		cubes[i] = model.Cube{}
		for _, g := range cube {
			if v, stays := r.Var(g.Var); stays {
				cubes[i] = append(cubes[i], model.Given{Var: v, Value: g.Value})
			}
		}
	}
	c.Cubes = cubes
	return true
}

// removal takes the variables from one number up to another out of constraints.
func removal(from, to model.Var, value *int) model.Substitution {
	s := model.Substitution{Var: func(v model.Var) (model.Var, bool) {
		switch {
		case v < from:
			return v, true
		case v < to:
			return 0, false
		default:
			return v - (to - from), true
		}
	}}
	if value != nil {
		s.Value = func(model.Var) (int, bool) { return *value, true }
	}
	return s
}
