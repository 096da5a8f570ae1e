package compare_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// largerComment stands before each grid of testdata/larger: its size, Δ, what the test holds it to, and where it is from.
var largerComment = regexp.MustCompile(`^# (\d+)×\d+, Δ = (\d+), (proper|alike): (.+)$`)

// proper says for how many Δ, from 0 on, testdata/larger has proper grids, by order of the boxes: for 4 and 5, for all.
var proper = map[int]int{4: 25, 5: 51, 6: 0, 7: 0, 8: 0}

// largerGrid is a grid of testdata/larger, with what is said of it.
type largerGrid struct {
	comment string
	size    int // rows
	delta   int
	proper  bool
	grid    model.Assignment
}

// largerGrids reads the grids with boxes of an order.
func largerGrids(t *testing.T, box int) (grids []largerGrid) {
	t.Helper()
	name := filepath.Join("../testdata/larger", fmt.Sprintf("grids-%dx%[1]d.txt", box))
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	plain := modeltest.Sudoku(t, box, box)
	for lines := strings.Split(strings.TrimSpace(string(text)), "\n"); len(lines) > 0; lines = lines[2:] {
		comment := largerComment.FindStringSubmatch(lines[0])
		if comment == nil || len(lines) == 1 {
			t.Fatalf("%s: %q, expected a comment as %v, and a grid", name, lines[0], largerComment)
		}
		cube, err := model.Numbers.Parse(plain, lines[1])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g := largerGrid{comment: lines[0], proper: comment[3] == "proper", grid: make(model.Assignment, len(cube))}
		fmt.Sscan(comment[1], &g.size)
		fmt.Sscan(comment[2], &g.delta)
		for _, given := range cube {
			g.grid[given.Var] = given.Value
		}
		grids = append(grids, g)
	}
	return grids
}

// Every grid of testdata/larger passes Check for its Δ and for no smaller one. Of a proper one not all boxes are alike: some box
// is not another one with its rows and columns rearranged. All others are alike.
func TestLargerGrids(t *testing.T) {
	for box, deltas := range proper {
		plain := modeltest.Sudoku(t, box, box)
		found := 0
		for _, g := range largerGrids(t, box) {
			if g.size != box*box || !keeps(t, box, g.delta, g.grid) || g.delta > 0 && keeps(t, box, g.delta-1, g.grid) {
				t.Errorf("%s: another size, or another Δ is the smallest", g.comment)
			}
			kinds := boxKinds(plain.Grid, g.grid)
			if (kinds > 1) != g.proper {
				t.Errorf("%s: %d kinds of boxes", g.comment, kinds)
			}
			if kinds == 1 {
				continue
			}
			if g.delta != found {
				t.Errorf("%s: expected Δ = %d", g.comment, found)
			}
			found++
		}
		if found != deltas {
			t.Errorf("boxes of %d×%[1]d: proper grids for %d Δ, expected %d", box, found, deltas)
		}
	}
}

// keeps reports whether a grid passes Check for a Δ.
func keeps(t *testing.T, box, delta int, grid model.Assignment) bool {
	t.Helper()
	m, err := model.QuasiMagic(box, delta)
	if err != nil {
		t.Fatal(err)
	}
	return m.Check(grid) == nil
}

// boxKinds returns how many kinds of boxes a grid has: two are of one kind where the sets of values of their rows are the same,
// and those of their columns, or the rows of one are the columns of the other.
func boxKinds(g *model.Grid, grid model.Assignment) int {
	kinds := map[string]bool{}
	for box := range g.Boxes() {
		var lines [2][]string // rows and columns, which come first, in this order
		for i, line := range g.BoxLines(box)[:2*g.BoxRows] {
			var values []int
			for _, cell := range line.Cells {
				values = append(values, grid[cell])
			}
			slices.Sort(values)
			lines[i/g.BoxRows] = append(lines[i/g.BoxRows], fmt.Sprint(values))
		}
		parts := make([]string, 2)
		for i := range lines {
			slices.Sort(lines[i])
			parts[i] = fmt.Sprint(lines[i])
		}
		slices.Sort(parts)
		kinds[parts[0]+parts[1]] = true
	}
	return len(kinds)
}
