package generate

import (
	"slices"
	"testing"

	"qmsat/model"
)

// reaches reports which sums of sizes exist, and choose draws units with exactly that sum.
func TestUnitsReachAndChoose(t *testing.T) {
	u := newUnits([][]model.Var{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11, 12}}, 13)
	expected := []int{0, 4, 5, 8, 9, 13}
	random := NewRandom(1)
	for cells := -1; cells <= 14; cells++ {
		if u.reaches(cells) != slices.Contains(expected, cells) {
			t.Errorf("reaches(%d) is %t", cells, u.reaches(cells))
		}
		if !u.reaches(cells) {
			continue
		}
		sum := 0
		chosen, err := u.choose(t.Context(), random, cells)
		if err != nil {
			t.Fatal(err)
		}
		for _, unit := range chosen {
			sum += len(u.members[unit])
		}
		if sum != cells {
			t.Errorf("chosen %d cells, expected %d", sum, cells)
		}
	}
}
