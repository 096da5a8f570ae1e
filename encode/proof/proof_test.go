package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// refute has gophersat refute a model under a cube, and returns the DRAT file and the number of solutions found.
func refute(t rapid.TB, m *model.Model, cube model.Cube, encoding encode.Options) (text string, solutions uint64) {
	t.Helper()
	statement, err := proof.NewStatement(context.Background(), m, cube, encoding)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	drat := proof.NewDRATWriter(&file, statement)
	result, err := sat.Refute(context.Background(), m, cube, encoding, drat.Lemma)
	if err == nil {
		err = drat.End()
	}
	if err != nil || !result.Complete() || drat.Steps == 0 {
		t.Fatalf("%+v, %d steps, error %v", result, drat.Steps, err)
	}
	return file.String(), result.Count.Uint64()
}

// TestRefutationsOfRandomModels refutes random models under random cubes, in any encoding: a proof is accepted if and only if
// brute force finds no solution.
func TestRefutationsOfRandomModels(t *testing.T) {
	refuted := 0
	modeltest.CheckUntil(t, "a model is refuted", func() bool { return refuted > 0 }, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube, encoding := drawn(t, m)
		text, solutions := refute(t, m, cube, encoding)
		want := len(modeltest.BruteForce(m, cube))
		_, reason := verify(t, "drat", m, text)
		if solutions != uint64(want) || (reason == "") != (want == 0) {
			t.Fatalf("%d solutions, expected %d; %s", solutions, want, reason)
		}
		if want == 0 {
			refuted++
		}
	})
}

// TestRefutationTampered checks that a refutation with another header, or without the empty clause, is refused.
func TestRefutationTampered(t *testing.T) {
	m := must(model.QuasiMagic(3, 1))
	text, _ := refute(t, m, nil, encode.Options{})
	if _, reason := verify(t, "", m, text); reason != "" {
		t.Fatal(reason)
	}
	steps := strings.LastIndex(text, "c formula")
	steps += strings.Index(text[steps:], "\n") + 1
	for name, test := range map[string]struct {
		m             *model.Model
		changed, want string
	}{
		"a foreign model":       {must(model.QuasiMagic(3, 2)), text, "it is about another model, sha256:"},
		"another encoding":      {m, strings.Replace(text, "extended", "minimal", 1), "it is about the formula 729 "},
		"a given":               {m, strings.Replace(text, "cube .", "cube r1c1=2", 1), "it is about the formula 729 "},
		"no such given":         {m, strings.Replace(text, "cube .", "cube x=2", 1), "the cube: "},
		"no formula":            {m, text[:strings.Index(text, "c formula")] + text[steps:], "its header ends, expected formula"},
		"a malformed header":    {m, strings.Replace(text, "sha256", "md5", 1), `file:2: found "md5:`},
		"no steps":              {m, text[:steps], "do not reach the empty clause"},
		"just the empty clause": {m, text[:steps] + "0\n", "line 6: the lemma [] does not follow by unit propagation"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, reason := verify(t, "drat", test.m, test.changed); !strings.Contains(reason, test.want) || reason == "" {
				t.Errorf("refused for %q, expected %q", reason, test.want)
			}
		})
	}
}

