package stop

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"qmsat/internal/memory"
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

// Who leaves work gets the cause at once, and the work's late result is dropped. Work that used up the memory must end first.
func TestLeave(t *testing.T) {
	value, err := Leave(t.Context(), func() (int, error) { return 7, errEnd }, nil)
	if value != 7 || err != errEnd {
		t.Errorf("%d, error %v", value, err)
	}
	ctx, end := context.WithCancelCause(t.Context())
	late, dropped := make(chan int), make(chan int, 1)
	end(errEnd)
	if _, err := Leave(ctx, func() (int, error) { return <-late, nil }, func(n int) { dropped <- n }); err != errEnd {
		t.Errorf("error %v, expected the cause", err)
	}
	late <- 5
	if n := <-dropped; n != 5 {
		t.Errorf("%d was dropped", n)
	}
	full, end := context.WithCancelCause(t.Context())
	end(&memory.ExceededError{})
	for range 100 {
		if value, err := Leave(full, func() (int, error) { runtime.Gosched(); return 3, errEnd }, nil); value != 3 || err != errEnd {
			t.Fatalf("memory is used up: %d, error %v, expected the work's", value, err)
		}
	}
}

// A panic of the work is the caller's; one after the caller has left is dropped.
func TestLeavePanics(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	func() {
		defer func() {
			if fault := recover(); fault != "fault" {
				t.Errorf("recovered %v, expected the fault", fault)
			}
		}()
		_, err := Leave(ctx, func() (int, error) { panic("fault") }, nil)
		t.Errorf("error %v, expected a panic", err)
	}()
	end(errEnd)
	late, ended := make(chan int), make(chan int)
	_, err := Leave(ctx, func() (int, error) { defer close(ended); <-late; panic("late") }, func(int) { t.Error("a fault was dropped as a value") })
	if err != errEnd {
		t.Errorf("error %v, expected the cause", err)
	}
	close(late)
	<-ended
}
