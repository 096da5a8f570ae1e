package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/model"
)

var transitionCommand = topic(command{
	name: "transition", summary: "three methods of the survey on 16×16 and 25×25, by the share of cells given (Lewis 2007)",
	long: "Measures how many puzzles of each size and share of givens each method solves. The puzzles come from seeds.",
}, printTransition, func(f *reproduceFlags, flags *pflag.FlagSet) {
	flags.StringVar(&f.boxes, "boxes", "4,5", "sides of boxes, `N`, or several such as 3-5")
	addWhole(flags, &f.seeds, "seeds", 5, 1, "puzzles per line, `N`")
	addEngines(flags, &f.engines, "", "engines `NAME,...`, with their budgets as settings; left out: three of the survey", true)
}, (*reproduceFlags).addSeed, (*reproduceFlags).addWorkers, (*reproduceFlags).addReport, (*reproduceFlags).addFormat)

// transitionRecord is the JSON object of a method on puzzles of one size with one share of givens.
type transitionRecord struct {
	Size             string  `json:"size"`
	Share            float64 `json:"share"` // of cells that are given
	Method           string  `json:"method"`
	Runs             int     `json:"runs"`
	Solved           int     `json:"solved"`
	Low              float64 `json:"low"` // the Wilson interval of the share solved, 95 %
	High             float64 `json:"high"`
	MedianIterations int64   `json:"median_iterations"` // of the runs that solved
	MedianSeconds    float64 `json:"median_seconds"`    // of all
}

// printTransition prints, for each size and share of givens, how many puzzles each method solves, and draws the curves.
func printTransition(ctx context.Context, streams streams, out *lines, f *reproduceFlags, _ []string) error {
	boxes, ok := parseNumbers(f.boxes)
	if !ok || slices.Min(boxes) < 2 || slices.Max(boxes) > 7 {
		return usageErrorf("--boxes %q, expected numbers from 2 to 7 such as 4,5", f.boxes)
	}
	methods, err := parseEngines(cmp.Or(f.engines, strings.Join(reproduce.TransitionMethods, ",")), mustList)
	if err != nil {
		return err
	}
	const shares = 10
	bar := newBar(streams.err, len(boxes)*(shares-1)*len(methods)*f.seeds, "runs")
	table := results[transitionRecord]{out: out, format: f.format}
	measure := func() error {
		for _, box := range boxes {
			m, err := model.Sudoku(box, box)
			if err != nil {
				return err
			}
			for tenths := 1; tenths < shares; tenths++ {
				share := float64(tenths) / shares
				cubes, err := reproduce.Givens(ctx, box, f.seeds, share, f.seed)
				if err != nil {
					return err
				}
				for _, method := range methods {
					runs, err := reproduce.Survey(ctx, m, method, cubes, reproduce.SurveyOptions{
						Seeds: 1, Seed: f.seed, Workers: f.workers, Progress: bar.step,
					})
					if err != nil {
						return err
					}
					s := reproduce.SurveyOf(runs)
					table.add(transitionRecord{
						fmt.Sprintf("%d×%[1]d", box*box), share, method.String(), s.Runs, s.Solved, s.Low, s.High, s.MedianIterations, s.MedianTime.Seconds(),
					})
				}
			}
		}
		return nil
	}
	err = measure()
	bar.clear()
	if err == nil || ctx.Err() != nil {
		table.layout(transitionLines(table.Records, len(methods)), "puzzles solved, median iterations of these, median time of all\n")
		err = firstError(err, writePlots(f.report, "Success by the share of givens", []plot.Chart{transitionChart(table.Records)}, table.HTML()))
	}
	return err
}

// transitionLines has a line a size and share, with the runs solved and the median iterations of each method.
func transitionLines(all []transitionRecord, methods int) []string {
	lines := []string{"size\tgiven"}
	for i, r := range all {
		if i < methods {
			lines[0] += "\t" + r.Method
		}
		if i%methods == 0 {
			lines = append(lines, fmt.Sprintf("%s\t%.0f %%", r.Size, 100*r.Share))
		}
		iterations := "∞"
		if r.Solved > 0 {
			iterations = fmt.Sprint(r.MedianIterations)
		}
		lines[len(lines)-1] += fmt.Sprintf("\t%d of %d, %s, %s", r.Solved, r.Runs, iterations, show.Seconds(r.MedianSeconds))
	}
	return lines
}

// transitionChart draws the share solved by the share of givens, a curve for each size and method.
func transitionChart(all []transitionRecord) plot.Chart {
	c := plot.Chart{
		Title: "Share of puzzles solved by the share of cells given", Description: "as Lewis drew it in 2007: easy, hard, easy",
		X: plot.Linear("share of cells given"), Y: plot.Linear("share solved"),
	}
	engineOf := func(r transitionRecord) string {
		name, _, _ := strings.Cut(r.Method, "[")
		return name
	}
	c.Series = plot.Gather(all, func(r transitionRecord) (string, plot.Point) {
		name := engineOf(r)
		if slices.ContainsFunc(all, func(other transitionRecord) bool { return engineOf(other) == name && other.Method != r.Method }) {
			name = r.Method
		}
		return name + " " + r.Size, plot.Point{X: r.Share, Y: float64(r.Solved) / float64(r.Runs)}
	})
	return c
}
