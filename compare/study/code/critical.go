package code

import (
	"context"
	"math/big"

	"qmsat/native/grids"
)

// Fixing is how many sets of so many cells fix words for Δ = 2: no other word has the same values there.
type Fixing struct {
	Givens  int
	Classes int      // of sets of cells under symmetries
	Pairs   []uint64 // pairs of a word and a set that fixes it, by class of words
}

// Total returns the number of pairs of all classes.
func (f *Fixing) Total() (n uint64) {
	for _, pairs := range f.Pairs {
		n += pairs
	}
	return n
}

// Share returns the share of pairs of a word and a set of so many cells in which the set fixes the word.
func (f *Fixing) Share(b *Book) *big.Rat {
	all := new(big.Int).Mul(choose(Length, f.Givens), big.NewInt(int64(len(b.Words))))
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(f.Total()), all)
}

// Fixing counts by projecting all words on a set of each class of sets. It takes some milliseconds a class, of which there are 49 with
// three cells, and about tenfold with each cell more.
func (b *Book) Fixing(ctx context.Context, givens int) (*Fixing, error) {
	uniform, err := grids.NewUniform(ctx, BookDelta)
	if err != nil {
		return nil, err
	}
	classes, err := cellSetClasses(ctx, uniform.Moves(), givens)
	if err != nil {
		return nil, err
	}
	columns := make([][]uint8, Length)
	for cell := range columns {
		for i := range b.Words {
			columns[cell] = append(columns[cell], b.Words[i][cell])
		}
	}
	f := &Fixing{Givens: givens, Classes: len(classes), Pairs: make([]uint64, len(b.Classes))}
	contents := 1
	for range givens {
		contents *= digits
	}
	holders := make([]int32, contents) // by content: none yet, the word that has it, or several
	const none, several = -1, -2
	keys := make([]int32, len(b.Words))
	for set, size := range classes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		clear(keys)
		for _, cell := range set.cells() {
			for i, value := range columns[cell] {
				keys[i] = keys[i]*digits + int32(value) - 1
			}
		}
		for i := range holders {
			holders[i] = none
		}
		for i, key := range keys {
			if holders[key] == none {
				holders[key] = int32(i)
			} else {
				holders[key] = several
			}
		}
		for _, word := range holders {
			if word >= 0 {
				f.Pairs[b.classOf[word]] += uint64(size)
			}
		}
	}
	return f, nil
}
