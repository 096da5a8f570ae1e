package code

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/internal/lists"
)

var erasuresTopic = &study.Topic{
	Name: "erasures", Summary: "how often decoders fail by the number of cells erased",
	Help: `Erases random cells of uniformly chosen words and prints, for each decoder, how many words and cells it failed to
recover. Each decoder does what those before it do, and more:

  naked-singles    removes known values from houses; bounds a line's last value
  singles          places a value that has one place left in a house
  arc-consistency  removes what a house or a sum alone refutes
  limited          also tries single values, until nothing changes
  ml               maximum likelihood: what all words that fit have in common

low and high are a 99.99 % interval (Wilson). For Δ = 2, exact is the true share of failures by ml. --channel reports
means for a memoryless channel instead. --box 2x2 studies 4×4 Sudoku. If an exact value lies outside its interval the
exit status is 1.`,
	Examples: [][2]string{{"code erasures --erasures 56 --samples 20", "decoders side by side on 20 words for Δ = 2"}},
	New:      study.Of[erasures],
}

type erasures struct {
	decoded
	Channel string `flag:"channel" usage:"erasure probabilities <N> of a channel, such as 0.3,0.5"`
	Box     string `flag:"box" names:"3x3,2x2" usage:"box shape, <NAME>"`
	Engines string `flag:"engine" value:"native,gini" engines:"several" usage:"with --box 2x2: engines <NAME,...>"`
	Cluster study.Cluster
	charted
}

// smallBox is the box shape other than 3x3.
const smallBox = "2x2"

// erasuresRecord is a decoder at a number of erasures.
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
	Fitting  *float64 `json:"fitting"`  // words that fit, averaged over the samples
	Expected *float64 `json:"expected"` // the exact average
}

// channelRecord is a decoder at a probability of erasure.
type channelRecord struct {
	Delta   int     `json:"delta"`
	Epsilon float64 `json:"epsilon"`
	Decoder string  `json:"decoder"`
	Samples int     `json:"samples"` // at each number of erasures
	Words   float64 `json:"words"`   // share that fails
	Symbols float64 `json:"symbols"` // share of all cells that is not recovered
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	// Expected is the exact average number of words that fit, for Δ = 2 and ml. Minus 1, it is an upper bound on the share of
	// failures.
	Expected *float64 `json:"expected"`
}

// Answer prints a line, or an object, for each number of erasures or probability, and decoder.
func (o *erasures) Answer(ctx context.Context) error {
	numbers, err := o.numbers()
	if err != nil {
		return err
	}
	if o.Box == smallBox {
		return o.small(ctx, numbers)
	}
	if err := o.Misplaced("needs --box "+smallBox, "engine"); err != nil {
		return err
	}
	epsilons, err := parseShares(o.Channel)
	if epsilons != nil {
		err = o.Misplaced("cannot be combined with --channel: a channel erases any number of cells", "erasures")
		numbers, _ = study.ParseNumbers("0-81")
	}
	if err != nil {
		return err
	}
	e, err := o.erase(ctx, &o.Base, numbers, strings.Split(o.Decoders, ","))
	if err != nil {
		return err
	}
	points, err := o.decode(ctx, e)
	if err != nil {
		return err
	}
	var average *Average // of the distances of words, where they are listed
	if e.Book != nil {
		byClasses, err := e.Book.ByClass(ctx)
		if err != nil {
			return err
		}
		exact := e.Book.Average(byClasses)
		average = &exact
	}
	if epsilons != nil {
		return o.printChannel(points, epsilons, average)
	}
	return o.printPoints(ctx, points, e.Book, average)
}

// decodeHere measures by this process.
func decodeHere(ctx context.Context, b *study.Base, e *Erasures) ([]Point, error) {
	e.Progress = b.Bar(1, "words").Share
	return e.Measure(ctx)
}

