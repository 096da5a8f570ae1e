package code

import (
	"context"
	"math/rand/v2"
)

// Stopping finds stopping sets of a decoder that passes sets of values: where the cells of such a set are erased, it recovers none of them.
// More that is received never makes it recover less, so that unions of stopping sets are stopping sets, and what is left of any
// erasures is the largest one among them.
type Stopping struct {
	decoder, ml Decoder
}

// NewStopping returns a search for the stopping sets of a decoder for a Δ; the book is for Δ = 2, as in [NewDecoder].
func NewStopping(ctx context.Context, name string, delta int, book *Book) (*Stopping, error) {
	decoder, err := NewDecoder(ctx, name, delta, book)
	if err != nil {
		return nil, err
	}
	ml, err := NewDecoder(ctx, ML, delta, book)
	return &Stopping{decoder, ml}, err
}

// left returns what is left of a word's erasures.
func left(ctx context.Context, d Decoder, w *Word, erased cellSet) (cellSet, error) {
	received := allCells.without(erased).of(w)
	decoded, err := d.Decode(ctx, &received)
	return empty(&decoded), err
}

// Random returns a word without the cells of a stopping set that has no smaller one inside, and whether another word fits what is left.
// From all cells erased, others than these are given in random order unless that leaves no stopping set.
func (s *Stopping) Random(ctx context.Context, w *Word, random *rand.Rand) (received Word, several bool, err error) {
	erased := allCells
	for _, cell := range random.Perm(Length) {
		if !erased.has(cell) {
			continue
		}
		rest, err := left(ctx, s.decoder, w, erased.without(single(cell)))
		if err != nil {
			return received, false, err
		}
		if rest != (cellSet{}) {
			erased = rest
		}
	}
	rest, err := left(ctx, s.ml, w, erased)
	return allCells.without(erased).of(w), rest != cellSet{}, err
}
