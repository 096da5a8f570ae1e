package native

import (
	"context"
	"fmt"
	"testing"

	"qmsat/model"
)

// The files of quasi-magic puzzles for Δ = 4, 6 and 8 have 60 puzzles each, every one with one solution.
func TestOtherDeltas(t *testing.T) {
	for _, delta := range []int{4, 6, 8} {
		t.Run(fmt.Sprintf("delta%d", delta), func(t *testing.T) {
			m := must(model.QuasiMagic(3, delta))
			puzzles, _ := readTestdata(t, fmt.Sprintf("quasimagic-delta%d.txt", delta), m)
			session := openSession(t, m)
			for _, p := range puzzles {
				result, err := session.Run(context.Background(), p.Cube, 2, nil)
				if err != nil {
					t.Fatal(err)
				}
				if result.Count.Uint64() != 1 {
					t.Errorf("line %d: %v solutions, expected 1", p.Line, result.Count)
				}
			}
			if len(puzzles) != 60 {
				t.Errorf("%d puzzles, expected 60", len(puzzles))
			}
		})
	}
}
