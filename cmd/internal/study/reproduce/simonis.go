package reproduce

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native"
	"qmsat/native/scheme"
)

// SchemeRun is what a propagation scheme does to some puzzles.
type SchemeRun struct {
	Scheme  string     `json:"scheme"` // one of [native.Schemes]
	Solved  int        `json:"solved"` // without search
	Puzzles int        `json:"puzzles"`
	Time    table.Time `json:"seconds"` // of propagation, a puzzle
}

// measuredSchemes are shares, in percent, of the 49,151 puzzles with 17 givens that are known which unrelated C programs solve: by
// singles, by singles and failed literals, by all Hall sets and locked candidates (3 here), by arc consistency of houses, and with
// the constraints of Goldberger, "Solving Sudoku using combined message passing algorithms", 2007, C1 (S here) and C2 (C here).
var measuredSchemes = map[string]float64{
	"FC": 0, "FCI": 44.57, "HAC": 70.12, "HACS": 84.79, "HACC": 74.68, "HAC3": 84.73, "HACSC": 84.82, "FCIV": 100,
}

// Schemes returns the effect of each scheme on the puzzles. All schemes run on a puzzle before the next one, so a change of the
// machine's speed affects all equally. A scheme that makes no sense for the model is an error. progress is called after each
// puzzle.
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
		progress()
	}
	for i := range runs {
		runs[i].Time /= table.Time(max(len(cubes), 1))
	}
	return runs, nil
}

// schemeSetting is the setting behind --scheme.
var schemeSetting = &engine.Setting{Name: "scheme", Values: func() []string { return scheme.Schemes }}

var simonisTopic = &study.Topic{
	Name: "simonis", Args: "FILE...", Summary: "how many puzzles each propagation scheme solves without search (Simonis 2005)",
	Help: `Measures how many puzzles of the files each propagation scheme solves without search, and how long it takes.`,
	Examples: [][2]string{
		{"reproduce simonis --puzzles 9 --scheme FCI testdata/sudoku-top1465.txt", "one propagation scheme on a file"},
	},
	New: func() study.Study {
		return &simonis{Scheme: study.Chosen{Setting: schemeSetting, Value: engine.All, Usage: "propagation schemes, <NAME,...>, or all", Several: true}}
	},
}

type simonis struct {
	study.Models
	study.Some
	Scheme study.Chosen
	output
}

// schemeRecord is a file and a propagation scheme.
type schemeRecord struct {
	File  string `json:"file"`
	Delta *int   `json:"delta"`
	SchemeRun
	Measured table.Figure `json:"measured"` // in percent of all puzzles with 17 givens, elsewhere
}

// Run prints, for each file and each chosen scheme, how many puzzles the scheme solves without search.
func (o *simonis) Run(ctx context.Context) error {
	schemes, err := o.Scheme.Chosen(o.Scheme.Value)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		return errors.New("reproduce simonis: found no file, expected files of puzzles")
	}
	r := study.NewResults[schemeRecord](&o.Base)
	err = eachFile(ctx, &o.Models, o.Args, 0, func(p *study.Puzzles, file string, cubes []model.Cube) error {
		cubes = study.Spread(cubes, o.Most)
		runs, err := Schemes(ctx, p.Model, schemes, cubes, o.Bar(len(cubes), "puzzles").Step)
		for _, run := range runs {
			measured, known := measuredSchemes[run.Scheme]
			r.Add(schemeRecord{file, p.Delta, run, table.Known(known && p.Delta == nil, measured)})
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.Layout(table.Align(simonisLines(r.Records, len(schemes))),
		"puzzles solved without search; measured elsewhere: of all 49,151 with 17 givens, by unrelated programs\n", "")
}

// simonisLines has a line a scheme, with the share solved and the time a puzzle of each file; records come by file, then scheme.
func simonisLines(records []schemeRecord, schemes int) []string {
	lines := []string{"scheme"}
	lines = append(lines, lists.Map(records[:schemes], func(r schemeRecord) string { return r.Scheme })...)
	for i, s := range records {
		if i%schemes == 0 {
			lines[0] += fmt.Sprintf("\t%s\ta puzzle", strings.TrimSuffix(filepath.Base(s.File), ".txt"))
		}
		lines[1+i%schemes] += fmt.Sprintf("\t%d of %d, %.2f %%\t%v", s.Solved, s.Puzzles, 100*float64(s.Solved)/float64(s.Puzzles), s.Time)
	}
	lines[0] += "\tmeasured elsewhere"
	for i, r := range records[:schemes] {
		lines[1+i] += "\t" + r.Measured.Show(func(x float64) string { return fmt.Sprintf("%.2f %%", x) }, "-")
	}
	return lines
}