// decode measures here, or over a cluster.
func (o *erasures) decode(ctx context.Context, e *Erasures) ([]Point, error) {
	switch {
	case !o.Cluster.Given():
		return decodeHere(ctx, &o.Base, e)
	case o.Subcode != 0:
		return nil, fmt.Errorf("--cluster cannot be combined with --subcode: jobs decode all words of a Δ")
	}
	input, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	result, err := o.Cluster.Run(ctx, o.Workers, ErasuresJob, fmt.Sprintf("%d words for Δ = %d", len(e.Words), e.Delta), input)
	if err != nil {
		return nil, err
	}
	return ReadJob(result)
}

// erase chooses the words for the erasures, from all words or from a subcode. The book is nil unless Δ = 2.
func (o *decoded) erase(ctx context.Context, b *study.Base, numbers []int, decoders []string) (e *Erasures, err error) {
	if err := o.counted(b, "checkpoint"); err != nil {
		return nil, err
	}
	e = &Erasures{Delta: o.Delta, Numbers: numbers, Decoders: decoders, Seed: o.Seed, Workers: o.Workers}
	if e.Book, err = o.bookIfAny(ctx); err != nil {
		return nil, err
	}
	switch {
	case o.Subcode == 0:
		e.Words, err = o.sample(ctx, b, o.Delta)
		return e, err
	case e.Book == nil:
		return nil, fmt.Errorf("--subcode cannot be combined with --delta %d: only Δ = %d has subcodes", o.Delta, BookDelta)
	}
	subcodes, err := e.Book.Subcodes(ctx)
	if err != nil {
		return nil, err
	}
	distances := lists.Map(subcodes, func(s Subcode) int { return s.Distance })
	i := slices.Index(distances, o.Subcode)
	if i < 0 {
		return nil, fmt.Errorf("--subcode %d, expected one of the distances %v", o.Subcode, distances)
	}
	e.Book = e.Book.Sub(&subcodes[i])
	codec, err := e.Book.Codec(ctx)
	if err != nil {
		return nil, err
	}
	e.Words, err = codec.Sample(ctx, o.Samples, rand.New(rand.NewPCG(o.Seed, 0)))
	return e, err
}

// parseShares reads numbers from 0 to 1; nil if there are none.
func parseShares(text string) (shares []float64, err error) {
	if text == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		share, err := strconv.ParseFloat(word, 64)
		if err != nil || !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("--channel %q, expected probabilities from 0 to 1 such as 0.3 or 0.3,0.5", text)
		}
		shares = append(shares, share)
	}
	return shares, nil
}

// exactErasures is the largest number of erasures with an exact share of failures. Beyond it there are too many near words.
const exactErasures = 24

// printPoints prints the points, and checks them against exact values.
func (o *erasures) printPoints(ctx context.Context, points []Point, book *Book, average *Average) error {
	g := study.NewResults[erasuresRecord](&o.Base)
	var wrong error
	for _, p := range points {
		low, high := p.Interval()
		record := erasuresRecord{
			Delta: o.Delta, Erasures: p.Erasures, Decoder: p.Decoder, Samples: p.Samples, Failures: p.Failures, Symbols: p.Symbols, Low: low, High: high,
		}
		if p.Decoder == ML && average != nil {
			var exact *big.Rat
			if p.Erasures <= exactErasures {
				var err error
				if exact, err = book.Failures(ctx, p.Erasures); err != nil {
					return err
				}
			}
			expected := average.Expected(p.Erasures)
			wrong = cmp.Or(wrong, p.Check(exact, expected))
			fitting := p.Fitting / float64(p.Samples)
			record.Exact, record.Fitting, record.Expected = floatOf(exact), &fitting, floatOf(expected)
		}
		g.Add(record)
	}
	return cmp.Or(endErasures(o, g, points), study.Failed(wrong))
}

