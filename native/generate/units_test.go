package generate

import (
	"maps"
	"math/rand/v2"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
)

// reaches reports which sums of sizes exist, and choose draws units with exactly that sum.
func TestUnitsReachAndChoose(t *testing.T) {
	random := NewRandom(1)
	for _, sizes := range [][]int{{4, 4, 5}, {2, 2, 2, 2, 2, 7, 7, 7}, {3, 3, 3, 3, 3, 3, 3}, {}} {
		var members [][]model.Var
		expected, cells := map[int]bool{0: true}, 0
		for _, size := range sizes {
			for sum := range maps.Clone(expected) {
				expected[sum+size] = true
			}
			members = append(members, lists.Make(size, func(i int) model.Var { return model.Var(cells + i) }))
			cells += size
		}
		checkUnits(t, newUnits(members, cells), random, expected)
	}
}

// checkUnits holds that units have exactly the expected sums.
func checkUnits(t *testing.T, u *units, random *rand.Rand, expected map[int]bool) {
	t.Helper()
	for cells := -1; cells <= u.cells+1; cells++ {
		if u.reaches(cells) != expected[cells] {
			t.Errorf("reaches(%d) is %t", cells, u.reaches(cells))
		}
		if !expected[cells] {
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