// TestExportedFormulas checks certificates without their headers against the formula that export writes for a proof.
func TestExportedFormulas(t *testing.T) {
	all, _, err := propositional.ReadDIMACS("f", strings.NewReader(
		"p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n"))
	some, _, err2 := propositional.ReadDIMACS("f", strings.NewReader("p cnf 3 3\n1 2 0\n-1 2 0\n1 -2 -3 0\n"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	sudoku := must(model.Sudoku(2, 2))
	for name, test := range map[string]struct {
		m    *model.Model
		cube model.Cube
	}{
		"a CNF file":                 {some, nil},
		"a CNF file without models":  {all, nil},
		"a puzzle":                   {sudoku, model.Cube{{Var: 0, Value: 1}, {Var: 5, Value: 2}, {Var: 10, Value: 3}}},
		"a puzzle without solutions": {sudoku, model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}},
	} {
		var file bytes.Buffer
		f, err := encode.NewFormula(t.Context(), "dimacs", test.m, test.cube, encode.Options{Bare: true}, encode.ForProof, false)
		if err == nil {
			err = f.Write(t.Context(), &file)
		}
		if err != nil {
			t.Fatal(err)
		}
		exported, _, err := propositional.ReadDIMACS("f", &file)
		if err != nil {
			t.Fatal(err)
		}
		text, format, want := "", "cpog", len(modeltest.BruteForce(test.m, test.cube))
		if want == 0 {
			format = "drat"
			text, _ = refute(t, test.m, test.cube, encode.Options{})
		} else if text, err = cpogOf(t, test.m, test.cube, encode.Options{}); err != nil {
			t.Fatal(err)
		}
		_, steps, _ := strings.Cut(text, "c formula ")
		_, steps, _ = strings.Cut(steps, "\n")
		if count, reason := verify(t, format, exported, "c\n"+steps); count != want || reason != "" {
			t.Errorf("%s: %d solutions, expected %d; %s", name, count, want, reason)
		}
	}
}

// A clause may have as many literals as the formula, far more than the usual limit of a line.
func TestLongLines(t *testing.T) {
	m, _, err := propositional.ReadDIMACS("file", strings.NewReader("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Trim(fmt.Sprint(make([]struct{}, 1<<15)), "[]")
	long = strings.ReplaceAll(long, "{}", "-1")
	if count, reason := verify(t, "drat", m, long+" 0\n0\n"); count != 0 || reason != "" {
		t.Errorf("%d solutions; %s", count, reason)
	}
	begun := time.Now()
	long = strings.Trim(fmt.Sprint(lists.Numbers[int](1 << 17)[1:]), "[]")
	if _, reason := verify(t, "drat", m, long+" 0\n1 0\n"); reason != "" || time.Since(begun) > time.Minute {
		t.Errorf("after %v: %s", time.Since(begun), reason)
	}
	if _, reason := verify(t, "drat", m, strings.Repeat(" ", 1<<24)); !strings.Contains(reason, "file:1: the line is longer") {
		t.Errorf("a line beyond all: %s", reason)
	}
}

// TestFormats checks that the first line decides the format, and that a format no longer supported is refused by name.
func TestFormats(t *testing.T) {
	m := must(model.Sudoku(1, 2))
	for text, want := range map[string]string{
		"qmsat proof 1\nmodel": "file:1: the format qmsat is no longer read: write the proof again",
		"qmsat tree 2\n":       `file:1: found "qmsat tree 2", expected "qmsat tree 1"`,
		"\x1f\x8b\n":           `expected "qmsat tree 1"`,
		"":                     `file:1: the file ends here, expected "qmsat tree 1"`,
		"qmsat frontier 1\n":   "file:2: the file ends here, expected model",
	} {
		if _, reason := verify(t, "", m, text); !strings.Contains(reason, want) {
			t.Errorf("%q: %q, expected %q", text, reason, want)
		}
	}
	if _, err := proof.Verify(t.Context(), "file", strings.NewReader(""), "qmsat", m, nil); err == nil {
		t.Error("a format that there is not is taken")
	}
}

// FuzzVerify checks that bad text is refused in one line, and that an accepted file has the right count.
func FuzzVerify(f *testing.F) {
	m := must(model.Sudoku(1, 2))
	cpog, err := cpogOf(f, m, nil, encode.Options{})
	if err != nil {
		f.Fatal(err)
	}
	tree := treeOf(f, m, nil, encode.Options{})
	_, frontier := frontierOf(f, m, nil, asGiven(m), nil)
	drat, _ := refute(f, m, model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}, encode.Options{})
	for _, text := range []string{
		cpog, tree, frontier, drat, "qmsat tree 1\n", strings.Replace(tree, "cube .", "cube r1c1=2", 1), strings.Replace(tree, "extended/", "optimized/", 1),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := proof.Verify(context.Background(), "file", bytes.NewReader(text), "", m, nil)
		if err != nil {
			reasonOf(t, err)
		} else if want := len(modeltest.BruteForce(m, v.Cube)); v.Count.Int64() != int64(want) {
			t.Fatalf("accepted with %v solutions, expected %d", v.Count, want)
		}
	})
}

// TestIndependence checks that the checkers import no solver.
func TestIndependence(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		for _, solver := range []string{"gini", "gophersat", "qmsat/encode/sat", "qmsat/encode/residual", "qmsat/native"} {
			if strings.Contains(name, solver) {
				t.Errorf("the checkers depend on %s", name)
			}
		}
	}
	if !strings.Contains(string(out), "qmsat/encode\n") {
		t.Errorf("the dependencies lack the encoder: %s", out)
	}
}
