package reproduce_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"qmsat/cmd/internal/study/reproduce"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	_ "qmsat/native/classic"
	"qmsat/native/generate/full"
	_ "qmsat/native/heuristic"
	_ "qmsat/native/logic"
)

// surveyed returns a model, puzzles of the survey and a method.
func surveyed(t *testing.T, method string) (*model.Model, []model.Cube, engine.Chosen) {
	t.Helper()
	m := modeltest.Sudoku(t, 3, 3)
	chosen, err := engine.ParseChosen(method)
	if err != nil {
		t.Fatal(err)
	}
	return m, modeltest.Cubes(t, m, "survey-75.txt")[:3], chosen[0]
}

// Seeds decide what a method does: not how many work at it, and no two of them the same.
func TestSurveyIsReproducible(t *testing.T) {
	m, cubes, method := surveyed(t, "hill-climbing[iterations=100]")
	var before []int64
	for workers := 1; workers <= 3; workers += 2 {
		steps := 0
		runs, err := reproduce.Survey(t.Context(), m, method, cubes, reproduce.SurveyOptions{
			Seeds: 4, Seed: 7, Workers: workers, Progress: func() { steps++ },
		})
		if err != nil || steps != 12 || len(runs) != 12 {
			t.Fatalf("%d steps, %d runs, error %v", steps, len(runs), err)
		}
		var iterations []int64
		for _, r := range runs {
			if r.Solved != (r.Iterations < 100) || r.Measure != engine.Iterations {
				t.Errorf("%+v", r)
			}
			iterations = append(iterations, r.Iterations)
		}
		if before != nil && !slices.Equal(iterations, before) {
			t.Errorf("%d workers: %v, expected %v", workers, iterations, before)
		}
		before = iterations
	}
	if slices.Equal(before[:3], before[3:6]) {
		t.Errorf("two seeds do the same: %v", before)
	}
}

// What draws nothing runs once. A survey that is interrupted has what was through, and one of an engine that takes no such model
// says so.
func TestSurveyEndings(t *testing.T) {
	m, cubes, method := surveyed(t, "max-product")
	runs, err := reproduce.Survey(t.Context(), m, method, cubes, reproduce.SurveyOptions{Seeds: 4, Progress: func() {}})
	if err != nil || len(runs) != len(cubes) {
		t.Errorf("%d runs, error %v", len(runs), err)
	}
	m, cubes, method = surveyed(t, "annealing")
	ctx, interrupt := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	runs, err = reproduce.Survey(ctx, m, method, cubes, reproduce.SurveyOptions{
		Seeds: 1000, Workers: 1, Progress: func() { interrupt(enough) },
	})
	if !errors.Is(err, enough) || len(runs) != 1 || !runs[0].Solved {
		t.Errorf("%+v, error %v", runs, err)
	}
	m = modeltest.QuasiMagic(t, 2)
	_, _, method = surveyed(t, "swarm")
	runs, err = reproduce.Survey(t.Context(), m, method, cubes, reproduce.SurveyOptions{Seeds: 1})
	if unsupported := new(engine.UnsupportedError); !errors.As(err, &unsupported) || len(runs) > 0 {
		t.Errorf("%d runs, error %v", len(runs), err)
	}
}

// Iterations are those of runs that solved, times those of all.
func TestSurveyOf(t *testing.T) {
	run := func(solved bool, iterations int64) reproduce.MethodRun {
		return reproduce.MethodRun{Solved: solved, Iterations: iterations, Time: time.Duration(iterations)}
	}
	f := reproduce.SurveyOf([]reproduce.MethodRun{run(true, 9), run(false, 100), run(true, 3), run(true, 5), run(false, 200), run(true, 7)})
	low, high := f.Low, f.High
	f.Low, f.High = 0, 0
	want := reproduce.SurveyFigures{Runs: 6, Solved: 4, MedianIterations: 5, WorstIterations: 9, MedianTime: 7, WorstTime: 200}
	if f != want || low < 0.29 || low > 0.31 || high < 0.90 || high > 0.91 {
		t.Errorf("%+v, %v to %v, expected %+v", f, low, high, want)
	}
	if none := reproduce.SurveyOf(nil); none != (reproduce.SurveyFigures{}) {
		t.Errorf("%+v", none)
	}
}

// Every line of the survey names an engine with settings that it takes.
func TestSurveyMethods(t *testing.T) {
	for _, m := range reproduce.SurveyMethods {
		if chosen, err := engine.ParseChosen(m.Engine); err != nil || len(chosen) != 1 {
			t.Errorf("%s: %v", m.Engine, err)
		}
	}
}

// Puzzles of one seed have a solution each, and with a larger share of givens the same ones and more.
func TestGivens(t *testing.T) {
	m := modeltest.Sudoku(t, 4, 4)
	few, err := reproduce.Givens(t.Context(), full.Bands{}, full.Shape{BoxRows: 4, BoxColumns: 4}, 2, 0.3, 5)
	if err != nil {
		t.Fatal(err)
	}
	many, err := reproduce.Givens(t.Context(), full.Bands{}, full.Shape{BoxRows: 4, BoxColumns: 4}, 2, 0.9, 5)
	if err != nil || len(few) != 2 || len(many) != 2 {
		t.Fatalf("%d and %d puzzles, error %v", len(few), len(many), err)
	}
	for i := range few {
		if a, b := float64(len(few[i]))/256, float64(len(many[i]))/256; a < 0.2 || a > 0.4 || b < 0.83 || b > 0.97 {
			t.Errorf("shares of %.2f and %.2f, expected 0.3 and 0.9", a, b)
		}
		for _, g := range few[i] {
			if !slices.Contains(many[i], g) {
				t.Errorf("%s = %d is given, but not where more are", m.NameOf(g.Var), g.Value)
			}
		}
	}
	if slices.Equal(many[0], many[1]) {
		t.Error("two puzzles are the same")
	}
	_, _, method := surveyed(t, "native")
	if runs, err := reproduce.Survey(t.Context(), m, method, many, reproduce.SurveyOptions{Seeds: 1, Progress: func() {}}); err != nil || !runs[0].Solved || !runs[1].Solved {
		t.Errorf("%+v, error %v", runs, err)
	}
}
