package code

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Messages come back through a channel; a word that does not fits another one as well.
func TestRoundTrip(t *testing.T) {
	b := book(t)
	d := b.Decoder()
	rapid.Check(t, func(t *rapid.T) {
		message := rapid.SliceOf(rapid.Byte()).Draw(t, "message")
		epsilon := rapid.Float64Range(0, 0.8).Draw(t, "epsilon")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		numbers := Numbers(message)
		words := make([]Word, len(numbers))
		for i, n := range numbers {
			words[i] = b.Words[n]
			if rank, found := b.Rank(&words[i]); rank != n || !found {
				t.Fatalf("word %d has the rank %d", n, rank)
			}
		}
		received, err := Transmit(t.Context(), words, epsilon, random)
		if err != nil {
			t.Fatal(err)
		}
		for i := range received {
			n, err := d.Number(&received[i])
			if errors.Is(err, ErrAmbiguous) && d.other(&received[i], &words[i]) {
				n = numbers[i]
			} else if err != nil {
				t.Fatalf("%v: %v", received[i], err)
			}
			if n != numbers[i] {
				t.Fatalf("%v becomes %d, sent was %d", received[i], n, numbers[i])
			}
		}
		if back, err := Message(numbers); err != nil || !bytes.Equal(back, message) {
			t.Fatalf("%v comes back as %v, %v", message, back, err)
		}
	})
}

// other reports whether a word that is not the one sent fits, by going through all.
func (d *BookDecoder) other(received, sent *Word) bool {
	for _, w := range d.book.Words {
		fits := w != *sent
		for cell, value := range received {
			fits = fits && (value == 0 || value == w[cell])
		}
		if fits {
			return true
		}
	}
	return false
}

func TestMessageRefuses(t *testing.T) {
	for _, numbers := range [][]int{{65536, 1}, {65792}, {248831}} {
		if _, err := Message(numbers); err == nil {
			t.Errorf("%v is a message", numbers)
		}
	}
	w := book(t).Words[5]
	w[0], w[1] = w[1], w[0]
	if _, found := book(t).Rank(&w); found {
		t.Error("a grid that is no word has a rank")
	}
	if _, err := book(t).Decoder().Number(&Word{}); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("error %v, expected that all words fit", err)
	}
	if _, err := book(t).Decoder().Number(&w); !errors.Is(err, ErrNoWord) {
		t.Errorf("error %v, expected that no word fits", err)
	}
}
