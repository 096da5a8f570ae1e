package code

import (
	"math/big"
	"slices"
	"testing"

	"qmsat/model/modeltest"
)

// The smallest unavoidable sets are as many as words at the smallest distance; a class has as many in all words.
func TestSetClasses(t *testing.T) {
	modeltest.OnlyLong(t)
	b := book(t)
	most := modeltest.Scale(4, 12)
	classes, err := b.SetClasses(t.Context(), most)
	if err != nil {
		t.Fatal(err)
	}
	byClass, err := b.ByClass(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	average, sum := b.Average(byClass), new(big.Rat)
	for i, class := range classes {
		size := Givens(&class.Example)
		if i > 0 && size < Givens(&classes[i-1].Example) {
			t.Errorf("%d cells come after more", size)
		}
		if size == average.Minimum() {
			sum.Add(sum, class.Average)
		}
		if i > 0 && !modeltest.Long() {
			continue
		}
		cells, words, example := allCells.without(empty(&class.Example)), 0, pack(&class.Example)
		for j := range b.packed {
			if example.differences(&b.packed[j]).meets(cells) {
				continue
			}
			sets, err := b.unavoidable(t.Context(), &b.Words[j], size)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(sets, cells) {
				words++
			}
		}
		if want := big.NewRat(int64(class.Sets*words), int64(len(b.Words))); class.Average.Cmp(want) != 0 {
			t.Errorf("%v: %v in a word, expected %v: %d sets, each in %d words", class.Example, class.Average, want, class.Sets, words)
		}
	}
	if len(classes) == 0 || sum.Cmp(average[average.Minimum()]) != 0 {
		t.Errorf("%v sets of %d cells in a word, expected %v", sum, average.Minimum(), average[average.Minimum()])
	}
}
