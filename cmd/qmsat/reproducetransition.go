package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
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
	table := records[transitionRecord]{out: out, format: f.format}
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
		table.table(writeTransition)
		err = firstError(err, writePlots(f.report, "Success by the share of givens", []plot.Chart{transitionChart(table.all)}))
	}
	return err
}

// writeTransition prints a line a size and share, with the runs solved and the median iterations of each method.
func writeTransition(w io.Writer, all []transitionRecord) string {
	var methods []string
	for _, r := range all {
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
	}
	fmt.Fprintf(w, "size\tgiven\t%s\t\n", strings.Join(methods, "\t"))
	for i, r := range all {
		if i%len(methods) == 0 {
			fmt.Fprintf(w, "%s\t%.0f %%", r.Size, 100*r.Share)
		}
		fmt.Fprintf(w, "\t%d of %d, %s, %s", r.Solved, r.Runs, solvedIterations(r.Solved, r.MedianIterations), show.Seconds(r.MedianSeconds))
		if (i+1)%len(methods) == 0 {
			fmt.Fprint(w, "\t\n")
		}
	}
	return "puzzles solved, median iterations of these, median time of all\n"
}

func solvedIterations(solved int, iterations int64) string {
	if solved == 0 {
		return "∞"
	}
	return fmt.Sprint(iterations)
}

// transitionChart draws the share solved by the share of givens, a curve for each size and method.
func transitionChart(all []transitionRecord) plot.Chart {
	c := plot.Chart{
		Title: "Share of puzzles solved by the share of cells given", Description: "as Lewis drew it in 2007: easy, hard, easy",
		X: plot.Axis{Label: "share of cells given", Format: show.Magnitude},
		Y: plot.Axis{Label: "share solved", Format: show.Magnitude},
	}
	engineOf := func(r transitionRecord) string {
		name, _, _ := strings.Cut(r.Method, "[")
		return name
	}
	for _, r := range all {
		name := engineOf(r)
		if slices.ContainsFunc(all, func(other transitionRecord) bool { return engineOf(other) == name && other.Method != r.Method }) {
			name = r.Method
		}
		name += " " + r.Size
		i := slices.IndexFunc(c.Series, func(s plot.Series) bool { return s.Name == name })
		if i < 0 {
			i = len(c.Series)
			c.Series = append(c.Series, plot.Series{Name: name, Style: i})
		}
		c.Series[i].Points = append(c.Series[i].Points, plot.Point{X: r.Share, Y: float64(r.Solved) / float64(r.Runs)})
	}
	return c
}
