package cluster

import (
	"context"
	"errors"
	"strings"
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

// A submission that fails leaves nothing on the server.
func TestSubmitFails(t *testing.T) {
	c := connected(t)
	d, err := c.Submit(t.Context(), Info{Kind: "waiting", Title: strings.Repeat("x", maxMessage)}, []byte("{}"))
	if err == nil {
		t.Fatal("a description of a megabyte was taken")
	}
	if _, err := c.file(t.Context(), inputKey(d.ID), maxInput); err == nil || !strings.Contains(err.Error(), "is missing") {
		t.Errorf("the input stays, error %v", err)
	}
}

// A worker says once that a job is of another version. A follower ends if another one has ended the job.
func TestEndedByOther(t *testing.T) {
	c := connected(t)
	d, err := c.Submit(t.Context(), Info{Kind: "waiting", Verify: 1, VerifyBy: "none"}, []byte(`{"Items":1}`))
	if err != nil {
		t.Fatal(err)
	}
	lines, done, followed := make(chan string, 100), make(chan error), make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	for _, version := range []string{"", "other"} {
		worker := *c
		worker.options.Version = version
		go func() {
			done <- worker.Work(ctx, WorkerOptions{Workers: 1, Engines: []string{""}, Log: func(line string) { lines <- line }})
		}()
	}
	go func() {
		_, err := c.Follow(t.Context(), d.ID, FollowOptions{})
		followed <- err
	}()
	for complete := false; !complete; time.Sleep(10 * time.Millisecond) {
		if _, complete, err = c.Result(t.Context(), d.ID); err != nil {
			t.Fatal(err)
		}
		if err := c.change(t.Context(), d.ID, func(*Info) bool { return true }); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.end(t.Context(), d.ID, Complete, ""); err != nil {
		t.Fatal(err)
	}
	if err := <-followed; err != nil {
		t.Error(err)
	}
	cancel()
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if len(lines) != 1 {
		t.Errorf("%d lines, expected one", len(lines))
	}
}
