package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/heuristic/projection"
)

// projectionRate is by which factor the distance of two points shrinks at each step near a solution, where the givens are a set of
// their own, whatever the size. Source: Tovey, Liang, arXiv 2009.04018.
var projectionRate = math.Sqrt(5) / 5

// projectionRecord sums up projections on a file, with a limit of steps.
type projectionRecord struct {
	File     string  `json:"file"`
	Puzzles  int     `json:"puzzles"`
	Limit    int     `json:"limit" text:"-"` // of steps
	Solved   int     `json:"solved"`
	Share    float64 `json:"share" show:"share"`
	Periodic int     `json:"periodic"`                   // puzzles left at a point that came again
	Median   int64   `json:"median" text:"median steps"` // of the solved puzzles; 0 if there are none
	steps    []int64 // of the solved puzzles, ascending
}

// project runs alternating projections as published on each puzzle, up to a number of steps or until a point is repeated.
func project(ctx context.Context, m *model.Model, cubes []model.Cube, limit int, progress func()) (r projectionRecord, err error) {
	chosen, err := engine.ParseChosen(fmt.Sprintf("%s[steps=%d,repeat=stop]", projection.Name, limit))
	if err != nil {
		return r, err
	}
	runs, err := Survey(ctx, m, chosen[0], cubes, SurveyOptions{Seeds: 1, Seed: 1, Workers: 1, Progress: progress})
	r = projectionRecord{Puzzles: len(cubes), Limit: limit}
	for _, run := range runs {
		if run.Solved {
			r.steps = append(r.steps, run.Iterations)
		} else if 0 < run.Iterations && run.Iterations < int64(limit) { // givens that contradict each other take no step
			r.Periodic++
		}
	}
	if r.Solved, r.Share = len(r.steps), float64(len(r.steps))/float64(len(cubes)); r.Solved > 0 {
		r.Median, _ = middleAndLast(r.steps)
	}
	return r, err
}

// projectionErrors returns the distance of each point from the one before, from before steps before a solution until
// rounding hides it, with givens apart or in the set of cells. The first index that shows a solution is the second result, -1 if
// there is none.
func projectionErrors(ctx context.Context, m *model.Model, cube model.Cube, givens string, before int) ([]float64, int, error) {
	var distances []float64
	solved := -1
	err := projection.Trace(ctx, m, engine.Options{"givens": givens}, cube, 100_000, func(distance float64, is bool) bool {
		if is && solved < 0 {
			solved = len(distances)
		}
		distances = append(distances, distance)
		return distance > 1e-12 || solved < 0
	})
	cut := max(solved-before, 0)
	return distances[cut:], solved - cut, err
}

// projectionFiles are the default files.
var projectionFiles = []string{"testdata/sudoku-17-clue-3000.txt", "testdata/sudoku-top1465.txt", "testdata/sudoku-hardest-375.txt"}

var projectionsTopic = &study.Topic{
	Name: "projections", Args: "[FILE]...", Summary: "how many puzzles alternating projections solve, and their distance step by step",
	Help: `Measures how many puzzles alternating projections solve, and in how many steps. The default puzzles are the 17-clue,
top1465 and hardest files of testdata.`,
	New: study.Of[projections],
}

type projections struct {
	study.Models
	first
	Steps int `flag:"steps" value:"20000" least:"1" usage:"give up after <N> steps"`
	plots
}

// Answer prints how many puzzles of each file projections solve, and draws the share by steps and the way of single puzzles.
func (o *projections) Answer(ctx context.Context) error {
	lines := study.NewResults[projectionRecord](&o.Base)
	shares := plot.Chart{
		Title: "Share of puzzles solved by steps", Description: fmt.Sprintf("up to %d steps", o.Steps), X: plot.Log("steps"), Y: plot.Linear("share solved"),
	}
	err := eachFile(ctx, &o.Models, o.Files(projectionFiles...), o.Most, func(p *study.Puzzles, file string, cubes []model.Cube) error {
		r, err := project(ctx, p.Model, cubes, o.Steps, o.Bar(len(cubes), "puzzles").Step)
		if err != nil {
			return err
		}
		r.File = filepath.Base(file)
		series := plot.Series{Name: r.File, Style: len(shares.Series)}
		for n, steps := range r.steps {
			series.Points = append(series.Points, plot.Point{X: float64(steps), Y: float64(n+1) / float64(r.Puzzles)})
		}
		shares.Series = append(shares.Series, series)
		return lines.Add(r)
	})
	if err != nil {
		return err
	}
	var charts []plot.Chart
	if o.Report != "" {
		errors, failed := errorChart(ctx)
		charts, err = []plot.Chart{shares, errors}, failed
	}
	return cmp.Or(lines.End(fmt.Sprintf("up to %d steps; periodic: left at a point that came again, exactly; median: of the solved ones\n", o.Steps),
		"Alternating projections", charts...), err)
}

// errorPuzzles are the published puzzles that take fewest steps.
var errorPuzzles = []struct{ name, cells string }{
	{"AI Lucky Diamond", "100500400009030000070008005001000030800600500090007008004020010200800600000001002"},
	{"AI Tweezers", "000010004030200000600008090007060005900005080000800400040900100700002040005030007"},
}

// errorChart draws the distance of each point from the one before, around the solution of two published puzzles, with the givens
// a set of their own and not, beside the slope that is proved for the former.
func errorChart(ctx context.Context) (plot.Chart, error) {
	const before = 30 // steps
	c := plot.Chart{
		Title: "Distance of a point from the one before, by steps",
		Description: "step 0 is the first point that shows the solution; with givens in the set of cells the distance is 0 soon after, " +
			"where the curve ends",
		X: plot.Axis{Label: "steps after the solution shows", Format: func(x float64) string { return strconv.Itoa(int(x) - before) }},
		Y: plot.Log("distance"),
	}
	sudoku, err := model.Sudoku(3, 3)
	if err != nil {
		return c, err
	}
	for _, p := range errorPuzzles {
		cube, err := model.Characters.Parse(sudoku, p.cells)
		if err != nil {
			return c, err
		}
		for _, givens := range []string{"apart", "cells"} {
			distances, solved, err := projectionErrors(ctx, sudoku, cube, givens, before)
			if err != nil {
				return c, err
			}
			for i, d := range distances {
				c.Add(p.name+", givens "+givens, float64(i-solved+before), d)
			}
		}
	}
	for i := range 34 {
		c.Add("√5/5 a step", float64(before+i), math.Pow(projectionRate, float64(i)))
	}
	return c, nil
}
