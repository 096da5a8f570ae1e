package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/model/modeltest"
	"qmsat/native/logic"
)

// TestTablesCountAsGivens counts the starting candidates of puzzles, each table a model of its own, and the puzzles themselves.
func TestTablesCountAsGivens(t *testing.T) {
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	board, err := logic.NewBoard(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var tables, givens strings.Builder
	for i, p := range modeltest.Puzzles(t, m, "sudoku-top1465.txt") {
		if i%200 == 0 || modeltest.Long() {
			tables.WriteString(draw.Candidates(m, logic.NewState(board, p.Cube).Domains()))
			givens.WriteString(p.Text + "\n")
		}
	}
	count := func(name, text string) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, said strings.Builder
		arguments := []string{"count", "--engine", "native", "--limit", "2", file}
		if status := run(context.Background(), arguments, streams{strings.NewReader(""), &out, &said}); status != 0 {
			t.Fatalf("%s: status %d, %s", name, status, said.String())
		}
		return out.String()
	}
	if got, want := count("tables.txt", tables.String()), count("givens.txt", givens.String()); got != want {
		t.Errorf("tables count %q, givens %q", got, want)
	}
}
