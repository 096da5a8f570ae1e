package logic

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
	"qmsat/native/generate"
)

// openNative opens a session of the engine native.
func openNative(ctx context.Context, m *model.Model) (engine.Session, error) {
	return engine.Open(ctx, "native", m, nil)
}

// TestExamplesSound checks the steps of all techniques on puzzles with the example of each kind of clue, against all solutions. An
// example that no Sudoku meets stands in a grid without houses, with four open cells.
func TestExamplesSound(t *testing.T) {
	number := modeltest.Scale(1, 2, 5)
	// Forcing nets over hundreds of variables or automata take minutes.
	slow := []string{"chaos-arrow", "chaos-construction", "chaos-count", "connected-values", "different-lines"}
	for i, kind := range variant.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			switch {
			case slices.Contains(slow, kind.Name):
				modeltest.OnlyConfirm(t)
			case i%3 > 0:
				modeltest.OnlyLong(t)
			}
			r, open := rand.New(rand.NewPCG(1, uint64(i))), 45
			m, grid := exampleGrid(t, kind, cmp.Or(kind.Grid, "{boxes: 3x3}"))
			cells := r.Perm(81)
			if grid == nil {
				m, grid = exampleGrid(t, kind, "{rows: 9, columns: 9, values: 1..9, houses: none}")
				open = 4
				slices.SortStableFunc(cells, func(a, b int) int { return clued(m, a) - clued(m, b) })
			}
			if grid == nil {
				t.Fatal("no grid")
			}
			for range number {
				cube := model.Cube{}
				for _, v := range cells[open:] {
					cube = append(cube, model.Given{Var: model.Var(v), Value: grid[v]})
				}
				checkSound(t, board(t, m), []model.Cube{cube})
				if open > 4 {
					cells = r.Perm(81)
				}
			}
		})
	}
}

// knownGrids are solutions of models that a search finds only after thousands of nodes.
var knownGrids = map[string]string{
	"anti-taxicab":        "139472856784956312265318947698534271351627489472189635546891723817263594923745168",
	"negative-difference": "682539471935714628417286953174628395826953147359471862593147286741862539268395714",
	"non-consecutive":     "682539471935714628417286953174628395826953147359471862593147286741862539268395714",
}

