package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/study/reproduce"
	"qmsat/model"
)

// projectionFiles are those that are asked where none is named.
var projectionFiles = []string{"testdata/sudoku-17-clue-3000.txt", "testdata/sudoku-top1465.txt", "testdata/sudoku-hardest-375.txt"}

var projectionsCommand = topic(command{
	name: "projections", args: "[FILE]...", summary: "how many puzzles alternating projections solve, and how near they come at each step",
	long: "Measures how many puzzles projections solve, and in how many steps. Without a file the puzzles are those of\n" + strings.Join(projectionFiles, ",\n") + ".",
}, printProjections, (*reproduceFlags).addModel, func(f *reproduceFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.puzzles, "puzzles", 0, 0, "only the first `N` puzzles of a file; 0: all")
	addWhole(flags, &f.steps, "steps", 20_000, 1, "give up after `N` steps")
}, (*reproduceFlags).addReport, (*reproduceFlags).addFormat)

// projectionRecord is the JSON object of a file.
type projectionRecord struct {
	File string `json:"file"`
	reproduce.ProjectionSummary
}

// printProjections prints how many puzzles of each file projections solve, and draws the share by steps and the way of single puzzles.
func printProjections(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
	if len(args) == 0 {
		args = projectionFiles
	}
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return err
	}
	table := results[projectionRecord]{out: out, format: f.format}
	var shares []plot.Series
	for i, file := range args {
		puzzles, err := t.listPuzzles(streams.in, []string{file})
		if err != nil {
			return err
		}
		if f.puzzles > 0 {
			puzzles = puzzles[:min(f.puzzles, len(puzzles))]
		}
		if len(puzzles) == 0 {
			return usageErrorf("%s: no puzzles", file)
		}
		bar := puzzleBar(streams.err, len(puzzles))
		cubes := each(puzzles, func(p model.Puzzle) model.Cube { return p.Cube })
		s, err := reproduce.Projections(ctx, t.model, cubes, f.steps, bar.step)
		bar.clear()
		if err != nil {
			return err
		}
		table.add(projectionRecord{filepath.Base(file), s})
		series := plot.Series{Name: filepath.Base(file), Style: i}
		for n, steps := range s.Steps {
			series.Points = append(series.Points, plot.Point{X: float64(steps), Y: float64(n+1) / float64(s.Puzzles)})
		}
		shares = append(shares, series)
	}
	table.end(fmt.Sprintf("up to %d steps; periodic: left at a point that came again, exactly; median: of the solved ones\n", f.steps))
	if f.report == "" {
		return nil
	}
	errors, err := errorChart(ctx)
	if err != nil {
		return err
	}
	return writePlots(f.report, "Alternating projections", []plot.Chart{{
		Title: "Share of puzzles solved by steps", Description: fmt.Sprintf("up to %d steps", f.steps),
		X: plot.Log("steps"), Y: plot.Linear("share solved"), Series: shares,
	}, errors}, table.HTML())
}

// errorPuzzles are the published puzzles that take fewest steps.
var errorPuzzles = []struct{ name, cells string }{
	{"AI Lucky Diamond", "100500400009030000070008005001000030800600500090007008004020010200800600000001002"},
	{"AI Tweezers", "000010004030200000600008090007060005900005080000800400040900100700002040005030007"},
}

// errorChart draws the distance of each point from the one before, around the solution of two published puzzles, with the givens a set
// of their own and not, beside the slope that is proved for the former.
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
			distances, solved, err := reproduce.ProjectionErrors(ctx, sudoku, cube, givens, before)
			if err != nil {
				return c, err
			}
			series := plot.Series{Name: p.name + ", givens " + givens, Style: len(c.Series)}
			for i, d := range distances {
				series.Points = append(series.Points, plot.Point{X: float64(i - solved + before), Y: d})
			}
			c.Series = append(c.Series, series)
		}
	}
	slope := plot.Series{Name: "√5/5 a step", Style: len(c.Series)}
	for i := range 34 {
		slope.Points = append(slope.Points, plot.Point{X: float64(before + i), Y: math.Pow(reproduce.ProjectionRate, float64(i))})
	}
	c.Series = append(c.Series, slope)
	return c, nil
}
