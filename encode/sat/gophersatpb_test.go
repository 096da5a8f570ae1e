package sat

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// eachLearning runs a test with each of the ways in which gophersat-pb learns.
func eachLearning(t *testing.T, test func(t *testing.T, e *engine.Engine, options engine.Options)) {
	for _, learning := range learningSetting.Values() {
		t.Run(learning, func(t *testing.T) {
			test(t, engineNamed(t, "gophersat-pb"), engine.Options{"learning": learning})
		})
	}
}

// TestPBRandomModels compares with brute force, several cubes a session.
func TestPBRandomModels(t *testing.T) {
	eachLearning(t, func(t *testing.T, e *engine.Engine, options engine.Options) {
		rapid.Check(t, func(t *rapid.T) {
			m := modeltest.Random(t)
			options["enumerate"] = rapid.SampledFrom(e.Values(strategySetting)).Draw(t, "enumerate")
			session := open(t, e, m, options)
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
	})
}

// TestPBKnownCounts counts grids, and a sum whose weights differ.
func TestPBKnownCounts(t *testing.T) {
	weighted := &model.Model{}
	x, y, z := weighted.AddVariable("x", model.Interval(0, 9)), weighted.AddVariable("y", model.Interval(-5, 5)), weighted.AddVariable("z", model.Values(1, 2, 7))
	weighted.Constraints = []model.Constraint{&model.Linear{
		Terms: []model.Term{{Coefficient: 3, Var: x}, {Coefficient: -5, Var: y}, {Coefficient: 7, Var: z}}, Lo: 20, Hi: 29,
	}}
	eachLearning(t, func(t *testing.T, e *engine.Engine, options engine.Options) {
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
			if got := len(solutions(t, open(t, e, test.m, options), test.m, nil)); got != test.want {
				t.Errorf("%s: %d solutions, expected %d", test.m.Name, got, test.want)
			}
		}
	})
}

// TestCuttingPlanesAreConfirmed solves a puzzle that has no solution by gophersat's cutting planes alone.
func TestCuttingPlanesAreConfirmed(t *testing.T) {
	m := must(model.Sudoku(3, 3))
	const puzzle = "......7....71.9...68..7......1.6.9..84.....2.........43..2...5...8.1.6.......5..3"
	cube, err := model.Characters.Parse(m, puzzle)
	if err != nil {
		t.Fatal(err)
	}
	eachLearning(t, func(t *testing.T, e *engine.Engine, options engine.Options) {
		if got := solutions(t, open(t, e, m, options), m, cube); len(got) != 1 {
			t.Errorf("%d solutions, expected 1", len(got))
		}
	})
}

// TestPBPuzzles solves the 180 quasi-magic puzzles, or some of them.
func TestPBPuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	m := must(model.QuasiMagic(3, 2))
	session := open(t, engineNamed(t, "gophersat-pb"), m, nil)
	for i, puzzle := range quasiMagicPuzzles(t, m) {
		if os.Getenv("QMSAT_LONG") == "" && i%15 > 0 {
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
