package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model/engine"
)

// Figures of one name are summed; others follow in order. The added effort is not changed.
func TestEffortsAreSummed(t *testing.T) {
	var sum engine.Effort
	for _, run := range []engine.Effort{{{"solves", 2}, {"conflicts", 7}}, nil, {{"conflicts", 1}, {"nodes", 5}}} {
		before := append(engine.Effort(nil), run...)
		sum.Add(run)
		if diff := cmp.Diff(before, run); diff != "" {
			t.Errorf("what was added has changed:\n%s", diff)
		}
	}
	if diff := cmp.Diff(engine.Effort{{"solves", 2}, {"conflicts", 8}, {"nodes", 5}}, sum); diff != "" {
		t.Error(diff)
	}
}
