package compare_test

import (
	"fmt"
	"os"
	"testing"

	"qmsat/compare"
	"qmsat/model"
)

// The puzzles 16×16 with the fewest givens found for a Δ have one solution by native, and by gini where QMSAT_CONFIRM is set.
func TestLargerPuzzles(t *testing.T) {
	contenders := []compare.Contender{{Engine: lookup(t, "native")}}
	if os.Getenv("QMSAT_CONFIRM") != "" {
		contenders = append(contenders, compare.Contender{Engine: lookup(t, "gini")})
	}
	for delta, givens := range []int{20, 36, 42} {
		m, err := model.QuasiMagic(4, delta)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("../testdata/larger/puzzle-4x4-delta%d.txt", delta)
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		puzzles := collect(t, model.ReadPuzzles(name, file, m, model.Characters))
		report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders, Limit: 2}, puzzles)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Failures {
			t.Errorf("%s: %s: %s", name, f.Label, f.Reason)
		}
		for _, row := range report.Rows {
			if row.Exhausted() != 1 || row.Solutions().Int64() != 1 || len(puzzles[0].Cube) != givens {
				t.Errorf("%s: %v solutions by %s, %d givens, expected one, %d", name, row.Solutions(), row.Contender.Engine.Name,
					len(puzzles[0].Cube), givens)
			}
		}
	}
}
