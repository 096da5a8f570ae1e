package paper

import "testing"

// BenchmarkMethods solves the puzzles with 11 givens or more with each of the published methods. It reports the iterations of a
// pass as well as its time; they must not vary.
func BenchmarkMethods(b *testing.B) {
	puzzles := readPuzzles(b)
	for _, method := range methods {
		b.Run(method.name, func(b *testing.B) {
			_, s := method.open(b)
			b.ReportAllocs()
			var iterations int64
			for b.Loop() {
				iterations = 0
				for _, puzzle := range puzzles {
					if len(puzzle.cube) < 11 {
						continue
					}
					result, err := s.Run(b.Context(), puzzle.cube, 0, nil)
					if err != nil || result.Count.Int64() != 1 {
						b.Fatalf("line %d: %v, %v, expected one solution", puzzle.line, result, err)
					}
					iterations += iterationsOf(b, result)
				}
			}
			b.ReportMetric(float64(iterations), "iterations/op")
		})
	}
}
