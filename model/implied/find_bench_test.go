package implied_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"qmsat/model"
	"qmsat/model/formats"
	"qmsat/model/implied"
	_ "qmsat/model/variant"
)

// issPuzzle returns the model of a puzzle of testdata/iss.
func issPuzzle(t testing.TB, name string) *model.Model {
	t.Helper()
	file, err := os.Open("../../testdata/iss/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	format, err := formats.Lookup("iss")
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var p struct{ Name, Input string }
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p.Name == name {
			z, err := format.ReadNamed("", p.Input)
			if err != nil {
				t.Fatal(err)
			}
			return z.Model
		}
	}
	t.Fatalf("no puzzle %q", name)
	return nil
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
