package logic

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/stop"
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

// Laying a board out stops wherever its context ends.
func TestBoardStops(t *testing.T) {
	const most = 1 << 30
	m := modeltest.Sudoku(t, 3, 3)
	m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Is(0, 1)}, model.Sum("", 3, 9, 4, 5))
	all := modeltest.EndingAfter(t.Context(), most)
	if _, err := NewBoard(stop.Often(all), m); err != nil {
		t.Fatal(err)
	}
	for looks := range most - all.Looks {
		if _, err := NewBoard(stop.Often(modeltest.EndingAfter(t.Context(), looks)), m); !errors.Is(err, context.Canceled) {
			t.Errorf("ended after %d looks: error %v", looks, err)
		}
	}
}

func board(t testing.TB, m *model.Model) *Board {
	t.Helper()
	b, err := NewBoard(context.Background(), m)
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
	return &Solver{Techniques: list}
}

// TestSolvedShares counts the puzzles with 17 givens that some techniques solve. Others' programs measured the same figures, and
// those of all 49,151; QMSAT_SUDOKU17 may name the file (sudoku17.sdm of repository alexdej/hodoku-py). Naked and hidden subsets
// up to four are all sets of Hall's theorem.
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
		if len(c.techniques) > 3 && !all && !modeltest.Long() {
			continue
		}
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

// TestText compares steps with HoDoKu's text for a state in which the step is possible.
func TestText(t *testing.T) {
	b := sudoku(t)
	puzzle := model.Cube{}
	for cell, r := range "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........" {
		if r != '.' {
			puzzle = append(puzzle, model.Given{Var: model.Var(cell), Value: int(r - '0')})
		}
	}
	state, said := NewState(b, puzzle), []string{
		"Hidden Single: r9c3=7",
		"Locked Triple: 4,6,8 in r7c123 => r7c5,r9c2<>4, r7c589,r89c2<>6, r7c589<>8",
		"Naked Single: r7c5=9",
		"Locked Triple: 6,7,8 in r8c456 => r8c9,r9c56<>6, r8c9,r9c456<>8",
		"Naked Single: r9c5=4",
		"Locked Candidates Type 1 (Pointing): 5 in b4 => r123c3<>5",
		"Locked Candidates Type 1 (Pointing): 9 in b4 => r123c3<>9",
		"Locked Candidates Type 1 (Pointing): 1 in b7 => r124c2<>1",
		"Locked Candidates Type 1 (Pointing): 2 in b7 => r1234c2<>2",
		"Locked Candidates Type 1 (Pointing): 3 in b8 => r9c789<>3",
		"Locked Candidates Type 1 (Pointing): 5 in b8 => r9c789<>5",
		"Naked Pair: 1,2 in r9c27 => r9c8<>1, r9c89<>2",
		"Locked Candidates Type 1 (Pointing): 1 in b9 => r46c7<>1",
		"Hidden Pair: 5,9 in r56c3 => r56c3<>1, r5c3<>2, r56c3<>4, r6c3<>6",
		"Locked Candidates Type 1 (Pointing): 4 in b4 => r4c4679<>4",
		"Skyscraper: 4 in r5c4,r6c7 (connected by r3c47) => r5c9,r6c6<>4",
		"Uniqueness Test 1: 1/2 in r8c27,r9c27 => r8c7<>1, r8c7<>2",
		"Naked Single: r8c7=9",
	}
	for _, text := range said {
		var step *Step
		for _, technique := range Techniques() {
			technique.Find(context.Background(), state, func(found *Step) bool {
				if found.Text(b) == text {
					step = found
				}
				return step == nil
			})
		}
		if step == nil {
			t.Fatalf("%q is not found", text)
		}
		state.Apply(step)
	}
}

