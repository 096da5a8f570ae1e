package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"qmsat/compare/report/plot"
	"qmsat/compare/study/code"
	"qmsat/model"
)

var curvesCommand = codeTopic(command{
	name: "curves", summary: "how many cells may be erased, for all Δ side by side",
	long: `Prints for each Δ from 2 to 9, and for the subcodes for Δ = 2, the rate, how many cells an ideal code of that rate can lose
(81 times 1 less the rate), and up to how many erased cells no more than 1 %, 10 % and 50 % of the words are not recovered, by arc
consistency and by maximum likelihood; random stands for a code of as many words that are chosen at random, whose failures are
computed. JSON has the failures at each number of erasures, 0 to 81, too. The words of each Δ are counted first, which takes minutes in
all; --checkpoint FILE keeps them in FILE.3 to FILE.9. --report draws all of it.`,
}, printCurves, (*codeFlags).addSamples, (*codeFlags).addReport)

// printCurves prints a line, or an object, for each Δ or subcode and decoder.
func printCurves(ctx context.Context, streams streams, out *lines, f *codeFlags, _ []string) error {
	book, err := code.NewBook(ctx)
	if err != nil {
		return err
	}
	subcodes, err := book.Subcodes(ctx)
	if err != nil {
		return err
	}
	g := &results[code.Curve]{out: out, format: f.format}
	for _, s := range subcodes {
		sub := book.Sub(&s)
		if err := f.addCurves(ctx, streams, g, s.Delta, &s.Distance, sub.Codec(), sub); err != nil {
			return orStopped(ctx, err)
		}
	}
	for delta := code.BookDelta + 1; delta <= model.MaxDelta(3); delta++ {
		own := *f
		if f.checkpoint != "" {
			own.checkpoint += fmt.Sprint(".", delta)
		}
		codec, err := own.codec(ctx, streams, delta)
		if err == nil {
			err = f.addCurves(ctx, streams, g, delta, nil, codec, nil)
		}
		if err != nil {
			return orStopped(ctx, err)
		}
	}
	charts := curveCharts(g.Records)
	return g.finish(fmt.Sprintf("seed %d; all numbers of erasures from the same words", f.seed), f.report, charts[0].Title, charts...)
}

// addCurves measures the decoders on words of a code.
func (f *codeFlags) addCurves(ctx context.Context, streams streams, g *results[code.Curve], delta int, distance *int, codec code.Codec, book *code.Book) error {
	words, err := codec.Sample(ctx, f.samples, rand.New(rand.NewPCG(f.seed, 0)))
	if err != nil {
		return err
	}
	bar := newBar(streams.err, 1, fmt.Sprintf("words for Δ = %d", delta))
	defer bar.clear()
	e := &code.Erasures{
		Delta: delta, Words: words, Decoders: []string{code.ArcConsistency, code.ML}, Book: book, Seed: f.seed, Workers: f.workers, Progress: bar.share,
	}
	curves, err := e.Curves(ctx, codec.Total(), distance)
	if err != nil {
		return err
	}
	bar.clear()
	return g.add(curves...)
}

// curveCharts draws the failures for all Δ, and those of the subcodes.
func curveCharts(list []code.Curve) []plot.Chart {
	var all, subcodes []plot.Series
	// Looks of one Δ have the same colour: these come again with every seventh style.
	looks := map[string]int{code.ML: 0, code.ArcConsistency: 14, code.RandomCode: 28}
	smallest := 0
	for _, r := range list {
		s := plot.Series{Name: fmt.Sprintf("Δ = %d, %s", r.Delta, r.Decoder), Style: looks[r.Decoder] + r.Delta - code.BookDelta}
		for erasures, share := range r.Failures {
			// Of what is all or nothing the ends are enough.
			if erasures == 0 || erasures == code.Length || r.Failures[erasures-1] < 1 && r.Failures[erasures+1] > 0 {
				s.Points = append(s.Points, plot.Point{X: float64(erasures), Y: share})
			}
		}
		if r.Distance != nil && smallest == 0 {
			smallest = *r.Distance
		}
		if r.Distance == nil || *r.Distance == smallest {
			all = append(all, s)
		}
		if r.Distance != nil && r.Decoder == code.ML {
			s.Name, s.Style = fmt.Sprintf("distance %d", *r.Distance), len(subcodes)
			subcodes = append(subcodes, s)
		}
	}
	return []plot.Chart{{
		Title: "Words that are not recovered", Description: "shares by the number of cells erased, for Δ from 2 to 9, beside codes of as many random words",
		X: plot.Whole("cells erased"), Y: plot.Linear("share of words"), Series: all, Width: 900, Height: 560,
	}, {
		Title: "Words of subcodes that are not recovered", Description: "shares by the number of cells erased, Δ = 2, maximum likelihood, by the smallest distance of two words",
		X: plot.Whole("cells erased"), Y: plot.Log("share of words"), Series: subcodes,
	}}
}
