package encode

import (
	"context"
	"testing"

	"qmsat/model"
)

func benchmarkCompile(b *testing.B, m *model.Model, options Options) {
	b.ReportAllocs()
	var sink counter
	for b.Loop() {
		sink = counter{}
		if _, err := Compile(context.Background(), m, options, &sink); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(sink.clauses)*float64(b.N)/b.Elapsed().Seconds(), "clauses/s")
}

func BenchmarkCompileQuasiMagic(b *testing.B) {
	m := must(model.QuasiMagic(3, 2))
	for options := range eachOptions {
		b.Run(options.String(), func(b *testing.B) { benchmarkCompile(b, m, options) })
	}
}

// BenchmarkCompileLarge is a 36×36 grid: 3 million clauses.
func BenchmarkCompileLarge(b *testing.B) {
	benchmarkCompile(b, must(model.Sudoku(6, 6)), Options{})
}

// BenchmarkExport makes a whole file, including the pass that counts, and discards it. The 1.52 GB of 81×81 took 1.3 s, the
// median of ten runs. Through a pipe, with both ends on one core, export took 1.8 to 2.4 s, with 15 MB resident.
func BenchmarkExport(b *testing.B) {
	for _, test := range []struct {
		name    string
		m       *model.Model
		options Options
	}{
		{"16x16", must(model.Sudoku(4, 4)), Options{Published: true}},
		{"16x16-once", must(model.Sudoku(4, 4)), Options{}},
		{"81x81", must(model.Sudoku(9, 9)), Options{Published: true}}, // 85,056,804 clauses
	} {
		b.Run(test.name, func(b *testing.B) {
			var size countingWriter
			b.ReportAllocs()
			for b.Loop() {
				size = 0
				d, err := NewDIMACS(context.Background(), test.m, test.options, nil)
				if err == nil {
					err = d.Write(context.Background(), &size)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(size))
		})
	}
}

type countingWriter int64

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}
