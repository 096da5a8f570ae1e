package code

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Rank returns the number of a word of the book, from 0 in lexicographic order, and whether it is one.
func (b *Book) Rank(w *Word) (int, bool) {
	return slices.BinarySearchFunc(b.Words, *w, func(x, y Word) int { return bytes.Compare(x[:], y[:]) })
}

// ErrAmbiguous says that more than one word fits.
var ErrAmbiguous = errors.New("more than one word fits")

// Number returns the number of the word that was sent, where no other fits what was received; else the error is [ErrAmbiguous] or
// [ErrNoWord].
func (d *BookDecoder) Number(received *Word) (int, error) {
	word, _, count := d.fitting(received)
	switch count {
	case 0:
		return 0, ErrNoWord
	case 1:
		return word, nil
	}
	return 0, ErrAmbiguous
}

// A word carries two bytes, or the last one of an odd number: 65,536 + 256 of the numbers.
const byteValues = 1 << 8

// Numbers returns the numbers of words that carry a message, in order.
func Numbers(message []byte) []int {
	var numbers []int
	for pair := range slices.Chunk(message, 2) {
		if len(pair) == 2 {
			numbers = append(numbers, int(pair[0])*byteValues+int(pair[1]))
		} else {
			numbers = append(numbers, byteValues*byteValues+int(pair[0]))
		}
	}
	return numbers
}

// Message returns the message that words with these numbers carry.
func Message(numbers []int) ([]byte, error) {
	var message []byte
	for i, n := range numbers {
		switch last := n - byteValues*byteValues; {
		case last < 0:
			message = append(message, byte(n/byteValues), byte(n%byteValues))
		case last < byteValues && i == len(numbers)-1:
			message = append(message, byte(last))
		default:
			return nil, fmt.Errorf("word %d has the number %d, which carries no bytes there", i+1, n)
		}
	}
	return message, nil
}

// Transmit erases each cell of the words with probability epsilon, as a channel without memory.
func Transmit(ctx context.Context, words []Word, epsilon float64, random *rand.Rand) ([]Word, error) {
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
