package code

import (
	"context"
	"errors"
	"testing"

	"qmsat/internal/stop"
	"qmsat/model/modeltest"
)

// TestBookWaits holds that who waits for a book that another one lists ends with its own context, and that the end of one is not
// another's.
func TestBookWaits(t *testing.T) {
	held := <-shared // somebody is listing it
	errEnd := errors.New("the end")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnd)
	if _, err := NewBook(ctx); err != errEnd {
		t.Errorf("error %v while another one lists the book", err)
	}
	shared <- nil
	_, _ = NewBook(ctx) // it may try, and fail
	if book := <-shared; held == nil {
		shared <- book
	} else {
		shared <- held
	}
	if b, err := NewBook(t.Context()); err != nil || len(b.Words) == 0 {
		t.Errorf("error %v after the end of another context", err)
	}
}

// The book, and the index of its decoders, stop wherever their context ends.
func TestBookStops(t *testing.T) {
	modeltest.OnlyLong(t)
	const most = 1 << 40
	words := book(t).Words
	for name, run := range map[string]func(context.Context) error{
		"list":  func(ctx context.Context) error { _, err := list(ctx); return err },
		"index": func(ctx context.Context) error { _, err := newIndex(ctx, words); return err },
	} {
		all := modeltest.EndingAfter(context.Background(), most)
		if err := run(stop.Often(all)); err != nil {
			t.Fatal(err)
		}
		seen := most - all.Looks
		if seen < len(words) {
			t.Errorf("%s looks %d times, expected once a word", name, seen)
		}
		for _, share := range []float64{0, 0.1, 0.5, 0.9, 1} {
			ended := modeltest.EndingAfter(context.Background(), int(share*float64(seen-1)))
			if err := run(stop.Often(ended)); !errors.Is(err, context.Canceled) {
				t.Errorf("%s ended at %v of its looks: error %v", name, share, err)
			}
		}
	}
}
