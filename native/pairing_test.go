package native

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/native/space"
)

// TestPairingInWords compares operations on words with operations on values.
func TestPairingInWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) model.Domain {
			return model.Values(rapid.SliceOfN(rapid.IntRange(-9, 9), 1, 6).Draw(t, name)...)
		}
		b := space.NewBuilder(context.Background(), variables(draw("x"), draw("y")), nil, nil)
		b.Due = space.NewQueue(nil)
		a := rapid.SampledFrom([]int{-2, -1, 1, 2}).Draw(t, "a")
		x, y := model.Term{Coefficient: a, Var: 0}, model.Term{Coefficient: rapid.SampledFrom([]int{-a, a}).Draw(t, "b"), Var: 1}
		inWords := b.NewPairing(x, y, a*rapid.IntRange(-9, 9).Draw(t, "k"))
		if !inWords.InWords {
			t.Fatal("the pairing is not one of words")
		}
		byValues, state := inWords, slices.Clone(b.State)
		byValues.InWords = false
		if got, want := inWords.Any(b.Space), byValues.Any(b.Space); got != want {
			t.Fatalf("any %t, by values %t", got, want)
		}
		got := inWords.Require(b.Space)
		left := slices.Clone(b.State)
		b.Load(b.State, state)
		if want := byValues.Require(b.Space); got != want || !slices.Equal(left, b.State) {
			t.Fatalf("%t with %b, by values %t with %b", got, left, want, b.State)
		}
	})
}