// exampleGrid returns the model of a kind's example, and a solution or nil.
func exampleGrid(t *testing.T, kind variant.Kind, layout string) (m *model.Model, grid model.Assignment) {
	t.Helper()
	m, _, err := modeltest.ReadYAML("f.yaml", strings.NewReader("grid: "+layout+"\nconstraints:\n- "+kind.Example+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	session, err := openNative(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var known model.Cube
	for v, digit := range knownGrids[kind.Name] {
		known = append(known, model.Given{Var: model.Var(v), Value: int(digit - '0')})
	}
	if _, err = session.Run(t.Context(), known, 1, func(a model.Assignment) bool {
		grid = append(grid, a...)
		return false
	}); err != nil {
		t.Fatal(err)
	}
	return m, grid
}

// clued is 0 for cells of the model's constraints, 1 for others.
func clued(m *model.Model, v int) int {
	for _, c := range m.Constraints {
		if slices.Contains(c.Scope(), model.Var(v)) {
			return 0
		}
	}
	return 1
}

// TestRandomCluesSound does the same for random clues of small grids.
func TestRandomCluesSound(t *testing.T) {
	number := modeltest.Scale(6, 100, 200)
	kinds := variant.Kinds()
	for seed := range uint64(number) {
		r := rand.New(rand.NewPCG(seed, 7))
		m, err := model.Sudoku(2, 2+r.IntN(2))
		if err != nil {
			t.Fatal(err)
		}
		grid := model.Assignment{}
		session, err := openNative(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := session.Run(t.Context(), nil, 1+r.Uint64N(200), func(a model.Assignment) bool {
			grid = append(grid[:0], a...)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			kind := kinds[r.IntN(len(kinds))]
			clues, err := generate.DrawClues(t.Context(), r, m, grid, kind, 1+r.IntN(4), openNative)
			if err != nil && len(clues) == 0 {
				continue // a kind that cannot be drawn
			}
			if err := modeltest.AddClues(m, clues...); err != nil {
				t.Fatal(err)
			}
		}
		cube, err := generate.Givens(r, grid, len(grid)/4)
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, board(t, m), []model.Cube{cube})
	}
}

// TestAddedVariablesSound does the same for models in which constraints of all kinds, outside the clue, and givens have variables that
// a clue adds. These are outputs or not. The solutions are those of the clue by brute force that meet the rest.
func TestAddedVariablesSound(t *testing.T) {
	for _, c := range []struct{ size, clue string }{
		{"rows: 3, columns: 3", "{kind: chaos-construction}"},
		{"rows: 3, columns: 3", "{kind: count-distinct, control: r1c1, cells: r1c2..r3c3}"},
		{"rows: 3, columns: 3, values: 0..3", "{kind: counting-circles, cells: [r1c1, r1c2, r2c1]}"},
		{"rows: 3, columns: 3", "{kind: lunchbox, line: r1c1-r1c3, sum: 2}"},
		{"rows: 3, columns: 3, values: 0..3", "{kind: sum-line, line: [r1c1, r1c2, r2c2, r2c1], sum: 3, loop: true}"},
		{"rows: 4, columns: 4", "{kind: full-rank, row: 1, rank: 3}"},
	} {
		t.Run(c.clue, func(t *testing.T) {
			m, _, err := modeltest.ReadYAML("f.yaml", strings.NewReader("grid: {"+c.size+"}\nconstraints:\n- "+c.clue+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			all := bruteforce.Solutions(allOutputs(m), nil)
			t.Logf("%d variables, %d solutions", len(m.Variables), len(all))
			rapid.Check(t, func(t *rapid.T) {
				d := around{t, m, rapid.SampledFrom(all).Draw(t, "witness")}
				outer := *m
				for range 1 + d.IntN(3) {
					if c := m.RandomConstraint(d); c != nil {
						outer.Constraints = append(slices.Clip(outer.Constraints), c)
					}
				}
				if d.IntN(2) == 1 {
					outer.Outputs = lists.Numbers[model.Var](m.Grid.Cells())
				}
				t.Log(modeltest.Text(&outer))
				var cube model.Cube
				for range d.IntN(6) {
					v := d.Var()
					cube = append(cube, model.Given{Var: v, Value: d.Example(v)})
				}
				t.Log(cube)
				b, err := NewBoard(context.Background(), &outer)
				if err != nil {
					t.Fatal(err)
				}
				soundness{b, lists.Filter(all, func(a model.Assignment) bool {
					return outer.Check(a) == nil && outer.CheckCube(a, cube) == nil
				}), map[string]int{}}.check(t, cube)
			})
		})
	}
}

// around is a [model.Drawer] of constraints that a witness mostly meets, on cells and variables that the first clue adds.
type around struct {
	t       *rapid.T
	m       *model.Model
	witness model.Assignment
}

func (d around) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "number") }

func (d around) Var() model.Var {
	if d.IntN(2) == 0 {
		return model.Var(d.IntN(d.m.Grid.Cells()))
	}
	return rapid.SampledFrom(d.m.ByOrigin()[0].Added()).Draw(d.t, "added")
}

func (d around) Vars(least int) []model.Var {
	return lists.Distinct(lists.Make(least+d.IntN(3), func(int) model.Var { return d.Var() }))
}
func (d around) Value() int                { return d.IntN(4) }
func (d around) ValueOf(v model.Var) int   { return max(0, d.witness[v]+d.IntN(3)-1) }
func (d around) Example(v model.Var) int   { return d.witness[v] + d.IntN(10)/9 }
func (d around) Witness() model.Assignment { return d.witness }
func (d around) Spared() bool              { return d.IntN(4) > 0 }

// TestGivenAuxiliary checks puzzles that only a given of an auxiliary variable makes wrong. The sum line's has more values than fit.
func TestGivenAuxiliary(t *testing.T) {
	for _, file := range []string{`grid: {rows: 4, columns: 4}
constraints:
- {kind: count-distinct, control: r1c2, cells: r1c3-r1c4}
givens: {_count_distinct_16: 1, r1c2: 2, r1c3: 3, r1c4: 4, r2c1: 2, r3c1: 3, r2c2: 3, r3c4: 2, r4c3: 2}
`, `grid: {rows: 2, columns: 2, values: [30, 40]}
constraints:
- {kind: sum-line, line: [r1c1, r1c2, r2c2, r2c1], sum: 140, loop: true}
givens: {_sum_line_4: 1, r1c1: 30}
`} {
		m, givens, err := modeltest.ReadYAML("f.yaml", strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, board(t, m), []model.Cube{givens})
	}
}

// TestCutOffSearch checks that a technique searches again after a context ended its search.
func TestCutOffSearch(t *testing.T) {
	m, _, err := modeltest.ReadYAML("f.yaml", strings.NewReader(`grid: {boxes: 2x2}
constraints:
- {kind: count-distinct, control: r1c1, cells: [r1c2, r2c3, r3c4, r4c4]}
`))
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	state, found := NewState(board(t, m), nil), 0
	for _, ctx := range []context.Context{ended, t.Context()} {
		named(t, "clue").Techniques[0].Find(ctx, state, func(*Step) bool {
			found++
			return true
		})
	}
	if found != 1 {
		t.Errorf("%d steps, expected one", found)
	}
}