// TestPatterns has the patterns of steps that the puzzle above lacks, as HoDoKu writes them.
func TestPatterns(t *testing.T) {
	b := sudoku(t)
	for _, c := range []struct {
		technique string
		step      Step
		text      string
	}{
		{"x-wing", Step{Values: []int{5}, Houses: []int{11, 16}, Covers: []int{4, 8}}, "6 c38 r59"},
		{
			"finned-swordfish", Step{Values: []int{8}, Houses: []int{0, 3, 7}, Covers: []int{14, 15, 16}, Fins: []model.Var{71}},
			"9 r148 c678 fr8c9",
		},
		{"two-string-kite", Step{Values: []int{8}, Cells: []model.Var{18, 54, 73, 80}}, "9 in r3c1,r9c9 (connected by r7c1,r9c2)"},
		{"turbot-fish", Step{Values: []int{8}, Cells: []model.Var{19, 26, 44, 51}}, "9 r3c2 =9= r3c9 -9- r5c9 =9= r6c7"},
		{"empty-rectangle", Step{Values: []int{2}, Cells: []model.Var{65, 70}, Houses: []int{20, 7}}, "3 in b3 (r8c38)"},
		{"w-wing", Step{Values: []int{1, 2}, Cells: []model.Var{32, 61, 33, 78}}, "2/3 in r4c6,r7c8 connected by 3 in r49c7"},
		{"xy-wing", Step{Values: []int{4, 8, 3}, Cells: []model.Var{10, 14, 37}}, "5/9/4 in r2c26,r5c2"},
		{"unique-rectangle-4", Step{Values: []int{4, 6}, Cells: []model.Var{0, 7, 18, 25}}, "5/7 in r1c18,r3c18"},
	} {
		c.step.Technique = techniques.Entries[c.technique]
		if text := c.step.Pattern(b); text != c.text {
			t.Errorf("found %q, expected %q", text, c.text)
		}
	}
}

// TestConstraintTexts checks that the text of a step states its constraint: coefficients, bounds and the name.
func TestConstraintTexts(t *testing.T) {
	solver := &Solver{Techniques: slices.DeleteFunc(Default(), func(t *Technique) bool { return t.Of == nil })}
	for constraint, want := range map[string]string{
		"{kind: linear, cells: [r1c1, r1c2], sum: 7}":                                    "Sum: 7 in r1c12 => ",
		"{kind: linear, name: cage, cells: [r1c1, r1c2], min: 7}":                        "Sum: ≥ 7 in r1c12 (cage) => ",
		"{kind: linear, name: tube, cells: [r1c2, r1c1], coefficients: [1, -1], min: 1}": "Sum: r1c2 - r1c1 ≥ 1 (tube) => r1c1<>4, r1c2<>1",
		"{kind: linear, cells: [r1c1, r2c1], coefficients: [-2, 1], min: 1, max: 2}":     "Sum: - 2 r1c1 + r2c1 = 1..2 => ",
		"{kind: linear, cells: [r1c1, r1c2, r1c3], coefficients: [1, -1, -1], sum: 0}":   "Sum: r1c1 - r1c2 - r1c3 = 0 => ",
		"{kind: linear, cells: [r1c1, r2c2], coefficients: [1, 3], max: 5}":              "Sum: r1c1 + 3 r2c2 ≤ 5 => ",
		"{kind: table, name: pair, cells: [r1c1, r1c2], allowed: [[1, 2]]}":              "Table: r1c12 (pair) => ",
		"{kind: table, cells: [r1c1, r1c2], allowed: [[1, 2]]}":                          "Table: r1c12 => ",
		"{kind: rule, name: why, if: {r1c1: 1..4}, then: {r2c4: 1}}":                     "Rule: why => ",
		"{kind: rule, if: {r1c1: 1..4}, then: {r2c4: 1}}":                                "Rule: r1c1,r2c4 => ",
	} {
		m, _, err := modeltest.ReadYAML("texts.yaml", strings.NewReader("grid: {boxes: 2x2}\nconstraints:\n- "+constraint+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		b := board(t, m)
		step := solver.Next(context.Background(), NewState(b, nil))
		if step == nil || !strings.HasPrefix(step.Text(b), want) {
			t.Errorf("%s: %v, expected %q", constraint, step, want)
		}
	}
}
