package code

import (
	"context"
	"fmt"
	"slices"
)

// Curve says how many words a decoder does not recover, by the number of cells erased.
type Curve struct {
	Decoder  string
	Samples  int
	Failures [Length + 1]int
}

// Curves has decoders decode words with every number of erasures, those before among them. Who does not recover a word does not
// recover it with further erasures, so that for each word and decoder the first number at which it fails is found by bisection.
// Curves come by decoder, the weakest first; each word has one order of erasures, which is that of Measure.
func (e *Erasures) Curves(ctx context.Context) ([]Curve, error) {
	var curves []Curve
	for _, name := range DecoderNames() {
		if slices.Contains(e.Decoders, name) {
			curves = append(curves, Curve{Decoder: name, Samples: len(e.Words)})
		}
	}
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
					curves[d].Failures[erasures] += failing
				}
			}
		}}, nil
	})
	return curves, err
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
