package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// expectPuzzle expects a puzzle with the requested properties.
func expectPuzzle(t *testing.T, m *model.Model, options Options, p Puzzle) {
	t.Helper()
	session := openNative(t, m)
	if err := m.Check(p.Solution); err != nil {
		t.Errorf("solution: %v", err)
	}
	if err := m.CheckCube(p.Solution, p.Givens); err != nil {
		t.Error(err)
	}
	if !slices.IsSortedFunc(p.Givens, func(a, b model.Given) int { return int(a.Var - b.Var) }) {
		t.Errorf("%v is not in the order of the variables", p.Givens)
	}
	if options.Givens >= 0 && len(p.Givens) != options.Givens {
		t.Errorf("%d givens, expected %d", len(p.Givens), options.Givens)
	}
	if options.Unique {
		expectSolutions(t, session, m, p.Givens, 1)
	}
	if options.Minimal || options.Unique && options.Givens < 0 && options.Symmetry == nil {
		for i := range p.Givens {
			expectSolutions(t, session, m, slices.Delete(slices.Clone(p.Givens), i, i+1), 2)
		}
	}
	if options.Symmetry == nil {
		return
	}
	orbits, err := options.Symmetry.Orbits(m.Grid)
	if err != nil {
		t.Fatal(err)
	}
	for _, orbit := range orbits {
		given := 0
		for _, v := range orbit {
			if slices.ContainsFunc(p.Givens, func(g model.Given) bool { return g.Var == v }) {
				given++
			}
		}
		if given != 0 && given != len(orbit) {
			t.Errorf("of the cells %v, %d are given", orbit, given)
		}
	}
}

// Puzzles have the requested properties, and the same seed gives the same ones.
func TestPuzzles(t *testing.T) {
	fewest := AsFewAsRemovalLeaves
	for _, test := range []struct {
		name    string
		model   *model.Model
		options Options
	}{
		{"4×4", modeltest.Sudoku(t, 2, 2), Options{Unique: true, Givens: 4}},
		{"6×6 minimal", modeltest.Sudoku(t, 2, 3), Options{Unique: true, Givens: 9, Minimal: true}},
		{"6×6 many but minimal", modeltest.Sudoku(t, 2, 3), Options{Unique: true, Givens: 12, Minimal: true}},
		{"plain", modeltest.Sudoku(t, 3, 3), Options{Unique: true, Givens: 30}},
		{"plain, few", modeltest.Sudoku(t, 3, 3), Options{Unique: true, Givens: 23, Minimal: true}},
		{"plain, fewest", modeltest.Sudoku(t, 3, 3), Options{Unique: true, Givens: fewest}},
		{"plain, all", modeltest.Sudoku(t, 3, 3), Options{Unique: true, Givens: 81}},
		{"plain, half turn, minimal", modeltest.Sudoku(t, 3, 3), Options{Unique: true, Givens: fewest, Minimal: true, Symmetry: symmetry(t, "half-turn")}},
		{"plain, full", modeltest.Sudoku(t, 3, 3), Options{Unique: true, Givens: 37, Symmetry: symmetry(t, "full")}},
		{"plain, not unique", modeltest.Sudoku(t, 3, 3), Options{Givens: 12}},
		{"plain, not unique, diagonal", modeltest.Sudoku(t, 3, 3), Options{Givens: 13, Symmetry: symmetry(t, "diagonal")}},
		{"Latin square", modeltest.Sudoku(t, 1, 5), Options{Unique: true, Givens: fewest}},
		{"Δ = 2", modeltest.QuasiMagic(t, 2), Options{Unique: true, Givens: 6}},
		{"Δ = 2, minimal", modeltest.QuasiMagic(t, 2), Options{Unique: true, Givens: 8, Minimal: true, Symmetry: symmetry(t, "half-turn")}},
		{"Δ = 3", modeltest.QuasiMagic(t, 3), Options{Unique: true, Givens: 14}},
		{"Δ = 4", modeltest.QuasiMagic(t, 4), Options{Unique: true, Givens: 16}},
		{"Δ = 5", modeltest.QuasiMagic(t, 5), Options{Unique: true, Givens: 20}},
		{"Δ = 6", modeltest.QuasiMagic(t, 6), Options{Unique: true, Givens: 22}},
		{"Δ = 7", modeltest.QuasiMagic(t, 7), Options{Unique: true, Givens: 24}},
		{"Δ = 8", modeltest.QuasiMagic(t, 8), Options{Unique: true, Givens: 24, Minimal: true}},
		{"Δ = 9", modeltest.QuasiMagic(t, 9), Options{Unique: true, Givens: 24, Minimal: true}},
		{"Δ = 5, not unique", modeltest.QuasiMagic(t, 5), Options{Givens: 15}},
		{"rule, not unique", ruled(t), Options{Givens: 12}},
		{"rule", ruled(t), Options{Unique: true, Givens: 24}},
		{"25×25", modeltest.Sudoku(t, 5, 5), Options{Unique: true, Givens: 400}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && strings.HasPrefix(test.name, "Δ") {
				t.Skip("lines that have to be quasi-magic take longer")
			}
			if strings.ContainsAny(test.name, "3478") && strings.HasPrefix(test.name, "Δ") {
				modeltest.OnlyLong(t)
			}
			generator, err := New(t.Context(), test.model, nil, openNative(t, test.model), test.options)
			if err != nil {
				t.Fatal(err)
			}
			var first string
			for _, seed := range []uint64{1, 1, 2} {
				p, err := generator.Puzzle(t.Context(), NewStream(seed, 1))
				if err != nil {
					t.Fatal(err)
				}
				expectPuzzle(t, test.model, test.options, p)
				text := test.model.Notation().FormatCube(test.model, p.Givens)
				switch {
				case first == "":
					first = text
				case (text == first) != (seed == 1) && test.options.Givens != 81:
					t.Errorf("seed %d gives %s after %s", seed, text, first)
				}
			}
		})
	}
}

