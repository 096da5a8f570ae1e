package model

import (
	"qmsat/internal/lists"
	"slices"
	"testing"
)

// Each item is left out alone, after larger pieces.
func TestShorter(t *testing.T) {
	for n := range 12 {
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		shorter := lists.Shorter(list, func(left []int) []int { return left })
		if n > 0 && len(shorter[0]) != 0 {
			t.Errorf("of %d items: %v first, expected none", n, shorter[0])
		}
		for i := range list {
			without := slices.Delete(slices.Clone(list), i, i+1)
			if !slices.ContainsFunc(shorter, func(left []int) bool { return slices.Equal(left, without) }) {
				t.Errorf("of %d items: item %d is never left out alone", n, i)
			}
		}
	}
}
