package engine_test

import (
	"context"
	"errors"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

// One call counts, and one loop lists; what is not complete is an error.
func TestOnce(t *testing.T) {
	m, err := model.Sudoku(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name      string
		ctx       context.Context
		solutions int
		failed    bool
	}{{"brute-force", t.Context(), 2, false}, {"brute-force", ended, 0, true}, {"no-such-engine", t.Context(), 0, true}} {
		count, err := engine.Count(test.ctx, test.name, m, nil)
		if (err != nil) != test.failed || err == nil && count.Int64() != int64(test.solutions) {
			t.Errorf("%s: count %v, %v", test.name, count, err)
		}
		n, failed := 0, error(nil)
		for a, err := range engine.Solutions(test.ctx, test.name, m, nil) {
			if failed = errors.Join(failed, err); err == nil {
				n++
				failed = errors.Join(failed, m.Check(a))
			}
		}
		if n != test.solutions || (failed != nil) != test.failed {
			t.Errorf("%s: %d solutions, %v", test.name, n, failed)
		}
	}
	for _, err := range engine.Solutions(t.Context(), "brute-force", m, nil) {
		if err != nil {
			t.Error(err)
		}
		break
	}
}
