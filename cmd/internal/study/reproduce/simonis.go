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
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native"
	"qmsat/native/scheme"
)

// measuredSchemes are shares, in percent, of the 49,151 puzzles with 17 givens that are known which unrelated C programs solve: by
// singles, by singles and failed literals, by all Hall sets and locked candidates (3 here), by arc consistency of houses, and with
// the constraints of Goldberger, "Solving Sudoku using combined message passing algorithms", 2007, C1 (S here) and C2 (C here).
var measuredSchemes = map[string]float64{
	"FC": 0, "FCI": 44.57, "HAC": 70.12, "HACS": 84.79, "HACC": 74.68, "HAC3": 84.73, "HACSC": 84.82, "FCIV": 100,
}

// schemeSetting is the setting behind --scheme.
var schemeSetting = &engine.Setting{Name: "scheme", Values: func() []string { return scheme.Schemes }}

var simonisTopic = &study.Topic{
	Name: "simonis", Args: "FILE...", Summary: "how many puzzles each propagation scheme solves without search (Simonis 2005)",
	Help: `Measures how many puzzles of the files each propagation scheme solves without search, and how long it takes.

A scheme begins with the propagation of all-different constraints: FC forward checking, BC bounds consistency, HAC
hyper-arc consistency. Further letters add something: I positions of values in houses, S constraints between a row or
column and a box, C constraints of one value over all houses, 3 locked candidates in bands, V failed literals.`,
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
	File     string       `json:"file"`
	Delta    *int         `json:"delta"`
	Scheme   string       `json:"scheme"` // one of [scheme.Schemes]
	Solved   int          `json:"solved"` // without search
	Puzzles  int          `json:"puzzles"`
	Time     table.Time   `json:"seconds"`  // of propagation, a puzzle
	Measured table.Figure `json:"measured"` // in percent of all puzzles with 17 givens, elsewhere
}

// schemes measures schemes on puzzles: a run for each puzzle and scheme. All schemes run on a puzzle before the next one, so a
// change of the machine's speed affects all equally. A scheme that makes no sense for the model is an error.
//
// Source: Simonis, "Sudoku as a constraint problem", 2005.
func schemes(ctx context.Context, m *model.Model, names []string, cubes []model.Cube, progress func()) ([][]schemeRecord, error) {
	return study.Measure(ctx, 1, len(cubes), func(ctx context.Context) (func(int) ([]schemeRecord, error), func(), error) {
		inferences := make([]*native.Inference, len(names))
		for i, name := range names {
			var err error
			if inferences[i], err = native.OpenInference(ctx, m, name); err != nil {
				return nil, nil, err
			}
		}
		return func(puzzle int) ([]schemeRecord, error) {
			runs := make([]schemeRecord, len(names))
			for i, inference := range inferences {
				start := time.Now()
				solved, err := inference.Run(ctx, cubes[puzzle])
				if err != nil {
					return nil, err
				}
				runs[i].Time = table.Time(time.Since(start))
				if solved {
					runs[i].Solved = 1
				}
			}
			return runs, nil
		}, func() {}, nil
	}, progress)
}

// Answer prints, for each file and each chosen scheme, how many puzzles the scheme solves without search.
func (o *simonis) Answer(ctx context.Context) error {
	names, err := o.Scheme.Chosen(o.Scheme.Value)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		return errors.New("reproduce simonis: found no file, expected files of puzzles")
	}
	g, lines := study.NewResults[schemeRecord](&o.Base), table.Pivot{Title: "scheme"}
	err = eachFile(ctx, &o.Models, o.Args, 0, func(p *study.Puzzles, file string, cubes []model.Cube) error {
		cubes = study.Spread(cubes, o.Most)
		runs, err := schemes(ctx, p.Model, names, cubes, o.Bar(len(cubes), "puzzles").Step)
		if err != nil {
			return err
		}
		for i, name := range names {
			measured, known := measuredSchemes[name]
			r := schemeRecord{File: file, Delta: p.Delta, Scheme: name, Puzzles: len(cubes), Measured: table.Known(known && p.Delta == nil, measured)}
			for _, run := range runs {
				r.Solved, r.Time = r.Solved+run[i].Solved, r.Time+run[i].Time
			}
			r.Time /= table.Time(len(cubes))
			g.Add(r)
			lines.Set(name, strings.TrimSuffix(filepath.Base(file), ".txt")+"\ta puzzle",
				fmt.Sprintf("%d of %d, %.2f %%\t%v", r.Solved, r.Puzzles, 100*float64(r.Solved)/float64(r.Puzzles), r.Time))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range g.Records[:len(names)] {
		lines.Set(r.Scheme, "measured elsewhere", r.Measured.Show(func(x float64) string { return fmt.Sprintf("%.2f %%", x) }, "-"))
	}
	return g.Layout(lines.Lines(), "puzzles solved without search; measured elsewhere: of all 49,151 with 17 givens, by unrelated programs\n", "")
}
