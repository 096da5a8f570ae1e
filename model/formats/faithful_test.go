package formats

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/variant"
)

// cellSolutions returns the values of the cells in each solution of a puzzle, which must be few.
func cellSolutions(t *testing.T, p *Puzzle) []string {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(t.Context(), p.Model, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	found := map[string]bool{}
	result, err := session.Run(t.Context(), p.Givens, 20_000, func(a model.Assignment) bool {
		found[fmt.Sprint(a[:p.Model.Grid.Cells()])] = true
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Complete() {
		t.Errorf("found %v solutions, expected fewer", result.Count)
	}
	return slices.Sorted(maps.Keys(found))
}

// TestWritersAreFaithful writes puzzles and reads them back. Either the solutions are the same, or the writer names what it loses. The
// reader takes the text in both cases.
func TestWritersAreFaithful(t *testing.T) {
	const (
		boxes = "grid: {boxes: 2x2}\nconstraints:\n"
		latin = "grid: {boxes: 2x2, houses: [rows, columns]}\nconstraints:\n"
		bare  = "grid: {rows: 2, columns: 2, houses: none}\n"
		three = "grid: {rows: 3, columns: 3}\n"
	)
	regions := func(size int, rows string) string {
		return fmt.Sprintf("grid: {rows: %d, columns: %d, regions: %q}\n", size, size, strings.ReplaceAll(rows, "/", "\n"))
	}
	for _, c := range []struct{ formats, text, lost string }{
		// An accepting state is listed twice.
		{"iss", bare + "constraints:\n- {kind: regular, cells: [r1c1], start: 1, accepting: [2, 2], next: [[3, 2], [2, 2], [3, 3]]}\n", ""},
		// Ties are the same for all ranks.
		{"iss", boxes + "- {kind: full-rank, row: 1, rank: 5, ties: true}\n- {kind: full-rank, row: 2, rank: 11, ties: true}\n", ""},
		{"iss", boxes + "- {kind: full-rank, row: 1, rank: 5, ties: true}\n- {kind: full-rank, row: 2, rank: 11}\n", "full-rank"},
		{"iss", boxes + "- {kind: full-rank, row: 1, rank: 5, ties: true}\n- {kind: full-rank, row: 2, rank: 11}\n- {kind: different-lines}\n", ""},
		{"iss", boxes + "- {kind: or, of: [{kind: different-lines}, {kind: full-rank, row: 1, rank: 5}]}\n", "or"},
		{"iss", boxes + "- {kind: or, of: [{kind: full-rank, row: 2, rank: 11, ties: true}]}\n- {kind: full-rank, row: 1, rank: 5}\n", "or"},
		{"iss", boxes + "- {kind: or, of: [{kind: full-rank, row: 2, rank: 11, ties: true}]}\n", "or"},
		// A sandwich means a lunchbox if a line is shorter than there are values.
		{"iss", "grid: {rows: 3, columns: 3, values: 1..4}\nconstraints:\n- {kind: sandwich, row: 1, sum: 2}\n", ""},
		// The last quadruple of a square replaces the others.
		{"iss", boxes + "- {kind: quadruple, cells: r2c2..r3c3, values: [1, 1]}\n- {kind: quadruple, cells: r2c2..r3c3, values: [2]}\n", ""},
		{"iss", boxes + "- {kind: quadruple, cells: [r1c1, r1c3, r3c1, r3c3], values: [1, 1]}\n", ""},
		// Boxes that are no houses are not written.
		{"iss", latin + "- {kind: region-sum, line: r1c1-r1c3}\n", ""},
		{"iss", latin + "- {kind: disjoint-groups}\n- {kind: windoku}\n", ""},
		{"iss", latin + "- {kind: or, of: [{kind: disjoint-groups}]}\n", ""},
		{"iss", latin + "- {kind: region-same-values}\n", "region-same-values"},
		{"iss", "grid: {boxes: 3x2, houses: none}\nconstraints:\n- {kind: region-same-values}\n", "region-same-values"},
		{"iss", "grid: {boxes: 2x2, values: 0..4, houses: [rows, columns]}\nconstraints:\n- {kind: doppelganger}\n", "doppelganger"},
		{"iss", "grid: {boxes: 2x2, values: 0..4}\nconstraints:\n- {kind: doppelganger}\n", ""},
		{"iss", boxes + "- {kind: region-sum, line: r1c1-r1c3}\n- {kind: disjoint-groups}\n", ""},
		{"iss", boxes + "- {kind: chaos-construction}\n- {kind: chaos-count, control: r1c1, cells: r1c1..r2c2}\n", ""},
		{"iss", latin + "- {kind: chaos-construction, size: 2}\ngivens: {r1c1: 1, r2c2: 1}\n", ""},
		{"iss", boxes + "- {kind: chaos-construction, size: 2}\n- {kind: chaos-count, control: r1c1, cells: r1c1..r2c2}\n",
			"chaos-construction, chaos-count on r1c1 … r1c1"},
		{"iss", regions(4, "AABB/AABB/CC../CC.."), ""},
		{"iss", regions(4, "AA../AA../..../...."), ""},
		// Outputs and objectives.
		{"fpuzzles sudokupad penpa iss", three + "outputs: [r1c1]\n", "the outputs"},
		{"fpuzzles sudokupad penpa iss", three + "minimize: [r1c1]\n", "the objective"},
		{"fpuzzles sudokupad penpa iss", three + "outputs: [r1c1, r1c2, r1c3, r2c1, r2c2, r2c3, r3c1, r3c2, r3c3]\n", ""},
		{"iss", three + "variables: {x: 1..3}\noutputs: [r1c1, r1c2, r1c3, r2c1, r2c2, r2c3, r3c1, r3c2, r3c3]\n", "the outputs"},
		// Borders do not show all regions.
		{"penpa", regions(4, "ABAB/ABAB/CDCD/CDCD"), "the boxes or regions"},
		{"penpa", regions(4, "AABB/AABB/CC../CC.."), "the boxes or regions"},
		{"penpa", regions(3, "AAA/ABB/BCC"), "the boxes or regions"},
		{"penpa", regions(4, "AAAB/CABB/CCDB/CDDD"), ""},
		// Constraints without variables.
		{"iss", three + "constraints:\n- {kind: rule, all: []}\n- {kind: or, of: [{kind: rule, all: []}, {kind: rule, r1c1: 1}]}\n", ""},
		{"iss", three + "constraints:\n- {kind: rule, any: []}\n", "rule"},
		// A part cannot be written.
		{"iss", boxes + "- {kind: chaos-construction, size: 2}\n- {kind: arrow, bulb: r1c1, shafts: [r1c2, region_r1c1]}\n",
			"chaos-construction, arrow on r1c1 … r1c1"},
		{"iss", bare + "variables: {VA1: 1..2, VA2: 1..2, VA3: 1..2, VA4: 1..2}\nconstraints:\n" +
			"- {kind: connected, cells: [VA1, VA2, VA3], edges: [[1, 2], [1, 3]], values: 1, size: 1..3}\n", "connected on VA1 … VA3"},
		// Numbers and names that a reader would refuse.
		{"iss", three + "domains: {r1c1: [1, 2]}\ngivens: {r1c1: 3}\n", ""},
		{"iss", bare + "constraints:\n- {kind: linear, cells: [r1c1, r1c2, r2c1], coefficients: [100, 99, 98], sum: 10000}\n", "linear on r1c1 … r2c1"},
		{"iss", bare + "variables: {x: 5..7}\nconstraints:\n- {kind: linear, cells: [r1c1, x], sum: 7}\n", "the values 5..7 of x"},
		{"iss", bare + "variables: {VX: 1..2, VX2: 1..2}\nconstraints:\n- {kind: linear, cells: [r1c1, VX], sum: 2}\n", ""},
		{"iss", bare + "variables: {VX1: 1..2, VX: 1..2}\nconstraints:\n- {kind: linear, cells: [r1c1, VX], sum: 2}\n", ""},
		{"iss", bare + "variables: {VX: 1..2, VX1: 1..2}\nconstraints:\n- {kind: linear, cells: [r1c1, VX], sum: 2}\n", ""},
	} {
		for _, name := range strings.Fields(c.formats) {
			p, err := readYAML(c.text)
			if err != nil {
				t.Fatalf("%v in\n%s", err, c.text)
			}
			f, err := Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			text, lost, err := f.Write(p)
			if err != nil || strings.Join(lost, ", ") != c.lost {
				t.Errorf("%s: lost %q, %v, expected %q in\n%s", name, lost, err, c.lost, c.text)
			}
			back, err := f.ReadNamed("", text)
			if err != nil {
				t.Errorf("%v in %s of\n%s", err, text, c.text)
				continue
			}
			if lost == nil {
				if diff := cmp.Diff(cellSolutions(t, p), cellSolutions(t, back)); diff != "" {
					t.Errorf("%s: other solutions in %s of\n%s: %s", name, text, c.text, diff)
				}
			}
		}
	}
}

// TestClashingGivensComeBack writes two givens of one cell, and a given that is no value of the grid.
func TestClashingGivensComeBack(t *testing.T) {
	p := sudoku(t, 2, 2, "12..............")
	p.Givens = append(p.Givens, model.Given{Var: 0, Value: 2}, model.Given{Var: 1, Value: 2})
	if back := convert(t, "iss", p); len(cellSolutions(t, back)) > 0 {
		t.Errorf("%v came back as %v", p.Givens, back.Givens)
	}
	p.Givens = model.Cube{{Var: 3, Value: 20000}}
	if text, lost, err := writeISS(p); err != nil || !slices.Equal(lost, []string{"the given r1c4=20000"}) {
		t.Errorf("%s: lost %q, %v", text, lost, err)
	}
}

// TestFormsWriteAllFields checks that a form does not leave out a field that is set, whatever its type.
func TestFormsWriteAllFields(t *testing.T) {
	w := &issWriter{m: sudoku(t, 2, 2, strings.Repeat(".", 16)).Model, lowest: 1, n: 4}
	w.names = lists.Map(lists.Numbers[int](16), func(v int) string { return issCell(v/4, v%4) })
	n := &variant.Contain{Cells: model.Cells{0, 1}, Values: []int{1}}
	for fields, want := range map[string]string{"cells": "", "values cells": ".Contain~1~R1C1~R1C2"} {
		if got := (issForm{token: "Contain", kind: "contain", fields: fields}).write(w, n); got != want {
			t.Errorf("with %s: %q, expected %q", fields, got, want)
		}
	}
}

// TestPlainGridsOrPuzzles tells rows of one grid from smaller grids, one a line.
func TestPlainGridsOrPuzzles(t *testing.T) {
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	for _, c := range []struct {
		text       string
		size, more int
	}{
		{lines(16, "1..4............"), 4, 15},
		{lines(81, puzzle), 9, 80},
		{lines(15, "1..4............") + "1..5............", 16, 0},
		{lines(16, "................"), 16, 0},
		{lines(16, "1.. 4 . . . ........."), 16, 0},
		{lines(4, "1..2"), 4, 0},
		{lines(9, "1..2....."), 9, 0},
		{lines(3, "1..4............"), 4, 2},
	} {
		p, err := readPlain("", c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.Model.Grid.Rows != c.size || len(p.More) != c.more {
			t.Errorf("%s: found %d rows and %d more puzzles, expected %d and %d", c.text, p.Model.Grid.Rows, len(p.More), c.size, c.more)
		}
	}
}
