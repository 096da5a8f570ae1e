package encode

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// TestDigits compares products and divisions written by digits with tables: brute force finds one model for each solution.
func TestDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model.Model{}
		for i := range rapid.IntRange(2, 4).Draw(t, "variables") {
			values := rapid.SliceOfN(rapid.IntRange(-7, 9), 1, 4).Draw(t, "values")
			m.AddVariable(fmt.Sprintf("x%d", i), model.Values(values...))
		}
		variable := func(name string) model.Var {
			return model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, name))
		}
		x, y, z, r := variable("x"), variable("y"), variable("z"), variable("remainder")
		// The result has a value that the drawn values allow, if there is one.
		widen := func(v model.Var, value int) { m.Variables[v].Domain = m.DomainOf(v).Union(model.Values(value)) }
		a, b := m.DomainOf(x).Max(), m.DomainOf(y).Max()
		var constraint model.Constraint = &model.Product{X: x, Y: y, Result: z}
		if division := rapid.Bool().Draw(t, "division"); division {
			constraint = &model.Division{Dividend: x, Divisor: y, Quotient: z, Remainder: r}
			if b != 0 {
				widen(z, a/b)
				widen(r, a%b)
			}
		} else {
			widen(z, a*b)
		}
		checkKind(t, m, constraint, func(c *Compiler) {
			switch constraint := constraint.(type) {
			case *model.Product:
				c.productDigits(constraint)
			case *model.Division:
				c.divisionDigits(constraint)
			}
		})
	})
}

// checkKind compares the clauses for a model's only constraint with brute force.
func checkKind(t *rapid.T, m *model.Model, constraint model.Constraint, write func(c *Compiler)) {
	formula := &Formula{}
	c, err := newCompiler(t.Context(), m, nil, Options{}, formula)
	if err != nil {
		t.Fatal(err)
	}
	for v := range m.Variables {
		oneValue(c, model.Var(v))
	}
	write(c)
	if c.err != nil {
		t.Fatal(c.err)
	}
	m.Constraints = []model.Constraint{constraint}
	models := map[string]int{}
	for _, a := range modeltest.BruteForce(m, nil) {
		models[modeltest.Key(m, a)] = 0
	}
	a := make(model.Assignment, len(m.Variables))
	eachModel(t, formula.Clauses, c.Map.Variables(), func(isTrue func(Literal) bool) {
		if err := c.Map.Decode(isTrue, a); err != nil {
			t.Fatal(err)
		}
		if err := m.Check(a); err != nil {
			t.Fatalf("%+v: %v has a model: %v", constraint, a, err)
		}
		models[modeltest.Key(m, a)]++
	})
	for solution, found := range models {
		if found != 1 {
			t.Fatalf("%+v: %d models of %s, expected one of each solution", constraint, found, solution)
		}
	}
}
