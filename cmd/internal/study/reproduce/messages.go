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

// messagesPublished are figures of a line of the published table.
type messagesPublished struct {
	Share       float64      `json:"published_share"`
	Decided     table.Figure `json:"published_decided"` // the average size of what the paper calls a stopping set
	Time        table.Time   `json:"published_seconds"`
	Consistency table.Figure `json:"measured_elsewhere"` // arc consistency of the same constraints, in percent of all 49,151
}

// messagesCases are the lines of the table, for puzzles with 17 givens: a kind of messages with a set of constraints, as
// [engine.ParseChosen] reads it.
//
// Source: Goldberger, "Solving Sudoku using combined message passing algorithms", 2007.
var messagesCases = []struct {
	engine string
	messagesPublished
}{
	{"max-product", messagesPublished{0.707, 44.7, table.Time(6 * time.Millisecond), 70.12}},
	{`max-product[constraints="C1"]`, messagesPublished{0.855, 52.0, table.Time(6 * time.Millisecond), 84.79}},
	{`max-product[constraints="C2"]`, messagesPublished{0.755, 45.6, table.Time(6 * time.Millisecond), 74.68}},
	{`max-product[constraints="C1,C2"]`, messagesPublished{0.856, 52.0, table.Time(6 * time.Millisecond), 84.82}},
	{"sum-product", messagesPublished{0.713, table.None(), table.Time(2810 * time.Millisecond), table.None()}},
	{`sum-product[constraints="C1"]`, messagesPublished{0.768, table.None(), table.Time(269 * time.Millisecond), table.None()}},
	{`sum-product[constraints="C2"]`, messagesPublished{0.806, table.None(), table.Time(260 * time.Millisecond), table.None()}},
	{`sum-product[constraints="C1,C2"]`, messagesPublished{0.895, table.None(), table.Time(233 * time.Millisecond), table.None()}},
}

// messagesRecord is the result of one kind of messages on some puzzles.
type messagesRecord struct {
	File        string     `json:"file"`
	Engine      string     `json:"engine"`
	Puzzles     int        `json:"puzzles"`
	Solved      int        `json:"solved"`
	Low         float64    `json:"low"` // the Wilson interval of the share solved, of level [compare.Confidence]
	High        float64    `json:"high"`
	Decided     float64    `json:"decided"`      // cells that have one value left, on average over all puzzles
	LeftDecided float64    `json:"left_decided"` // the same over unsolved puzzles; 0 if there are none
	Iterations  float64    `json:"iterations"`   // on average
	Time        table.Time `json:"seconds"`      // a puzzle
	messagesPublished
}

// send runs an engine of messages on puzzles, at least one, each once.
func send(ctx context.Context, m *model.Model, name string, cubes []model.Cube, workers int, progress func()) (r messagesRecord, err error) {
	chosen, err := engine.ParseChosen(name)
	if err != nil {
		return r, err
	}
	runs, err := Survey(ctx, m, chosen[0], cubes, SurveyOptions{Seeds: 1, Workers: workers, Progress: progress})
	if err != nil {
		return r, err
	}
	f, n := SurveyOf(runs), float64(len(runs))
	r = messagesRecord{Engine: name, Puzzles: f.Runs, Solved: f.Solved, Low: f.Low, High: f.High}
	for _, run := range runs {
		i := slices.IndexFunc(run.Effort, func(m engine.Measure) bool { return m.Name == "decided" })
		decided := float64(run.Effort[i].Value)
		r.Time, r.Iterations, r.Decided = r.Time+table.Time(run.Time), r.Iterations+float64(run.Iterations), r.Decided+decided
		if !run.Solved {
			r.LeftDecided += decided
		}
	}
	r.Time, r.Iterations, r.Decided = r.Time/table.Time(len(runs)), r.Iterations/n, r.Decided/n
	r.LeftDecided /= max(1, n-float64(r.Solved))
	return r, nil
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

// Answer prints, for each file, how many puzzles each kind of messages solves.
func (o *messages) Answer(ctx context.Context) error {
	g := study.NewResults[messagesRecord](&o.Base)
	lines := []string{"file\tmessages\tpuzzles\tsolved\t95 %\tpublished\tarc consistency\tcells\tleft\tpublished\tturns\ta puzzle\tpublished"}
	percent := func(x float64) string { return fmt.Sprintf("%.2f %%", x) }
	err := eachFile(ctx, &o.Models, o.Files(messagesFile), 0, func(p *study.Puzzles, file string, all []model.Cube) error {
		for _, c := range messagesCases {
			puzzles := o.Most
			if strings.HasPrefix(c.engine, "sum-product") {
				puzzles = cmp.Or(puzzles, sumProductPuzzles)
			}
			cubes := study.Spread(all, puzzles)
			r, err := send(ctx, p.Model, c.engine, cubes, o.Workers, o.Bar(len(cubes), "puzzles").Step)
			if err != nil {
				return err
			}
			r.File, r.messagesPublished = filepath.Base(file), c.messagesPublished
			g.Add(r)
			lines = append(lines, fmt.Sprintf("%s\t%s\t%d\t%s\t%.1f–%.1f\t%.1f %%\t%s\t%.1f\t%.1f\t%s\t%.0f\t%v\t%v",
				strings.TrimSuffix(r.File, ".txt"), strings.ReplaceAll(r.Engine, `"`, ""), r.Puzzles, percent(100*float64(r.Solved)/float64(r.Puzzles)),
				100*r.Low, 100*r.High, 100*r.Share, r.Consistency.Show(percent, "-"), r.Decided, r.LeftDecided,
				r.messagesPublished.Decided.Show(func(x float64) string { return fmt.Sprintf("%.1f", x) }, "-"), r.Iterations, r.Time, r.messagesPublished.Time))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.Layout(lines, "arc consistency: of all 49,151 puzzles with 17 givens, by unrelated programs; cells: with one value left in the end, on average,\n"+
		"and of puzzles that are left; turns: of all messages, on average\n", "")
}
