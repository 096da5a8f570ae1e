package sat

import (
	"context"
	"testing"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// BenchmarkAMO solves 40 of the 180 quasi-magic puzzles by gini, each to the end, in one session, by at-most-one encoding.
func BenchmarkAMO(b *testing.B) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(b, m)
	for _, name := range encode.AtMostOnes.Names() {
		b.Run(name, func(b *testing.B) {
			session, err := engineNamed(b, "gini").Open(context.Background(), m, engine.Options{"amo": name})
			if err != nil {
				b.Fatal(err)
			}
			solved := 0
			for b.Loop() {
				for i := range 40 {
					result, err := session.Run(context.Background(), puzzles[i*9/2].cube, 0, nil)
					if err != nil || !result.Complete() || result.Count.Uint64() != 1 {
						b.Fatalf("puzzle %d: %+v, error %v", i*9/2, result, err)
					}
					solved++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(solved), "µs/puzzle")
		})
	}
}
