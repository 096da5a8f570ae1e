package main

import (
	"context"
	"fmt"
	"strings"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/code"
)

var subcodesCommand = codeTopic(command{
	name: "subcodes", summary: "which words to drop so that those left are farther apart",
	long: `Drops classes of words for Δ = 2 so that those left are farther apart: for each smallest distance that is reached so, the
most words that can be left, the rate of that code, and how many of the 81 cells an ideal code of that rate has to receive.`,
}, printSubcodes, (*codeFlags).addDelta, (*codeFlags).addReport)

// subcodeRecord is the JSON object of what is left where classes are dropped.
type subcodeRecord struct {
	Delta    int     `json:"delta"`
	Distance int     `json:"distance"`
	Words    int     `json:"words"`
	Rate     float64 `json:"rate"`
	Ideal    float64 `json:"ideal"`   // cells
	Dropped  string  `json:"dropped"` // classes, from 1
}

// printSubcodes prints a line, or an object, for each distance.
func printSubcodes(ctx context.Context, _ streams, out *lines, f *codeFlags, _ []string) error {
	book, err := f.book(ctx, "subcodes")
	if err != nil {
		return err
	}
	list, err := book.Subcodes(ctx)
	if err != nil {
		return err
	}
	g := &figures[subcodeRecord]{out: out, format: f.format}
	series := plot.Series{Name: "largest subcode"}
	for _, s := range list {
		kept := map[int]bool{}
		for _, class := range s.Kept {
			kept[class] = true
		}
		var dropped []string
		for class := range book.Classes {
			if !kept[class] {
				dropped = append(dropped, fmt.Sprint(class+1))
			}
		}
		g.add(subcodeRecord{f.delta, s.Distance, s.Words, s.Rate(), s.Rate() * code.Length, strings.Join(dropped, " ")})
		series.Points = append(series.Points, plot.Point{X: float64(s.Distance), Y: float64(s.Words)})
	}
	title := "Subcodes for Δ = 2"
	return firstError(g.end("classes are those of qmsat code distances --by class"), g.write(f.report), writePlots(f.report, title, []plot.Chart{{
		Title: title, Description: "words that are left by their smallest distance",
		X:      plot.Axis{Label: "smallest distance", Whole: true, Format: show.Magnitude},
		Y:      plot.Axis{Label: "words", Log: true, Format: show.Magnitude},
		Series: []plot.Series{series},
	}}))
}
