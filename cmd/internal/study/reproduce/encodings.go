package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/compare/table"
	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// The encodings of the table, by their names in package encode.
const (
	extended  = "extended"
	optimized = "optimized"
)

// EncodingCase is a line of the published table: Kwon and Jain, Optimized CNF encoding for Sudoku puzzles, LPAR 2006,
// tables 1 and 2.
type EncodingCase struct {
	Box       int           `json:"-"` // boxes of Box×Box cells
	Level     string        `json:"level"`
	Givens    int           `json:"givens"` // the published extended clauses less those of the empty grid
	Extended  PublishedSize `json:"-"`
	Optimized PublishedSize `json:"-"`
}

// PublishedSize is a published size and time.
type PublishedSize struct {
	PublishedVariables int          `json:"published_variables"`
	PublishedClauses   int          `json:"published_clauses"`
	PublishedSeconds   table.Figure `json:"published_seconds"` // missing if the solver ran out of stack
}

// EncodingCases are the lines of the published table, smallest first. From 36×36 on, random grids with that many open cells are
// hard for a SAT solver, as quasigroups with about 42 % open cells are (Achlioptas and others, Generating satisfiable problem
// instances, 2000); the published puzzles, whose source is not named, were not.
var EncodingCases = []EncodingCase{
	{3, "easy", 25, PublishedSize{729, 12013, 0}, PublishedSize{200, 1761, 0}},
	{3, "hard", 30, PublishedSize{729, 12018, 0}, PublishedSize{164, 1070, 0}},
	{4, "easy", 104, PublishedSize{4096, 124008, 0.01}, PublishedSize{648, 5598, 0}},
	{4, "hard", 98, PublishedSize{4096, 124002, 0.01}, PublishedSize{797, 8552, 0.01}},
	{5, "easy", 292, PublishedSize{15625, 752792, 0.07}, PublishedSize{1792, 19657, 0.04}},
	{5, "hard", 278, PublishedSize{15625, 752778, 0.21}, PublishedSize{1990, 24137, 0.05}},
	{6, "easy", 644, PublishedSize{46656, 3271748, 0.50}, PublishedSize{4186, 57595, 0.06}},
	{6, "hard", 644, PublishedSize{46656, 3271748, 0.67}, PublishedSize{3673, 45383, 0.08}},
	{7, "easy", 1281, PublishedSize{117649, 11305189, 1.47}, PublishedSize{7642, 112444, 0.13}},
	{8, "easy", 2384, PublishedSize{262144, 33048912, table.None()}, PublishedSize{11440, 169772, 0.04}},
	{9, "easy", 3983, PublishedSize{531441, 85060787, table.None()}, PublishedSize{17793, 266025, 0.06}},
}

// meanAndDeviation returns the mean and the standard deviation of a sample.
func meanAndDeviation(numbers []float64) (mean, deviation float64) {
	for _, x := range numbers {
		mean += x / float64(len(numbers))
	}
	for _, x := range numbers {
		deviation += (x - mean) * (x - mean)
	}
	if len(numbers) > 1 {
		deviation = math.Sqrt(deviation / float64(len(numbers)-1))
	}
	return mean, deviation
}

// EncodingFigures are the published figures of an encoding, and ours over the puzzles of a case.
type EncodingFigures struct {
	PublishedSize
	Variables          float64      `json:"variables"` // a mean, as all figures are
	VariablesDeviation float64      `json:"variables_deviation"`
	Clauses            float64      `json:"clauses"`
	ClausesDeviation   float64      `json:"clauses_deviation"`
	Tried              int          `json:"tried"`   // puzzles given to the solver
	Solved             int          `json:"solved"`  // how many of them it solved within the time limit
	Seconds            table.Figure `json:"seconds"` // to build the formula and find one solution, of those solved
}

// EncodingResult is a case measured again.
type EncodingResult struct {
	Size string `json:"size"`
	EncodingCase
	Seeds     int             `json:"seeds"`
	Seed      uint64          `json:"seed"`
	Extended  EncodingFigures `json:"extended"`
	Optimized EncodingFigures `json:"optimized"`
}

// EncodingOptions are the options of [Encodings].
type EncodingOptions struct {
	Seeds int `flag:"seeds" value:"20" least:"1" usage:"puzzles per line, <N>"`
	// SolveExtended is the largest box side for which the extended formula is solved. Its memory grows with the sixth
	// power of the side: at 8 gini needs gigabytes.
	SolveExtended int    `flag:"solve-extended" value:"7" usage:"solve extended formulas up to side <N>"`
	seeded               // of the first puzzle; the others follow
	timed                // per puzzle, for opening and solving; 0 for none
	Progress      func() // called after each puzzle
}

// Encodings measures one case: the mean and the spread over the puzzles of as many seeds. The clauses of the extended
// encoding are listed as published, those of the givens included.
func Encodings(ctx context.Context, c EncodingCase, options EncodingOptions) (EncodingResult, error) {
	m, err := model.Sudoku(c.Box, c.Box)
	if err != nil {
		return EncodingResult{}, err
	}
	var cubes []model.Cube
	for i := range options.Seeds {
		random := generate.NewRandom(options.Seed + uint64(i))
		cube, err := generate.Givens(random, full.Shuffled(random, full.Shape{BoxRows: c.Box, BoxColumns: c.Box}), c.Givens)
		if err != nil {
			return EncodingResult{}, err
		}
		cubes = append(cubes, cube)
	}
	r := EncodingResult{Size: sizeOf(c.Box * c.Box), EncodingCase: c, Seeds: options.Seeds, Seed: options.Seed}
	// The extended formula has the same size for all puzzles, so one of them is enough.
	if r.Extended, err = measure(ctx, m, cubes[:1], extended, c.Box <= options.SolveExtended, options); err == nil {
		r.Optimized, err = measure(ctx, m, cubes, optimized, true, options)
	}
	r.Extended.PublishedSize, r.Optimized.PublishedSize = c.Extended, c.Optimized
	return r, err
}

