package code

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Curve has, by the number of erased cells, how many words of a code a decoder fails to recover.
type Curve struct {
	Delta    int     `json:"delta"`
	Words    string  `json:"words" text:"-"` // of the code
	Distance *int    `json:"distance"`       // the smallest distance of two words, if known
	Rate     float64 `json:"rate"`
	Ideal    float64 `json:"ideal"` // cells that an ideal code of this rate can lose
	Decoder  string  `json:"decoder"`
	Samples  int     `json:"samples"` // none for a random code
	// The largest number of erasures with at most 1 %, 10 % and 50 % of the words not recovered.
	Most1  int `json:"most1"`
	Most10 int `json:"most10"`
	Most50 int `json:"most50"`
	// Failures are the shares of words by the number of erasures.
	Failures []float64 `json:"failures" text:"-"`
}

// randomCode takes the place of a decoder. It is a code of equally many random words; its failures are computed.
const randomCode = "random"

// of returns the curve with the share of failures at each number of erasures.
func (c Curve) of(failures func(erasures int) float64) Curve {
	c.Failures = lists.Make(Length+1, failures)
	most := func(share float64) int { // with all cells erased no word is recovered
		return slices.IndexFunc(c.Failures[1:], func(failures float64) bool { return failures > share })
	}
	c.Most1, c.Most10, c.Most50 = most(0.01), most(0.1), most(0.5)
	return c
}

// Curves lets decoders decode words with every number of erasures; larger erasures contain the smaller ones. A decoder that fails
// on a word also fails with further erasures, so bisection finds the first number at which it fails. Curves are ordered by
// decoder, the weakest first, then the curve of [randomCode]. Each word has the order of erasures of Measure. words is the number
// of words of the code; distance is the smallest distance of two words, or nil.
func (e *Erasures) Curves(ctx context.Context, words *big.Int, distance *int, step func()) ([]Curve, error) {
	code := Curve{Delta: e.Delta, Words: words.String(), Distance: distance, Rate: Rate(words), Ideal: Length * (1 - Rate(words))}
	var curves []Curve
	for _, name := range e.names() {
		code.Decoder, code.Samples = name, len(e.Words)
		curves = append(curves, code)
	}
	// By word: the first number of erasures at which each decoder fails.
	firsts, err := study.Measure(ctx, e.Workers, len(e.Words), func(ctx context.Context) (func(int) ([]int, error), func(), error) {
		decoders, err := e.open(ctx)
		return func(word int) (firsts []int, err error) {
			first := 1 // a stronger decoder fails no earlier
			for i, d := range decoders {
				if first, err = e.firstFailure(ctx, d, word, first); err != nil {
					return nil, fmt.Errorf("%s: %w", curves[i].Decoder, err)
				}
				firsts = append(firsts, first)
			}
			return firsts, nil
		}, func() {}, err
	}, step)
	for d := range curves {
		curves[d] = curves[d].of(func(erasures int) float64 {
			failing := lists.Count(firsts, func(first []int) bool { return first[d] <= erasures })
			return float64(failing) / float64(len(e.Words))
		})
	}
	code.Decoder, code.Samples = randomCode, 0
	return append(curves, code.of(func(erasures int) float64 { return randomFailures(words, erasures) })), err
}

// firstFailure returns the least number of erasures, from least on, at which a decoder fails to recover a sample.
func (e *Erasures) firstFailure(ctx context.Context, d Decoder, sample, least int) (int, error) {
	sent := e.Words[sample]
	order := erasureOrder(e.Seed, sample)
	most := Length // with all cells erased no word is recovered
	for least < most {
		middle := (least + most) / 2
		received := without(sent, order[:middle])
		recovered, err := recovers(ctx, d, &received, &sent)
		if err != nil {
			return 0, err
		}
		if recovered {
			least = middle + 1
		} else {
			most = middle
		}
	}
	return least, nil
}

