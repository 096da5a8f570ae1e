package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
