package native

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
)

// TestPairingInWords compares operations on words with operations on values.
func TestPairingInWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) model.Domain {
			return model.Values(rapid.SliceOfN(rapid.IntRange(-9, 9), 1, 6).Draw(t, name)...)
		}
		b := newBuilder(context.Background(), variables(draw("x"), draw("y")), nil, nil)
		b.due = newQueue(nil)
		a := rapid.SampledFrom([]int{-2, -1, 1, 2}).Draw(t, "a")
		x, y := model.Term{Coefficient: a, Var: 0}, model.Term{Coefficient: rapid.SampledFrom([]int{-a, a}).Draw(t, "b"), Var: 1}
		inWords := b.newPairing(x, y, a*rapid.IntRange(-9, 9).Draw(t, "k"))
		if !inWords.inWords {
			t.Fatal("the pairing is not one of words")
		}
		byValues, state := inWords, slices.Clone(b.state)
		byValues.inWords = false
		if got, want := inWords.any(b.space), byValues.any(b.space); got != want {
			t.Fatalf("any %t, by values %t", got, want)
		}
		got := inWords.require(b.space)
		left := slices.Clone(b.state)
		b.load(b.state, state)
		if want := byValues.require(b.space); got != want || !slices.Equal(left, b.state) {
			t.Fatalf("%t with %b, by values %t with %b", got, left, want, b.state)
		}
	})
}
