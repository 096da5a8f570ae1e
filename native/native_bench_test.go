package native

import (
	"context"
	"fmt"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/scheme"
)

// benchmarkPuzzles runs a file of puzzles repeatedly in one session.
func benchmarkPuzzles(b *testing.B, file string, limit uint64, m *model.Model) {
	benchmarkSession(b, file, limit, m, openSession(b, m))
}

func benchmarkSession(b *testing.B, file string, limit uint64, m *model.Model, s engine.Session) {
	puzzles, _ := readTestdata(b, file, m)
	nodes := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		nodes = 0
		for _, p := range puzzles {
			nodes += must(s.Run(context.Background(), p.Cube, limit, nil)).Effort[0].Value
		}
	}
	b.ReportMetric(float64(nodes)/float64(len(puzzles)), "nodes/puzzle")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(puzzles)), "µs/puzzle")
}

func BenchmarkQuasiMagic180(b *testing.B) {
	benchmarkPuzzles(b, "quasimagic-180.txt", 0, must(model.QuasiMagic(3, 2)))
}

func BenchmarkQuasiMagic180Rules(b *testing.B) {
	m := must(model.QuasiMagic(3, 2))
	if err := model.AddPruningRules(m, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}); err != nil {
		b.Fatal(err)
	}
	benchmarkPuzzles(b, "quasimagic-180.txt", 0, m)
}

func BenchmarkSudoku17Clues(b *testing.B) {
	benchmarkPuzzles(b, "sudoku-17-clue-3000.txt", 0, must(model.Sudoku(3, 3)))
}

func BenchmarkSudokuTop1465(b *testing.B) {
	benchmarkPuzzles(b, "sudoku-top1465.txt", 0, must(model.Sudoku(3, 3)))
}

func BenchmarkSudokuHardest375(b *testing.B) {
	benchmarkPuzzles(b, "sudoku-hardest-375.txt", 0, must(model.Sudoku(3, 3)))
}

func BenchmarkSudokuMulti2000(b *testing.B) {
	benchmarkPuzzles(b, "sudoku-multi-2000.txt", 1000, must(model.Sudoku(3, 3)))
}

// BenchmarkQuasiMagicDeltas runs the puzzles of other Δ by the specialised search and by the general one.
func BenchmarkQuasiMagicDeltas(b *testing.B) {
	for _, delta := range []int{4, 6, 8} {
		m, file := quasiMagic(delta), fmt.Sprintf("quasimagic-delta%d.txt", delta)
		b.Run(fmt.Sprintf("%d/tuned", delta), func(b *testing.B) { benchmarkPuzzles(b, file, 0, m) })
		b.Run(fmt.Sprintf("%d/general", delta), func(b *testing.B) {
			benchmarkSession(b, file, 0, m, must(openGeneral(context.Background(), m, nil)))
		})
	}
}

// BenchmarkEmptyQuasiMagicGrid finds all 248,832 grids for Δ = 2.
func BenchmarkEmptyQuasiMagicGrid(b *testing.B) {
	s := openSession(b, quasiMagic(2))
	b.ReportAllocs()
	for b.Loop() {
		if n := runCount(b, s, nil); n != 248832 {
			b.Fatalf("%d grids", n)
		}
	}
}

// BenchmarkLargeGrids solves 16×16, 25×25 and 36×36 puzzles and proves them unique, or finds two solutions.
func BenchmarkLargeGrids(b *testing.B) {
	for side := 4; side <= 6; side++ {
		n := side * side
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmarkPuzzles(b, fmt.Sprintf("sudoku-%dx%d.txt", n, n), 2, must(model.Sudoku(side, side)))
		})
	}
}

// BenchmarkLatinSquares5 is one long search: its allocations must not grow with its nodes.
func BenchmarkLatinSquares5(b *testing.B) {
	s := openSession(b, must(model.Sudoku(1, 5)))
	b.ReportAllocs()
	for b.Loop() {
		must(s.Run(context.Background(), nil, 0, nil))
	}
}

func BenchmarkOpenQuasiMagic(b *testing.B) {
	m := must(model.QuasiMagic(3, 2))
	b.ReportAllocs()
	for b.Loop() {
		must(open(context.Background(), m, nil))
	}
}

// BenchmarkSchemes propagates puzzles with 17 givens, without search, by each scheme.
func BenchmarkSchemes(b *testing.B) {
	m := must(model.Sudoku(3, 3))
	cubes := modeltest.Cubes(b, m, "sudoku-17-clue-3000.txt")[:100]
	for _, name := range scheme.Schemes {
		b.Run(name, func(b *testing.B) {
			inference := must(OpenInference(b.Context(), m, name))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				must(inference.Run(b.Context(), cubes[i%len(cubes)]))
			}
		})
	}
}
