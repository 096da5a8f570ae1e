package logic

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// BenchmarkGrade solves the first thousand puzzles with 17 givens, and the hardest ones, with and without chains. A time is that
// of all.
func BenchmarkGrade(b *testing.B) {
	for _, file := range []string{"sudoku-17-clue-3000.txt", "sudoku-top1465.txt", "sudoku-hardest-375.txt"} {
		m, err := model.Sudoku(3, 3)
		if err != nil {
			b.Fatal(err)
		}
		board, cubes := board(b, m), modeltest.Cubes(b, m, file)
		cubes = cubes[:min(1000, len(cubes))]
		for _, chains := range []bool{false, true} {
			name, solver := file+"/without", Solver{}
			if chains {
				name = file + "/with"
			}
			for _, t := range Default() {
				if chains || !t.Chains {
					solver.Techniques = append(solver.Techniques, t)
				}
			}
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				solved, done := 0, 0
				for b.Loop() {
					solved = 0
					done += len(cubes)
					for _, cube := range cubes {
						state := NewState(board, cube)
						solver.Solve(context.Background(), state, nil)
						if state.Solved() {
							solved++
						}
					}
				}
				b.ReportMetric(float64(solved), "solved")
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(done), "µs/puzzle")
			})
		}
	}
}
