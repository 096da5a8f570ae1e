package reproduce_test

import (
	"testing"
	"time"

	"qmsat/cmd/internal/study/reproduce"
	"qmsat/encode"
	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// The extended encoding has the published size exactly; the optimized one is as much smaller as published, within what
// other puzzles may change.
func TestEncodings(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	largest := modeltest.Scale(4, 5)
	for _, c := range reproduce.EncodingCases {
		if c.Box > largest {
			continue
		}
		steps := 0
		r, err := reproduce.Encodings(t.Context(), c, reproduce.EncodingOptions{Seeds: 3, SolveExtended: 4, Progress: func() { steps++ }})
		if err != nil {
			t.Fatal(err)
		}
		extended, optimized := r.Extended.MeasuredEncoding, r.Optimized.MeasuredEncoding
		if extended.Variables != float64(c.Extended.Variables) || extended.Clauses != float64(c.Extended.Clauses) {
			t.Errorf("box %d %s: extended %v, published %v", c.Box, c.Level, r.Extended, c.Extended)
		}
		if ratio := optimized.Variables / float64(c.Optimized.Variables); ratio < 0.5 || ratio > 2 {
			t.Errorf("box %d %s: optimized has %v variables, published %d", c.Box, c.Level, optimized.Variables, c.Optimized.Variables)
		}
		if ratio := optimized.Clauses / float64(c.Optimized.Clauses); ratio < 0.5 || ratio > 2 {
			t.Errorf("box %d %s: optimized has %v clauses, published %d", c.Box, c.Level, optimized.Clauses, c.Optimized.Clauses)
		}
		if steps != 4 || (extended.Solved == 1) != (c.Box <= 4) || optimized.Solved != 3 || !(optimized.Seconds > 0) {
			t.Errorf("box %d %s: %d steps, %+v", c.Box, c.Level, steps, r)
		}
	}
}

// gini solves a 64×64 grid of 2,600 givens through the extended encoding, with its 33 million clauses; the published solver
// ran out of stack. It takes seconds and 2.7 GB.
func TestSixtyFour(t *testing.T) {
	modeltest.OnlyConfirm(t)
	c := reproduce.EncodingCase{Box: 8, Givens: 2600}
	options := reproduce.EncodingOptions{Seeds: 1, SolveExtended: 8, Progress: func() {}}
	options.Seed, options.Timeout = 1, 5*time.Minute
	r, err := reproduce.Encodings(t.Context(), c, options)
	if err != nil {
		t.Fatal(err)
	}
	if r.Extended.Solved != 1 || r.Optimized.Solved != 1 {
		t.Errorf("solved: extended %d, optimized %d, expected 1 each", r.Extended.Solved, r.Optimized.Solved)
	}
	t.Logf("extended %v s, optimized %v s", r.Extended.MeasuredEncoding.Seconds, r.Optimized.MeasuredEncoding.Seconds)
}

// As published, stronger techniques solve more, and every technique solves more through the extended encoding.
func TestInference(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	cubes := modeltest.Cubes(t, m, "sudoku-17-clue-3000.txt")[:4]
	solved := map[string][]int{}
	for cells := range reproduce.PublishedInference {
		if solved[cells], err = reproduce.Inference(t.Context(), m, encode.Options{Cells: cells}, cubes, func() {}); err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(solved[cells]); i++ {
			if solved[cells][i] < solved[cells][i-1] {
				t.Errorf("%s: %v, expected more and more", cells, solved[cells])
			}
		}
	}
	for i := range reproduce.Techniques {
		if solved["minimal"][i] > solved["extended"][i] {
			t.Errorf("%s: minimal solves %d, extended %d", reproduce.Techniques[i].Name, solved["minimal"][i], solved["extended"][i])
		}
	}
	if solved["extended"][1] != len(cubes) {
		t.Errorf("failed literals solve %d of %d puzzles with the extended encoding, published are all", solved["extended"][1], len(cubes))
	}
}
