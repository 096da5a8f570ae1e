package modeltest

import (
	"fmt"

	"pgregory.net/rapid"

	"qmsat/model"
)

// MaxVariables and MaxValues bound the models that Random makes, so that brute force is quick: there are at most
// MaxValues^MaxVariables assignments.
const (
	MaxVariables = 5
	MaxValues    = 4
)

// Values of random models come from lowestValue..highestValue; tables, rules and cubes also speak of values next to it.
const (
	lowestValue  = -3
	highestValue = 6
)

const (
	maxConstraints = 4
	maxTuples      = 8
	maxCoefficient = 3
	maxParts       = 3 // of a connective
	maxDepth       = 3 // of a formula
)

// Random draws a valid model: domains with and without gaps, negative values among them, constraints of all kinds with
// whatever they allow (negative coefficients, missing bounds, tuples outside the domains, nested formulas, counts that
// cannot be reached), and sometimes a projection.
func Random(t *rapid.T) *model.Model {
	m := &model.Model{}
	for i := range rapid.IntRange(1, MaxVariables).Draw(t, "variables") {
		m.AddVariable(fmt.Sprintf("x%d", i), randomDomain(t))
	}
	if rapid.Bool().Draw(t, "projected") {
		m.Outputs = randomVars(t, m, 1)
	}
	for range rapid.IntRange(0, maxConstraints).Draw(t, "constraints") {
		m.Constraints = append(m.Constraints, randomConstraint(t, m))
	}
	if err := m.Validate(); err != nil {
		t.Fatalf("modeltest: the random model is not valid: %v", err)
	}
	return m
}

// RandomCube draws givens for variables of the model. A variable may be given twice, and a value may be outside its domain.
func RandomCube(t *rapid.T, m *model.Model) model.Cube {
	cube := model.Cube{}
	for range rapid.IntRange(0, 3).Draw(t, "givens") {
		cube = append(cube, model.Given{Var: randomVar(t, m), Value: randomValue(t, m)})
	}
	return cube
}

// randomDomain draws an interval, the usual case, or any set of values.
func randomDomain(t *rapid.T) model.Domain {
	if rapid.Bool().Draw(t, "interval") {
		lo := rapid.IntRange(lowestValue, highestValue-MaxValues+1).Draw(t, "lowest")
		return model.Interval(lo, lo+rapid.IntRange(0, MaxValues-1).Draw(t, "further values"))
	}
	values := rapid.SliceOfN(rapid.IntRange(lowestValue, highestValue), 1, MaxValues).Draw(t, "values")
	return model.Values(values...)
}

func randomVar(t *rapid.T, m *model.Model) model.Var {
	return model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
}

// randomVars draws at least the given number of different variables, in any order.
func randomVars(t *rapid.T, m *model.Model, least int) []model.Var {
	all := make([]model.Var, len(m.Variables))
	for i := range all {
		all[i] = model.Var(i)
	}
	order := rapid.Permutation(all).Draw(t, "order")
	return order[:rapid.IntRange(least, len(all)).Draw(t, "number of variables")]
}

// randomValue draws a value of some variable of the model, or one that hardly any has.
func randomValue(t *rapid.T, m *model.Model) int {
	if rapid.IntRange(0, 5).Draw(t, "stray value") == 0 {
		return rapid.IntRange(lowestValue-1, highestValue+1).Draw(t, "value")
	}
	return randomValueOf(t, m, randomVar(t, m))
}

// randomValueOf draws a value of the variable.
func randomValueOf(t *rapid.T, m *model.Model, v model.Var) int {
	d := m.DomainOf(v)
	return d.Value(rapid.IntRange(0, d.Size()-1).Draw(t, "value index"))
}

func randomConstraint(t *rapid.T, m *model.Model) model.Constraint {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return &model.AllDifferent{Vars: randomVars(t, m, 1)}
	case 1:
		return randomLinear(t, m)
	case 2:
		return randomTable(t, m)
	default:
		return &model.Rule{Formula: randomFormula(t, m, maxDepth)}
	}
}

// randomLinear draws bounds around the sum that some assignment has, so that neither all nor no assignments meet them.
func randomLinear(t *rapid.T, m *model.Model) *model.Linear {
	c := &model.Linear{Lo: model.NoLower, Hi: model.NoUpper}
	sum := 0
	for _, v := range randomVars(t, m, 1) {
		coefficient := rapid.IntRange(1, maxCoefficient).Draw(t, "coefficient")
		if rapid.Bool().Draw(t, "negative") {
			coefficient = -coefficient
		}
		c.Terms = append(c.Terms, model.Term{Coefficient: coefficient, Var: v})
		sum += coefficient * randomValueOf(t, m, v)
	}
	slack := rapid.IntRange(0, 4)
	bounds := rapid.IntRange(0, 3).Draw(t, "bounds")
	if bounds != 1 {
		c.Lo = sum - slack.Draw(t, "below")
	}
	if bounds != 2 {
		c.Hi = sum + slack.Draw(t, "above")
	}
	return c
}

func randomTable(t *rapid.T, m *model.Model) *model.Table {
	c := &model.Table{Vars: randomVars(t, m, 1), Forbidden: rapid.Bool().Draw(t, "forbidden")}
	for range rapid.IntRange(0, maxTuples).Draw(t, "tuples") {
		tuple := make([]int, len(c.Vars))
		for i, v := range c.Vars {
			if rapid.IntRange(0, 9).Draw(t, "any value") == 0 {
				tuple[i] = randomValue(t, m)
			} else {
				tuple[i] = randomValueOf(t, m, v)
			}
		}
		c.Tuples = append(c.Tuples, tuple)
	}
	return c
}

func randomFormula(t *rapid.T, m *model.Model, depth int) model.Formula {
	connective := 0
	if depth > 0 {
		connective = rapid.IntRange(0, 7).Draw(t, "connective")
	}
	parts := func() []model.Formula {
		list := make([]model.Formula, rapid.IntRange(0, maxParts).Draw(t, "parts"))
		for i := range list {
			list[i] = randomFormula(t, m, depth-1)
		}
		return list
	}
	k := func() int { return rapid.IntRange(-1, maxParts+1).Draw(t, "k") }
	switch connective {
	case 1:
		return model.And(parts())
	case 2:
		return model.Or(parts())
	case 3:
		return model.Not{Of: randomFormula(t, m, depth-1)}
	case 4:
		return model.Implies{If: randomFormula(t, m, depth-1), Then: randomFormula(t, m, depth-1)}
	case 5:
		return model.AtMost{K: k(), Of: parts()}
	case 6:
		return model.AtLeast{K: k(), Of: parts()}
	case 7:
		return model.Exactly{K: k(), Of: parts()}
	default:
		return randomAtom(t, m)
	}
}

func randomAtom(t *rapid.T, m *model.Model) model.In {
	v := randomVar(t, m)
	values := []int{randomValueOf(t, m, v)}
	for range rapid.IntRange(0, 2).Draw(t, "further values of the atom") {
		values = append(values, randomValue(t, m))
	}
	return model.Is(v, values...)
}
