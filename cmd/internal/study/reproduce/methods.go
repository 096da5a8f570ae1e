package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/heuristic/projection"
)

// threeMethods are the engines that the comparison of three methods ran, in its order.
//
// Source: Onokpasa, Bakwa, "Comparative analysis of pencil and paper, backtracking and alternating projections", 2018, table 1.
var threeMethods = []string{"pencil-and-paper", "backtracking", projection.Name}

// threeMethodsFigure is an average of iterations over some of the forty published puzzles, S1 to S40.
type threeMethodsFigure struct {
	Method string `json:"method"`
	First  int    `json:"first"` // of the puzzles, counting from 1
	Last   int    `json:"last"`
	// Solved is how many of these of our puzzles the method solved.
	Solved    int     `json:"solved"`
	Published float64 `json:"published"`
	Ours      float64 `json:"ours"` // over the solved ones
}

// threeMethodsFigures are the published averages. Pencil and paper left S18 to S40.
var threeMethodsFigures = []threeMethodsFigure{
	{Method: threeMethods[0], First: 1, Last: 17, Published: 3},
	{Method: threeMethods[1], First: 1, Last: 40, Published: 122_893},
	{Method: threeMethods[2], First: 1, Last: 23, Published: 242},
	{Method: threeMethods[2], First: 24, Last: 40, Published: 2_293},
	{Method: threeMethods[2], First: 1, Last: 40, Published: 1_113},
}

// MethodRun is the run of a method on a puzzle, until it has a solution or gives up.
type MethodRun struct {
	Solved     bool
	Iterations int64 // the engine's first measure of effort
	Measure    string
	Time       time.Duration
	Effort     engine.Effort // all measures
}

// averagesOf returns threeMethodsFigures from runs of the three methods.
func averagesOf(runs [][]MethodRun) []threeMethodsFigure {
	figures := slices.Clone(threeMethodsFigures)
	for i := range figures {
		f := &figures[i]
		for n, r := range runs[slices.Index(threeMethods, f.Method)] {
			if r.Solved && f.First <= n+1 && n+1 <= f.Last {
				f.Ours += float64(r.Iterations)
				f.Solved++
			}
		}
		f.Ours /= max(float64(f.Solved), 1)
	}
	return figures
}

// runMethods runs engines that count iterations on each puzzle, until each has a solution or gives up, and returns what they did by
// engine and puzzle. A wrong solution is an error.
func runMethods(ctx context.Context, m *model.Model, chosen []engine.Chosen, cubes []model.Cube, progress func()) ([][]MethodRun, error) {
	runs := make([][]MethodRun, len(chosen))
	sessions := make([]engine.Session, len(chosen))
	for i, c := range chosen {
		session, err := c.Engine.Open(ctx, m, c.Options)
		if err != nil {
			return nil, err
		}
		defer session.Close()
		sessions[i] = session
	}
	for number, cube := range cubes {
		for i, session := range sessions {
			run, err := runMethod(ctx, m, session, cube)
			switch {
			case ctx.Err() != nil:
				return nil, context.Cause(ctx)
			case err != nil:
				return nil, fmt.Errorf("puzzle %d, %s: %w", number+1, chosen[i].Engine.Name, err)
			}
			runs[i] = append(runs[i], run)
		}
		progress()
	}
	return runs, nil
}

// runMethod runs a session on a puzzle until its first solution. A wrong solution is an error.
func runMethod(ctx context.Context, m *model.Model, session engine.Session, cube model.Cube) (MethodRun, error) {
	var wrong error
	start := time.Now()
	result, err := session.Run(ctx, cube, 1, func(a model.Assignment) bool {
		wrong = study.Failed(errors.Join(m.Check(a), m.CheckCube(a, cube)))
		return true
	})
	run := MethodRun{Time: time.Since(start)}
	if err = cmp.Or(wrong, err); err != nil {
		return run, err
	}
	run.Solved = result.Count.Sign() > 0
	if run.Effort = result.Effort; len(result.Effort) > 0 {
		run.Iterations, run.Measure = result.Effort[0].Value, result.Effort[0].Name
	}
	return run, nil
}

// threeMethodsConclusion is something that the paper concludes, and on how many of our puzzles it holds.
type threeMethodsConclusion struct {
	Text    string `json:"conclusion"`
	Holds   int    `json:"holds"`
	Puzzles int    `json:"puzzles"`
}

// conclude holds the paper's conclusions against runs of the three methods.
func conclude(runs [][]MethodRun) []threeMethodsConclusion {
	pencil := threeMethodsConclusion{Text: "pencil and paper takes fewest iterations, where it solves"}
	all := threeMethodsConclusion{Text: "projections solve all"}
	most := threeMethodsConclusion{Text: "backtracking takes most iterations"}
	for i := range runs[0] {
		count := func(method int) float64 {
			if !runs[method][i].Solved {
				return math.Inf(1)
			}
			return float64(runs[method][i].Iterations)
		}
		if runs[0][i].Solved {
			pencil.add(count(0) < count(1) && count(0) < count(2))
		}
		all.add(runs[2][i].Solved)
		most.add(count(1) > count(2) && (!runs[0][i].Solved || count(1) > count(0)))
	}
	return []threeMethodsConclusion{pencil, all, most}
}

