package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/study/code"
	"qmsat/internal/job/cluster"
)

var erasuresCommand = codeTopic(command{
	name: "erasures", summary: "how often decoders fail by the number of cells erased",
	long: `Erases so many random cells of random words, each word being equally likely, and prints how many of the words each
decoder does not recover, and how many cells. All decoders are given the same. Decoders, each of which recovers what those before
it do:
  naked-singles    a known value is gone from its houses, and a line's third value is bounded once two are known
  singles          also, a value with one place left in a house goes there
  arc-consistency  each row, column, box and sum removes all values that it alone refutes
  limited          the same, and each value that it refutes when tried alone, until nothing changes
  ml               maximum likelihood: what all words that fit have in common; it fails where more than one fits
low and high bound the share of words that fail (Wilson, 99.99 %). For Δ = 2 and ml, exact is that share where the distances of words
give it, fitting how many words fit on average and expected that number exactly, from the distances. Where exact and sampled
differ by more than their interval the command says so and ends with exit status 1.
Words for Δ > 2 are chosen by exact counts, which take as long as qmsat grids; --checkpoint keeps these, and takes the file of that.
A word's cells are erased in one order drawn at random: with more erasures there are some more to those before.
--channel measures with all numbers of erasures, 0 to 81, and prints the means for a channel without memory that erases each cell
with probability ε; its low and high are those of all numbers together, and expected is as above: one less bounds what fails, which few
samples do not show where that is rare.
--box 2x2 does the same for plain Sudoku 4×4 by maximum likelihood: unique is how many pairs of a word and a set of givens
have no other word that fits, of all pairs, and exact the share of the others. low and high bound that share as --samples random pairs
show it, which the first engine of --engine decodes; where exact lies outside them the exit status is 1.`,
	examples: []example{{"code erasures --erasures 56 --samples 20", "decoders side by side on 20 words for Δ = 2"}},
}, printErasures, (*codeFlags).addDelta, (*codeFlags).addDecoders, func(f *codeFlags, flags *pflag.FlagSet) {
	flags.StringVar(&f.channel, "channel", "", "`N`, the probability of an erasure in a channel without memory, or several such as 0.3,0.5")
	addName(flags, &f.box, "box", "3x3", "the box shape, `NAME`", "3x3", smallBox)
	addEngines(flags, &f.engines, "native,gini", "with --box 2x2: engines `NAME,...`", true)
	f.over = addClusterRun(flags)
}, (*codeFlags).addReport)

// erasuresRecord is the JSON object of a decoder at a number of erasures.
type erasuresRecord struct {
	Delta    int      `json:"delta"`
	Erasures int      `json:"erasures"`
	Decoder  string   `json:"decoder"`
	Samples  int      `json:"samples"`
	Failures int      `json:"failures"` // words
	Symbols  int      `json:"symbols"`  // cells
	Low      float64  `json:"low"`      // of the share of words
	High     float64  `json:"high"`
	Exact    *float64 `json:"exact"`    // share of words
	Fitting  *float64 `json:"fitting"`  // words that fit, on average
	Expected *float64 `json:"expected"` // the same, exactly
}

// channelRecord is the JSON object of a decoder at a probability of erasure.
type channelRecord struct {
	Delta   int     `json:"delta"`
	Epsilon float64 `json:"epsilon"`
	Decoder string  `json:"decoder"`
	Samples int     `json:"samples"` // at each number of erasures
	Words   float64 `json:"words"`   // share that fails
	Symbols float64 `json:"symbols"` // share of all cells that is not recovered
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	// Expected is the number of words that fit on average, exactly, for Δ = 2 and ml: one less bounds the share that fails.
	Expected *float64 `json:"expected"`
}

// printErasures prints a line, or an object, for each number of erasures or probability, and decoder.
func printErasures(ctx context.Context, streams streams, out *lines, f *codeFlags, _ []string) error {
	numbers, err := f.parseErasures()
	if err != nil {
		return err
	}
	if f.box == smallBox {
		return f.printSmall(ctx, out, numbers)
	}
	epsilons, err := parseShares(f.channel)
	if err != nil {
		return err
	}
	if epsilons != nil {
		numbers, _ = parseNumbers("0-81")
	}
	points, book, err := f.measure(ctx, streams, numbers, strings.Split(f.decoders, ","))
	if err != nil {
		return err
	}
	var average *code.Average // of the distances of words, where they are listed
	if book != nil {
		byClasses, err := book.ByClass(ctx)
		if err != nil {
			return err
		}
		exact := book.Average(byClasses)
		average = &exact
	}
	if epsilons != nil {
		return f.printChannel(out, points, epsilons, average)
	}
	return f.printPoints(out, points, book, average)
}

