package sat

import (
	"context"
	"testing"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// BenchmarkFirstPass finds the solution of each of the 180 quasi-magic puzzles and proves that it is the only one. gini's session
// is new each time; its formula is loaded once for all puzzles, outside the measured time.
func BenchmarkFirstPass(b *testing.B) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		b.Fatal(err)
	}
	cubes := modeltest.Cubes(b, m, "quasimagic-180.txt")
	for _, sum := range []string{encode.DefaultLinear, "joint"} {
		b.Run(sum, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				session, err := engineNamed(b, "gini").Open(context.Background(), m, engine.Options{"sum": sum})
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				for _, cube := range cubes {
					if r, err := session.Run(context.Background(), cube, 0, nil); err != nil || r.Count.Int64() != 1 {
						b.Fatalf("%v solutions, error %v, expected one", r.Count, err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(cubes)), "µs/puzzle")
		})
	}
}
