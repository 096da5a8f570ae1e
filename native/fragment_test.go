package native

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/nine"
	"qmsat/native/space"
)

// expectMismatch expects an error of the engine's self-check that names a constraint of the model.
func expectMismatch(t fataler, m *model.Model, err error) {
	t.Helper()
	found, failed := new(engine.MismatchError), new(engine.FailedError)
	if !errors.As(err, &found) || !errors.As(err, &failed) || found.Model != m {
		t.Fatalf("error %v, expected that the self-check failed", err)
	}
	for _, c := range m.Constraints {
		if c == found.Constraint {
			return
		}
	}
	t.Fatalf("%v names a constraint that the model has not", err)
}

// A list of tuples made for an almost equal group is detected when either of two groups is about to use it.
func TestJointsAreChecked(t *testing.T) {
	for name, wrong := range map[string]func(m *model.Model){
		"a tuple less": func(m *model.Model) {
			m.Constraints[0].(*model.Table).Tuples = m.Constraints[0].(*model.Table).Tuples[1:]
		},
		"another tuple": func(m *model.Model) {
			m.Constraints[0].(*model.Table).Tuples[1] = []int{3, 3}
		},
		"forbidden":     func(m *model.Model) { m.Constraints[0].(*model.Table).Forbidden = true },
		"another bound": func(m *model.Model) { m.Constraints[1].(*model.Linear).Hi-- },
		"another sign":  func(m *model.Model) { m.Constraints[1].(*model.Linear).Terms[1].Coefficient = 1 },
	} {
		draw := func() *model.Model {
			m := variables(times(2, model.Interval(1, 3))...)
			m.Constraints = []model.Constraint{
				&model.Table{Vars: []model.Var{0, 1}, Tuples: [][]int{{1, 1}, {1, 2}, {2, 1}, {3, 2}}},
				&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: -1, Var: 1}}, Lo: -1, Hi: 1},
			}
			return m
		}
		m, other := draw(), draw()
		wrong(other)
		// The tuples of the other model's group, stored under the text of this model's group.
		known, mistaken := map[string]tupleList{}, map[string]tupleList{}
		postJoints(space.NewBuilder(t.Context(), other, nil, nil), other.Constraints, known, engine.LimitsOf[limits](nil))
		if len(known) != 1 {
			t.Fatalf("%s: %d lists, expected one", name, len(known))
		}
		for _, list := range known {
			mistaken[space.FragmentOf(m, m.Constraints, m.OutputVars()).Text()] = list
		}
		b := space.NewBuilder(t.Context(), m, nil, nil)
		postJoints(b, m.Constraints, mistaken, engine.LimitsOf[limits](nil))
		expectMismatch(t, m, b.Err)
	}
}

// Catalogues and tables of sums made for another Δ are detected.
func TestBoxesAreChecked(t *testing.T) {
	for delta := 2; delta <= 8; delta++ {
		for _, other := range []int{delta - 1, delta + 1} {
			m, wrong := quasiMagic(delta), quasiMagic(other)
			boxes, _, _ := boxParts(t.Context(), m)
			others, _, _ := boxParts(t.Context(), wrong)
			const most = 1 << 15
			right, k := engine.NewChecker(space.EngineName, wrong), engine.NewChecker(space.EngineName, m)
			if catalogues, ok := newCatalogues(t.Context(), others, most, map[string]*nine.Catalogue{}, right); ok && right.Err == nil {
				newCatalogues(t.Context(), boxes, most, map[string]*nine.Catalogue{boxes[0].Text(): catalogues[0]}, k)
				expectMismatch(t, m, k.Err)
			}
			triples, ok := newTriples(others)
			if !ok {
				t.Fatal("no triples")
			}
			k = engine.NewChecker(space.EngineName, m)
			checkBands(boxes, must(nine.NewBands(t.Context(), triples, 0)), k)
			expectMismatch(t, m, k.Err)
		}
	}
}

// The checks accept correct data: every random model opens, and so do 9×9 grids.
func TestChecksPass(t *testing.T) {
	for delta := 1; delta <= 9; delta++ {
		must(open(context.Background(), quasiMagic(delta), nil))
	}
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		b := space.NewBuilder(context.Background(), m, nil, nil)
		if postJoints(b, slices.Clone(m.Constraints), map[string]tupleList{}, engine.LimitsOf[limits](nil)); b.Err != nil {
			t.Fatal(b.Err)
		}
	})
}
