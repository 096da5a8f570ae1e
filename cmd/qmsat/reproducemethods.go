package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

// methodsFile holds the forty puzzles, in the folder of the repository.
const methodsFile = "testdata/methods-40.txt"

var methodsCommand = topic(command{
	name: "methods", args: "[FILE]...", summary: "pencil and paper, backtracking and projections by iterations (Onokpasa and Bakwa 2018)",
	long: "Measures the iterations of three methods until their first solution. Without a file the puzzles are those of " + methodsFile + ".",
}, printMethods, (*reproduceFlags).addModel, (*reproduceFlags).addReport, (*reproduceFlags).addFormat)

// methodsRecord is the JSON object of a puzzle: the iterations of each method until its first solution, null where it found none.
type methodsRecord struct {
	Puzzle     string            `json:"puzzle"`
	Name       string            `json:"name"`
	Givens     int               `json:"givens"`
	Grade      string            `json:"grade"`
	Iterations map[string]*int64 `json:"iterations"`
}

// methodsFigureRecord is the JSON object of a published average and ours, over the solved ones of the same puzzles.
type methodsFigureRecord struct {
	Method    string  `json:"method"`
	First     int     `json:"first"`
	Last      int     `json:"last"`
	Solved    int     `json:"solved"`
	Published float64 `json:"published"`
	Ours      float64 `json:"ours"`
}

// conclusionRecord is the JSON object of a conclusion of the paper, and on how many puzzles it holds.
type conclusionRecord struct {
	Conclusion string `json:"conclusion"`
	Holds      int    `json:"holds"`
	Puzzles    int    `json:"puzzles"`
}

// printMethods prints table 1 of Onokpasa and Bakwa for the puzzles of files, and draws what the paper does.
func printMethods(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
	if len(args) == 0 {
		args = []string{methodsFile}
	}
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return err
	}
	puzzles, err := t.listPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	chosen, err := engine.ParseChosen(strings.Join(reproduce.ThreeMethods, ","))
	if err != nil {
		return err
	}
	bar := puzzleBar(streams.err, len(puzzles))
	runs, err := reproduce.RunMethods(ctx, t.model, chosen, each(puzzles, func(p model.Puzzle) model.Cube { return p.Cube }), bar.step)
	bar.clear()
	if err != nil {
		return err
	}
	puzzleRecords := make([]methodsRecord, len(puzzles))
	for i, p := range puzzles {
		grade, err := gradeOf(ctx, t.model, p.Cube)
		if err != nil {
			return err
		}
		puzzleRecords[i] = methodsRecord{p.Text, fmt.Sprintf("S%d", i+1), len(p.Cube), grade, map[string]*int64{}}
	}
	for i, name := range reproduce.ThreeMethods {
		for n, r := range runs[i] {
			puzzleRecords[n].Iterations[name] = nil
			if r.Solved {
				puzzleRecords[n].Iterations[name] = &r.Iterations
			}
		}
	}
	table := records[methodsRecord]{out: out, format: f.format}
	table.add(puzzleRecords...)
	figures := records[methodsFigureRecord]{out: out, format: f.format}
	for _, p := range reproduce.ThreeMethodsFigures {
		for i, name := range reproduce.ThreeMethods {
			if name == p.Method {
				ours, solved := reproduce.Average(runs[i], p.First, p.Last)
				figures.add(methodsFigureRecord{p.Method, p.First, p.Last, solved, p.Average, ours})
			}
		}
	}
	conclusions := records[conclusionRecord]{out: out, format: f.format}
	for _, c := range reproduce.Conclude(runs) {
		conclusions.add(conclusionRecord{c.Text, c.Holds, c.Asks})
	}
	table.table(func(w io.Writer, all []methodsRecord) string {
		return writeMethods(w, all, figures.all, conclusions.all)
	})
	return writePlots(f.report, "Three methods by iterations", methodsCharts(puzzleRecords))
}

// gradeOf returns the level and score of a puzzle, as the command grade has them.
func gradeOf(ctx context.Context, m *model.Model, cube model.Cube) (string, error) {
	board, err := logic.NewBoard(m)
	if err != nil {
		return "", err
	}
	techniques, err := logic.Named(logic.TechniquesSetting.List(nil))
	if err != nil {
		return "", err
	}
	solver := logic.Solver{Techniques: techniques}
	g, err := solver.Grade(ctx, board, cube, nil)
	return fmt.Sprintf("%s %d", g.Level, g.Score), err
}

func writeMethods(
	w io.Writer, records []methodsRecord, figures []methodsFigureRecord, conclusions []conclusionRecord,
) (notes string) {
	fmt.Fprintf(w, "puzzle\tgivens\tgrade\t%s\t\n", strings.Join(reproduce.ThreeMethods, "\t"))
	for _, r := range records {
		fmt.Fprintf(w, "%s\t%d\t%s\t", r.Name, r.Givens, r.Grade)
		for _, name := range reproduce.ThreeMethods {
			if n := r.Iterations[name]; n != nil {
				fmt.Fprintf(w, "%d\t", *n)
			} else {
				fmt.Fprint(w, "∞\t")
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\t\t\t\t\t\t\naverage of\tpuzzles\tsolved\tpublished\tours\t\t\n")
	for _, r := range figures {
		fmt.Fprintf(w, "%s\tS%d–S%d\t%d\t%.0f\t%.0f\t\t\n", r.Method, r.First, r.Last, r.Solved, r.Published, r.Ours)
	}
	for _, r := range conclusions {
		notes += fmt.Sprintf("%s: on %d of %d puzzles\n", r.Conclusion, r.Holds, r.Puzzles)
	}
	return notes + "iterations until a solution: passes over the grid, attempted assignments, steps\n"
}

// methodsCharts are the four plots of the paper: each method alone, and all together.
func methodsCharts(records []methodsRecord) []plot.Chart {
	var all []plot.Series
	var charts []plot.Chart
	for i, name := range reproduce.ThreeMethods {
		series := plot.Series{Name: name, Style: i}
		for n, r := range records {
			if count := r.Iterations[name]; count != nil {
				series.Points = append(series.Points, plot.Point{X: float64(n + 1), Y: float64(*count)})
			}
		}
		all = append(all, series)
		charts = append(charts, methodsChart("Iterations of "+name, []plot.Series{series}))
	}
	return append(charts, methodsChart("Iterations of all three methods", all))
}

func methodsChart(title string, series []plot.Series) plot.Chart {
	return plot.Chart{
		Title: title, Description: "a puzzle that a method does not solve has no point",
		X:      plot.Axis{Label: "puzzle", Whole: true, Format: show.Magnitude},
		Y:      plot.Axis{Label: "iterations", Log: true, Format: show.Magnitude},
		Series: series,
	}
}