// ruled returns a model that has pruning rule 1 of Δ = 2 at Δ = 9: not all plain grids are solutions.
func ruled(t *testing.T) *model.Model {
	t.Helper()
	m := modeltest.QuasiMagic(t, 9)
	rule, err := model.PruningRule(m.Grid, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Constraints = append(m.Constraints, rule)
	return m
}

func symmetry(t *testing.T, name string) *Symmetry {
	t.Helper()
	s, err := LookupSymmetry(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The model's givens hold for every puzzle, but are not listed in any.
func TestModelGivens(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	session := openNative(t, m)
	givens, err := model.Characters.Parse(m, "12.............4")
	if err != nil {
		t.Fatal(err)
	}
	generator, err := New(t.Context(), m, givens, session, Options{Unique: true, Givens: AsFewAsRemovalLeaves})
	if err != nil {
		t.Fatal(err)
	}
	for number := range uint64(20) {
		p, err := generator.Puzzle(t.Context(), NewStream(1, number))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range p.Givens {
			if slices.ContainsFunc(givens, func(h model.Given) bool { return g.Var == h.Var }) {
				t.Errorf("%v is a given of the model", g)
			}
		}
		expectSolutions(t, session, m, slices.Concat(givens, p.Givens), 1)
		for i := range p.Givens {
			expectSolutions(t, session, m, slices.Concat(givens, slices.Delete(slices.Clone(p.Givens), i, i+1)), 2)
		}
	}
}

// The search for grids reaches all 288 grids 4×4.
func TestRandomSolutionReachesAll(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m := modeltest.Sudoku(t, 2, 2)
	o := &oracle{session: openNative(t, m)}
	random := NewRandom(1)
	seen := map[string]bool{}
	for range 3000 {
		grid, err := o.randomSolution(t.Context(), random, m)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Check(grid); err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(grid)] = true
	}
	if len(seen) != 288 {
		t.Errorf("%d grids, expected 288", len(seen))
	}
}

// Impossible requests are refused, and a failed search returns the closest puzzle.
func TestNotAsAsked(t *testing.T) {
	plain := modeltest.Sudoku(t, 3, 3)
	for _, test := range []struct {
		options Options
		says    string
	}{
		{Options{Givens: 82}, "expected 0 to 81"},
		{Options{Givens: -2}, "expected 0 to 81"},
		{Options{Givens: 36, Symmetry: symmetry(t, "full")}, ""},
		{Options{Givens: 2, Symmetry: symmetry(t, "full")}, "symmetry full"},
		{Options{Unique: true, Givens: 16}, "expected 17 to 81"},
		{Options{Givens: AsFewAsRemovalLeaves}, "expected a number"},
	} {
		_, err := New(t.Context(), plain, nil, openNative(t, plain), test.options)
		if (err != nil) != (test.says != "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%+v: error %v, expected %q", test.options, err, test.says)
		}
	}
	progress := 0
	small := modeltest.Sudoku(t, 2, 3)
	options := Options{Unique: true, Givens: 5, Tries: 2, Progress: func(Status) { progress++ }}
	generator, err := New(t.Context(), small, nil, openNative(t, small), options)
	if err != nil {
		t.Fatal(err)
	}
	_, err = generator.Puzzle(t.Context(), NewRandom(1))
	var unreached *UnreachedError
	if !errors.As(err, &unreached) || unreached.Err != nil || unreached.Try != 2 || unreached.Closest < 8 || unreached.Closest > 9 {
		t.Fatalf("5 givens in two tries: %v, expected that the fewest are 8 or 9", err)
	}
	expectPuzzle(t, small, Options{Unique: true, Givens: unreached.Closest}, unreached.Best)
	if progress < 3 {
		t.Errorf("progress was shown %d times, expected three times or more", progress)
	}
	generator.options.Tries = 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	generator.options.Progress = func(status Status) {
		if status.Try == 3 {
			cancel()
		}
	}
	if _, err = generator.Puzzle(ctx, NewRandom(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("5 givens, stopped with the third grid: %v, expected the end of the context", err)
	}
	none := modeltest.QuasiMagic(t, 0)
	generator, err = New(t.Context(), none, nil, openNative(t, none), Options{Unique: true, Givens: AsFewAsRemovalLeaves})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = generator.Puzzle(t.Context(), NewRandom(1)); !errors.Is(err, ErrNoGrid) {
		t.Errorf("Δ = 0: %v, expected that there is no grid", err)
	}
}

// Outputs that are no cells are given alone, so that puzzles with a symmetry have one solution too.
func TestSymmetryWithOtherOutputs(t *testing.T) {
	m, _, err := modeltest.ReadYAML("f.yaml", strings.NewReader("grid: {rows: 2, columns: 2, values: 1..2}\nvariables: {x: 0..3}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range []Options{
		{Unique: true, Givens: AsFewAsRemovalLeaves},
		{Unique: true, Givens: AsFewAsRemovalLeaves, Symmetry: symmetry(t, "half-turn")},
		{Unique: true, Givens: 3, Symmetry: symmetry(t, "half-turn")},
		{Givens: 5, Symmetry: symmetry(t, "full")},
	} {
		generator, err := New(t.Context(), m, nil, openNative(t, m), options)
		if err != nil {
			t.Fatal(err)
		}
		p, err := generator.Puzzle(t.Context(), NewRandom(1))
		if err != nil {
			t.Fatal(err)
		}
		expectPuzzle(t, m, options, p)
	}
}
