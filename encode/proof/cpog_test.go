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
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// cpogOf counts a model under a cube, and returns the CPOG file, or why there is none.
func cpogOf(t rapid.TB, m *model.Model, cube model.Cube, encoding encode.Options) (string, error) {
	t.Helper()
	graph, err := proof.NewCPOG(context.Background(), m, cube, encoding)
	if err != nil {
		return "", err
	}
	if result, err := residual.Tree(context.Background(), m, cube, encoding, graph); err != nil || !result.Complete() {
		t.Fatalf("%+v, %v", result, err)
	}
	var text bytes.Buffer
	err = graph.Write(&text)
	return text.String(), err
}

// verifyCPOG returns the count that a file proves, or the one-line reason why it is refused.
func verifyCPOG(t rapid.TB, m *model.Model, text string) (count, reason string) {
	t.Helper()
	n, reason := verify(t, "cpog", m, text)
	return fmt.Sprint(n), reason
}

// TestCPOGOfRandomModels compares the counts of files, in any encoding, with brute force. There are no files for models that have
// no solution or are projected.
func TestCPOGOfRandomModels(t *testing.T) {
	proved := 0
	modeltest.CheckUntil(t, "a model is counted", func() bool { return proved > 0 }, func(t *rapid.T) {
		m := modeltest.Random(t)
		if rapid.IntRange(0, 3).Draw(t, "projected") > 0 {
			m.Outputs = nil
		}
		cube, encoding := drawn(t, m)
		want := len(modeltest.BruteForce(m, cube))
		text, err := cpogOf(t, m, cube, encoding)
		if err != nil {
			if want > 0 && !strings.Contains(err.Error(), "several models of the formula may be one solution") || want == 0 && text != "" {
				t.Fatal(err)
			}
			return
		}
		proved++
		if count, reason := verifyCPOG(t, m, text); reason != "" || count != fmt.Sprint(want) {
			t.Fatalf("%s solutions, expected %d; %s", count, want, reason)
		}
	})
}

// TestCPOGTampered drops, repeats and changes lines: a file that is then accepted has the same count.
func TestCPOGTampered(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	cube := model.Cube{{Var: 0, Value: 1}, {Var: 6, Value: 2}, {Var: 9, Value: 3}, {Var: 3, Value: 4}}
	text, err := cpogOf(t, m, cube, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprint(len(modeltest.BruteForce(m, cube)))
	if count, reason := verifyCPOG(t, m, text); count != want || reason != "" {
		t.Fatalf("%s solutions, expected %s; %s", count, want, reason)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	tried, refused := 0, 0
	try := func(what string, changed []string) {
		tried++
		count, reason := verifyCPOG(t, m, strings.Join(changed, ""))
		if reason == "" && count != want {
			t.Errorf("%s: accepted with %s solutions", what, count)
		} else if reason != "" {
			refused++
		}
	}
	for i := 0; i < len(lines); i += 1 + i%23 {
		line := lines[i]
		try(fmt.Sprintf("line %d dropped", i+1), slices.Delete(slices.Clone(lines), i, i+1))
		try(fmt.Sprintf("line %d twice", i+1), slices.Insert(slices.Clone(lines), i, line))
		fields := strings.Fields(line)
		for at := 1; at < len(fields); at += 6 {
			other := slices.Clone(fields)
			if other[at] = "-" + fields[at]; strings.HasPrefix(fields[at], "-") {
				other[at] = fields[at][1:]
			}
			try(fmt.Sprintf("word %d of line %d negated", at+1, i+1), slices.Replace(slices.Clone(lines), i, i+1, strings.Join(other, " ")+"\n"))
		}
	}
	try("half the file", lines[:len(lines)/2])
	if refused < tried*3/4 {
		t.Errorf("%d of %d changes refused, expected most", refused, tried)
	}
	if _, reason := verifyCPOG(t, must(model.Sudoku(1, 4)), text); !strings.Contains(reason, "it is about another model") {
		t.Errorf("another model: %s", reason)
	}
}

// TestCPOGForged proves wrong counts by the least int32, which is its own negation.
func TestCPOGForged(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	text, err := cpogOf(t, m, model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 4, Value: 3}, {Var: 5, Value: 4}}, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	header, rest, _ := strings.Cut(text, "c formula ")
	formula, _, _ := strings.Cut(rest, "\n")
	header += "c formula " + formula + "\n"
	var variables, clauses int
	if _, err := fmt.Sscan(formula, &variables, &clauses); err != nil {
		t.Fatal(err)
	}
	const least = "-2147483648"
	id, free := clauses+1, 2
	literals := strings.Trim(fmt.Sprint(lists.Numbers[int](variables - free + 1)[1:]), "[]")
	asserted := id + 2 + variables - free
	forged := fmt.Sprintf("%[1]d a %[2]s %[2]s 0 0\n%[3]d p %[4]d %[5]s 0\n%[6]d a %[4]d 0 %[1]d %[1]d 0\nr %[4]d\nd %[1]d %[1]d 0\n",
		id, least, id+1, variables+1, literals, asserted)
	forged, end, _ := strings.Cut(forged, fmt.Sprintf("d %d ", id))
	for clause := range clauses {
		forged += fmt.Sprintf("d %[1]d %[2]d %[2]d 0\n", clause+1, id)
	}
	forged += fmt.Sprintf("d %d ", id) + end
	for _, body := range []string{forged, "r " + least + "\n", fmt.Sprintf("%d p %d %s 0\n", id, variables+1, least)} {
		if count, reason := verifyCPOG(t, m, header+body); !strings.Contains(reason, `found "`+least+`", expected a number`) {
			t.Errorf("%s solutions; %s\n%.80s", count, reason, body)
		}
	}
}

// FuzzVerifyCPOG checks that bad text is refused in one line, and that an accepted file has the right count.
func FuzzVerifyCPOG(f *testing.F) {
	m := must(model.Sudoku(1, 2))
	text, err := cpogOf(f, m, nil, encode.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(text))
	f.Add([]byte("c by hand\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if count, reason := verifyCPOG(t, m, string(text)); reason == "" && count != "2" && !strings.Contains(string(text), "cube r") {
			t.Fatalf("accepted with %s solutions, expected 2", count)
		}
	})
}
