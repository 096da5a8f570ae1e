package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/model/engine"
	"qmsat/native/heuristic/projection"
)

// threeMethods are the engines that the comparison of three methods ran, in its order.
//
// Source: Onokpasa, Bakwa, "Comparative analysis of pencil and paper, backtracking and alternating projections", 2018, table 1.
var threeMethods = []string{"pencil-and-paper", "backtracking", projection.Name}

// threeMethodsFigure is an average of iterations over some of the forty published puzzles, S1 to S40.
type threeMethodsFigure struct {
	Method    string  `json:"method" text:"average of"`
	First     int     `json:"first" text:"puzzles" show:"S%d–S%d" with:"Last"` // of the puzzles, counting from 1
	Last      int     `json:"last" text:"-"`
	Solved    int     `json:"solved"` // how many of these of our puzzles the method solved
	Published float64 `json:"published" show:"%.0f"`
	Ours      float64 `json:"ours" show:"%.0f"` // over the solved ones
}

// threeMethodsFigures are the published averages. Pencil and paper left S18 to S40.
var threeMethodsFigures = []threeMethodsFigure{
	{Method: threeMethods[0], First: 1, Last: 17, Published: 3},
	{Method: threeMethods[1], First: 1, Last: 40, Published: 122_893},
	{Method: threeMethods[2], First: 1, Last: 23, Published: 242},
	{Method: threeMethods[2], First: 24, Last: 40, Published: 2_293},
	{Method: threeMethods[2], First: 1, Last: 40, Published: 1_113},
}

// average returns the figure with ours, from the runs of its method.
func (f threeMethodsFigure) average(runs map[string][]MethodRun) threeMethodsFigure {
	for n, r := range runs[f.Method] {
		if r.Solved && f.First <= n+1 && n+1 <= f.Last {
			f.Ours += float64(r.Iterations)
			f.Solved++
		}
	}
	f.Ours /= max(float64(f.Solved), 1)
	return f
}

// threeMethodsConclusion is something that the paper concludes, and on how many of our puzzles it holds.
type threeMethodsConclusion struct {
	Text    string `json:"conclusion"`
	Holds   int    `json:"holds"`
	Puzzles int    `json:"puzzles"`
}

// conclude holds the paper's conclusions against runs of the three methods.
func conclude(runs map[string][]MethodRun) []threeMethodsConclusion {
	pencil := threeMethodsConclusion{Text: "pencil and paper takes fewest iterations, where it solves"}
	all := threeMethodsConclusion{Text: "projections solve all"}
	most := threeMethodsConclusion{Text: "backtracking takes most iterations"}
	for i, byPencil := range runs[threeMethods[0]] {
		var count [3]float64
		for method, name := range threeMethods {
			if count[method] = float64(runs[name][i].Iterations); !runs[name][i].Solved {
				count[method] = math.Inf(1)
			}
		}
		if byPencil.Solved {
			pencil.add(count[0] < count[1] && count[0] < count[2])
		}
		all.add(!math.IsInf(count[2], 1))
		most.add(count[1] > count[2] && (!byPencil.Solved || count[1] > count[0]))
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

// Answer prints table 1 of Onokpasa and Bakwa for the puzzles of files, and draws what the paper does.
func (o *methods) Answer(ctx context.Context) error {
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
	bar, runs := o.Bar(len(puzzles)*len(chosen), "runs"), map[string][]MethodRun{}
	for i, name := range threeMethods {
		if runs[name], err = Survey(ctx, p.Model, chosen[i], study.Cubes(puzzles), SurveyOptions{Seeds: 1, Seed: 1, Progress: bar.Step}); err != nil {
			return err
		}
	}
	lines, shown := study.NewResults[methodsRecord](&o.Base), table.Pivot{Title: "puzzle\tgivens\tgrade"}
	for n, puzzle := range puzzles {
		grade, err := gradeOf(ctx, p.Model, puzzle.Cube)
		if err != nil {
			return err
		}
		r := methodsRecord{puzzle.Text, fmt.Sprintf("S%d", n+1), len(puzzle.Cube), fmt.Sprintf("%s %d", grade.Level, grade.Score), map[string]*int64{}}
		for _, name := range threeMethods {
			iterations := "∞"
			if r.Iterations[name] = nil; runs[name][n].Solved {
				r.Iterations[name] = &runs[name][n].Iterations
				iterations = fmt.Sprint(runs[name][n].Iterations)
			}
			shown.Set(fmt.Sprintf("%s\t%d\t%s", r.Name, r.Givens, r.Grade), name, iterations)
		}
		lines.Add(r)
	}
	averages := study.NewResults[threeMethodsFigure](&o.Base)
	averages.Add(lists.Map(threeMethodsFigures, func(f threeMethodsFigure) threeMethodsFigure { return f.average(runs) })...)
	conclusions, notes := study.NewResults[threeMethodsConclusion](&o.Base), ""
	conclusions.Add(conclude(runs)...)
	for _, c := range conclusions.Records {
		notes += fmt.Sprintf("%s: on %d of %d puzzles\n", c.Text, c.Holds, c.Puzzles)
	}
	return lines.Layout(table.Stack(shown.Lines(), averages.Lines()), notes+"iterations until a solution: passes over the grid, attempted assignments, steps\n",
		"Three methods by iterations", methodsCharts(lines.Records)...)
}

// methodsCharts are the four plots of the paper: each method alone, and all together.
func methodsCharts(records []methodsRecord) (charts []plot.Chart) {
	all := plot.Chart{
		Title: "Iterations of all three methods", Description: "a puzzle that a method does not solve has no point", X: plot.Whole("puzzle"), Y: plot.Log("iterations"),
	}
	for _, name := range threeMethods {
		alone := all
		for n, r := range records {
			if count := r.Iterations[name]; count != nil {
				all.Add(name, float64(n+1), float64(*count))
			}
		}
		alone.Title, alone.Series = "Iterations of "+name, slices.DeleteFunc(slices.Clone(all.Series), func(s plot.Series) bool { return s.Name != name })
		charts = append(charts, alone)
	}
	return append(charts, all)
}
