package projection

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

func opened(t testing.TB, m *model.Model, options engine.Options) *session {
	t.Helper()
	s, err := open(t.Context(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run returns how a run ended and after how many steps; it fails the test if the solution is wrong.
func run(t testing.TB, s *session, cube model.Cube) (engine.Outcome, int64) {
	t.Helper()
	found := 0
	result, err := s.Run(t.Context(), cube, 0, func(a model.Assignment) bool {
		found++
		if err := errors.Join(s.model.Check(a), s.model.CheckCube(a, cube)); err != nil {
			t.Error(err)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if result.Count.Int64() != int64(found) || (result.Outcome == engine.Solved) != (found == 1) {
		t.Fatalf("%v, count %v, %d solutions", result.Outcome, result.Count, found)
	}
	return result.Outcome, result.Effort[0].Value
}

// The published counts of iterations are reproduced exactly.
func TestPublishedIterations(t *testing.T) {
	modeltest.OnlyLong(t)
	m := modeltest.Sudoku(t, 3, 3)
	s := opened(t, m, nil)
	for _, p := range modeltest.Puzzles(t, m, "ai-sudoku-8.txt") {
		want, err := strconv.ParseInt(p.Columns[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if outcome, steps := run(t, s, p.Cube); outcome != engine.Solved || steps != want {
			t.Errorf("%s: %v after %d steps, expected %d", strings.Join(p.Columns[2:], " "), outcome, steps, want)
		}
	}
}

// What it accepts besides plain Sudoku: other boxes, extra houses, regions, sums and cages of few cells; and the sets that it
// makes of them.
func TestModels(t *testing.T) {
	for _, test := range []struct {
		name   string
		model  *model.Model
		cube   string // of a grid
		sets   int
		solved bool
	}{
		{"4×4", modeltest.Sudoku(t, 2, 2), "1...............", 4, true},
		{"6×6", modeltest.Sudoku(t, 2, 3), "123456" + strings.Repeat(".", 30), 4, true},
		{"Latin square", modeltest.Sudoku(t, 1, 5), "12345" + strings.Repeat(".", 20), 4, true},
		{"Δ = 2", modeltest.QuasiMagic(t, 2), firstQuasiMagic, 8, true},
		{"givens that clash", modeltest.Sudoku(t, 2, 2), "11..............", 4, false},
	} {
		cube, err := model.Characters.Parse(test.model, test.cube)
		if err != nil {
			t.Fatal(err)
		}
		s := opened(t, test.model, engine.Options{"steps": "3000"})
		outcome, steps := run(t, s, cube)
		if len(s.sets) != test.sets || (outcome == engine.Solved) != test.solved {
			t.Errorf("%s: %d sets, %v after %d steps; expected %d and solved %t", test.name, len(s.sets), outcome, steps, test.sets, test.solved)
		}
	}
}

// A model without a projection, or with too large a one, is refused in one line.
func TestRefuses(t *testing.T) {
	pigeons := model.NewGrid(&model.Grid{Rows: 1, Columns: 9}, model.Interval(1, 8))
	pigeons.Constraints = []model.Constraint{&model.AllDifferent{Name: "row", Vars: pigeons.OutputVars()}}
	wide := &model.Model{}
	wide.AddVariable("a", model.Interval(0, 1<<22))
	rules := modeltest.QuasiMagic(t, 2)
	if err := model.AddPruningRules(rules, []int{3}); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*model.Model{pigeons, wide, rules} {
		_, err := open(t.Context(), m, nil)
		if unsupported := new(engine.UnsupportedError); !errors.As(err, &unsupported) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, expected that it is refused in one line", err)
		}
	}
}

// Every set's projection is its nearest point, ties included, by trying all points of a small model.
func TestNearest(t *testing.T) {
	m := modeltest.Sudoku(t, 1, 3)
	m.Constraints = append(m.Constraints, model.Sum("", 3, 4, 0, 1), model.Sum("", 4, 9, 3, 4))
	s := opened(t, m, nil)
	random := rand.New(rand.NewPCG(1, 0))
	from, to := make([]float64, s.size()), make([]float64, s.size())
	for range 200 {
		for c := range from {
			from[c] = float64(random.IntN(5)) / 4
		}
		for i := range s.sets {
			s.sets[i].project(from, to)
			for _, line := range s.sets[i].lines {
				expectNearest(t, from, to, line, unitPatterns(line))
			}
			for _, table := range s.sets[i].tables {
				expectNearest(t, from, to, slices.Concat(table.variables...), slices.Collect(slices.Chunk(table.patterns, len(table.variables))))
			}
		}
	}
	if tables := s.sets[s.cells-1].tables; len(tables) != 2 || len(tables[0].patterns) != 2*4 {
		t.Errorf("%+v, expected 1+2, 2+1, 1+3 and 3+1 for the first sum", tables)
	}
}

func unitPatterns(line []int32) [][]int32 {
	var patterns [][]int32
	for _, c := range line {
		patterns = append(patterns, []int32{c})
	}
	return patterns
}

// expectNearest checks that the coordinates equal to 1 are the first of the nearest patterns.
func expectNearest(t *testing.T, from, to []float64, coordinates []int32, patterns [][]int32) {
	t.Helper()
	var best []int32
	least := math.Inf(1)
	for _, pattern := range patterns {
		squares := 0.0
		for _, c := range coordinates {
			one := 0.0
			if slices.Contains(pattern, c) {
				one = 1
			}
			squares += (from[c] - one) * (from[c] - one)
		}
		if squares < least-1e-9 {
			best, least = pattern, squares
		}
	}
	for _, c := range coordinates {
		if (to[c] == 1) != slices.Contains(best, c) || to[c] != 0 && to[c] != 1 {
			t.Fatalf("coordinate %d is %g of %v, expected ones at %v", c, to[c], coordinates, best)
		}
	}
}

// Every scheme and start solves an easy puzzle or ends, the same way each time; another seed takes another path.
func TestSettings(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	cube, err := model.Characters.Parse(m, "1...............")
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range schemeNames() {
		var steps []int64
		for _, seed := range []string{"1", "1", "2", "3", "4"} {
			options := engine.Options{"scheme": scheme, "start": "random", "seed": seed, "steps": "400"}
			outcome, n := run(t, opened(t, m, options), cube)
			steps = append(steps, n)
			if outcome != engine.Solved && n != 400 {
				t.Errorf("%s: %v after %d steps", scheme, outcome, n)
			}
			if outcome != engine.Solved && scheme == "product" {
				t.Errorf("%s, seed %s: %v", scheme, seed, outcome)
			}
		}
		if others := slices.Compact(slices.Sorted(slices.Values(steps))); steps[0] != steps[1] || scheme == "product" && len(others) == 1 {
			t.Errorf("%s: %v steps, expected the same for the same seed and others for others", scheme, steps)
		}
	}
}

// With β = 1 the difference map equals the published program.
func TestRelaxation(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 3)
	for beta, same := range map[float64]bool{1: true, 0.7: false} {
		published, relaxed := opened(t, m, nil), opened(t, m, nil)
		relaxed.beta = beta
		published.begin(nil, true, 1)
		relaxed.begin(nil, true, 1)
		random := rand.New(rand.NewPCG(1, 0))
		for c := range published.state {
			published.state[c] = random.Float64()
			relaxed.state[c] = published.state[c]
		}
		for _, w := range []*session{published, relaxed} {
			w.mean(w.copies, w.point)
		}
		published.reflect()
		relaxed.differenceMap()
		if d := distance(published.state, relaxed.state); (d < 1e-12) != same {
			t.Errorf("β = %g: %g from the published map after a step", beta, d)
		}
	}
}

// A repeated orbit is left if the setting says so.
func TestRepeats(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	cube, err := model.Characters.Parse(m, "12..3.....4.....") // no value for the fourth cell of the first row's end
	if err != nil {
		t.Fatal(err)
	}
	endless := opened(t, m, engine.Options{"scheme": "alternating", "steps": "1000"})
	stopping := opened(t, m, engine.Options{"scheme": "alternating", "steps": "1000", "repeat": "stop"})
	endless.begin(cube, false, 0)
	if outcome, steps := run(t, endless, cube); outcome == engine.Solved || steps != 1000 {
		t.Fatalf("%v after %d steps, expected a puzzle that it does not solve", outcome, steps)
	}
	if outcome, steps := run(t, stopping, cube); outcome != engine.Stuck || steps > 100 {
		t.Errorf("%v after %d steps, expected that it stops soon", outcome, steps)
	}
}

// Near a solution the projections do not change, so the map is linear. With givens as a fifth set, the distance of two points
// shrinks by √5/5 a step, for any size; with four sets it ends after finitely many steps. With eight quasi-magic sets, those of
// diagonals ignore some cells, and the factor is √(2/8).
//
// Source: Tovey, Liang, "The fun is finite", arXiv 2009.04018.
func TestRate(t *testing.T) {
	for _, test := range []struct {
		model  *model.Model
		cube   string
		givens string
		rate   float64
	}{
		{modeltest.Sudoku(t, 3, 3), tweezers, "apart", math.Sqrt(5) / 5},
		{modeltest.Sudoku(t, 2, 2), "12..34..........", "apart", math.Sqrt(5) / 5},
		{modeltest.QuasiMagic(t, 2), firstQuasiMagic, "cells", 0.5},
		{modeltest.Sudoku(t, 3, 3), tweezers, "cells", 0},
	} {
		cube, err := model.Characters.Parse(test.model, test.cube)
		if err != nil {
			t.Fatal(err)
		}
		var distances []float64
		err = Trace(t.Context(), test.model, engine.Options{"givens": test.givens}, cube, 6000, func(distance float64, solved bool) bool {
			if solved {
				distances = append(distances, distance)
			}
			return distance > 1e-11
		})
		n := len(distances) - 1
		if err != nil || n < 2 || test.rate > 0 && n < 20 {
			t.Fatalf("%s, %s: %v, %d steps with a solution", test.cube, test.givens, err, n+1)
		}
		rate := 0.0
		if test.rate > 0 {
			rate = math.Pow(distances[n-1]/distances[n-11], 0.1)
		}
		if math.Abs(rate-test.rate) > 0.01 || distances[n] == 0 != (test.rate == 0) {
			t.Errorf("%s, %s: rate %.4f, last %g; expected %.4f", test.cube, test.givens, rate, distances[n], test.rate)
		}
	}
}

const (
	tweezers        = "000010004030200000600008090007060005900005080000800400040900100700002040005030007"
	firstQuasiMagic = "7....5.4.25.....6....6...75.751.4...........3.....7............9..........74....."
)

func TestEndsWithContext(t *testing.T) {
	s := opened(t, modeltest.QuasiMagic(t, 2), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if result, err := s.Run(ctx, nil, 0, nil); err != nil || result.Outcome != engine.CutOff || result.Cause == nil {
		t.Errorf("%+v, %v", result, err)
	}
	if _, err := open(ctx, modeltest.QuasiMagic(t, 2), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A step allocates nothing, whatever the scheme.
func TestStepsAllocateNothing(t *testing.T) {
	m := modeltest.QuasiMagic(t, 2)
	cube, err := model.Characters.Parse(m, "184......962......537......"+strings.Repeat(".", 54))
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range schemeNames() {
		for _, beta := range []string{"1", "0.8"} {
			s := opened(t, m, engine.Options{"scheme": scheme, "relaxation": beta})
			s.begin(cube, true, 5)
			steps := 0
			if n := testing.AllocsPerRun(5, func() { s.step(); s.solved(cube); s.again(steps); steps++ }); n > 0 {
				t.Errorf("%s, β = %s: %g allocations a step", scheme, beta, n)
			}
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for _, of := range []struct {
		name  string
		model *model.Model
	}{{"9×9", modeltest.Sudoku(b, 3, 3)}, {"Δ=2", modeltest.QuasiMagic(b, 2)}, {"Δ=8", modeltest.QuasiMagic(b, 8)}, {"25×25", modeltest.Sudoku(b, 5, 5)}} {
		b.Run(of.name, func(b *testing.B) {
			s := opened(b, of.model, nil)
			s.begin(nil, true, 1)
			b.ReportAllocs()
			for b.Loop() {
				s.step()
			}
		})
	}
}
