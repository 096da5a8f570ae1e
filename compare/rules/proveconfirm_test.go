package rules

import (
	"errors"
	"testing"

	"qmsat/model"
)

// An answer that the engine native contradicts is no answer.
func TestConfirm(t *testing.T) {
	for _, test := range []struct {
		delta int
		truth string
		claim string
	}{{2, unsatisfiable, satisfiable}, {5, satisfiable, unsatisfiable}} {
		m, err := model.QuasiMagic(3, test.delta)
		if err != nil {
			t.Fatal(err)
		}
		rule, err := model.PruningRule(m.Grid, 1)
		if err != nil {
			t.Fatal(err)
		}
		against := Question{m, rule}.Against()
		for _, cases := range [][]model.Cube{nil, casesOf(t.Context(), m, rule.Formula)} {
			answer := &Answer{Solvers: map[string]string{}}
			err := confirm(t.Context(), against, cases, answer, test.claim)
			if disagreement := new(Disagreement); !errors.As(err, &disagreement) {
				t.Errorf("Δ = %d: told that it is %s, native says %v", test.delta, test.claim, err)
			}
			if err := confirm(t.Context(), against, cases, answer, test.truth); err != nil || answer.Solvers[confirmer] != test.truth {
				t.Errorf("Δ = %d: %v, %v, expected %s", test.delta, answer.Solvers, err, test.truth)
			}
		}
	}
}
