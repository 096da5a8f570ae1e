package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"qmsat/cmd/internal/study"
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

// MessagesRun is the result of one kind of messages on some puzzles.
type MessagesRun struct {
	Puzzles     int        `json:"puzzles"`
	Solved      int        `json:"solved"`
	Low         float64    `json:"low"` // the Wilson interval of the share solved, of level [compare.Confidence]
	High        float64    `json:"high"`
	Decided     float64    `json:"decided"`      // cells that have one value left, on average over all puzzles
	LeftDecided float64    `json:"left_decided"` // the same over unsolved puzzles; 0 if there are none
	Iterations  float64    `json:"iterations"`   // on average
	Time        table.Time `json:"seconds"`      // a puzzle
}

// Messages runs an engine of messages on puzzles, at least one, each once.
func Messages(ctx context.Context, m *model.Model, chosen engine.Chosen, cubes []model.Cube, workers int, progress func()) (MessagesRun, error) {
	runs, err := Survey(ctx, m, chosen, cubes, SurveyOptions{Seeds: 1, Workers: workers, Progress: progress})
	if err != nil {
		return MessagesRun{}, err
	}
	f := SurveyOf(runs)
	sum, left, total := MessagesRun{Puzzles: f.Runs, Solved: f.Solved, Low: f.Low, High: f.High}, 0.0, time.Duration(0)
	for _, r := range runs {
		total += r.Time
		sum.Iterations += float64(r.Iterations)
		i := slices.IndexFunc(r.Effort, func(m engine.Measure) bool { return m.Name == "decided" })
		sum.Decided += float64(r.Effort[i].Value)
		if !r.Solved {
			left += float64(r.Effort[i].Value)
		}
	}
	n := float64(len(runs))
	sum.Time, sum.Iterations, sum.Decided = table.Time(total)/table.Time(len(runs)), sum.Iterations/n, sum.Decided/n
	sum.LeftDecided = left / max(1, float64(sum.Puzzles-sum.Solved))
	return sum, nil
}

// messagesFile is the default file.
const messagesFile = "testdata/sudoku-17-clue-3000.txt"

// sumProductPuzzles is the default number of puzzles of a file for sum-product. Each takes a tenth of a second.
const sumProductPuzzles = 500

var messagesTopic = &study.Topic{
	Name: "messages", Args: "[FILE]...", Summary: "how many 17-clue puzzles max-product and sum-product solve (Goldberger 2007)",
	Help: `Measures how many puzzles each kind of message passing solves. The default puzzles are
testdata/sudoku-17-clue-3000.txt.`,
	New: study.Of[messages],
}

type messages struct {
	study.Models
	Most int `flag:"puzzles" least:"0" usage:"only <N> puzzles of each file; sum-product takes at most 500"`
	worked
	output
}

// messagesRecord is a file and an engine of messages.
type messagesRecord struct {
	File   string `json:"file"`
	Engine string `json:"engine"`
	MessagesRun
	PublishedShare    float64      `json:"published_share"`
	PublishedDecided  table.Figure `json:"published_decided"`
	PublishedTime     table.Time   `json:"published_seconds"`
	MeasuredElsewhere table.Figure `json:"measured_elsewhere"` // arc consistency, in percent of all puzzles with 17 givens
}

// Run prints, for each file, how many puzzles each kind of messages solves.
func (o *messages) Run(ctx context.Context) error {
	lines := study.NewLines(&o.Base,
		"file\tmessages\tpuzzles\tsolved\t95 %\tpublished\tarc consistency\tcells\tleft\tpublished\tturns\ta puzzle\tpublished", messagesRecord.row)
	err := eachFile(ctx, &o.Models, o.Files(messagesFile), 0, func(p *study.Puzzles, file string, all []model.Cube) error {
		for _, c := range MessagesCases {
			puzzles := o.Most
			if strings.HasPrefix(c.Engine, "sum-product") {
				puzzles = cmp.Or(puzzles, sumProductPuzzles)
			}
			cubes := study.Spread(all, puzzles)
			chosen, err := engine.ParseChosen(c.Engine)
			if err != nil {
				return err
			}
			run, err := Messages(ctx, p.Model, chosen[0], cubes, o.Workers, o.Bar(len(cubes), "puzzles").Step)
			if err != nil {
				return err
			}
			lines.Add(messagesRecord{filepath.Base(file), c.Engine, run, c.Solved / 100, c.Cells, table.Time(c.Time), c.Consistency})
		}
		return nil
	})
	if err != nil {
		return err
	}
	return lines.End("arc consistency: of all 49,151 puzzles with 17 givens, by unrelated programs; cells: with one value left in the end, on average,\n"+
		"and of puzzles that are left; turns: of all messages, on average\n", "")
}

// row shows the results of one kind of messages next to the published ones.
func (r messagesRecord) row() string {
	percent := func(x float64) string { return fmt.Sprintf("%.2f %%", x) }
	cells := func(x float64) string { return fmt.Sprintf("%.1f", x) }
	return fmt.Sprintf("%s\t%s\t%d\t%s\t%.1f–%.1f\t%.1f %%\t%s\t%.1f\t%.1f\t%s\t%.0f\t%v\t%v",
		strings.TrimSuffix(r.File, ".txt"), strings.ReplaceAll(r.Engine, `"`, ""), r.Puzzles,
		percent(100*float64(r.Solved)/float64(r.Puzzles)), 100*r.Low, 100*r.High, 100*r.PublishedShare, r.MeasuredElsewhere.Show(percent, "-"),
		r.Decided, r.LeftDecided, r.PublishedDecided.Show(cells, "-"), r.Iterations, r.Time, r.PublishedTime)
}
