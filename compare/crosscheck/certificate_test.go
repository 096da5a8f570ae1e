package crosscheck

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"qmsat/compare/certificate"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/kinds"
	"qmsat/model/sample"
)

// hasBranches reports a constraint of kind either, whose formula may have several models for a solution.
func hasBranches(m *model.Model) bool {
	branches, _ := model.Take[*kinds.Either](m.Constraints)
	return len(branches) > 0
}

// TestCertifiedCounts holds the counts of checked certificates of almost equal models against brute force.
func TestCertifiedCounts(t *testing.T) {
	for _, format := range []string{"cpog", "frontier", "tree"} {
		e, err := engine.Lookup(certificate.Prefix + format)
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for i := range uint64(40) {
			drawn := sample.AlmostEqual(rand.New(rand.NewPCG(1, i)), 1<<9)
			m := drawn.Model
			s, err := e.Open(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			result, err := s.Run(t.Context(), drawn.Cubes[0], 0, nil)
			want := len(bruteforce.Solutions(m, drawn.Cubes[0]))
			if _, refused := err.(*engine.UnsupportedError); refused && (m.Projected() || format == "cpog" && (want == 0 || hasBranches(m))) {
				continue
			}
			if err != nil || !result.Complete() || !result.Unlisted || result.Count.String() != fmt.Sprint(want) {
				t.Errorf("%s, model %d: %+v, error %v, expected %d", format, i, result, err, want)
			}
			counted++
		}
		if counted < 20 {
			t.Errorf("%s: %d certificates of 40", format, counted)
		}
	}
	if _, err := engine.Lookup(certificate.Prefix + "drat"); err == nil {
		t.Error("a format that is of no count is taken")
	}
}
