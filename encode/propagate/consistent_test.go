package propagate

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
)

// TestRegularIsConsistent checks that unit propagation on the clauses of words without repeated variables leaves exactly the
// values of accepted words.
func TestRegularIsConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const states, values = 3, 3
		m := &model.Model{}
		c := &kinds.Regular{States: states, Start: 1, Lowest: 1, Accepting: []int{1, 3}}
		for i := range 4 {
			c.Vars = append(c.Vars, m.AddVariable(fmt.Sprint("x", i), model.Interval(1, values)))
		}
		for range states {
			c.Next = append(c.Next, rapid.SliceOfN(rapid.IntRange(0, states), values, values).Draw(t, "steps"))
		}
		m.Constraints = []model.Constraint{c}
		testConsistent(t, m, encode.Options{}, func(p *Propagator, is encode.Literal) bool { return p.Value(is) >= 0 })
	})
}

// testConsistent compares unit propagation on the clauses of a model with brute force, after values are removed: which values stay.
func testConsistent(t *rapid.T, m *model.Model, options encode.Options, stay func(p *Propagator, is encode.Literal) bool) {
	p := &Propagator{}
	vm, err := encode.Compile(t.Context(), m, options, p)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 2*len(m.Variables)).Draw(t, "taken away") {
		v := model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
		value := rapid.IntRange(0, 3).Draw(t, "value")
		if d := m.DomainOf(v).Minus(model.Values(value)); !d.Empty() && m.DomainOf(v).Contains(value) {
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
	c := m.Constraints[0]
	if consistent := len(supported) > 0; p.Consistent() != consistent {
		t.Fatalf("%+v, %v: consistent: %t, expected %t", c, m.Variables, p.Consistent(), consistent)
	} else if !consistent {
		return
	}
	for v := range m.Variables {
		for value := range m.Variables[v].Domain.All() {
			g := model.Given{Var: model.Var(v), Value: value}
			if stays := stay(p, vm.Literal(g.Var, value)); stays != supported[g] {
				t.Fatalf("%+v, %v: %s = %d stays: %t", c, m.Variables, m.NameOf(g.Var), value, stays)
			}
		}
	}
}

// TestLexicographicIsConsistent checks orders of lists without repeated variables: unit propagation refutes exactly the values that
// no solution has, once they are decided.
func TestLexicographicIsConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, c := &model.Model{}, &kinds.Lexicographic{Strict: rapid.Bool().Draw(t, "strict")}
		draw := func(name string) model.Var {
			values := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 4).Draw(t, name)
			return m.AddVariable(name, model.Values(values...))
		}
		for i := range rapid.IntRange(1, 3).Draw(t, "length") {
			c.Smaller, c.Than = append(c.Smaller, draw(fmt.Sprint("x", i))), append(c.Than, draw(fmt.Sprint("y", i)))
		}
		if rapid.Bool().Draw(t, "condition") {
			c.If = &model.In{Var: draw("z"), Values: model.Values(1, 2)}
			c.Half = rapid.Bool().Draw(t, "half")
		}
		m.Constraints = []model.Constraint{c}
		testConsistent(t, m, encode.Options{}, func(p *Propagator, is encode.Literal) bool {
			defer p.Undo()
			return p.Decide(is)
		})
	})
}

// TestGroupedSumsAreConsistent checks sums of two all-different sets with a coefficient each: unit propagation leaves exactly the
// values of solutions.
func TestGroupedSumsAreConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, sum := &model.Model{}, &model.Linear{}
		m.Constraints = []model.Constraint{sum}
		for range 2 {
			coefficient := rapid.SampledFrom([]int{-1, 1, 2}).Draw(t, "coefficient")
			var set []model.Var
			for range rapid.IntRange(2, 3).Draw(t, "size") {
				v := m.AddVariable(fmt.Sprint("x", len(m.Variables)), model.Interval(0, 3))
				set, sum.Terms = append(set, v), append(sum.Terms, model.Term{Coefficient: coefficient, Var: v})
			}
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: set})
		}
		sum.Lo = rapid.IntRange(-4, 16).Draw(t, "sum")
		sum.Hi = sum.Lo
		testConsistent(t, m, encode.Options{Linear: "mdd-distinct"}, func(p *Propagator, is encode.Literal) bool { return p.Value(is) >= 0 })
	})
}
