package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/model/engine"
)

// SurveyMethod is a method of the survey: an engine with the settings that limit it.
type SurveyMethod struct {
	Engine    string // as [engine.ParseChosen] reads it
	Published string // the published results, or ""
	Plain     bool   // only plain puzzles: quasi-magic ones would take hours
}

// SurveyMethods are the methods of Green's survey, and later ones. Local search gets a budget of 100,000 evaluated grids: an
// iteration of annealing, of harmony search and of quantum annealing evaluates one, a generation its new grids, and a step of
// hill climbing all swaps, about 135 with 27 givens. If that takes milliseconds, a second line has twenty times the budget.
// Grammatical evolution gets a fifth, because an evaluation takes ten times as long. An update of Q'tron's network updates a
// single unit. Other methods stop by themselves, or have their default budget. Methods that prove their results come last.
//
// Source: Green, "Survey of the applications of artificial intelligence techniques to the Sudoku puzzle", 2009.
var SurveyMethods = []SurveyMethod{
	{Engine: "hill-climbing[iterations=750]", Published: "iterations 234 (easy), 392, 725, 3588 (hardest)"},
	{Engine: "hill-climbing[iterations=15000]"},
	{Engine: "genetic-2007[iterations=1667]", Published: "33 givens 100 %, 28 givens 26–46 %, 23 givens 4 %"},
	{Engine: "genetic-2007[iterations=1667,fitness=missing]"},
	{Engine: "cultural[iterations=5000]", Published: "2.6–4.8 % better than genetic"},
	{Engine: "gauge[iterations=100]", Published: "8 of 10 in 30 of 30 runs, 2 never; 123 to 301 generations"},
	{Engine: "harmony[iterations=100000]", Published: "fewer than 300 iterations, or stuck"},
	{Engine: "swarm[iterations=2000]", Published: "19 of 40"},
	{Engine: "bees[iterations=2000]", Published: "22 of 40"},
	{Engine: "immune[iterations=1000]", Published: "6 of 40"},
	{Engine: "annealing[iterations=100000]", Published: "14 of 40; Lewis nearly all"},
	{Engine: "annealing[iterations=100000,scheme=plain]"},
	{Engine: "annealing[iterations=2000000]"},
	{Engine: "quantum-annealing[iterations=100000]", Published: "7 of 40"},
	{Engine: "quantum-annealing[iterations=2000000]"},
	{Engine: "hybrid[iterations=100000]", Published: "20 of 20 runs, 1.4 s to 3 min"},
	{Engine: "hybrid[iterations=2000000]"},
	{Engine: "qtron[iterations=2000000]", Published: "with noise below 1 s, without it fails"},
	{Engine: "qtron[iterations=20000000]"},
	{Engine: "qtron[iterations=20000000,noise=0]"},
	{Engine: "sinkhorn"},
	{Engine: "max-product", Published: "17 givens 70.7 %"},
	{Engine: `max-product[constraints="C1,C2"]`, Published: "17 givens 85.6 %"},
	{Engine: "max-product[decimation=20]"},
	{Engine: "sum-product", Published: "17 givens 71.3 %"},
	{Engine: `sum-product[constraints="C1,C2"]`, Published: "17 givens 89.5 %"},
	{Engine: "sum-product[decimation=20]"},
	{Engine: "projection[steps=20000]", Published: "all 40, mean 1113 steps"},
	{Engine: "pencil-and-paper", Published: "17 of 40, mean 3 passes"},
	{Engine: "logic"},
	{Engine: "rewriting", Published: "complete"},
	{Engine: "backtracking", Published: "all 40, mean 122893 iterations", Plain: true},
	{Engine: "norvig", Published: "95 hard puzzles, mean 64 possibilities"},
	{Engine: "paper", Published: "quasi-magic: mean 2055 iterations"},
	{Engine: "gini"},
	{Engine: "gophersat"},
	{Engine: "native"},
}

// drawsNothing names engines whose seed has no effect with the survey's settings: all runs of a puzzle are the same.
var drawsNothing = []string{"max-product", "projection", "sinkhorn", "sum-product", "native"}

// SurveyOptions define how often a method runs.
type SurveyOptions struct {
	Seeds    int    // runs of each puzzle, for methods that use their seed
	Seed     uint64 // of the first; the others follow
	Workers  int    // goroutines; they change only the time; 0: one for each processor that Go may use
	Progress func() // called after each run, by one goroutine at a time
}

// MethodRun is the run of a method on a puzzle, until it has a solution or gives up.
type MethodRun struct {
	Solved     bool
	Iterations int64 // the engine's first measure of effort
	Measure    string
	Time       time.Duration
	Effort     engine.Effort // all measures
}

