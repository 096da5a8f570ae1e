package encode

import (
	"context"
	"io"
	"testing"

	"qmsat/model"
)

func benchmarkCompile(b *testing.B, m *model.Model, choice Choice) {
	b.ReportAllocs()
	var sink counter
	for b.Loop() {
		sink = counter{}
		if _, err := Compile(context.Background(), m, choice, &sink); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(sink.clauses)*float64(b.N)/b.Elapsed().Seconds(), "clauses/s")
}

func BenchmarkCompileQuasiMagic(b *testing.B) {
	m := must(model.QuasiMagic(3, 2))
	for choice := range eachChoice {
		b.Run(choice.String(), func(b *testing.B) { benchmarkCompile(b, m, choice) })
	}
}

// BenchmarkCompileLarge is a 36×36 grid: 3 million clauses.
func BenchmarkCompileLarge(b *testing.B) {
	benchmarkCompile(b, must(model.Sudoku(6, 6)), Choice{})
}

func BenchmarkWriteDIMACS(b *testing.B) {
	d, err := NewDIMACS(context.Background(), must(model.Sudoku(4, 4)), Choice{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	var size countingWriter
	if err := d.Write(context.Background(), &size); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if err := d.Write(context.Background(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

type countingWriter int64

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}