// measure has decoders decode random words with so many erasures. The book is nil but for Δ = 2.
func (f *codeFlags) measure(ctx context.Context, streams streams, numbers []int, decoders []string) (points []code.Point, book *code.Book, err error) {
	words, book, err := f.wordsAndBook(ctx, streams)
	if err != nil {
		return nil, nil, err
	}
	points, err = f.decode(ctx, streams, &code.Erasures{
		Delta: f.delta, Words: words, Numbers: numbers, Decoders: decoders, Book: book, Seed: f.seed, Workers: f.workers,
	})
	return points, book, err
}

// decode measures here, or over a cluster.
func (f *codeFlags) decode(ctx context.Context, streams streams, e *code.Erasures) ([]code.Point, error) {
	if !f.over.given() {
		bar := newBar(streams.err, 1, "words")
		defer bar.clear()
		e.Progress = bar.share
		return e.Measure(ctx)
	}
	if f.subcode != 0 {
		return nil, usageErrorf("--cluster beside --subcode: jobs decode all words of a Δ")
	}
	f.over.workers = f.workers
	input, err := e.JobInput()
	if err != nil {
		return nil, err
	}
	r, err := f.over.run(ctx, streams, cluster.Info{Kind: code.ErasuresJob, Title: fmt.Sprintf("%d words for Δ = %d", len(e.Words), e.Delta)}, input, nil)
	if err != nil {
		return nil, err
	}
	return code.ReadJob(r.Result)
}

// parseErasures reads the numbers of cells that are erased.
func (f *codeFlags) parseErasures() ([]int, error) {
	numbers, ok := parseNumbers(f.numbers)
	if !ok || slices.Max(numbers) > code.Length {
		return nil, usageErrorf("--erasures %q, expected numbers from 0 to %d such as 40 or 8,40-60", f.numbers, code.Length)
	}
	return numbers, nil
}

// wordsAndBook chooses words, and lists those for Δ = 2, or of the subcode.
func (f *codeFlags) wordsAndBook(ctx context.Context, streams streams) (words []code.Word, book *code.Book, err error) {
	if f.delta == code.BookDelta {
		if book, err = code.NewBook(ctx); err != nil {
			return nil, nil, err
		}
	}
	if f.subcode == 0 {
		words, err = f.sample(ctx, streams)
		return words, book, err
	}
	if book == nil {
		return nil, nil, usageErrorf("--subcode with --delta %d: only for Δ = %d there are subcodes", f.delta, code.BookDelta)
	}
	subcodes, err := book.Subcodes(ctx)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(subcodes, func(s code.Subcode) bool { return s.Distance == f.subcode })
	if i < 0 {
		return nil, nil, usageErrorf("--subcode %d, expected one of the distances %v", f.subcode, each(subcodes, func(s code.Subcode) int { return s.Distance }))
	}
	book = book.Sub(&subcodes[i])
	words, err = book.Codec().Sample(ctx, f.samples, rand.New(rand.NewPCG(f.seed, 0)))
	return words, book, err
}

// sample chooses words.
func (f *codeFlags) sample(ctx context.Context, streams streams) ([]code.Word, error) {
	bar := newBar(streams.err, 1, "choice of words")
	defer bar.clear()
	words, err := code.SampleWords(ctx, f.delta, f.samples, f.seed, f.gridsOptions(bar))
	return words, orStopped(ctx, err)
}

// parseShares reads numbers from 0 to 1; nil where there are none.
func parseShares(text string) (shares []float64, err error) {
	if text == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		share, err := strconv.ParseFloat(word, 64)
		if err != nil || !(share >= 0 && share <= 1) {
			return nil, usageErrorf("--channel %q, expected probabilities from 0 to 1 such as 0.3 or 0.3,0.5", text)
		}
		shares = append(shares, share)
	}
	return shares, nil
}

// exactErasures is the most erasures for which the share of failures is summed exactly: beyond there are too many near words.
const exactErasures = 24

// printPoints prints the points, and holds them to what is exact.
func (f *codeFlags) printPoints(out *lines, points []code.Point, book *code.Book, average *code.Average) error {
	g := &results[erasuresRecord]{out: out, format: f.format}
	var wrong error
	for _, p := range points {
		low, high := p.Interval()
		record := erasuresRecord{
			Delta: f.delta, Erasures: p.Erasures, Decoder: p.Decoder, Samples: p.Samples, Failures: p.Failures, Symbols: p.Symbols, Low: low, High: high,
		}
		if p.Decoder == code.ML && average != nil {
			var exact *big.Rat
			if p.Erasures <= exactErasures {
				exact = book.Failures(p.Erasures)
			}
			expected := average.Expected(p.Erasures)
			wrong = firstError(wrong, p.Check(exact, expected))
			fitting := p.Fitting / float64(p.Samples)
			record.Exact, record.Fitting, record.Expected = floatOf(exact), &fitting, floatOf(expected)
		}
		g.add(record)
	}
	return firstError(finishErasures(f, g, points), checkFailed(wrong))
}

// floatOf returns a fraction as a number; nil for nil.
func floatOf(r *big.Rat) *float64 {
	if r == nil {
		return nil
	}
	value, _ := r.Float64()
	return &value
}

