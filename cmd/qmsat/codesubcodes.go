package main

import (
	"context"

	"qmsat/compare/report/plot"
	"qmsat/compare/study/code"
)

var subcodesCommand = codeTopic(command{
	name: "subcodes", summary: "which words to drop so that those left are farther apart",
	long: `Drops classes of words for Δ = 2 so that those left are farther apart: for each smallest distance that is reached so, the
most words that can be left, the rate of that code, and how many of the 81 cells an ideal code of that rate has to receive.`,
}, printSubcodes, (*codeFlags).addDelta, (*codeFlags).addReport)

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
	g := &results[code.Subcode]{out: out, format: f.format}
	g.add(list...)
	title := "Subcodes for Δ = 2"
	return g.finish("classes are those of qmsat code distances --by class", f.report, title, plot.Chart{
		Title: title, Description: "words that are left by their smallest distance", X: plot.Whole("smallest distance"), Y: plot.Log("words"),
		Series: plot.Gather(g.Records, func(r code.Subcode) (string, plot.Point) {
			return "largest subcode", plot.Point{X: float64(r.Distance), Y: float64(r.Words)}
		}),
	})
}