// recovers reports whether a decoder recovers a word. Unlike Decode it need not find single cells.
func recovers(ctx context.Context, d Decoder, received, sent *Word) (bool, error) {
	decoded, err := Word{}, error(nil)
	if search, ok := d.(*searchDecoder); ok {
		if decoded, err = search.Recover(ctx, received); err == ErrAmbiguous {
			return false, nil
		}
	} else {
		decoded, err = d.Decode(ctx, received)
	}
	return decoded == *sent, err
}

var curvesTopic = &study.Topic{
	Name: "curves", Summary: "how many cells may be erased, for all Δ side by side",
	Help: `Prints the rate of each code, and how many cells an ideal code of that rate can lose. Then it prints how many cells may be
erased until 1 %, 10 % and 50 % of the words are lost, by the decoders arc-consistency and ml (qmsat help code erasures). The rows are Δ from 2 to 9 and the
subcodes of Δ = 2. The row "random" is a random code of the same size, by formula.

The words of each Δ are counted first, which takes minutes. --checkpoint FILE keeps the counts in FILE.3 to FILE.9.`,
	New: study.Of[curves],
}

type curves struct {
	sampled
	charted
}

// Answer prints a line, or an object, for each Δ or subcode and decoder.
func (o *curves) Answer(ctx context.Context) error {
	book, err := NewBook(ctx)
	if err != nil {
		return err
	}
	subcodes, err := book.Subcodes(ctx)
	if err != nil {
		return err
	}
	g := study.NewResults[Curve](&o.Base)
	for _, s := range subcodes {
		sub := book.Sub(&s)
		codec, err := sub.Codec(ctx)
		if err == nil {
			err = o.add(ctx, g, s.Delta, &s.Distance, codec, sub)
		}
		if err != nil {
			return err
		}
	}
	checkpoint := o.Checkpoint
	for delta := BookDelta + 1; delta <= model.MaxDelta(3); delta++ {
		if checkpoint != "" {
			o.Checkpoint = fmt.Sprint(checkpoint, ".", delta)
		}
		codec, err := o.codec(ctx, &o.Base, delta)
		if err == nil {
			err = o.add(ctx, g, delta, nil, codec, nil)
		}
		if err != nil {
			return err
		}
	}
	charts := curveCharts(g.Records)
	return g.End(fmt.Sprintf("seed %d; all numbers of erasures from the same words", o.Seed), charts[0].Title, charts...)
}

// add measures the decoders on words of a code.
func (o *curves) add(ctx context.Context, g *study.Results[Curve], delta int, distance *int, codec Codec, book *Book) error {
	words, err := codec.Sample(ctx, o.Samples, rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return err
	}
	e := &Erasures{
		Delta: delta, Words: words, Decoders: []string{ArcConsistency, ML}, Book: book, Seed: o.Seed, Workers: o.Workers,
	}
	curves, err := e.Curves(ctx, codec.Total(), distance, o.Bar(len(words), fmt.Sprintf("words for Δ = %d", delta)).Step)
	if err != nil {
		return err
	}
	return g.Add(curves...)
}

// curveCharts draws the failures for all Δ, and those of the subcodes.
func curveCharts(list []Curve) []plot.Chart {
	var all, subcodes []plot.Series
	// Curves of one Δ have the same colour: colours repeat with every seventh style.
	looks := map[string]int{ML: 0, ArcConsistency: 14, randomCode: 28}
	smallest := 0
	for _, r := range list {
		s := plot.Series{Name: fmt.Sprintf("Δ = %d, %s", r.Delta, r.Decoder), Style: looks[r.Decoder] + r.Delta - BookDelta}
		for erasures, share := range r.Failures {
			// A stretch of shares that are all 0, or all 1, needs only its ends.
			if erasures == 0 || erasures == Length || r.Failures[erasures-1] < 1 && r.Failures[erasures+1] > 0 {
				s.Points = append(s.Points, plot.Point{X: float64(erasures), Y: share})
			}
		}
		if r.Distance != nil && smallest == 0 {
			smallest = *r.Distance
		}
		if r.Distance == nil || *r.Distance == smallest {
			all = append(all, s)
		}
		if r.Distance != nil && r.Decoder == ML {
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