func (c *threeMethodsConclusion) add(holds bool) {
	c.Puzzles++
	if holds {
		c.Holds++
	}
}

// methodsFile holds the forty puzzles, in the folder of the repository.
const methodsFile = "testdata/methods-40.txt"

var methodsTopic = &study.Topic{
	Name: "methods", Args: "[FILE]...", Summary: "iterations of pencil and paper, backtracking and projections (Onokpasa and Bakwa 2018)",
	Help: `Measures how many iterations three methods take to their first solution. The default puzzles are
testdata/methods-40.txt.`,
	New: study.Of[methods],
}

type methods struct {
	study.Models
	plots
}

// methodsRecord is a puzzle: the iterations of each method until its first solution, null where it found none.
type methodsRecord struct {
	Puzzle     string            `json:"puzzle"`
	Name       string            `json:"name"`
	Givens     int               `json:"givens"`
	Grade      string            `json:"grade"`
	Iterations map[string]*int64 `json:"iterations"`
}

// Run prints table 1 of Onokpasa and Bakwa for the puzzles of files, and draws what the paper does.
func (o *methods) Run(ctx context.Context) error {
	p, err := o.Build(ctx)
	if err != nil {
		return err
	}
	puzzles, err := p.Some(0, o.Files(methodsFile)...)
	if err != nil {
		return err
	}
	chosen, err := engine.ParseChosen(strings.Join(threeMethods, ","))
	if err != nil {
		return err
	}
	runs, err := runMethods(ctx, p.Model, chosen, study.Cubes(puzzles), o.Bar(len(puzzles), "puzzles").Step)
	if err != nil {
		return err
	}
	lines := study.NewLines(&o.Base, "puzzle\tgivens\tgrade\t"+strings.Join(threeMethods, "\t"), methodsRecord.row)
	for n, puzzle := range puzzles {
		grade, err := gradeOf(ctx, p.Model, puzzle.Cube)
		if err != nil {
			return err
		}
		iterations := map[string]*int64{}
		for i, name := range threeMethods {
			iterations[name] = nil
			if r := &runs[i][n]; r.Solved {
				iterations[name] = &r.Iterations
			}
		}
		lines.Add(methodsRecord{puzzle.Text, fmt.Sprintf("S%d", n+1), len(puzzle.Cube), fmt.Sprintf("%s %d", grade.Level, grade.Score), iterations})
	}
	averages := study.NewResults[threeMethodsFigure](&o.Base)
	averages.Heading, averages.Row = "\t\t\t\t\t\naverage of\tpuzzles\tsolved\tpublished\tours\t", func(f threeMethodsFigure) string {
		return fmt.Sprintf("%s\tS%d–S%d\t%d\t%.0f\t%.0f\t", f.Method, f.First, f.Last, f.Solved, f.Published, f.Ours)
	}
	averages.Add(averagesOf(runs)...)
	conclusions := study.NewResults[threeMethodsConclusion](&o.Base)
	conclusions.Add(conclude(runs)...)
	notes := ""
	for _, c := range conclusions.Records {
		notes += fmt.Sprintf("%s: on %d of %d puzzles\n", c.Text, c.Holds, c.Puzzles)
	}
	return lines.Layout(table.Align(append(lines.Lines(), averages.Lines()...)),
		notes+"iterations until a solution: passes over the grid, attempted assignments, steps\n", "Three methods by iterations", methodsCharts(lines.Records)...)
}

func (r methodsRecord) row() string {
	text := fmt.Sprintf("%s\t%d\t%s", r.Name, r.Givens, r.Grade)
	for _, name := range threeMethods {
		iterations := "∞"
		if n := r.Iterations[name]; n != nil {
			iterations = fmt.Sprint(*n)
		}
		text += "\t" + iterations
	}
	return text
}

// methodsCharts are the four plots of the paper: each method alone, and all together.
func methodsCharts(records []methodsRecord) (charts []plot.Chart) {
	draw := func(title string, series ...plot.Series) {
		charts = append(charts, plot.Chart{
			Title: title, Description: "a puzzle that a method does not solve has no point", X: plot.Whole("puzzle"), Y: plot.Log("iterations"), Series: series,
		})
	}
	var all []plot.Series
	for i, name := range threeMethods {
		series := plot.Series{Name: name, Style: i}
		for n, r := range records {
			if count := r.Iterations[name]; count != nil {
				series.Points = append(series.Points, plot.Point{X: float64(n + 1), Y: float64(*count)})
			}
		}
		all = append(all, series)
		draw("Iterations of "+name, series)
	}
	draw("Iterations of all three methods", all...)
	return charts
}
