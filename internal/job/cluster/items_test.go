package cluster

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/job"
)

// A text that is no ID ends a call. A worker drops an item of it.
func TestNoID(t *testing.T) {
	c := connected(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	done := make(chan error)
	go func() { done <- c.Work(ctx, WorkerOptions{Workers: 1, Engines: []string{""}}) }()
	for _, id := range []string{"a b", "*", ""} {
		if CheckID(id) == nil {
			t.Errorf("%q is taken for an ID", id)
		}
		if _, err := c.Job(ctx, id); !errors.Is(err, jetstream.ErrInvalidKey) {
			t.Errorf("%q: error %v, expected an invalid key", id, err)
		}
		if _, err := c.js.Publish(ctx, subject("", "", "x"), encode(item{Entry: job.Entry{Path: "0"}, Job: id})); err != nil {
			t.Fatal(err)
		}
	}
	for queued := true; queued; time.Sleep(10 * time.Millisecond) {
		var err error
		if queued, err = c.queued(ctx, "x"); err != nil {
			t.Fatalf("the worker keeps an item: %v", err)
		}
	}
	cancel()
	if err := <-done; err != nil || CheckID(randomID(idBytes)) != nil {
		t.Error(err)
	}
}
