package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestPBRandomModels compares with brute force, several cubes a session.
func TestPBRandomModels(t *testing.T) {
	e := engineNamed(t, "gophersat-pb")
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		session := open(t, e, m, engine.Options{"enumerate": rapid.SampledFrom(e.Values(strategySetting)).Draw(t, "enumerate")})
		for range rapid.IntRange(1, 4).Draw(t, "cubes") {
			cube := modeltest.RandomCube(t, m)
			want := []string{}
			for _, a := range modeltest.BruteForce(m, cube) {
				want = append(want, modeltest.Key(m, a))
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, append([]string{}, solutions(t, session, m, cube)...)); diff != "" {
				t.Fatalf("cube %v (-brute force +gophersat-pb):\n%s", cube, diff)
			}
		}
	})
}

// TestPBKnownCounts counts grids, and a sum whose weights differ.
func TestPBKnownCounts(t *testing.T) {
	weighted := &model.Model{}
	x, y, z := weighted.AddVariable("x", model.Interval(0, 9)), weighted.AddVariable("y", model.Interval(-5, 5)), weighted.AddVariable("z", model.Values(1, 2, 7))
	weighted.Constraints = []model.Constraint{&model.Linear{
		Terms: []model.Term{{Coefficient: 3, Var: x}, {Coefficient: -5, Var: y}, {Coefficient: 7, Var: z}}, Lo: 20, Hi: 29,
	}}
	e := engineNamed(t, "gophersat-pb")
	for _, test := range []struct {
		m    *model.Model
		want int
	}{
		{must(model.Sudoku(1, 1)), 1},
		{must(model.Sudoku(2, 2)), 288},
		{must(model.Sudoku(1, 4)), 576},
		{must(model.QuasiMagic(2, 1)), 0},
		{must(model.QuasiMagic(2, 2)), 288},
		{weighted, len(modeltest.BruteForce(weighted, nil))},
		{pigeonhole(5), 0},
	} {
		if got := len(solutions(t, open(t, e, test.m, nil), test.m, nil)); got != test.want {
			t.Errorf("%s: %d solutions, expected %d", test.m.Name, got, test.want)
		}
	}
}

// TestPBLargeWeights has sums with numbers about 2^30, the limit of gophersat's degrees, and up to the language's limit 2^52:
// they are counted as by brute force, or refused. Not refused are weights that force their literals, that can be cut to the
// degree, or that share a divisor with the others.
func TestPBLargeWeights(t *testing.T) {
	e := engineNamed(t, "gophersat-pb")
	rapid.Check(t, func(t *rapid.T) {
		m := &model.Model{}
		linear := &model.Linear{Lo: model.NoLower, Hi: model.NoUpper}
		scale := rapid.SampledFrom([]int{1, 3, 1 << 20, 1<<29 - 1, 1 << 29, 1 << 30, 1<<30 + 1, 1 << 31, 1 << 40, 1 << 48}).Draw(t, "scale")
		small := rapid.IntRange(-3, 3)
		number := rapid.Custom(func(t *rapid.T) int {
			return small.Draw(t, "factor")*scale + small.Draw(t, "addend")
		})
		sums := []int{0}
		for i := range rapid.IntRange(1, 3).Draw(t, "variables") {
			v := m.AddVariable(fmt.Sprintf("x%d", i), model.Values(rapid.SliceOfN(number, 1, 3).Draw(t, "values")...))
			coefficient := rapid.SampledFrom([]int{-2, -1, 1, 2}).Draw(t, "coefficient")
			linear.Terms = append(linear.Terms, model.Term{Coefficient: coefficient, Var: v})
			var next []int
			for _, sum := range sums {
				for value := range m.DomainOf(v).All() {
					next = append(next, sum+coefficient*value)
				}
			}
			sums = next
		}
		bound := rapid.SampledFrom(sums).Draw(t, "sum") + rapid.IntRange(-1, 1).Draw(t, "off")
		if rapid.Bool().Draw(t, "lower") {
			linear.Lo = bound
		}
		if linear.Lo == model.NoLower || rapid.Bool().Draw(t, "upper") {
			linear.Hi = bound
		}
		m.Constraints = []model.Constraint{linear}
		if err := m.Validate(); err != nil {
			t.Skip(err)
		}
		session, err := e.Open(context.Background(), m, nil)
		if err != nil {
			if scale < 1<<28 {
				t.Fatal(err)
			}
			return
		}
		want := len(modeltest.BruteForce(m, nil))
		if got := len(solutions(t, session, m, nil)); got != want {
			t.Fatalf("%d solutions, expected %d", got, want)
		}
	})
}

// TestPBDegrees counts with the largest degree that gophersat accepts; the next one is refused.
func TestPBDegrees(t *testing.T) {
	e := engineNamed(t, "gophersat-pb")
	sum := func(high int) *model.Model {
		m := &model.Model{}
		a, b, c := m.AddVariable("a", model.Values(0, high)), m.AddVariable("b", model.Values(0, high-1)), m.AddVariable("c", model.Values(0, 1))
		m.Constraints = []model.Constraint{model.Sum("", high, model.NoUpper, a, b, c)}
		return m
	}
	for high, want := range map[int]int{2: 5, 1<<30 - 1: 5, 1 << 30: 5} {
		m := sum(high)
		if got := len(solutions(t, open(t, e, m, nil), m, nil)); got != want {
			t.Errorf("sums of at least %d: %d solutions, expected %d", high, got, want)
		}
	}
	_, err := e.Open(context.Background(), sum(1<<30+1), nil)
	want := "engine gophersat-pb: linear on a … c: its weights sum to 1073741825, expected at most 1073741824; try engine gini or native"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, expected %s", err, want)
	}
	m := &model.Model{}
	m.Constraints = []model.Constraint{model.Sum("", model.NoLower, 1, m.AddVariable("a", model.Interval(0, 1)), m.AddVariable("b", model.Values(0, 1<<30+1)))}
	if got := len(solutions(t, open(t, e, m, nil), m, nil)); got != 2 {
		t.Errorf("%d solutions, expected 2", got)
	}
}

// TestPBPuzzles solves the 180 quasi-magic puzzles, or some of them.
func TestPBPuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	m := must(model.QuasiMagic(3, 2))
	session := open(t, engineNamed(t, "gophersat-pb"), m, nil)
	for i, puzzle := range quasiMagicPuzzles(t, m) {
		if i%modeltest.Scale(45, 6, 1) > 0 {
			continue
		}
		var got []string
		result, err := session.Run(context.Background(), puzzle.cube, 0, func(a model.Assignment) bool {
			got = append(got, model.Characters.FormatSolution(m, a))
			return true
		})
		if err != nil || !result.Complete() || !slices.Equal(got, []string{puzzle.solution}) {
			t.Errorf("puzzle %d: %v, %+v, error %v, expected %s", i, got, result, err, puzzle.solution)
		}
	}
}
