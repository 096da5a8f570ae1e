package encode

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/kinds"
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
		var constraint model.Constraint = &kinds.Product{X: x, Y: y, Result: z}
		if division := rapid.Bool().Draw(t, "division"); division {
			constraint = &kinds.Division{Dividend: x, Divisor: y, Quotient: z, Remainder: r}
			if b != 0 {
				widen(z, a/b)
				widen(r, a%b)
			}
		} else {
			widen(z, a*b)
		}
		m.Constraints = []model.Constraint{constraint}
		checkModel(t, m, Options{Limits: engine.LimitsOf[Limits](engine.Options{"product-tuples": "1"})})
	})
}
