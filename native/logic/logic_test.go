package logic

import (
	"context"
	"os"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// sudoku is the board of plain 9×9 Sudoku.
func sudoku(t testing.TB) *Board {
	t.Helper()
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	return board(t, m)
}

func board(t testing.TB, m *model.Model) *Board {
	t.Helper()
	b, err := NewBoard(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func named(t testing.TB, names ...string) *Solver {
	t.Helper()
	list, err := Named(names)
	if err != nil {
		t.Fatal(err)
	}
	return &Solver{list}
}

// TestSolvedShares counts which puzzles with 17 givens some techniques solve. The figures were measured by programs of others, too, as
// were those of all 49,151, a file that QMSAT_SUDOKU17 may name (sudoku17.sdm of repository alexdej/hodoku-py). Subsets to four, naked
// and hidden, are all sets to which Hall's theorem speaks.
func TestSolvedShares(t *testing.T) {
	b := sudoku(t)
	cubes, all := modeltest.Cubes(t, b.Model, "sudoku-17-clue-3000.txt"), false
	if path := os.Getenv("QMSAT_SUDOKU17"); path != "" {
		cubes, all = readCubes(t, b.Model, path), true
	}
	for _, c := range []struct {
		techniques  []string
		solved      int
		solvedOfAll int
	}{
		{[]string{"naked-single"}, 0, 0},
		{[]string{"naked-single", "hidden-single"}, 1429, 21905},
		{[]string{"naked-single", "hidden-single", "locked"}, 2393, 37373},
		{[]string{"naked-single", "hidden-single", "locked", "naked-subsets", "hidden-subsets"}, 2663, 41646},
	} {
		solver, solved := named(t, c.techniques...), 0
		for _, cube := range cubes {
			state := NewState(b, cube)
			solver.Solve(context.Background(), state, nil)
			if _, is := state.Solution(); is {
				solved++
			}
		}
		if all {
			c.solved = c.solvedOfAll
		}
		if solved != c.solved {
			t.Errorf("%v: %d solved, expected %d", c.techniques, solved, c.solved)
		}
	}
}

// readCubes reads the puzzles of a file.
func readCubes(t *testing.T, m *model.Model, path string) (cubes []model.Cube) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for p, err := range model.ReadPuzzles(path, f, m, model.Characters) {
		if err != nil {
			t.Fatal(err)
		}
		cubes = append(cubes, p.Cube)
	}
	return cubes
}

// TestText holds steps to HoDoKu's way of writing.
func TestText(t *testing.T) {
	b := sudoku(t)
	for _, c := range []struct {
		step Step
		text string
	}{
		{Step{Technique: techniques["hidden-single"], Placements: []Candidate{{74, 6}}}, "Hidden Single: r9c3=7"},
		{
			Step{
				Technique: techniques["locked-triple"], Values: []int{3, 5, 7}, Cells: []model.Var{54, 55, 56},
				Eliminations: []Candidate{{58, 3}, {73, 3}, {58, 5}, {61, 5}, {62, 5}, {64, 5}, {73, 5}},
			},
			"Locked Triple: 4,6,8 in r7c123 => r7c5,r9c2<>4, r7c589,r89c2<>6",
		},
		{
			Step{
				Technique: techniques["x-wing"], Values: []int{5}, Houses: []int{11, 16}, Covers: []int{4, 8},
				Eliminations: []Candidate{{40, 5}, {73, 5}},
			},
			"X-Wing: 6 c38 r59 => r5c5,r9c2<>6",
		},
	} {
		if text := c.step.Text(b); text != c.text {
			t.Errorf("found %q, expected %q", text, c.text)
		}
	}
}
