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

// Decoder recovers words from their remaining cells. It is used by one goroutine at a time.
type Decoder interface {
	// Decode returns the recovered cells, including the received ones. Every word that fits has these values. If no word fits, the
	// error is [ErrNoWord]; any other error is the context's cause or an engine's.
	Decode(ctx context.Context, received *Word) (Word, error)
}

// ErrNoWord means that no word fits the received cells.
var ErrNoWord = errors.New("no word has these values")

// The decoders' names, from the weakest to the strongest: each recovers at least what the previous ones do.
const (
	NakedSingles   = "naked-singles"
	Singles        = "singles"
	ArcConsistency = "arc-consistency"
	Limited        = "limited"
	ML             = "ml"
)

// DecoderNames lists the decoders, the weakest first.
func DecoderNames() []string { return []string{NakedSingles, Singles, ArcConsistency, Limited, ML} }

// NewDecoder returns a decoder for a Δ from 2 to 9. ML uses the book for Δ = 2, and the engine `native` otherwise. Other decoders
// need no book.
func NewDecoder(ctx context.Context, name string, delta int, book *Book) (Decoder, error) {
	switch i := slices.Index(DecoderNames(), name); {
	case i < 0:
		return nil, fmt.Errorf("no decoder %q, expected one of %v", name, DecoderNames())
	case name == ML && delta == BookDelta:
		return book.Decoder(ctx)
	case name == ML:
		return newSearchDecoder(ctx, delta)
	default:
		return &setDecoder{delta, min(strength(i), arcConsistency), name == Limited}, nil
	}
}

// setDecoder passes sets of values between constraints: iterative decoding, with an optional search of one level.
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
	counts, err := compare.Candidates(ctx, d.session, nil, d.model, cubeOf(received), 1, compare.Told{})
	if err != nil {
		return Word{}, err
	}
	possible := counts.Domains(d.model)
	for cell := range decoded {
		if possible[cell].Size() == 1 {
			decoded[cell] = uint8(possible[cell].Min())
		}
	}
	return decoded, nil
}

// Recover returns the word that fits, if it is the only one; otherwise the error is [ErrAmbiguous] or [ErrNoWord].
func (d *searchDecoder) Recover(ctx context.Context, received *Word) (Word, error) {
	words, err := engine.Collect(ctx, d.session, cubeOf(received), 2)
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

// cubeOf returns the received cells as givens.
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