// Survey runs a method on each puzzle with each seed, until its first solution or until it gives up. Only the seeds determine the
// results. If ctx ends, Survey returns the finished runs, in the order of seeds, then puzzles, and the context's cause. An engine
// that does not take the model gives an [engine.UnsupportedError], a wrong solution another error.
func Survey(ctx context.Context, m *model.Model, method engine.Chosen, cubes []model.Cube, options SurveyOptions) ([]MethodRun, error) {
	return study.Measure(ctx, options.Workers, options.seedsOf(method.Engine)*len(cubes), func(ctx context.Context) (func(int) (MethodRun, error), func(), error) {
		var session engine.Session // for the seed
		seed := uint64(0)
		end := func() {
			if session != nil {
				session.Close()
			}
		}
		return func(i int) (run MethodRun, err error) {
			if next := options.Seed + uint64(i/len(cubes)); session == nil || next != seed {
				end()
				seed = next
				session, err = open(ctx, m, method, seed)
			}
			if err == nil {
				run, err = runMethod(ctx, m, session, cubes[i%len(cubes)])
			}
			switch {
			case ctx.Err() != nil:
				return run, context.Cause(ctx)
			case err != nil:
				return run, fmt.Errorf("puzzle %d: %w", i%len(cubes)+1, err)
			}
			return run, nil
		}, end, nil
	}, options.Progress)
}

// seedsOf is the number of runs of a method on a puzzle: one, unless its seed matters.
func (o SurveyOptions) seedsOf(e *engine.Engine) int {
	if slices.Contains(drawsNothing, e.Name) || !slices.ContainsFunc(e.Settings, isSeed) {
		return 1
	}
	return o.Seeds
}

func isSeed(s *engine.Setting) bool { return s.Type == engine.Seed }

// open opens a session of a method with a seed.
func open(ctx context.Context, m *model.Model, method engine.Chosen, seed uint64) (engine.Session, error) {
	options := engine.Options{}
	maps.Copy(options, method.Options)
	if i := slices.IndexFunc(method.Engine.Settings, isSeed); i >= 0 {
		options[method.Engine.Settings[i].Name] = strconv.FormatUint(seed, 10)
	}
	return method.Engine.Open(ctx, m, options)
}

// runMethod runs a session on a puzzle until its first solution. A wrong solution is an error.
func runMethod(ctx context.Context, m *model.Model, session engine.Session, cube model.Cube) (MethodRun, error) {
	var wrong error
	start := time.Now()
	result, err := session.Run(ctx, cube, 1, func(a model.Assignment) bool {
		wrong = study.Failed(errors.Join(m.Check(a), m.CheckCube(a, cube)))
		return true
	})
	run := MethodRun{Time: time.Since(start), Effort: result.Effort}
	if err = cmp.Or(wrong, err); err != nil {
		return run, err
	}
	run.Solved = result.Count.Sign() > 0
	if len(result.Effort) > 0 {
		run.Iterations, run.Measure = result.Effort[0].Value, result.Effort[0].Name
	}
	return run, nil
}

// SurveyFigures sum up runs of a method; all is 0 if there are none.
type SurveyFigures struct {
	Runs    int     `json:"runs"`
	Solved  int     `json:"solved"`
	Low     float64 `json:"low"` // the Wilson interval of the share solved, of level [compare.Confidence]
	High    float64 `json:"high"`
	Measure string  `json:"measure"` // the meaning of iterations
	// Of the runs that solved.
	MedianIterations int64 `json:"median_iterations"`
	WorstIterations  int64 `json:"worst_iterations"`
	// Of all runs.
	MedianTime table.Time `json:"median_seconds"`
	WorstTime  table.Time `json:"worst_seconds"`
}

// iterations writes the median and the worst number of iterations, as the format says, or ∞ if no run solved.
func (f *SurveyFigures) iterations(format string) string {
	if f.Solved == 0 {
		return "∞"
	}
	return fmt.Sprintf(format, f.MedianIterations, f.WorstIterations)
}

// SurveyOf sums up runs. The median of an even number of values is the lower middle one.
func SurveyOf(runs []MethodRun) (f SurveyFigures) {
	f.Runs = len(runs)
	if f.Runs == 0 {
		return f
	}
	var iterations []int64
	var times []table.Time
	for _, r := range runs {
		times = append(times, table.Time(r.Time))
		if r.Solved {
			iterations = append(iterations, r.Iterations)
		}
	}
	f.Solved, f.Measure = len(iterations), runs[0].Measure
	f.Low, f.High = compare.Wilson(f.Solved, f.Runs, compare.WilsonDeviations)
	f.MedianTime, f.WorstTime = middleAndLast(times)
	if f.Solved > 0 {
		f.MedianIterations, f.WorstIterations = middleAndLast(iterations)
	}
	return f
}

// middleAndLast sorts values, at least one.
func middleAndLast[T cmp.Ordered](values []T) (middle, last T) {
	slices.Sort(values)
	return values[(len(values)-1)/2], values[len(values)-1]
}
