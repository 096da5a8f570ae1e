package implied_test

import (
	"testing"

	"qmsat/model"
	"qmsat/model/formats"
	"qmsat/model/implied"
	"qmsat/model/modeltest"
)

// issPuzzle returns the model of a puzzle of testdata/iss.
func issPuzzle(t testing.TB, name string) *model.Model {
	t.Helper()
	format, err := formats.Lookup("iss")
	if err != nil {
		t.Fatal(err)
	}
	z, err := format.ReadNamed("", modeltest.ISS(t, name)[0].Input)
	if err != nil {
		t.Fatal(err)
	}
	return z.Model
}

func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"Classic sudoku", "Wecoc #1", "Killer", "Jigsaw", "Start with 1, not 0!", "Anti-knight Anti-consecutive", "16x16: Jigsaw"} {
		b.Run(name, func(b *testing.B) {
			m := issPuzzle(b, name)
			b.ReportAllocs()
			for b.Loop() {
				facts, err := implied.Find(b.Context(), m, implied.NewExclusions(b.Context(), m))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(facts)), "facts")
			}
		})
	}
}
