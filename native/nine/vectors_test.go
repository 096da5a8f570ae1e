package nine

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"qmsat/model/modeltest"
)

// solvers returns a solver without vectors, and one for each width that the processor has.
func solvers(open func(bits int) solver) (twin solver, byVectors map[int]solver) {
	byVectors = map[int]solver{}
	for _, bits := range widths {
		if a := assemblyOf(bits); a.bits != 0 {
			byVectors[bits] = open(bits)
		}
	}
	return open(0), byVectors
}

// bandSolvers and boxSolvers are solvers of plain Sudoku, and of quasi-magic Sudoku.
func bandSolvers(t testing.TB) (twin solver, byVectors map[int]solver) {
	return solvers(func(bits int) solver {
		s, err := NewBands(context.Background(), [9][]Triple{}, bits)
		if err != nil {
			t.Fatal(err)
		}
		if (s.vectors != nil) != (bits != 0) {
			t.Fatalf("%d bits, vectors %v", bits, s.vectors)
		}
		return s
	})
}

func boxSolvers(delta int) (twin solver, byVectors map[int]solver) {
	c := quasiMagicCatalogue(delta)
	return solvers(func(bits int) solver { return NewBoxes([9]*Catalogue{c, c, c, c, c, c, c, c, c}, bits) })
}

// sameSearch solves a grid by both solvers: they have the same nodes, and the same solutions in the same order.
func sameSearch(t testing.TB, bits int, s, twin solver, givens *Grid, limit uint64) {
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
	twin, byVectors := bandSolvers(t)
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

// TestVectorsOnBoxes solves quasi-magic puzzles, with fewer givens, too, and lists the first quasi-magic grids.
func TestVectorsOnBoxes(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for delta, file := range map[int]string{2: "quasimagic-180.txt", 3: "quasimagic-delta3.txt", 4: "quasimagic-delta4.txt"} {
		if delta > 2 && !modeltest.Long() {
			continue // the list of fillings takes long
		}
		twin, byVectors := boxSolvers(delta)
		grids := readGrids(t, file)
		for i := 0; i < len(grids); i += modeltest.Scale(9, 1) {
			for bits, s := range byVectors {
				sameSearch(t, bits, s, twin, &grids[i], 50)
				for cell := range 40 {
					grids[i][cell] = 0
				}
				sameSearch(t, bits, s, twin, &grids[i], 50)
			}
		}
		for bits, s := range byVectors {
			sameSearch(t, bits, s, twin, &Grid{}, 2000)
			sameSearch(t, bits, s, twin, &Grid{10: 1}, 10) // no filling has 1 in the centre
		}
	}
}

// TestFilter has lists of every length up to some vectors, with words beyond their end that fit.
func TestFilter(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	all := make([]uint64, 40)
	for range 5000 {
		needed := random.Uint64() & random.Uint64() & random.Uint64() & random.Uint64() & random.Uint64()
		allowed := random.Uint64() | random.Uint64() | random.Uint64() | random.Uint64() | random.Uint64()
		for i := range all {
			all[i] = random.Uint64() | needed
			if random.IntN(3) > 0 {
				all[i] &= allowed
			}
		}
		n := random.IntN(len(all) - vectorWords)
		var want []uint64
		union := uint64(0)
		for _, l := range all[:n] {
			if needed&^l == 0 && l&^allowed == 0 {
				want = append(want, l)
				union |= l
			}
		}
		for _, bits := range widths {
			if a := assemblyOf(bits); a.bits != 0 {
				kept := make([]uint64, n+vectorWords)
				count, got := a.filter(&kept[0], &all[0], uint64(n), needed, allowed)
				if !slices.Equal(kept[:count], want) || got != union {
					t.Fatalf("%d bits, %d words: %d kept, union %#x, expected %d, %#x", bits, n, count, got, len(want), union)
				}
			}
		}
	}
}

// randomPuzzle returns a random grid's digits in some cells, with a wrong one in one puzzle of four, and in most of the others enough
// for few solutions.
func randomPuzzle(random *rand.Rand, s solver) Grid {
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

// TestVectorsOnRandomPuzzles has a million puzzles where QMSAT_CONFIRM is set.
func TestVectorsOnRandomPuzzles(t *testing.T) {
	twin, byVectors := bandSolvers(t)
	random := rand.New(rand.NewPCG(3, 4))
	for range modeltest.Scale(2000, 200_000, 1_000_000) {
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
	twin, byVectors := bandSolvers(f)
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
