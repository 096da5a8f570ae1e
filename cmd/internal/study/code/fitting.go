package code

import (
	"context"
	"math/bits"

	"qmsat/internal/stop"
	"qmsat/native/bitset"
)

// blockWords is the number of words in a block of the index: a bit each.
const blockWords = 64

// index finds the words with some values. By cell and value it has the set of words with this value there, and the set of blocks
// of 64 words with such a word. Words are in lexicographic order, so the words of a block share their first rows. The first rows
// decide which blocks are left, and the last rows which words.
type index struct {
	words  [Length][digits + 1]bitset.Set
	blocks [Length][digits + 1]bitset.Set
}

// newIndex makes the index; for Δ = 2 it takes 23 MB.
func newIndex(ctx context.Context, words []Word) (*index, error) {
	x := &index{}
	blocks := (len(words) + blockWords - 1) / blockWords
	for cell := range Length {
		for value := 1; value <= digits; value++ {
			x.words[cell][value], x.blocks[cell][value] = bitset.New(len(words)), bitset.New(blocks)
		}
	}
	watch := stop.NewWatch(ctx)
	for i := range words {
		if err := watch.Over(Length); err != nil {
			return nil, err
		}
		for cell, value := range words[i] {
			x.words[cell][value].Add(i)
			x.blocks[cell][value].Add(i / blockWords)
		}
	}
	return x, nil
}

// BookDecoder decodes by maximum likelihood: it finds all words of a book that fit. It allocates nothing.
type BookDecoder struct {
	Fitting int // words that fitted in the last call
	book    *Book
	index   *index
	blocks  bitset.Set
	givens  []bitset.Set
}

// Decoder returns a new decoder. The decoders of a book share its index, which the first one makes.
func (b *Book) Decoder(ctx context.Context) (*BookDecoder, error) {
	x, err := b.index.Get(ctx, func() (*index, error) { return newIndex(ctx, b.Words) })
	return &BookDecoder{book: b, index: x, blocks: bitset.Full((len(b.Words) + blockWords - 1) / blockWords)}, err
}

// Decode returns the cells with the same value in all words that fit.
func (d *BookDecoder) Decode(_ context.Context, received *Word) (Word, error) {
	first, differ, count := d.fitting(received)
	d.Fitting = count
	if count == 0 {
		return Word{}, ErrNoWord
	}
	decoded := d.book.Words[first]
	for cell := range decoded {
		if differ.has(cell) {
			decoded[cell] = 0
		}
	}
	return decoded, nil
}

// fitting returns the first word that fits, the cells in which words that fit differ, and their number.
func (d *BookDecoder) fitting(received *Word) (first int, differ cellSet, count int) {
	d.blocks.Fill((len(d.book.Words) + blockWords - 1) / blockWords)
	d.givens = d.givens[:0]
	// The last cells come first, because the remaining blocks agree in the first ones.
	for cell := Length - 1; cell >= 0; cell-- {
		if value := received[cell]; value != 0 {
			d.givens = append(d.givens, d.index.words[cell][value])
			for i, set := range d.index.blocks[cell][value] {
				d.blocks[i] &= set
			}
		}
	}
	packed := d.book.packed
	for i, set := range d.blocks {
		for ; set != 0; set &= set - 1 {
			block := i*64 + bits.TrailingZeros64(set)
			fit := ^uint64(0)
			if left := len(packed) - block*blockWords; left < blockWords {
				fit = bitset.Below(left)
			}
			for _, given := range d.givens {
				if fit &= given[block]; fit == 0 {
					break
				}
			}
			for ; fit != 0; fit &= fit - 1 {
				word := block*blockWords + bits.TrailingZeros64(fit)
				if count == 0 {
					first = word
				}
				count++
				differences := packed[first].differences(&packed[word])
				differ[0] |= differences[0]
				differ[1] |= differences[1]
			}
		}
	}
	return first, differ, count
}
