package model

import (
	"math/rand/v2"
	"testing"

	"qmsat/internal/lists"
)

// TestAllDifferentHolds compares the check of all-different constraints with a set of values: negative, small and large ones, with
// almost equal lists. One value may occur twice.
func TestAllDifferentHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 2; n <= 70; n++ {
		c := &AllDifferent{Vars: lists.Numbers[Var](n)}
		for range 20 {
			a := Assignment(random.Perm(n + 1)[:n])
			shift := random.IntN(140) - 70
			for i := range a {
				a[i] += shift
			}
			if random.IntN(2) == 0 {
				a[random.IntN(n)] = a[random.IntN(n)]
			}
			set := map[int]bool{}
			for _, value := range a {
				set[value] = true
			}
			if want := len(set) == n; c.Holds(a) != want {
				t.Fatalf("%v: found %t, expected %t", a, !want, want)
			}
		}
	}
}
