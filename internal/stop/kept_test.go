package stop

import (
	"context"
	"errors"
	"testing"
)

// The first work that does not fail is kept. Who waits for another's work stops waiting when its context ends.
func TestKept(t *testing.T) {
	k := NewKept[int]()
	ended, end := context.WithCancelCause(t.Context())
	late := errors.New("late")
	end(late)
	runs, failed := 0, errors.New("failed")
	for _, want := range []error{failed, nil, nil} {
		value, err := k.Get(t.Context(), func() (*int, error) {
			if _, waited := k.Get(ended, nil); !errors.Is(waited, late) {
				t.Errorf("while another works: error %v, expected %v", waited, late)
			}
			runs++
			return new(runs), want
		})
		if !errors.Is(err, want) || want == nil && *value != 2 {
			t.Errorf("value %v, error %v, expected 2, %v", value, err, want)
		}
	}
	if runs != 2 {
		t.Errorf("%d runs, expected 2", runs)
	}
}