// measure compiles each puzzle and, if asked to, solves it.
func measure(ctx context.Context, m *model.Model, cubes []model.Cube, encoding string, solve bool, options EncodingOptions) (e EncodingFigures, err error) {
	var variables, clauses, seconds []float64
	for _, cube := range cubes {
		formula, err := encode.NewDIMACS(ctx, m, encode.Options{Cells: encoding, Published: true}, cube)
		if err != nil {
			return e, err
		}
		variables = append(variables, float64(formula.Size.Variables))
		clauses = append(clauses, float64(formula.Size.Clauses))
		if solve {
			e.Tried++
			took, solved, err := solveOnce(ctx, m, cube, encoding, options.Timeout)
			if err != nil {
				return e, err
			}
			if solved {
				seconds = append(seconds, took.Seconds())
			}
		}
		options.Progress()
	}
	e.Solved = len(seconds)
	e.Variables, e.VariablesDeviation = meanAndDeviation(variables)
	e.Clauses, e.ClausesDeviation = meanAndDeviation(clauses)
	took, _ := meanAndDeviation(seconds)
	e.Seconds = table.Known(e.Solved > 0, took)
	return e, nil
}

// solveOnce returns the time to open the engine and find one solution. A solution must exist; solved says whether the time limit
// sufficed.
func solveOnce(ctx context.Context, m *model.Model, cube model.Cube, encoding string, timeout time.Duration) (took time.Duration, solved bool, err error) {
	gini, err := engine.Lookup("gini")
	if err != nil {
		return 0, false, err
	}
	report, err := compare.Agreed(ctx, compare.Config{
		Model: m, Limit: 1, Timeout: timeout, Contenders: []compare.Contender{{Engine: gini, Options: engine.Options{"encoding": encoding}}},
	}, []model.Puzzle{{Cube: cube}})
	if err != nil {
		return 0, false, err
	}
	o := &report.Rows[0].Outcomes[0]
	if o.Exhausted() && o.Count.Sign() == 0 {
		return 0, false, study.Failed(fmt.Errorf("%s: found no solution, expected one", encoding))
	}
	return report.Rows[0].Open + o.Times[0], o.Answered(), nil
}

var encodingsTopic = &study.Topic{
	Name: "encodings", Summary: "sizes and times of the extended and the optimized encoding (Kwon and Jain 2006)",
	Help: `Measures sizes and times of both encodings on puzzles from seeds. They have as many givens as the published ones, so
the table shows means and spreads.`,
	Examples: [][2]string{{"reproduce encodings --boxes 3 --seeds 3", "the first lines of the table"}},
	New:      study.Of[encodings],
}

type encodings struct {
	Boxes string `flag:"boxes" value:"3-9" usage:"sides of boxes, <N>, such as 3-5,9"`
	EncodingOptions
	output
}

// Answer prints the lines for the chosen sides of boxes as they are measured.
func (o *encodings) Answer(ctx context.Context) error {
	sides, err := study.Numbers("boxes", o.Boxes, 3, 9, "3-5,9")
	if err != nil {
		return err
	}
	g := study.NewResults[EncodingResult](&o.Base)
	lines := []string{"size\tlevel\tgivens\tfigures\textended: variables\tclauses\ttime\toptimized: variables\tclauses\ttime"}
	for _, c := range EncodingCases {
		if !slices.Contains(sides, c.Box) {
			continue
		}
		o.Progress = o.Bar(o.Seeds+1, "puzzles").Step
		r, err := Encodings(ctx, c, o.EncodingOptions)
		if err != nil {
			return err
		}
		g.Add(r)
		x, y := &r.Extended, &r.Optimized
		lines = append(lines, fmt.Sprintf("%s\t%s\t%d\tpublished\t%v\t%v", r.Size, r.Level, r.Givens, c.Extended, c.Optimized),
			fmt.Sprintf("\t\t\tours\t%.0f\t%.0f\t%s\t%.0f ± %.0f\t%.0f ± %.0f\t%s", x.Variables, x.Clauses, x.time(),
				y.Variables, y.VariablesDeviation, y.Clauses, y.ClausesDeviation, y.time()))
	}
	return g.Layout(lines, fmt.Sprintf("ours: %d puzzles a line, seeds from %d; mean ± standard deviation; gini, with the time to build; in brackets how many were solved in time\n",
		o.Seeds, o.Seed), "")
}

// String writes the figures with tabs between them.
func (p PublishedSize) String() string {
	return fmt.Sprintf("%d\t%d\t%s", p.PublishedVariables, p.PublishedClauses,
		p.PublishedSeconds.Show(func(s float64) string { return fmt.Sprintf("%.2f s", s) }, "out of stack"))
}

// time writes the mean time of the solved puzzles, with their number if some were not solved.
func (e *EncodingFigures) time() string {
	switch {
	case e.Tried == 0:
		return "not run"
	case e.Solved == 0:
		return fmt.Sprintf("0 of %d", e.Tried)
	case e.Solved < e.Tried:
		return fmt.Sprintf("%s (%d of %d)", show.Seconds(float64(e.Seconds)), e.Solved, e.Tried)
	}
	return show.Seconds(float64(e.Seconds))
}
