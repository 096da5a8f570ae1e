package symmetry

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/model/engine/bruteforce"
	"qmsat/model/modeltest"
)

// checkBroken compares a broken model with the model by brute force, and returns the numbers of solutions of both.
func checkBroken(t rapid.TB, m *model.Model, cube model.Cube) (all, left int) {
	t.Helper()
	broken, givens, err := Break(context.Background(), m, cube)
	if err == nil {
		err = broken.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	all = len(modeltest.BruteForce(m, cube))
	solutions := modeltest.BruteForce(broken, givens)
	if left = len(solutions); (all == 0) != (left == 0) || left > all {
		t.Fatalf("%d solutions are left of %d", left, all)
	}
	for _, a := range solutions {
		if m.Check(a) != nil || m.CheckCube(a, cube) != nil {
			t.Fatalf("%v is no solution", a)
		}
	}
	return all, left
}

func TestBreakRandom(t *testing.T) {
	fewer := 0
	modeltest.CheckUntil(t, "a symmetry is broken", func() bool { return fewer > 0 }, func(t *rapid.T) {
		m := modeltest.Random(t)
		if all, left := checkBroken(t, m, modeltest.RandomCube(t, m)); left < all {
			fewer++
		}
	})
}

// Models that are symmetric but for a given, a constraint, a change of a constraint or a smaller domain keep a solution if they have
// one, and so do the symmetric ones.
func TestBreakAlmostSymmetric(t *testing.T) {
	for _, change := range modeltest.Changes {
		fewer := 0
		modeltest.CheckUntil(t, change+": a symmetry is broken", func() bool { return fewer > 0 }, func(t *rapid.T) {
			m := modeltest.Symmetric(t)
			cube := modeltest.LessSymmetric(t, m, change)
			if all, left := checkBroken(t, m, cube); left < all {
				fewer++
			}
		})
	}
}

// What is left of models whose symmetries are known.
func TestBreakKnown(t *testing.T) {
	latin := model.NewGrid(&model.Grid{Rows: 3, Columns: 3}, model.Interval(1, 3))
	magic := model.NewGrid(&model.Grid{Rows: 3, Columns: 3}, model.Interval(1, 9))
	magic.Constraints = []model.Constraint{&model.AllDifferent{Vars: magic.OutputVars()}}
	for i := range 3 {
		row, column := latin.Grid.RowHouses()[i].Cells, []model.Var{model.Var(i), model.Var(i + 3), model.Var(i + 6)}
		latin.Constraints = append(latin.Constraints, &model.AllDifferent{Vars: row}, &model.AllDifferent{Vars: column})
		magic.Constraints = append(magic.Constraints, model.Sum("", 15, 15, row...), model.Sum("", 15, 15, column...))
	}
	magic.Constraints = append(magic.Constraints, model.Sum("", 15, 15, 0, 4, 8), model.Sum("", 15, 15, 2, 4, 6))
	colours := modeltest.Variables(4, model.Interval(1, 3))
	colours.Constraints = []model.Constraint{&model.AllDifferent{Vars: []model.Var{0, 1}}}
	pigeons := modeltest.Variables(4, model.Interval(1, 3))
	pigeons.Constraints = []model.Constraint{&model.AllDifferent{Vars: pigeons.OutputVars()}}
	lone := modeltest.Variables(2, model.Interval(1, 3))
	lone.Constraints = []model.Constraint{model.Sum("", 3, 5, 0, 1)}
	for _, c := range []struct {
		name      string
		m         *model.Model
		cube      model.Cube
		all, left int
	}{
		{"Latin squares of order 3", latin, nil, 12, 1},
		{"with a given", latin, model.Cube{{Var: 4, Value: 2}}, 4, 1},
		{"magic squares of order 3", magic, nil, 8, 1},
		{"4 pigeons in 3 holes", pigeons, nil, 0, 0},
		{"one of three colours is not fixed", colours, nil, 54, 9},
		{"two numbers, reversed", lone, nil, 7, 4},
	} {
		if all, left := checkBroken(t, c.m, c.cube); all != c.all || left != c.left {
			t.Errorf("%s: %d solutions of %d are left, expected %d of %d", c.name, left, all, c.left, c.all)
		}
	}
}

// A session finds a solution of each puzzle, and refuses to look for several.
func TestEngine(t *testing.T) {
	m := modeltest.Variables(3, model.Interval(1, 3))
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: m.OutputVars()}}
	e, err := engine.Lookup("brute-force")
	if err != nil {
		t.Fatal(err)
	}
	session, err := Engine(e).Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for value := 1; value <= 3; value++ {
		cube := model.Cube{{Var: 1, Value: value}}
		result, err := session.Run(context.Background(), cube, 1, func(a model.Assignment) bool {
			if m.Check(a) != nil || a[1] != value {
				t.Errorf("%v with %d given is no solution", a, value)
			}
			return true
		})
		if err != nil || result.Count.Uint64() != 1 {
			t.Errorf("%v, %v; expected one solution", result.Count, err)
		}
	}
	if _, err := session.Run(context.Background(), nil, 0, nil); !errors.As(err, new(*engine.UnsupportedError)) {
		t.Errorf("all solutions: %v, expected a refusal", err)
	}
}

// A permuted constraint holds for permuted values exactly if the constraint holds for the values.
func TestPermuted(t *testing.T) {
	wanted, kinds := []string{"all-different", "linear", "table", "rule"}, map[string]int{}
	missed := func(kind string) bool { return kinds[kind] == 0 }
	modeltest.CheckUntil(t, "each kind is permuted", func() bool { return !slices.ContainsFunc(wanted, missed) }, func(t *rapid.T) {
		m := modeltest.Random(t)
		value := rapid.IntRange(-3, 9)
		p := model.Permutation{A: value.Draw(t, "a"), B: value.Draw(t, "b"), Reversed: rapid.Bool().Draw(t, "reversed")}
		for _, c := range m.Constraints {
			image := model.Permuted(c, p)
			if image == nil {
				continue
			}
			kinds[c.Kind()]++
			for range 10 {
				a, b := make(model.Assignment, len(m.Variables)), make(model.Assignment, len(m.Variables))
				for v := range a {
					a[v] = value.Draw(t, "value")
					b[v] = p.Of(a[v])
				}
				if c.Holds(a) != image.Holds(b) {
					t.Fatalf("%+v: %v is %t for %v, %v for %v", p, c, c.Holds(a), a, image, b)
				}
			}
		}
	})
}
