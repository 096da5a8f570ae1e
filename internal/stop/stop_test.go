package stop

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

var errEnd = errors.New("the end")

// TestWatch holds that a watch sees the end within its share of work, however that is cut, and goes on saying so.
func TestWatch(t *testing.T) {
	for _, work := range []int{1, 100, workPerLook, 10 * workPerLook} {
		ctx, cancel := context.WithCancelCause(context.Background())
		w := NewWatch(ctx)
		for range 2*workPerLook/work + 1 {
			if err := w.Over(work); err != nil {
				t.Fatalf("%v before the end", err)
			}
		}
		cancel(errEnd)
		calls := 1
		for w.Over(work) == nil {
			if calls++; (calls-1)*work > workPerLook {
				t.Fatalf("no end after %d calls of %d", calls, work)
			}
		}
		for range 3 {
			if err := w.Over(0); err != errEnd {
				t.Errorf("error %v after the end", err)
			}
		}
	}
}

func TestReader(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	r := Reader(ctx, strings.NewReader("text"))
	if text, err := io.ReadAll(io.LimitReader(r, 2)); string(text) != "te" || err != nil {
		t.Errorf("%q, error %v", text, err)
	}
	cancel(errEnd)
	if _, err := io.ReadAll(r); err != errEnd {
		t.Errorf("error %v after the end", err)
	}
}
