package code

import (
	"context"
	"errors"
	"testing"
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
