package main

import (
	"context"
	"fmt"
	"strings"

	"qmsat/compare/report/plot"
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
	r := results[methodsRecord]{out: out, format: f.format}
	r.Heading, r.Row = "puzzle\tgivens\tgrade\t"+strings.Join(reproduce.ThreeMethods, "\t"), methodsRow
	r.add(puzzleRecords...)
	averages := results[reproduce.ThreeMethodsFigure]{out: out, format: f.format}
	averages.Heading, averages.Row = "\t\t\t\t\t\naverage of\tpuzzles\tsolved\tpublished\tours\t", averageRow
	averages.add(reproduce.Averages(runs)...)
	conclusions := results[reproduce.ThreeMethodsConclusion]{out: out, format: f.format}
	conclusions.add(reproduce.Conclude(runs)...)
	notes := ""
	for _, c := range conclusions.Records {
		notes += fmt.Sprintf("%s: on %d of %d puzzles\n", c.Text, c.Holds, c.Puzzles)
	}
	r.layout(append(r.Lines(), averages.Lines()...), notes+"iterations until a solution: passes over the grid, attempted assignments, steps\n")
	return writePlots(f.report, "Three methods by iterations", methodsCharts(puzzleRecords), r.HTML())
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

func methodsRow(r methodsRecord) string {
	text := fmt.Sprintf("%s\t%d\t%s", r.Name, r.Givens, r.Grade)
	for _, name := range reproduce.ThreeMethods {
		iterations := "∞"
		if n := r.Iterations[name]; n != nil {
			iterations = fmt.Sprint(*n)
		}
		text += "\t" + iterations
	}
	return text
}

func averageRow(f reproduce.ThreeMethodsFigure) string {
	return fmt.Sprintf("%s\tS%d–S%d\t%d\t%.0f\t%.0f\t", f.Method, f.First, f.Last, f.Solved, f.Published, f.Ours)
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
		X: plot.Whole("puzzle"), Y: plot.Log("iterations"), Series: series,
	}
}
