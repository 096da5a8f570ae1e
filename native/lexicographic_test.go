package native

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
)

func TestLexicographicPropagation(t *testing.T) {
	of := func(strict bool, condition *model.In, half bool) *kinds.Lexicographic {
		return &kinds.Lexicographic{Smaller: []model.Var{0, 1}, Than: []model.Var{2, 3}, Strict: strict, If: condition, Half: half}
	}
	is := &model.In{Var: 4, Values: model.Values(1)}
	domains := times(4, model.Interval(1, 4))
	reified := append(times(4, model.Interval(1, 4)), model.Interval(0, 2))
	given := func(values ...int) (cube model.Cube) {
		for v, value := range values {
			if value >= 0 {
				cube = append(cube, model.Given{Var: model.Var(v), Value: value})
			}
		}
		return cube
	}
	testPropagation(t, []propagation{
		{"in order", domains, of(false, nil, false), given(-1, -1, 2), "1..2 1..4 2 1..4"},
		{"strictly, as equal values cannot follow", domains, of(true, nil, false), given(-1, 4, 3), "1..2 4 3 1..4"},
		{"from below", domains, of(false, nil, false), given(2, 3, -1, 2), "2 3 3..4 2"},
		{"the second pair", domains, of(true, nil, false), given(4, -1, -1, 3), "4 1..2 4 3"},
		{"equal", domains, of(true, nil, false), given(1, 2, 1, 2), impossible},
		{"equal but not strict", domains, of(false, nil, false), given(1, 2, 1, 2), "1 2 1 2"},
		{"the condition fails", reified, of(false, is, true), given(3, -1, 2), "3 1..4 2 1..4 0,2"},
		{"the condition may hold", reified, of(false, is, true), given(3, -1, 4), "3 1..4 4 1..4 0..2"},
		{"the condition holds", reified, of(false, is, false), given(3, -1, 4), "3 1..4 4 1..4 1"},
		{"not in order", reified, of(false, is, false), given(2, -1, -1, -1, 0), "2 1..4 1..2 1..4 0"},
		{"nothing is required", reified, of(false, is, true), given(2, -1, 1, -1, 0), "2 1..4 1 1..4 0"},
	})
}

// TestLexicographicIsConsistent compares propagation on lists without repeated variables with brute force.
func TestLexicographicIsConsistent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var domains []model.Domain
		draw := func(name string) model.Var {
			domains = append(domains, model.Values(rapid.SliceOfN(rapid.IntRange(0, 3), 1, 4).Draw(rt, name)...))
			return model.Var(len(domains) - 1)
		}
		c := &kinds.Lexicographic{Strict: rapid.Bool().Draw(rt, "strict")}
		for i := range rapid.IntRange(1, 3).Draw(rt, "length") {
			c.Smaller, c.Than = append(c.Smaller, draw(fmt.Sprint("x", i))), append(c.Than, draw(fmt.Sprint("y", i)))
		}
		if rapid.Bool().Draw(rt, "condition") {
			c.If = &model.In{Var: draw("z"), Values: model.Values(1, 2)}
			c.Half = rapid.Bool().Draw(rt, "half")
		}
		m := variables(domains...)
		m.Constraints = []model.Constraint{c}
		found, want := modeltest.BruteForce(m, nil), impossible
		if len(found) > 0 {
			texts := make([]string, len(domains))
			for v := range domains {
				values := lists.Map(found, func(a model.Assignment) int { return a[v] })
				texts[v] = model.Values(values...).String()
			}
			want = strings.Join(texts, " ")
		}
		if got := propagated(t, m); got != want {
			rt.Fatalf("%+v, domains %v: left %s, expected %s", c, domains, got, want)
		}
	})
}
