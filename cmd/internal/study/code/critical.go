package code

import (
	"context"
	"math/big"

	"qmsat/native/grids"
)

// Fixing counts the sets of a number of cells that fix words for Δ = 2: no other word has the same values there.
type Fixing struct {
	Delta   int      `json:"delta"`
	Givens  int      `json:"givens"`
	Classes int      `json:"classes"` // of sets of cells under symmetries
	Pairs   uint64   `json:"pairs"`   // of a word and a set that fixes it
	Share   float64  `json:"share"`   // of all pairs of a word and a set
	Words   int      `json:"words"`   // that some set fixes
	ByClass []uint64 `json:"-"`       // pairs by class of words
}

// Fixing projects all words on one set of each class of sets. It takes some milliseconds per class. There are 49 classes with
// three cells, and about ten times as many with each further cell.
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
	f := &Fixing{Delta: BookDelta, Givens: givens, Classes: len(classes), ByClass: make([]uint64, len(b.Classes))}
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
				f.ByClass[b.classOf[word]] += uint64(size)
			}
		}
	}
	for class, pairs := range f.ByClass {
		if f.Pairs += pairs; pairs > 0 {
			f.Words += b.Classes[class].Size
		}
	}
	all := new(big.Int).Mul(choose(Length, givens), big.NewInt(int64(len(b.Words))))
	f.Share, _ = new(big.Rat).SetFrac(new(big.Int).SetUint64(f.Pairs), all).Float64()
	return f, nil
}