// printChannel prints means over all numbers of erasures, from points.
func (o *erasures) printChannel(points []Point, epsilons []float64, average *Average) error {
	decoders := len(points) / (Length + 1)
	g := study.NewResults[channelRecord](&o.Base)
	for _, epsilon := range epsilons {
		for d := range decoders {
			var words, symbols, low, high [Length + 1]float64
			for n := range words {
				p := &points[n*decoders+d]
				words[n], symbols[n] = float64(p.Failures)/float64(p.Samples), float64(p.Symbols)/float64(p.Samples*Length)
				low[n], high[n] = p.Interval()
			}
			record := channelRecord{
				o.Delta, epsilon, points[d].Decoder, points[d].Samples, Channel(epsilon, &words), Channel(epsilon, &symbols),
				Channel(epsilon, &low), Channel(epsilon, &high), nil,
			}
			if record.Decoder == ML && average != nil {
				expected := average.ExpectedThrough(epsilon)
				record.Expected = &expected
			}
			g.Add(record)
		}
	}
	return endErasures(o, g, points)
}

// endErasures ends a table, with charts of the shares of words and of cells that are not recovered.
func endErasures[T any](o *erasures, g *study.Results[T], points []Point) error {
	words := plot.Chart{
		Title: "Words that are not recovered", Description: fmt.Sprintf("shares by the number of cells erased, Δ = %d", o.Delta),
		X: plot.Whole("cells erased"), Y: plot.Linear("share"),
	}
	cells := words
	cells.Title = "Cells that are not recovered"
	for _, p := range points {
		words.Add(p.Decoder, float64(p.Erasures), float64(p.Failures)/float64(p.Samples))
		cells.Add(p.Decoder, float64(p.Erasures), float64(p.Symbols)/float64(p.Samples*Length))
	}
	return g.End(o.sameFor(), fmt.Sprintf("Erasures, Δ = %d", o.Delta), words, cells)
}

func (o *decoded) sameFor() string {
	return fmt.Sprintf("seed %d; the same words and erasures for all decoders", o.Seed)
}

// smallRecord is a number of erasures in Sudoku 4×4.
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

// small prints a line, or an object, for each number of erasures in Sudoku 4×4.
func (o *erasures) small(ctx context.Context, numbers []int) error {
	why := fmt.Sprintf("cannot be combined with --box %s: all words of plain Sudoku 4×4 are decoded by maximum likelihood", o.Box)
	if err := o.Misplaced(why, "delta", "channel", "subcode", "decoder", "workers", "checkpoint", "cluster"); err != nil {
		return err
	}
	switch {
	case !o.Given("erasures"):
		numbers, _ = study.ParseNumbers("0-16")
	case slices.Max(numbers) > smallLength:
		return fmt.Errorf("--erasures %q, expected numbers from 0 to %d for boxes of %s", o.Erasures, smallLength, o.Box)
	}
	engines, err := study.Engines("engine", o.Engines, study.FindsAll, study.Lists)
	if err != nil {
		return err
	}
	small, err := NewSmall(ctx, engines)
	if err != nil {
		return err
	}
	unique, err := small.Unique(ctx)
	if err != nil {
		return err
	}
	g := study.NewResults[smallRecord](&o.Base)
	random := rand.New(rand.NewPCG(o.Seed, 0))
	var wrong error
	for _, erasures := range numbers {
		p, err := small.Sample(ctx, erasures, o.Samples, random)
		if err != nil {
			return err
		}
		all := uint64(len(small.words)) * new(big.Int).Binomial(smallLength, int64(erasures)).Uint64()
		found := unique[smallLength-erasures]
		exact := big.NewRat(int64(all-found), int64(all))
		wrong = cmp.Or(wrong, p.Check(exact, nil))
		low, high := p.Interval()
		g.Add(smallRecord{o.Box, erasures, all, found, *floatOf(exact), p.Samples, p.Failures, low, high})
	}
	return cmp.Or(g.End(fmt.Sprintf("seed %d; exact: all words and all sets of givens", o.Seed), ""), study.Failed(wrong))
}
