package native

import (
	"context"
	"testing"

	"qmsat/model"
)

// benchmarkPuzzles runs a file of puzzles again and again on one session.
func benchmarkPuzzles(b *testing.B, file string, limit uint64, m *model.Model) {
	puzzles, _ := readTestdata(b, file, m)
	s := openSession(b, m)
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
		must(open(m, nil))
	}
}
