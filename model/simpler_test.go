package model

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSimplerIsSmaller checks that a simpler constraint is a different one of the same kind, and that chains of them end.
func TestSimplerIsSmaller(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		for _, c := range m.Constraints {
			current := c
			for chain := 0; ; chain++ {
				if chain > 1000 {
					t.Fatalf("%v can be made simpler a thousand times, the last time as %v", c, current)
				}
				var valid []Constraint
				for _, simple := range current.Simpler() {
					if simple.Kind() != c.Kind() || simple.Label() != c.Label() {
						t.Fatalf("%v is made %v", c, simple)
					}
					if m.validateConstraint(simple) == nil {
						valid = append(valid, simple)
					}
				}
				if len(valid) == 0 {
					break
				}
				current = valid[rapid.IntRange(0, len(valid)-1).Draw(t, "simpler")]
			}
		}
	})
}

// Each item is left out alone, after larger pieces.
func TestShorter(t *testing.T) {
	for n := range 12 {
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		shorter := shorter(list, func(left []int) []int { return left })
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
