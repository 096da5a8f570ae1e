package native

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// cages returns a 4×4 grid with two cages, which has several solutions.
func cages() *model.Model {
	m := must(model.Sudoku(2, 2))
	m.Constraints = append(m.Constraints, model.Sum("", 9, 9, 0, 1, 4, 8), model.Sum("", 11, 11, 6, 7, 11, 15))
	return m
}

// A run that the first stage does not end begins anew: it stops at the same limits, and each solution comes once.
func TestStages(t *testing.T) {
	m := cages()
	all := uint64(len(modeltest.BruteForce(m, nil)))
	if all < 8 {
		t.Fatalf("%d solutions, expected some", all)
	}
	for _, first := range []string{"1", "8", "500"} {
		s := must(open(t.Context(), m, engine.Options{"quick-nodes": first}))
		if s.(*stagedSession).quick == nil {
			t.Fatal("no first stage")
		}
		for _, limit := range []uint64{1, 3, all, all + 1, 0} {
			seen := map[string]bool{}
			result := must(s.Run(t.Context(), nil, limit, func(a model.Assignment) bool {
				seen[modeltest.Key(m, a)] = true
				return true
			}))
			want, outcome := limit, engine.LimitReached
			if limit == 0 || limit > all {
				want, outcome = all, engine.Exhausted
			}
			if result.Count.Uint64() != want || uint64(len(seen)) != want || result.Outcome != outcome {
				t.Errorf("%s nodes, limit %d: %d solutions, %d different, %v", first, limit, result.Count, len(seen), result.Outcome)
			}
		}
		calls := 0
		result := must(s.Run(t.Context(), nil, 0, func(model.Assignment) bool { calls++; return calls < 3 }))
		if result.Count.Uint64() != 3 || calls != 3 || result.Outcome != engine.LimitReached {
			t.Errorf("%s nodes: %d solutions, %d calls, %v; expected to stop after 3", first, result.Count, calls, result.Outcome)
		}
		if small := s.(*stagedSession).quick == nil; small != (first != "500") {
			t.Errorf("%s nodes: first stage closed: %v", first, small)
		}
	}
}

// A run whose context has ended is cut off in both stages.
func TestStagesEndWithTheirContext(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, first := range []string{"1", "500"} {
		s := must(open(t.Context(), cages(), engine.Options{"quick-nodes": first}))
		if result, err := s.Run(ended, nil, 0, nil); err != nil || result.Outcome != engine.CutOff {
			t.Errorf("%s nodes: %v, %v; expected to be cut off", first, result.Outcome, err)
		}
	}
}
