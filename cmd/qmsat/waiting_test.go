package main

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"
)

// An interrupt ends a command that waits for standard input.
func TestInterruptWhileWaiting(t *testing.T) {
	for _, args := range [][]string{{"count", "-"}, {"grade", "-"}, {"count", "--model", "-"}, {"count", "--checkpoint", t.TempDir() + "/kept", "-"}} {
		in, _ := io.Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		var out, complaint bytes.Buffer
		ended := make(chan int)
		go func() { ended <- run(ctx, args, streams{in, &out, &complaint}) }()
		select {
		case status := <-ended:
			if status != statusStopped || out.Len() > 0 {
				t.Errorf("%v: status %d, output %q, error %q, expected status %d", args, status, &out, &complaint, statusStopped)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%v waits on", args)
		}
		cancel()
	}
}
