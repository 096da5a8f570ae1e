package code

import (
	"bytes"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/native/grids"
)

func codec(t testing.TB, delta int) Codec {
	t.Helper()
	c, err := NewCodec(t.Context(), delta, grids.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Messages come back through a channel, where no word is lost.
func TestRoundTrip(t *testing.T) {
	modeltest.OnlyLong(t)
	deltas := []int{2, 3}
	if modeltest.Long() {
		deltas = append(deltas, 4)
	}
	if modeltest.Confirms() {
		deltas = append(deltas, 8, 9)
	}
	all := book(t)
	for _, delta := range deltas {
		c := codec(t, delta)
		rapid.Check(t, func(t *rapid.T) {
			message := rapid.SliceOfN(rapid.Byte(), 0, 60).Draw(t, "message")
			epsilon := rapid.Float64Range(0, 0.8).Draw(t, "epsilon")
			random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			words, err := c.Grids(t.Context(), Pack(message, c.Total()))
			if err != nil {
				t.Fatal(err)
			}
			received, err := transmit(t.Context(), words, epsilon, random)
			if err != nil {
				t.Fatal(err)
			}
			for i := range received {
				w, err := c.Recover(t.Context(), &received[i])
				if errors.Is(err, ErrAmbiguous) && (delta != BookDelta || other(all, &received[i], &words[i])) {
					w = words[i]
				} else if err != nil {
					t.Fatalf("%v: %v", received[i], err)
				}
				received[i] = w
			}
			numbers, err := c.Numbers(t.Context(), received)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := Unpack(numbers, c.Total()); err != nil || !bytes.Equal(back, message) {
				t.Fatalf("%v comes back as %v, %v", message, back, err)
			}
		})
	}
}

// other reports whether a word that is not the one sent fits, by going through all.
func other(b *Book, received, sent *Word) bool {
	for _, w := range b.Words {
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
	total := big.NewInt(248832)
	for _, numbers := range [][]*big.Int{{big.NewInt(65536), big.NewInt(1)}, {big.NewInt(65792)}, {big.NewInt(248831)}} {
		if _, err := Unpack(numbers, total); err == nil {
			t.Errorf("%v is a message", numbers)
		}
	}
	c := codec(t, BookDelta)
	if _, err := c.Grids(t.Context(), []*big.Int{total}); err == nil {
		t.Error("a number beyond the last is that of a word")
	}
	w := book(t).Words[5]
	w[0], w[1] = w[1], w[0]
	if _, err := c.Numbers(t.Context(), []Word{w}); err == nil {
		t.Error("a grid that is no word has a number")
	}
	for _, delta := range []int{2, 3} {
		c := codec(t, delta)
		if _, err := c.Recover(t.Context(), &Word{}); !errors.Is(err, ErrAmbiguous) {
			t.Errorf("error %v, expected that all words fit", err)
		}
		if _, err := c.Recover(t.Context(), &w); !errors.Is(err, ErrNoWord) {
			t.Errorf("error %v, expected that no word fits", err)
		}
	}
}

// Houses and lines are those of a grid: here they need no model, so that commands start at once.
func TestHousesAreThoseOfAGrid(t *testing.T) {
	grid := &model.Grid{Rows: digits, Columns: digits, BoxRows: side, BoxColumns: side}
	for h, house := range grid.Houses() {
		for i, cell := range house.Cells {
			if houses[h][i] != int(cell) || housesOf[cell][h/digits] != h {
				t.Errorf("%s: cell %d, expected %d", house.Name, houses[h][i], cell)
			}
		}
	}
	n := 0
	for box := range digits {
		for _, line := range grid.BoxLines(box) {
			for i, cell := range line.Cells {
				if lines[n][i] != int(cell) || !slices.Contains(linesOf[cell], n) {
					t.Errorf("%s: cell %d, expected %d", line.Name, lines[n][i], cell)
				}
			}
			n++
		}
	}
	if n != len(lines) {
		t.Errorf("%d lines, expected %d", len(lines), n)
	}
}
