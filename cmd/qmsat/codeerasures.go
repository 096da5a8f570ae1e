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
` + smallHelp,
	examples: []example{{"code erasures --erasures 56 --samples 20", "decoders side by side on 20 words for Δ = 2"}},
}, printErasures, (*codeFlags).addDelta, (*codeFlags).addDecoders, func(f *codeFlags, flags *pflag.FlagSet) {
	flags.StringVar(&f.erasures.channel, "channel", "", "`N`, the probability of an erasure in a channel without memory, or several such as 0.3,0.5")
	addName(flags, &f.box, "box", "3x3", "the box shape, `NAME`", "3x3", smallBox)
	addEngines(flags, &f.engines, "native,gini", "with --box 2x2: engines `NAME,...`", true)
	f.erasures.over = addClusterRun(flags)
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

// erasuresFlags are those of code erasures.
type erasuresFlags struct {
	numbers  string
	channel  string
	samples  int
	subcode  int // its smallest distance; 0: all words
	decoders string
	seed     uint64
	workers  int
	// checkpoint keeps the sums that words are chosen by.
	checkpoint string
	over       *clusterRun
}

// printErasures prints a line, or an object, for each number of erasures or probability, and decoder.
func printErasures(ctx context.Context, streams streams, out *lines, f *codeFlags, _ []string) error {
	numbers, err := f.erasures.parseErasures()
	if err != nil {
		return err
	}
	if f.box == smallBox {
		return f.printSmall(ctx, out, numbers)
	}
	epsilons, err := parseShares(f.erasures.channel)
	if err != nil {
		return err
	}
	if epsilons != nil {
		numbers, _ = parseNumbers("0-81")
	}
	points, book, err := f.measure(ctx, streams, numbers, strings.Split(f.erasures.decoders, ","))
	if err != nil {
		return err
	}
	if epsilons != nil {
		return f.printChannel(ctx, out, points, epsilons, book)
	}
	return f.printPoints(ctx, out, points, book)
}

// measure has decoders decode random words with so many erasures. The book is nil but for Δ = 2.
func (f *codeFlags) measure(ctx context.Context, streams streams, numbers []int, decoders []string) (points []code.Point, book *code.Book, err error) {
	words, book, err := f.wordsAndBook(ctx, streams)
	if err != nil {
		return nil, nil, err
	}
	points, err = f.erasures.run(ctx, streams, &code.Erasures{
		Delta: f.delta, Words: words, Numbers: numbers, Decoders: decoders, Book: book, Seed: f.erasures.seed, Workers: f.erasures.workers,
	})
	return points, book, err
}

// run measures here, or over a cluster.
func (f *erasuresFlags) run(ctx context.Context, streams streams, e *code.Erasures) ([]code.Point, error) {
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
	if err := f.over.check(""); err != nil {
		return nil, err
	}
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
func (f *erasuresFlags) parseErasures() ([]int, error) {
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
	if f.erasures.subcode == 0 {
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
	i := slices.IndexFunc(subcodes, func(s code.Subcode) bool { return s.Distance == f.erasures.subcode })
	if i < 0 {
		return nil, nil, usageErrorf("--subcode %d, expected one of the distances %v", f.erasures.subcode, each(subcodes, func(s code.Subcode) int { return s.Distance }))
	}
	book = book.Sub(&subcodes[i])
	words, err = book.Codec().Sample(ctx, f.erasures.samples, rand.New(rand.NewPCG(f.erasures.seed, 0)))
	return words, book, err
}

// sample chooses words.
func (f *codeFlags) sample(ctx context.Context, streams streams) ([]code.Word, error) {
	bar := newBar(streams.err, 1, "choice of words")
	defer bar.clear()
	words, err := code.SampleWords(ctx, f.delta, f.erasures.samples, f.erasures.seed, f.erasures.gridsOptions(bar))
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
func (f *codeFlags) printPoints(ctx context.Context, out *lines, points []code.Point, book *code.Book) error {
	average, err := averageOf(ctx, book)
	if err != nil {
		return err
	}
	g := &results[erasuresRecord]{out: out, format: f.format}
	var wrong error
	for _, p := range points {
		low, high := p.Interval()
		record := erasuresRecord{
			Delta: f.delta, Erasures: p.Erasures, Decoder: p.Decoder, Samples: p.Samples, Failures: p.Failures, Symbols: p.Symbols, Low: low, High: high,
		}
		if p.Decoder == code.ML && book != nil {
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

// averageOf returns the average distances of a book; none without one.
func averageOf(ctx context.Context, book *code.Book) (average code.Average, err error) {
	if book == nil {
		return average, nil
	}
	byClasses, err := book.ByClass(ctx)
	if err == nil {
		average = book.Average(byClasses)
	}
	return average, err
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
func (f *codeFlags) printChannel(ctx context.Context, out *lines, points []code.Point, epsilons []float64, book *code.Book) error {
	average, err := averageOf(ctx, book)
	if err != nil {
		return err
	}
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
			if record.Decoder == code.ML && book != nil {
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
	return g.finish(fmt.Sprintf("seed %d; the same words and erasures for all decoders", f.erasures.seed), f.report, fmt.Sprintf("Erasures, Δ = %d", f.delta),
		chart("Words", func(p code.Point) int { return p.Failures }, 1), chart("Cells", func(p code.Point) int { return p.Symbols }, code.Length))
}
