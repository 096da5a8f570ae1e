package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qmsat/model/cluster"
	"qmsat/model/parallel"
)

func streams(t *testing.T, url string) (js jetstream.JetStream, closeIt func()) {
	t.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	if js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	return js, nc.Close
}

// stored returns the number of messages and bytes in each stream of a server.
func stored(t *testing.T, url string) (text string) {
	t.Helper()
	js, closeIt := streams(t, url)
	defer closeIt()
	for info := range js.ListStreams(t.Context()).Info() {
		text += fmt.Sprintf("%s: %d messages, %d bytes\n", info.Config.Name, info.State.Msgs, info.State.Bytes)
	}
	return text
}

// becomes waits until the server stores the same amount as before.
func becomes(t *testing.T, url, before string) {
	t.Helper()
	now := ""
	for range 200 {
		if now = stored(t, url); now == before {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("the server stores\n%sexpected\n%s", now, before)
}

// The server keeps nothing of jobs that were removed or have expired. Removing an open job cancels it.
func TestRemove(t *testing.T) {
	if testing.Short() {
		t.Skip("the server takes fifteen times as long under the race detector")
	}
	c, url := start(t, cluster.Options{})
	empty := stored(t, url)
	waiting := submit(t, c, parallel.CountJob, "gini", fourByFour(t), nil, cluster.Info{})
	m, cube := slice(t, "1234564561..........................")
	w := quick("native")
	w.Tidy = 100 * time.Millisecond
	work(t, c, w)
	// A second job with the same input works after the first one was removed.
	for range 2 {
		d := submit(t, c, parallel.SolveJob, "native", m, cube, cluster.Info{})
		if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := c.Remove(t.Context(), d.ID); err != nil {
			t.Error(err)
		}
		if err := c.Remove(t.Context(), d.ID); !errors.Is(err, jetstream.ErrKeyNotFound) {
			t.Errorf("removed again: error %v, expected that there is no such job", err)
		}
	}
	if err := c.Remove(t.Context(), waiting.ID); err != nil {
		t.Error(err)
	}
	becomes(t, url, empty)
	for range 3 {
		d := submit(t, c, parallel.SolveJob, "native", fourByFour(t), nil, cluster.Info{Keep: time.Second})
		if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) { // it may have expired
			t.Fatal(err)
		}
	}
	// Nobody follows these jobs.
	submit(t, c, parallel.CountJob, "native", fourByFour(t), nil, cluster.Info{Keep: time.Second})
	submit(t, c, parallel.CountJob, "native", fourByFour(t), nil, cluster.Info{Keep: time.Second, Verify: 1, VerifyBy: "gini"})
	becomes(t, url, empty)
}

// The server drops the consumers of a version after no worker of it was there for UsualKeep.
func TestConsumers(t *testing.T) {
	c, url := start(t, cluster.Options{Version: "1"})
	work(t, c, quick("native", "gini"))
	js, closeIt := streams(t, url)
	defer closeIt()
	stream, err := js.Stream(t.Context(), "qmsat-items")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for n < 2 {
		n = 0
		for info := range stream.ListConsumers(t.Context()).Info() {
			n++
			if got := info.Config.InactiveThreshold; got != cluster.UsualKeep {
				t.Errorf("consumer %s is dropped after %v without workers, expected %v", info.Name, got, cluster.UsualKeep)
			}
		}
	}
}

// Clients that list and remove jobs at the same time do not block each other.
func TestRemovedTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("the server takes fifty times as long under the race detector")
	}
	c, url := start(t, cluster.Options{})
	empty := stored(t, url)
	work(t, c, quick("native"))
	var jobs []cluster.Info
	for range 30 {
		jobs = append(jobs, submit(t, c, parallel.CountJob, "native", fourByFour(t), nil, cluster.Info{}))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, d := range jobs {
		if _, err := c.Follow(ctx, d.ID, cluster.FollowOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	var group sync.WaitGroup
	for range 4 {
		one := connect(t, url, cluster.Options{})
		group.Go(func() {
			for _, d := range jobs {
				if err := one.Remove(ctx, d.ID); err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
					t.Error(err)
				}
				if _, err := one.Jobs(ctx); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	becomes(t, url, empty)
}
