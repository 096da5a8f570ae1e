package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Workers search puzzles ahead: what is printed is the same as with one, and for counts as without.
func TestManyPuzzlesByWorkers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "puzzles.txt")
	var lines []string
	for _, from := range []string{"sudoku-17-clue-3000.txt", "sudoku-multi-2000.txt"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", from))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Split(string(text), "\n")[:100]...)
	}
	slices.Sort(lines) // several solutions and one in turn
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	output := func(args ...string) string {
		var out, complaint bytes.Buffer
		if status := run(t.Context(), append(args, file), streams{strings.NewReader(""), &out, &complaint}); status != 0 {
			t.Fatal(args, "status", status, complaint.String())
		}
		return out.String()
	}
	for _, args := range [][]string{{"count", "--limit", "3", "--engine", "native"}, {"solve", "--limit", "3", "--engine", "native"}} {
		one := output(append(args, "--workers", "1")...)
		if three := output(append(args, "--workers", "3")...); three != one {
			t.Errorf("%v: three workers print otherwise than one", args)
		}
		if args[0] == "count" && output(args...) != one {
			t.Errorf("%v: workers print otherwise than the engine alone", args)
		}
		if n := strings.Count(one, "\n"); n < 190 {
			t.Errorf("%v: %d lines, expected one a puzzle at least", args, n)
		}
	}
}

// BenchmarkManyPuzzles counts the solutions of 60,000 puzzles of a file; an operation is one puzzle.
func BenchmarkManyPuzzles(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sudoku-17-clue-3000.txt"))
	if err != nil {
		b.Fatal(err)
	}
	const times, each = 20, 3000
	file := filepath.Join(b.TempDir(), "puzzles.txt")
	if err := os.WriteFile(file, []byte(strings.Repeat(string(text), times)), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, workers := range []string{"0", "1", "2"} {
		b.Run("workers="+workers, func(b *testing.B) {
			args := []string{"count", "--limit", "2", "--engine", "native", "--workers", workers, file}
			if workers == "0" {
				args = []string{"count", "--limit", "2", "--engine", "native", file}
			}
			for done := 0; done < b.N; done += times * each {
				if status := run(b.Context(), args, streams{strings.NewReader(""), io.Discard, os.Stderr}); status != 0 {
					b.Fatal("status", status)
				}
			}
		})
	}
}
