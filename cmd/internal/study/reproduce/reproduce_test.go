package reproduce_test

import (
	"testing"
	"time"

	"qmsat/cmd/internal/study/reproduce"
	"qmsat/encode"
	_ "qmsat/encode/sat"
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
		extended, optimized := r.Extended, r.Optimized
		if extended.Variables != float64(c.Extended.PublishedVariables) || extended.Clauses != float64(c.Extended.PublishedClauses) {
			t.Errorf("box %d %s: extended %v, published %v", c.Box, c.Level, r.Extended, c.Extended)
		}
		if ratio := optimized.Variables / float64(c.Optimized.PublishedVariables); ratio < 0.5 || ratio > 2 {
			t.Errorf("box %d %s: optimized has %v variables, published %d", c.Box, c.Level, optimized.Variables, c.Optimized.PublishedVariables)
		}
		if ratio := optimized.Clauses / float64(c.Optimized.PublishedClauses); ratio < 0.5 || ratio > 2 {
			t.Errorf("box %d %s: optimized has %v clauses, published %d", c.Box, c.Level, optimized.Clauses, c.Optimized.PublishedClauses)
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
	t.Logf("extended %v s, optimized %v s", r.Extended.Seconds, r.Optimized.Seconds)
}

// As published, stronger techniques solve more, and every technique solves more through the extended encoding.
func TestInference(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m := modeltest.Sudoku(t, 3, 3)
	cubes := modeltest.Cubes(t, m, "sudoku-17-clue-3000.txt")[:4]
	solved := map[string]map[string]int{}
	for cells := range reproduce.PublishedInference {
		found, err := reproduce.Inference(t.Context(), m, encode.Options{Cells: cells}, cubes, func() {})
		if err != nil {
			t.Fatal(err)
		}
		solved[cells] = found
	}
	last := map[string]int{}
	for _, technique := range reproduce.Techniques {
		name := technique.Name
		if minimal, extended := solved["minimal"][name], solved["extended"][name]; minimal > extended || minimal < last["minimal"] || extended < last["extended"] {
			t.Errorf("%s: minimal solves %d, extended %d, before %v; expected more with extended, and with each technique", name, minimal, extended, last)
		}
		last = map[string]int{"minimal": solved["minimal"][name], "extended": solved["extended"][name]}
	}
	if solved["extended"]["failed literals"] != len(cubes) {
		t.Errorf("failed literals solve %d of %d puzzles with the extended encoding, published are all", solved["extended"]["failed literals"], len(cubes))
	}
}
