package generate

import (
	"fmt"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// BenchmarkPuzzle makes puzzles with one solution, a new one in each iteration.
func BenchmarkPuzzle(b *testing.B) {
	for _, bench := range []struct {
		model  *model.Model
		givens int
	}{
		{modeltest.Sudoku(b, 3, 3), AsFewAsRemovalLeaves}, {modeltest.Sudoku(b, 3, 3), 22},
		{modeltest.QuasiMagic(b, 2), AsFewAsRemovalLeaves}, {modeltest.QuasiMagic(b, 2), 6},
		{modeltest.QuasiMagic(b, 5), AsFewAsRemovalLeaves}, {modeltest.QuasiMagic(b, 8), AsFewAsRemovalLeaves},
		{modeltest.Sudoku(b, 5, 5), 330}, {modeltest.Sudoku(b, 6, 6), 750},
	} {
		b.Run(fmt.Sprintf("%s/%d givens", bench.model.Name, bench.givens), func(b *testing.B) {
			generator, err := New(b.Context(), bench.model, nil, openNative(b, bench.model), Options{Unique: true, Givens: bench.givens})
			if err != nil {
				b.Fatal(err)
			}
			givens, number := 0, uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				number++
				p, err := generator.Puzzle(b.Context(), NewStream(1, number))
				if err != nil {
					b.Fatal(err)
				}
				givens += len(p.Givens)
			}
			b.ReportMetric(float64(givens)/float64(number), "givens")
		})
	}
}
