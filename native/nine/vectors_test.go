package nine

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"qmsat/model/modeltest"
)

// settlers returns a solver by bandState, and one for each width of vectors that the processor has.
func settlers(t testing.TB) (twin *Bands, byVectors map[int]*Bands) {
	byVectors = map[int]*Bands{}
	for _, bits := range append([]int{0}, widths[:]...) {
		s, err := NewBands(context.Background(), [9][]Triple{}, bits)
		switch {
		case err != nil:
			t.Fatal(err)
		case s.vectors == nil:
			twin = s
		case s.vectors.bits == bits:
			byVectors[bits] = s
		}
	}
	return twin, byVectors
}

// sameSearch solves a grid by both solvers: they have the same nodes, and the same solutions in the same order.
func sameSearch(t testing.TB, bits int, s, twin *Bands, givens *Grid, limit uint64) {
	t.Helper()
	var want, got []Grid
	wanted := twin.Solve(givens, limit, nil, func(g *Grid) bool { want = append(want, *g); return true })
	if outcome := s.Solve(givens, limit, nil, func(g *Grid) bool { got = append(got, *g); return true }); outcome != wanted {
		t.Fatalf("%v: %d bits: %+v, expected %+v", *givens, bits, outcome, wanted)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%v: %d bits: other solutions, or in another order", *givens, bits)
	}
}

// TestVectorsOnFiles solves the puzzles of testdata, quasi-magic ones as plain Sudoku.
func TestVectorsOnFiles(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	twin, byVectors := settlers(t)
	solved := 0
	for _, file := range files {
		grids := readGrids(t, filepath.Base(file))
		for i := range grids {
			if i%20 == 0 || modeltest.Long() {
				solved++
				for bits, s := range byVectors {
					sameSearch(t, bits, s, twin, &grids[i], 200)
				}
			}
		}
	}
	if solved < 300 {
		t.Errorf("%d puzzles, expected more", solved)
	}
}

// randomPuzzle returns a random grid's digits in some cells, with a wrong one in one puzzle of four, and in most of the others enough
// for few solutions.
func randomPuzzle(random *rand.Rand, s *Bands) Grid {
	var g Grid
	for box := range 3 {
		for position, digit := range random.Perm(9) {
			g[CellAt(4*box, position)] = uint8(digit + 1)
		}
	}
	skip := random.IntN(50)
	s.Solve(&g, 0, nil, func(found *Grid) bool {
		g = *found
		skip--
		return skip >= 0
	})
	for _, cell := range random.Perm(81)[:random.IntN(62)] {
		g[cell] = 0
	}
	if random.IntN(4) == 0 {
		g[random.IntN(81)] = uint8(1 + random.IntN(9))
	}
	return g
}

// TestVectorsOnRandomPuzzles has a million puzzles where QMSAT_LONG is set.
func TestVectorsOnRandomPuzzles(t *testing.T) {
	twin, byVectors := settlers(t)
	random := rand.New(rand.NewPCG(3, 4))
	for range modeltest.Scale(2000, 1_000_000) {
		g := randomPuzzle(random, twin)
		for bits, s := range byVectors {
			sameSearch(t, bits, s, twin, &g, 20)
		}
	}
}

// FuzzVectors takes any digits as givens.
func FuzzVectors(f *testing.F) {
	for _, g := range readGrids(f, "sudoku-hardest-375.txt")[:5] {
		f.Add(g[:])
	}
	twin, byVectors := settlers(f)
	f.Fuzz(func(t *testing.T, digits []byte) {
		var g Grid
		for cell := range min(len(digits), 81) {
			g[cell] = digits[cell] % 10
		}
		for bits, s := range byVectors {
			sameSearch(t, bits, s, twin, &g, 20)
		}
	})
}
