package code

import (
	"context"
	"fmt"
	"math/big"
	"slices"
)

// Curve says how many words of a code a decoder does not recover, by the number of cells erased.
type Curve struct {
	Delta    int     `json:"delta"`
	Words    string  `json:"words" text:"-"` // of the code
	Distance *int    `json:"distance"`       // the smallest of two words, where it is known
	Rate     float64 `json:"rate"`
	Ideal    float64 `json:"ideal"` // cells that an ideal code of that rate can lose
	Decoder  string  `json:"decoder"`
	Samples  int     `json:"samples"` // none for a random code
	// Up to how many erasures no more than 1 %, 10 % and 50 % of the words are not recovered.
	Most1  int `json:"most1"`
	Most10 int `json:"most10"`
	Most50 int `json:"most50"`
	// Failures are the shares of words by the number of erasures.
	Failures []float64 `json:"failures" text:"-"`
}

// RandomCode stands in for a decoder: for a code of as many words that are chosen at random, whose failures are computed.
const RandomCode = "random"

// of returns the curve with the share of failures at each number of erasures.
func (c Curve) of(failures func(erasures int) float64) Curve {
	for erasures := range Length + 1 {
		c.Failures = append(c.Failures, failures(erasures))
	}
	most := func(share float64) int { // with all cells erased no word is recovered
		return slices.IndexFunc(c.Failures[1:], func(failures float64) bool { return failures > share })
	}
	c.Most1, c.Most10, c.Most50 = most(0.01), most(0.1), most(0.5)
	return c
}

// Curves has decoders decode words with every number of erasures, those before among them. Who does not recover a word does not
// recover it with further erasures, so that for each word and decoder the first number at which it fails is found by bisection.
// Curves come by decoder, the weakest first, then that of [RandomCode]; each word has one order of erasures, which is that of Measure.
// The code has so many words, and the distance is the smallest of two of them, or nil.
func (e *Erasures) Curves(ctx context.Context, words *big.Int, distance *int) ([]Curve, error) {
	code := Curve{Delta: e.Delta, Words: words.String(), Distance: distance, Rate: Rate(words), Ideal: Length * (1 - Rate(words))}
	var curves []Curve
	for _, name := range DecoderNames() {
		if slices.Contains(e.Decoders, name) {
			code.Decoder, code.Samples = name, len(e.Words)
			curves = append(curves, code)
		}
	}
	failures := make([][Length + 1]int, len(curves))
	err := e.eachWord(ctx, func() (sampler, error) {
		var decoders []Decoder
		for _, c := range curves {
			d, err := NewDecoder(ctx, c.Decoder, e.Delta, e.Book)
			if err != nil {
				return sampler{}, err
			}
			decoders = append(decoders, d)
		}
		firsts := make([][Length + 1]int, len(curves)) // words by the first number at which they are not recovered
		return sampler{func(ctx context.Context, i int) error {
			least := 1 // a stronger decoder fails no earlier
			for d := range decoders {
				first, err := e.firstFailure(ctx, decoders[d], i, least)
				if err != nil {
					return fmt.Errorf("%s: %w", curves[d].Decoder, err)
				}
				firsts[d][first]++
				least = first
			}
			return nil
		}, func() {
			for d := range firsts {
				failing := 0
				for erasures, words := range firsts[d] {
					failing += words
					failures[d][erasures] += failing
				}
			}
		}}, nil
	})
	for d := range curves {
		curves[d] = curves[d].of(func(erasures int) float64 { return float64(failures[d][erasures]) / float64(len(e.Words)) })
	}
	code.Decoder, code.Samples = RandomCode, 0
	return append(curves, code.of(func(erasures int) float64 { return RandomFailures(words, erasures) })), err
}

// firstFailure returns the least number of erasures, from one on, at which a decoder does not recover a sample.
func (e *Erasures) firstFailure(ctx context.Context, d Decoder, sample, least int) (int, error) {
	sent := e.Words[sample]
	order := erasureOrder(e.Seed, sample)
	most := Length // where nothing is left no word is recovered
	for least < most {
		middle := (least + most) / 2
		received := erased(sent, order[:middle])
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

// recovers reports whether a decoder recovers a word; unlike Decode it need not find what else can be told.
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
