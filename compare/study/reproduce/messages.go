package reproduce

import (
	"context"
	"slices"
	"time"

	"qmsat/compare"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/model/engine"
)

// MessagesCase is a line of the published table: a kind of messages with a set of constraints.
type MessagesCase struct {
	Engine      string       // as [engine.ParseChosen] reads it
	Solved      float64      // in percent
	Cells       table.Figure // the average size of what the paper calls a stopping set
	Time        time.Duration
	Consistency table.Figure // puzzles solved by arc consistency of the same constraints, in percent of all 49,151
}

// MessagesCases are the lines of the table, for puzzles with 17 givens.
//
// Source: Goldberger, "Solving Sudoku using combined message passing algorithms", 2007.
var MessagesCases = []MessagesCase{
	{"max-product", 70.7, 44.7, 6 * time.Millisecond, 70.12},
	{`max-product[constraints="C1"]`, 85.5, 52.0, 6 * time.Millisecond, 84.79},
	{`max-product[constraints="C2"]`, 75.5, 45.6, 6 * time.Millisecond, 74.68},
	{`max-product[constraints="C1,C2"]`, 85.6, 52.0, 6 * time.Millisecond, 84.82},
	{"sum-product", 71.3, table.None(), 2810 * time.Millisecond, table.None()},
	{`sum-product[constraints="C1"]`, 76.8, table.None(), 269 * time.Millisecond, table.None()},
	{`sum-product[constraints="C2"]`, 80.6, table.None(), 260 * time.Millisecond, table.None()},
	{`sum-product[constraints="C1,C2"]`, 89.5, table.None(), 233 * time.Millisecond, table.None()},
}

// MessagesRun is what messages of a kind do to some puzzles.
type MessagesRun struct {
	Puzzles     int        `json:"puzzles"`
	Solved      int        `json:"solved"`
	Low         float64    `json:"low"` // the Wilson interval of the share solved, of level [compare.Confidence]
	High        float64    `json:"high"`
	Decided     float64    `json:"decided"`      // cells that have one value left, on average over all puzzles
	LeftDecided float64    `json:"left_decided"` // the same over those that are not solved; 0 where there are none
	Iterations  float64    `json:"iterations"`   // on average
	Time        table.Time `json:"seconds"`      // a puzzle
}

// Messages runs an engine of messages on puzzles, at least one, each once.
func Messages(ctx context.Context, m *model.Model, chosen engine.Chosen, cubes []model.Cube, workers int, progress func()) (MessagesRun, error) {
	runs, err := Survey(ctx, m, chosen, cubes, SurveyOptions{Seeds: 1, Workers: workers, Progress: progress})
	if err != nil {
		return MessagesRun{}, err
	}
	sum, left, total := MessagesRun{Puzzles: len(runs)}, 0.0, time.Duration(0)
	for _, r := range runs {
		total += r.Time
		sum.Iterations += float64(r.Iterations)
		i := slices.IndexFunc(r.Effort, func(m engine.Measure) bool { return m.Name == "decided" })
		sum.Decided += float64(r.Effort[i].Value)
		if r.Solved {
			sum.Solved++
		} else {
			left += float64(r.Effort[i].Value)
		}
	}
	n := float64(len(runs))
	sum.Time, sum.Iterations, sum.Decided = table.Time(total)/table.Time(len(runs)), sum.Iterations/n, sum.Decided/n
	sum.LeftDecided = left / max(1, float64(sum.Puzzles-sum.Solved))
	sum.Low, sum.High = compare.Wilson(sum.Solved, sum.Puzzles, compare.WilsonDeviations)
	return sum, nil
}
