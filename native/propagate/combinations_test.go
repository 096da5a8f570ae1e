package propagate

import (
	"testing"

	"pgregory.net/rapid"
)

// TestAddAll holds sums of sets against each pair of numbers, for sets with and without gaps, up to the word's last number.
func TestAddAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := func(name string) uint64 {
			first, size := rapid.IntRange(0, 63).Draw(t, name), rapid.IntRange(0, 64).Draw(t, name)
			gaps := rapid.SampledFrom([]uint64{0, 0, rapid.Uint64().Draw(t, name)}).Draw(t, name)
			return (1<<size - 1) << first &^ gaps
		}
		a, b, want := set("a"), set("b"), uint64(0)
		for i := range 64 {
			for j := range 64 - i {
				want |= a >> i & (b >> j) & 1 << (i + j)
			}
		}
		if got := addAll(a, b); got != want {
			t.Errorf("%b + %b = %b, expected %b", a, b, got, want)
		}
	})
}
