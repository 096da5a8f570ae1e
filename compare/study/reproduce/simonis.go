package reproduce

import (
	"context"
	"time"

	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/native"
)

// SchemeRun is what a propagation scheme does to some puzzles.
type SchemeRun struct {
	Scheme  string     `json:"scheme"` // one of [native.Schemes]
	Solved  int        `json:"solved"` // without search
	Puzzles int        `json:"puzzles"`
	Time    table.Time `json:"seconds"` // of propagation, a puzzle
}

// MeasuredSchemes are shares, in percent, of the 49,151 puzzles with 17 givens that are known which unrelated C programs solve: by
// singles, by singles and failed literals, by all Hall sets and locked candidates (3 here), by arc consistency of houses, and with
// the constraints of Goldberger, "Solving Sudoku using combined message passing algorithms", 2007, C1 (S here) and C2 (C here).
var MeasuredSchemes = map[string]float64{
	"FC": 0, "FCI": 44.57, "HAC": 70.12, "HACS": 84.79, "HACC": 74.68, "HAC3": 84.73, "HACSC": 84.82, "FCIV": 100,
}

// Schemes returns what each scheme does to the puzzles. All go through a puzzle before the next one, so that a change of the
// machine's speed meets all alike. A scheme that makes no sense for the model is an error. progress is called after each
// puzzle, and may be nil.
//
// Source: Simonis, "Sudoku as a constraint problem", 2005.
func Schemes(ctx context.Context, m *model.Model, schemes []string, cubes []model.Cube, progress func()) ([]SchemeRun, error) {
	runs, inferences := make([]SchemeRun, len(schemes)), make([]*native.Inference, len(schemes))
	for i, name := range schemes {
		inference, err := native.OpenInference(ctx, m, name)
		if err != nil {
			return nil, err
		}
		runs[i], inferences[i] = SchemeRun{Scheme: name, Puzzles: len(cubes)}, inference
	}
	for _, cube := range cubes {
		for i, inference := range inferences {
			start := time.Now()
			solved, err := inference.Run(ctx, cube)
			runs[i].Time += table.Time(time.Since(start))
			if err != nil {
				return nil, err
			}
			if solved {
				runs[i].Solved++
			}
		}
		if progress != nil {
			progress()
		}
	}
	for i := range runs {
		runs[i].Time /= table.Time(max(len(cubes), 1))
	}
	return runs, nil
}
