package main

import (
	"io"
	"strings"
	"testing"

	"qmsat/compare/minizinc"
)

// TestLinesSoon expects lines that somebody waits for while nothing more is written: one that follows another at once, too.
func TestLinesSoon(t *testing.T) {
	reader, writer := io.Pipe()
	out := newLines(writer)
	go func() {
		for range 3 {
			out.line(minizinc.SolutionEnd)
			out.soon()
		}
	}()
	want := strings.Repeat(minizinc.SolutionEnd+"\n", 3)
	found := make([]byte, len(want))
	if _, err := io.ReadFull(reader, found); err != nil || string(found) != want {
		t.Errorf("found %q, %v; expected %q", found, err, want)
	}
}