// printChannel prints means over numbers of erasures, of which points has all.
func (f *codeFlags) printChannel(out *lines, points []code.Point, epsilons []float64, average *code.Average) error {
	decoders := len(points) / (code.Length + 1)
	g := &results[channelRecord]{out: out, format: f.format}
	for _, epsilon := range epsilons {
		for d := range decoders {
			var words, symbols, low, high [code.Length + 1]float64
			for n := range words {
				p := &points[n*decoders+d]
				words[n], symbols[n] = float64(p.Failures)/float64(p.Samples), float64(p.Symbols)/float64(p.Samples*code.Length)
				low[n], high[n] = p.Interval()
			}
			record := channelRecord{
				f.delta, epsilon, points[d].Decoder, points[d].Samples, code.Channel(epsilon, &words), code.Channel(epsilon, &symbols),
				code.Channel(epsilon, &low), code.Channel(epsilon, &high), nil,
			}
			if record.Decoder == code.ML && average != nil {
				expected := average.ExpectedThrough(epsilon)
				record.Expected = &expected
			}
			g.add(record)
		}
	}
	return finishErasures(f, g, points)
}

// finishErasures ends a table, with charts of the shares of words and of cells that are not recovered.
func finishErasures[T any](f *codeFlags, g *results[T], points []code.Point) error {
	chart := func(what string, unrecovered func(p code.Point) int, of float64) plot.Chart {
		return plot.Chart{
			Title: what + " that are not recovered", Description: fmt.Sprintf("shares by the number of cells erased, Δ = %d", f.delta),
			X: plot.Whole("cells erased"), Y: plot.Linear("share"),
			Series: plot.Gather(points, func(p code.Point) (string, plot.Point) {
				return p.Decoder, plot.Point{X: float64(p.Erasures), Y: float64(unrecovered(p)) / (of * float64(p.Samples))}
			}),
		}
	}
	return g.finish(fmt.Sprintf("seed %d; the same words and erasures for all decoders", f.seed), f.report, fmt.Sprintf("Erasures, Δ = %d", f.delta),
		chart("Words", func(p code.Point) int { return p.Failures }, 1), chart("Cells", func(p code.Point) int { return p.Symbols }, code.Length))
}

// smallBox is the box shape other than 3x3.
const smallBox = "2x2"

// defaultErasures are the numbers of cells that are erased unless others are asked for: all of them in Sudoku 4×4.
const defaultErasures = "8,16,24,32,40,44,48,52,56,60,64,68,72,76,80"

// smallRecord is the JSON object of a number of erasures in Sudoku 4×4.
type smallRecord struct {
	Box      string  `json:"box"`
	Erasures int     `json:"erasures"`
	Pairs    uint64  `json:"pairs"`  // of a word and a set of givens
	Unique   uint64  `json:"unique"` // those that no other word fits
	Exact    float64 `json:"exact"`  // share of the others
	Samples  int     `json:"samples"`
	Failures int     `json:"failures"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// printSmall prints a line, or an object, for each number of erasures.
func (f *codeFlags) printSmall(ctx context.Context, out *lines, numbers []int) error {
	why := fmt.Sprintf("beside --box %s: all words of plain Sudoku 4×4 are decoded by maximum likelihood", f.box)
	if err := misplaced(f.set, why, "delta", "channel", "subcode", "decoder", "checkpoint", "cluster"); err != nil {
		return err
	}
	switch {
	case !f.set.Changed("erasures"):
		numbers, _ = parseNumbers("0-16")
	case slices.Max(numbers) > code.SmallLength:
		return usageErrorf("--erasures %q, expected numbers from 0 to %d for boxes of %s", f.numbers, code.SmallLength, f.box)
	}
	engines, err := parseEngines(f.engines, mustFindAll, mustList)
	if err != nil {
		return err
	}
	small, err := code.NewSmall(ctx, engines[0])
	if err != nil {
		return orStopped(ctx, err)
	}
	defer small.Close()
	unique, err := small.Unique(ctx)
	if err != nil {
		return err
	}
	g := &results[smallRecord]{out: out, format: f.format}
	random := rand.New(rand.NewPCG(f.seed, 0))
	var wrong error
	for _, erasures := range numbers {
		p, err := small.Sample(ctx, erasures, f.samples, random)
		if err != nil {
			return orStopped(ctx, err)
		}
		all := uint64(small.Words()) * new(big.Int).Binomial(code.SmallLength, int64(erasures)).Uint64()
		found := unique[code.SmallLength-erasures]
		exact := big.NewRat(int64(all-found), int64(all))
		wrong = firstError(wrong, p.Check(exact, nil))
		low, high := p.Interval()
		g.add(smallRecord{f.box, erasures, all, found, *floatOf(exact), p.Samples, p.Failures, low, high})
	}
	return firstError(g.finish(fmt.Sprintf("seed %d; exact: all words and all sets of givens", f.seed), f.report, ""), checkFailed(wrong))
}
