package propagate

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/internal/modeltest"
	"qmsat/model"
)

// TestRegularIsConsistent compares unit propagation on the clauses of words without repeated variables with brute force: after
// values are removed, exactly the values of accepted words stay.
func TestRegularIsConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const states, values = 3, 3
		m, p := &model.Model{}, &Propagator{}
		c := &model.Regular{States: states, Start: 1, Lowest: 1, Accepting: []int{1, 3}}
		for i := range 4 {
			c.Vars = append(c.Vars, m.AddVariable(fmt.Sprint("x", i), model.Interval(1, values)))
		}
		for range states {
			c.Next = append(c.Next, rapid.SliceOfN(rapid.IntRange(0, states), values, values).Draw(t, "steps"))
		}
		m.Constraints = []model.Constraint{c}
		vm, err := encode.Compile(t.Context(), m, encode.Options{}, p)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 4).Draw(t, "taken away") {
			v, value := model.Var(rapid.IntRange(0, 3).Draw(t, "variable")), rapid.IntRange(1, values).Draw(t, "value")
			if d := m.DomainOf(v).Minus(model.Values(value)); !d.Empty() {
				m.Variables[v].Domain = d
				p.Decide(-vm.Literal(v, value))
			}
		}
		supported := map[model.Given]bool{}
		for _, a := range modeltest.BruteForce(m, nil) {
			for v, value := range a {
				supported[model.Given{Var: model.Var(v), Value: value}] = true
			}
		}
		if consistent := len(supported) > 0; p.Consistent() != consistent {
			t.Fatalf("%+v: consistent: %t, expected %t", c, p.Consistent(), consistent)
		} else if !consistent {
			return
		}
		for _, v := range c.Vars {
			for value := range m.DomainOf(v).All() {
				if stays := p.Value(vm.Literal(v, value)) >= 0; stays != supported[model.Given{Var: v, Value: value}] {
					t.Fatalf("%+v, %v: %s = %d stays: %t", c, m.Variables, m.NameOf(v), value, stays)
				}
			}
		}
	})
}
