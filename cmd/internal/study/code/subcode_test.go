package code

import (
	"math"
	"math/rand/v2"

	"testing"

	"qmsat/model/modeltest"
)

// Subcodes get smaller as their distance grows, and have it: no two words of them are closer.
func TestSubcodes(t *testing.T) {
	modeltest.OnlyLong(t)
	b := book(t)
	list, err := b.Subcodes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if first := list[0]; first.Words != len(b.Words) || len(first.Kept) != len(b.Classes) || first.Distance != 4 {
		t.Errorf("the first keeps %d words at distance %d, expected all %d", first.Words, first.Distance, len(b.Words))
	}
	if rate := list[0].Rate; math.Abs(rate-0.06981) > 1e-5 {
		t.Errorf("rate %v, expected 0.06981", rate)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i, s := range list {
		if i > 0 && (s.Words >= list[i-1].Words || s.Distance <= list[i-1].Distance) {
			t.Errorf("%d words at distance %d behind %d at %d", s.Words, s.Distance, list[i-1].Words, list[i-1].Distance)
		}
		left := b.Sub(&s)
		classes := 0
		for _, class := range left.Classes {
			classes += class.Size
		}
		if len(left.Words) != s.Words || classes != s.Words {
			t.Errorf("%d words of %v, in classes %d, expected %d", len(left.Words), s.Kept, classes, s.Words)
		}
		from := random.IntN(s.Words)
		for w := range left.Words {
			if d := left.packed[from].differences(&left.packed[w]); w != from && d.size() < s.Distance {
				t.Errorf("words %d and %d are %d apart, expected at least %d", from, w, d.size(), s.Distance)
			}
		}
	}
}
