package code

import (
	"context"
	"math/big"
	"slices"

	"qmsat/internal/stop"
	"qmsat/native/grids"
)

// BookDelta is the only Δ with few enough words for a list.
const BookDelta = 2

// Book is all words for Δ = 2, in lexicographic order, and their classes under symmetries. It holds about 40 MB, and 23 more for
// its decoders, and may be used by several goroutines.
type Book struct {
	Words   []Word
	Classes []grids.Class
	packed  []packed
	classOf []int // by word
	index   stop.Kept[index]
}

// shared is the book of the process, once it is listed.
var shared = stop.NewKept[Book]()

// NewBook lists the words, in about a second. It does so once: all jobs of a process share one book. A caller that waits for
// another caller's list stops waiting when its own context ends.
func NewBook(ctx context.Context) (*Book, error) {
	return shared.Get(ctx, func() (*Book, error) { return list(ctx) })
}

func list(ctx context.Context) (*Book, error) {
	uniform, err := grids.NewUniform(ctx, BookDelta)
	if err != nil {
		return nil, err
	}
	b := &Book{Classes: uniform.Classes(), index: stop.NewKept[index]()}
	if b.Words, b.classOf, err = uniform.All(ctx); err != nil {
		return nil, err
	}
	b.packed = make([]packed, len(b.Words))
	watch := stop.NewWatch(ctx)
	for i := range b.Words {
		if err := watch.Over(Length); err != nil {
			return nil, err
		}
		b.packed[i] = pack(&b.Words[i])
	}
	return b, nil
}

// Distribution has, for each distance from a word, the number of words. The one at distance 0 is the word itself.
type Distribution [Length + 1]uint64

// Nearest returns the smallest distance above 0 at which there is a word, and 0 if there is none.
func (d *Distribution) Nearest() int {
	return 1 + slices.IndexFunc(d[1:], func(n uint64) bool { return n > 0 })
}

// From returns the numbers of words by their distances from one, which need not be in the book. It takes a millisecond.
func (b *Book) From(w *Word) (d Distribution) {
	from := pack(w)
	for i := range b.packed {
		differences := from.differences(&b.packed[i])
		d[differences.size()]++
	}
	return d
}

// ByClass returns the distribution of each class. Symmetries keep distances, so the words of a class share it.
func (b *Book) ByClass(ctx context.Context) ([]Distribution, error) {
	var list []Distribution
	for _, class := range b.Classes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		list = append(list, b.From(&class.Representative))
	}
	return list, nil
}

// Average is a distribution's mean over words, exactly.
type Average [Length + 1]*big.Rat

// Average returns the mean over all words of distributions by class.
func (b *Book) Average(byClass []Distribution) (average Average) {
	for distance := range average {
		sum := new(big.Int)
		for i, class := range b.Classes {
			n := new(big.Int).SetUint64(byClass[i][distance])
			sum.Add(sum, n.Mul(n, big.NewInt(int64(class.Size))))
		}
		average[distance] = new(big.Rat).SetFrac(sum, big.NewInt(int64(len(b.Words))))
	}
	return average
}

// Minimum returns the smallest distance above 0 that some word has from another, and 0 if there is none.
func (a *Average) Minimum() int {
	return 1 + slices.IndexFunc(a[1:], func(mean *big.Rat) bool { return mean.Sign() != 0 })
}
