package code

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native" // for its engine
)

// Decoder recovers words from what is left of them. It is used by one goroutine at a time.
type Decoder interface {
	// Decode returns the cells that it recovers, those received among them. Where it finds that no word fits, the error is
	// [ErrNoWord]; any other is the context's cause or an engine's. What it recovers holds in every word that fits.
	Decode(ctx context.Context, received *Word) (Word, error)
}

// ErrNoWord says that no word fits what was received.
var ErrNoWord = errors.New("no word has these values")

// The decoders' names, from the weakest to the strongest: what one recovers, those behind it do too.
const (
	NakedSingles   = "naked-singles"
	Singles        = "singles"
	ArcConsistency = "arc-consistency"
	Limited        = "limited"
	ML             = "ml"
)

// DecoderNames lists the decoders, the weakest first.
func DecoderNames() []string { return []string{NakedSingles, Singles, ArcConsistency, Limited, ML} }

// NewDecoder returns a decoder for a Δ from 2 to 9. For Δ = 2 ML asks the book, and elsewhere the engine `native`; others need no book.
func NewDecoder(ctx context.Context, name string, delta int, book *Book) (Decoder, error) {
	switch i := slices.Index(DecoderNames(), name); {
	case i < 0:
		return nil, fmt.Errorf("no decoder %q, expected one of %v", name, DecoderNames())
	case name == ML && delta == BookDelta:
		return book.Decoder(), nil
	case name == ML:
		return newSearchDecoder(ctx, delta)
	default:
		return &setDecoder{delta, min(strength(i), arcConsistency), name == Limited}, nil
	}
}

// setDecoder passes sets of values between constraints: iterative decoding, with a search of one level on top where limited.
type setDecoder struct {
	delta    int
	strength strength
	limited  bool
}

func (d *setDecoder) Decode(ctx context.Context, received *Word) (Word, error) {
	p := newSets(d.delta, d.strength, received)
	fits := p.refute()
	if fits && d.limited {
		fits = p.search(func() bool { return ctx.Err() != nil })
	}
	switch {
	case !fits:
		return Word{}, ErrNoWord
	case ctx.Err() != nil:
		return Word{}, context.Cause(ctx)
	}
	return p.word(), nil
}

// searchDecoder decodes by maximum likelihood: an engine finds whether one word fits, or which cells all words share.
type searchDecoder struct {
	model   *model.Model
	session engine.Session
}

func newSearchDecoder(ctx context.Context, delta int) (*searchDecoder, error) {
	m, err := model.QuasiMagic(side, delta)
	if err != nil {
		return nil, err
	}
	session, err := engine.Open(ctx, "native", m, nil)
	return &searchDecoder{m, session}, err
}

func (d *searchDecoder) Decode(ctx context.Context, received *Word) (Word, error) {
	decoded, err := d.Recover(ctx, received)
	if !errors.Is(err, ErrAmbiguous) {
		return decoded, err
	}
	possible, err := compare.TrueCandidates(ctx, d.session, d.model, cubeOf(received))
	if err != nil {
		return Word{}, err
	}
	for cell := range decoded {
		if possible[cell].Size() == 1 {
			decoded[cell] = uint8(possible[cell].Min())
		}
	}
	return decoded, nil
}

// Recover returns the word that fits where no other one does; else the error is [ErrAmbiguous] or [ErrNoWord].
func (d *searchDecoder) Recover(ctx context.Context, received *Word) (Word, error) {
	words, err := engine.Solutions(ctx, d.session, cubeOf(received), 2)
	switch {
	case err != nil:
		return Word{}, err
	case len(words) > 1:
		return Word{}, ErrAmbiguous
	case len(words) == 0:
		return Word{}, ErrNoWord
	}
	return wordOf(words[0]), nil
}

// cubeOf returns what was received as givens.
func cubeOf(received *Word) (cube model.Cube) {
	for cell, value := range received {
		if value != 0 {
			cube = append(cube, model.Given{Var: model.Var(cell), Value: int(value)})
		}
	}
	return cube
}

func wordOf(a model.Assignment) (w Word) {
	for cell := range w {
		w[cell] = uint8(a[cell])
	}
	return w
}
