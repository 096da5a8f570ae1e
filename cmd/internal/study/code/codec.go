package code

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"qmsat/internal/lists"
	"qmsat/native/grids"
)

// Codec numbers the words for a Δ from 0, and recovers words. It is used by one goroutine at a time.
type Codec interface {
	// Total returns the number of words.
	Total() *big.Int
	// Grids returns the words with some numbers, which are below Total.
	Grids(ctx context.Context, numbers []*big.Int) ([]Word, error)
	// Sample returns words, each drawn uniformly from all words.
	Sample(ctx context.Context, samples int, random *rand.Rand) ([]Word, error)
	// Numbers returns the numbers of words.
	Numbers(ctx context.Context, words []Word) ([]*big.Int, error)
	// Recover returns the word that fits, if it is the only one; otherwise the error is [ErrAmbiguous] or [ErrNoWord].
	Recover(ctx context.Context, received *Word) (Word, error)
}

// NewCodec returns a codec for a Δ from 2 to 9. For Δ = 2 it uses the book, and numbers follow the lexicographic order of words.
// Otherwise numbers are those of [grids.Numbering], which describes their time, and the engine `native` recovers words.
func NewCodec(ctx context.Context, delta int, options grids.Options) (Codec, error) {
	if delta == BookDelta {
		book, err := NewBook(ctx)
		if err != nil {
			return nil, err
		}
		return book.Codec(ctx)
	}
	search, err := newSearchDecoder(ctx, delta)
	if err != nil {
		return nil, err
	}
	numbering, err := grids.NewNumbering(ctx, delta, options)
	return &sumCodec{numbering, search}, err
}

type sumCodec struct {
	*grids.Numbering
	*searchDecoder
}

type bookCodec struct {
	book    *Book
	decoder *BookDecoder
}

// Codec returns a codec for the words of the book.
func (b *Book) Codec(ctx context.Context) (Codec, error) {
	decoder, err := b.Decoder(ctx)
	return &bookCodec{b, decoder}, err
}

func (c *bookCodec) Total() *big.Int { return big.NewInt(int64(len(c.book.Words))) }

func (c *bookCodec) Grids(_ context.Context, numbers []*big.Int) (words []Word, err error) {
	for _, n := range numbers {
		if n.Sign() < 0 || n.Cmp(c.Total()) >= 0 {
			return nil, fmt.Errorf("word number %v, expected 0 to %d", n, len(c.book.Words)-1)
		}
		words = append(words, c.book.Words[n.Int64()])
	}
	return words, nil
}

func (c *bookCodec) Sample(_ context.Context, samples int, random *rand.Rand) (words []Word, err error) {
	return lists.Make(samples, func(int) Word { return c.book.Words[random.IntN(len(c.book.Words))] }), nil
}

func (c *bookCodec) Numbers(ctx context.Context, words []Word) (numbers []*big.Int, err error) {
	for i := range words {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		rank, found := slices.BinarySearchFunc(c.book.Words, words[i], func(x, y Word) int { return bytes.Compare(x[:], y[:]) })
		if !found {
			return nil, fmt.Errorf("%v is not a word for Δ = %d", words[i], BookDelta)
		}
		numbers = append(numbers, big.NewInt(int64(rank)))
	}
	return numbers, nil
}

func (c *bookCodec) Recover(ctx context.Context, received *Word) (Word, error) {
	if ctx.Err() != nil {
		return Word{}, context.Cause(ctx)
	}
	first, _, count := c.decoder.fitting(received)
	switch count {
	case 0:
		return Word{}, ErrNoWord
	case 1:
		return c.book.Words[first], nil
	}
	return Word{}, ErrAmbiguous
}

// ErrAmbiguous means that more than one word fits.
var ErrAmbiguous = errors.New("more than one word fits")

// starts returns the first number of words that carry the last bytes of a message, by the number of these bytes: first for all
// bytes that a word can carry, which is 0, then for one fewer, and so on. So the length of a message need not be sent.
func starts(total *big.Int) (first []*big.Int) {
	for size := 1; ; size++ {
		// All numbers below the sum of the powers of 256 are needed.
		end := new(big.Int)
		list := make([]*big.Int, size+1)
		for n := size; n >= 1; n-- {
			list[n] = new(big.Int).Set(end)
			end.Add(end, new(big.Int).Lsh(big.NewInt(1), uint(8*n)))
		}
		if end.Cmp(total) > 0 {
			return first
		}
		first = list
	}
}

// Pack splits a message into numbers of words, all below total. Each number carries as many bytes as fit, and the last one
// carries the rest. A word carries two bytes for Δ = 2 and nine for Δ = 9.
func Pack(message []byte, total *big.Int) (numbers []*big.Int) {
	first := starts(total)
	for block := range slices.Chunk(message, len(first)-1) {
		n := new(big.Int).SetBytes(block)
		numbers = append(numbers, n.Add(n, first[len(block)]))
	}
	return numbers
}

// Unpack returns the message in numbers.
func Unpack(numbers []*big.Int, total *big.Int) (message []byte, err error) {
	first := starts(total)
	for i, number := range numbers {
		size := len(first) - 1
		for size > 1 && number.Cmp(first[size-1]) >= 0 {
			size--
		}
		block := new(big.Int).Sub(number, first[size])
		if block.BitLen() > 8*size || size < len(first)-1 && i < len(numbers)-1 {
			return nil, fmt.Errorf("word %d: number %v encodes no bytes in this position", i+1, number)
		}
		message = append(message, block.FillBytes(make([]byte, size))...)
	}
	return message, nil
}

// transmit erases each cell of the words with probability epsilon, as a channel without memory.
func transmit(ctx context.Context, words []Word, epsilon float64, random *rand.Rand) ([]Word, error) {
	received := slices.Clone(words)
	for i := range received {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for cell := range received[i] {
			if random.Float64() < epsilon {
				received[i][cell] = 0
			}
		}
	}
	return received, nil
}
