package modeltest

import (
	"slices"

	"pgregory.net/rapid"

	"qmsat/model"
)

// Variables returns a model of n variables named a, b and so on.
func Variables(n int, domain model.Domain) *model.Model {
	m := &model.Model{}
	for i := range n {
		m.AddVariable(string(rune('a'+i)), domain)
	}
	return m
}

// Symmetric draws a small model with symmetries.
func Symmetric(t *rapid.T) *model.Model {
	n := rapid.IntRange(2, 5).Draw(t, "variables")
	k := rapid.IntRange(2, 4).Draw(t, "values")
	m := Variables(n, model.Interval(1, k))
	switch rapid.SampledFrom([]string{"colours", "pigeons", "square", "sums"}).Draw(t, "sort") {
	case "colours":
		for i := range n {
			for j := range i {
				if rapid.Bool().Draw(t, "edge") {
					m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: []model.Var{model.Var(j), model.Var(i)}})
				}
			}
		}
	case "pigeons":
		m.Constraints = []model.Constraint{&model.AllDifferent{Vars: m.OutputVars()}}
	case "square":
		m = model.NewGrid(&model.Grid{Rows: 2, Columns: 2}, model.Interval(1, k))
		m.Constraints = []model.Constraint{&model.AllDifferent{Vars: []model.Var{0, 1}}, &model.AllDifferent{Vars: []model.Var{2, 3}}}
		if rapid.Bool().Draw(t, "columns") {
			columns := []model.Constraint{&model.AllDifferent{Vars: []model.Var{0, 2}}, &model.AllDifferent{Vars: []model.Var{1, 3}}}
			m.Constraints = append(m.Constraints, columns...)
		}
	case "sums":
		sum := rapid.IntRange(n, n*k).Draw(t, "sum")
		m.Constraints = []model.Constraint{model.Sum("", sum, n*(k+1)-min(sum, n*(k+1)-sum), m.OutputVars()...)}
	}
	return m
}

// Changes are the names of what [LessSymmetric] can do.
var Changes = []string{"none", "given", "constraint", "simpler", "domain"}

// LessSymmetric makes one of [Changes] to a model, so that it may lose symmetries, or returns a given.
func LessSymmetric(t *rapid.T, m *model.Model, change string) (cube model.Cube) {
	v := model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
	value := rapid.SampledFrom(slices.Collect(m.DomainOf(v).All())).Draw(t, "value")
	switch one := model.Values(value); change {
	case "given":
		return model.Cube{{Var: v, Value: value}}
	case "constraint":
		given, then := model.In{Var: v, Values: one}, model.In{Var: 0, Values: one}
		m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Implies{If: given, Then: then}})
	case "simpler":
		if i := len(m.Constraints) - 1; i >= 0 {
			old := m.Constraints[i]
			for _, m.Constraints[i] = range append(old.Simpler(), old) {
				if m.Validate() == nil && rapid.Bool().Draw(t, "this") {
					break
				}
			}
		}
	case "domain":
		if left := m.DomainOf(v).Minus(one); !left.Empty() {
			m.Variables[v].Domain = left
		}
	}
	return nil
}
