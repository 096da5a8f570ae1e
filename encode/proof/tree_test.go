package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/residual"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// treeOf counts a model under a cube, and returns the tree file.
func treeOf(t rapid.TB, m *model.Model, cube model.Cube, encoding encode.Options) string {
	t.Helper()
	statement, err := proof.NewStatement(context.Background(), m, cube, encoding)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	tree := proof.NewTreeWriter(&text, statement)
	result, err := residual.Tree(context.Background(), m, cube, encoding, tree)
	if err == nil {
		err = tree.End(result.Count)
	}
	if err != nil || !result.Complete() {
		t.Fatalf("%+v, %v", result, err)
	}
	return text.String()
}

// TestTreeOfRandomModels compares the counts of trees, in any encoding, with brute force.
func TestTreeOfRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube, encoding := drawn(t, m)
		count, reason := verify(t, "tree", m, treeOf(t, m, cube, encoding))
		if want := len(modeltest.BruteForce(m, cube)); reason != "" || count != want {
			t.Fatalf("%d solutions, expected %d; %s", count, want, reason)
		}
	})
}

// TestTreesOfPuzzles certifies that each of the 180 quasi-magic puzzles has one solution; only some of them if time is short.
func TestTreesOfPuzzles(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	steps := 0
	for i, cube := range modeltest.Cubes(t, m, "quasimagic-180.txt") {
		if i%modeltest.Scale(20, 3, 1) > 0 {
			continue
		}
		text := treeOf(t, m, cube, encode.Options{})
		if count, reason := verify(t, "", m, text); reason != "" || count != 1 {
			t.Errorf("puzzle %d: %d solutions; %s", i, count, reason)
		}
		steps += strings.Count(text, "\n")
	}
	if steps < 300 {
		t.Errorf("%d lines in all: the puzzles were expected to need a search", steps)
	}
}

// hiddenFormula has outputs that two hidden variables refute or complete, but not by propagation alone.
const hiddenFormula = "c p show 1 2 0\np cnf 5 7\n-1 3 4 0\n-1 3 -4 0\n-1 -3 4 0\n-1 -3 -4 0\n2 3 5 0\n2 -3 -5 0\n-2 3 4 5 0\n"

// TestTreeHides certifies solutions that need variables which are not outputs, and cubes that such variables refute.
func TestTreeHides(t *testing.T) {
	m, _, err := propositional.ReadDIMACS("file", strings.NewReader(hiddenFormula))
	if err != nil {
		t.Fatal(err)
	}
	text := treeOf(t, m, nil, encode.Options{})
	if !strings.Contains(text, "\ns ") {
		t.Errorf("no solution has literals:\n%s", text)
	}
	if count, reason := verify(t, "tree", m, text); count != 2 || reason != "" {
		t.Errorf("%d solutions; %s", count, reason)
	}
	// A decision of a hidden variable must not count a solution twice.
	header := strings.Join(strings.SplitAfter(text, "\n")[:5], "")
	if _, reason := verify(t, "tree", m, header+"5\n1\n3\ns\n"); !strings.Contains(reason, "not an output") {
		t.Errorf("a solution below a hidden decision: %s", reason)
	}
}

// An output is decided by its first true literal. With the minimal encoding its other literals may stay open: they are excluded
// only once all variables of a permutation are known.
func TestTreeProjected(t *testing.T) {
	m := must(model.Sudoku(1, 3))
	m.Outputs = []model.Var{0, 4}
	text := treeOf(t, m, nil, encode.Options{Cells: "minimal"})
	if count, reason := verify(t, "tree", m, text); count != 9 || reason != "" {
		t.Errorf("%d solutions; %s", count, reason)
	}
	// One decision too few leaves the second output open.
	header := strings.Join(strings.SplitAfter(text, "\n")[:5], "")
	if _, reason := verify(t, "tree", m, header+"1\ns\n"); !strings.Contains(reason, "values of an output") {
		t.Errorf("a solution with an open output: %s", reason)
	}
}

// TestTreeTampered drops, repeats and changes each line, with the old hash and with the hash of the changed text: a file that is
// then accepted has the same count.
func TestTreeTampered(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	cube := model.Cube{{Var: 0, Value: 1}, {Var: 6, Value: 2}}
	text := treeOf(t, m, cube, encode.Options{})
	want := len(modeltest.BruteForce(m, cube))
	if count, reason := verify(t, "tree", m, text); count != want || reason != "" {
		t.Fatalf("%d solutions, expected %d; %s", count, want, reason)
	}
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-2] // without the hash
	end := text[strings.LastIndex(text, "end "):]
	refused := 0
	try := func(what string, changed []string) {
		body := strings.Join(changed, "")
		if _, reason := verify(t, "tree", m, body+end); reason == "" {
			t.Errorf("%s: accepted under the old hash", what)
		}
		count, reason := verify(t, "tree", m, sealed(body))
		if reason == "" && count != want {
			t.Errorf("%s: accepted with %d solutions", what, count)
		} else if reason != "" {
			refused++
		}
	}
	for i, line := range lines {
		try(fmt.Sprintf("line %d dropped", i+1), slices.Delete(slices.Clone(lines), i, i+1))
		try(fmt.Sprintf("line %d twice", i+1), slices.Insert(slices.Clone(lines), i, line))
		if i < 5 {
			continue
		}
		changes := []string{"s\n", "s 1\n", "7\n", "-" + line, "1" + line, "count 3\n"}
		for _, other := range changes {
			if other = strings.TrimPrefix(other, "--"); other != line {
				try(fmt.Sprintf("line %d is %q", i+1, other), slices.Replace(slices.Clone(lines), i, i+1, other))
			}
		}
	}
	try("half the file", lines[:len(lines)/2])
	if refused < 4*len(lines) {
		t.Errorf("%d changes of %d lines refused, expected most", refused, len(lines))
	}
	if _, reason := verify(t, "tree", m, text[:len(text)/2]); reason == "" {
		t.Error("half the file accepted")
	}
	if _, reason := verify(t, "tree", must(model.Sudoku(1, 4)), text); !strings.Contains(reason, "it is about another model") {
		t.Errorf("another model: %s", reason)
	}
}

// FuzzVerifyTree checks that bad text is refused in one line, and that an accepted file has the right count.
func FuzzVerifyTree(f *testing.F) {
	m := must(model.Sudoku(2, 2))
	cube := model.Cube{{Var: 0, Value: 1}, {Var: 6, Value: 2}, {Var: 9, Value: 3}, {Var: 15, Value: 1}}
	text := treeOf(f, m, cube, encode.Options{})
	header := strings.Join(strings.SplitAfter(text, "\n")[:5], "")
	want := len(modeltest.BruteForce(m, cube))
	f.Add([]byte(text[len(header):strings.LastIndex(text, "end ")]))
	f.Add([]byte("5\ns\ncount 0\n"))
	f.Fuzz(func(t *testing.T, items []byte) {
		body := header + string(items)
		count, reason := verify(t, "tree", m, sealed(body))
		if reason == "" && count != want {
			t.Fatalf("accepted with %d solutions, expected %d", count, want)
		}
	})
}
