package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/code"
)

var stoppingCommand = codeTopic(command{
	name: "stopping", args: "[WORD | FILE]...", summary: "sets of cells at which decoders that pass sets of values stop",
	long: `Prints what decoders leave that pass sets of values, all of --decoder but ml: a stopping set, of which none is recovered where
just these cells are erased. For random words and erasures as in erasures, it prints how many words a decoder fails to recover, how
many of these maximum likelihood recovers, where the decoder alone is to blame, and the smallest, median and largest number of cells
left. For given words it looks for stopping sets that have no smaller one inside, from --random N orders of the cells, 100 unless said,
and prints for each size how often one was found, how often several words fit, and an example as a puzzle.`,
}, printStopping, (*codeFlags).addDelta, (*codeFlags).addDecoders, func(f *codeFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.random, "random", 0, 0, "how many orders of cells are tried for each given word, `N`; 0: 100")
}, (*codeFlags).addReport)

// The JSON objects of a decoder at a number of erasures, and of stopping sets of a given word.
type stoppingRecord struct {
	Delta    int    `json:"delta"`
	Erasures int    `json:"erasures"`
	Decoder  string `json:"decoder"`
	Samples  int    `json:"samples"`
	Failures int    `json:"failures"` // words
	Alone    int    `json:"alone"`    // words that maximum likelihood recovers
	Smallest int    `json:"smallest"` // cells left where it fails
	Median   int    `json:"median"`
	Largest  int    `json:"largest"`
}

type stoppingSetRecord struct {
	Delta   int    `json:"delta"`
	Word    string `json:"word"`
	Decoder string `json:"decoder"`
	Cells   int    `json:"cells"`
	Found   int    `json:"found"`
	Several int    `json:"several"` // with more than one word that fits
	Puzzle  string `json:"puzzle"`  // an example
}

// printStopping prints what decoders leave.
func printStopping(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	decoders := slices.DeleteFunc(strings.Split(f.decoders, ","), func(name string) bool { return name == code.ML })
	if len(decoders) == 0 {
		return usageErrorf("code stopping --decoder %s: what it leaves is in qmsat code erasures, expected another decoder", f.decoders)
	}
	if len(args) > 0 {
		return f.printStoppingSets(ctx, streams, out, decoders, args)
	}
	numbers, err := f.parseErasures()
	if err != nil {
		return err
	}
	points, _, err := f.measure(ctx, streams, numbers, append(slices.Clone(decoders), code.ML))
	if err != nil {
		return err
	}
	g := &results[stoppingRecord]{out: out, format: f.format}
	for group := range slices.Chunk(points, len(decoders)+1) {
		ml := &group[len(decoders)] // the strongest comes last
		for _, p := range group[:len(decoders)] {
			g.add(stoppingRecord{
				f.delta, p.Erasures, p.Decoder, p.Samples, p.Failures, p.Failures - ml.Failures, p.LeftBy(0), p.LeftBy(0.5), p.LeftBy(1),
			})
		}
	}
	title := fmt.Sprintf("Stopping sets, Δ = %d", f.delta)
	return g.finish(fmt.Sprintf("seed %d; the same words and erasures for all decoders", f.seed), f.report, title, plot.Chart{
		Title: title, Description: "share of words that a decoder does not recover, but maximum likelihood does",
		X: plot.Whole("cells erased"), Y: plot.Linear("share"),
		Series: plot.Gather(g.Records, func(r stoppingRecord) (string, plot.Point) {
			return r.Decoder, plot.Point{X: float64(r.Erasures), Y: float64(r.Alone) / float64(r.Samples)}
		}),
	})
}

// printStoppingSets prints stopping sets of given words, by size.
func (f *codeFlags) printStoppingSets(ctx context.Context, streams streams, out *lines, decoders, args []string) error {
	words, err := f.words(streams, args)
	if err != nil {
		return err
	}
	var book *code.Book
	if f.delta == code.BookDelta {
		if book, err = code.NewBook(ctx); err != nil {
			return err
		}
	}
	orders := cmp.Or(f.random, 100)
	g := &results[stoppingSetRecord]{out: out, format: f.format}
	for i := range words {
		for _, name := range decoders {
			s, err := code.NewStopping(ctx, name, f.delta, book)
			if err != nil {
				return orStopped(ctx, err)
			}
			random := rand.New(rand.NewPCG(f.seed, uint64(i)))
			bySize := map[int]*stoppingSetRecord{}
			for range orders {
				puzzle, several, err := s.Random(ctx, &words[i], random)
				if err != nil {
					return orStopped(ctx, err)
				}
				cells := code.Length - code.Givens(&puzzle)
				if bySize[cells] == nil {
					bySize[cells] = &stoppingSetRecord{f.delta, words[i].String(), name, cells, 0, 0, puzzle.String()}
				}
				bySize[cells].Found++
				if several {
					bySize[cells].Several++
				}
			}
			for _, cells := range slices.Sorted(maps.Keys(bySize)) {
				g.add(*bySize[cells])
			}
		}
	}
	return g.finish(fmt.Sprintf("seed %d; from %s of each word", f.seed, show.Things(orders, "order of cells")), f.report, "")
}
