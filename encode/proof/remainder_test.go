package proof

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/kinds"
)

// The rests of constraints of different kinds start with different bytes, so none is mistaken for another.
func TestItemsStartApart(t *testing.T) {
	m := &model.Model{}
	for i := range 3 {
		m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 3))
	}
	a, b, c := model.Var(0), model.Var(1), model.Var(2)
	ab := []model.Var{a, b}
	m.Constraints = []model.Constraint{
		&model.AllDifferent{Vars: ab},
		model.Sum("", 3, 3, a, b),
		&model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: a}}, Lo: 1, Hi: 1, If: &model.In{Var: b, Values: model.Values(1)}},
		&model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: a}, {Coefficient: 1, Var: b}}, Lo: 3, Hi: 3, If: &model.In{Var: c, Values: model.Values(1)}},
		&model.Table{Vars: ab, Tuples: [][]int{{1, 2}, {2, 3}}},
		&model.Table{Vars: ab, Tuples: [][]int{{1, 2}, {2, 3}}, Forbidden: true},
		&kinds.Regular{Vars: ab, States: 1, Start: 1, Lowest: 1, Accepting: []int{1}, Next: [][]int{{1, 1, 1}}},
		&kinds.Circuit{Next: []model.Var{b, a, c}},
		&kinds.Lexicographic{Smaller: ab, Than: []model.Var{b, c}},
		&model.Rule{Formula: model.Or{model.Is(a, 2), model.Is(b, 1)}},
	}
	r, err := newRemainder(m, nil, []model.Var{a, b, c})
	if err != nil {
		t.Fatal(err)
	}
	r.fix(1)
	first := map[byte]model.Constraint{}
	for i := range r.parts {
		c := r.parts[i].constraint
		item, err := r.item(&r.parts[i], []int32{0}, nil)
		if err != nil || len(item) == 0 {
			t.Fatalf("%s: item %q, error %v", c.Kind(), item, err)
		}
		if other := first[item[0]]; other != nil {
			t.Errorf("%s and %s: %q", model.Describe(m, other), model.Describe(m, c), item)
		}
		first[item[0]] = c
	}
	if len(first) < len(m.Constraints) {
		t.Errorf("%d first bytes of %d constraints", len(first), len(m.Constraints))
	}
}

// odd is a connective unknown to the checker: an odd number of its parts are true.
type odd struct{ model.And }

func (f odd) Eval(a model.Assignment) bool {
	n := 0
	for _, part := range f.Parts() {
		if part.Eval(a) {
			n++
		}
	}
	return n%2 == 1
}

// A rule with an unknown connective is written as a table, so rules on different variables differ.
func TestUnknownConnective(t *testing.T) {
	m := &model.Model{}
	var order []model.Var
	var parts model.And
	for i := range 4 {
		v := m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 3))
		order, parts = append(order, v), append(parts, model.Is(v, 1))
	}
	for _, f := range []model.Formula{odd{parts}, model.Not{Of: odd{parts}}} {
		m.Constraints = []model.Constraint{&model.Rule{Formula: f}}
		want := map[bool]string{true: "40", false: "41"}[m.Constraints[0].Holds(model.Assignment{1, 2, 2, 2})] // of 81: Σ 4 choose k · 2^(4-k)
		var file bytes.Buffer
		count, _, err := WriteFrontier(context.Background(), &file, m, nil, order, nil)
		if err != nil || count.String() != want {
			t.Errorf("counted %v, error %v, expected %s", count, err, want)
		}
		if checked, err := Verify(context.Background(), "file", strings.NewReader(file.String()), "frontier", m, nil); err != nil || checked.Count.String() != want {
			t.Errorf("checked %v, error %v, expected %s", checked, err, want)
		}
	}
}
