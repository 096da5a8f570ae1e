package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// TestRedundant checks that accepted lemmas keep a formula satisfiable if it was.
func TestRedundant(t *testing.T) {
	added := 0
	modeltest.CheckUntil(t, "a lemma is accepted that does not follow", func() bool { return added > 0 }, func(t *rapid.T) {
		checker := NewChecker()
		var present [][]encode.Literal
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			clause := randomClause(t)
			satisfiable := !implies(present, nil)
			if rapid.Bool().Draw(t, "granted") {
				checker.Clause(clause)
			} else if err := checker.Redundant(clause); errors.Is(err, ErrNotImplied) {
				continue
			} else if err != nil {
				t.Fatal(err)
			} else if satisfiable && implies(append(present, clause), nil) {
				t.Fatalf("lemma %v of %v is accepted and leaves no model", clause, present)
			} else if satisfiable && !implies(present, clause) {
				added++
			}
			present = append(present, clause)
		}
	})
}

// refusedDRAT returns why a DRAT file about a CNF file is refused, or "".
func refusedDRAT(t *testing.T, cnf, drat string) string {
	t.Helper()
	m, _, err := propositional.ReadDIMACS("cnf", strings.NewReader(cnf))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Verify(context.Background(), "file", strings.NewReader(drat), "drat", m, nil)
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestVerifyDRAT has lemmas that follow, that are redundant upon their first literal, and that are neither. It deletes clauses
// that exist, and clauses that do not.
func TestVerifyDRAT(t *testing.T) {
	const all, some = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "p cnf 2 1\n1 2 0\n"
	for _, test := range []struct{ cnf, drat, refused string }{
		{all, "1 0\n0\n", ""},
		{all, "1 0\n", ""},
		{all, "c\n1 0\nc\n0\n", ""},
		{all, "c by hand\n3 -1 0\n-3 1 0\nd 3 -1 0\nd 4 0\n1 0\n0\n", ""},
		{all, "d 1 2 0\nd 1 -2 0\n1 0\n0\n", "line 3: the lemma [1] does not follow"},
		{all, "d 1 2 0\n0\n", "does not follow"},
		{all, "", "do not reach the empty clause"},
		{some, "3 -1 0\n-3 1 0\n-3 -1 0\n", "line 3: the lemma [-3 -1] does not follow"},
		{all, "1048580 0\n1 0\n", ""},
		{all, "-2000000000 0\n", "line 1: literal -2000000000, and the formula has 4 variables"},
		{some, "1 0\n", "do not reach the empty clause"},
		{all, "1 2\n", `file:1: found "2" at the end, expected 0`},
		{all, "a\x01\x02\x00", "in text form, not in binary"},
	} {
		got := refusedDRAT(t, test.cnf, test.drat)
		if (got == "") != (test.refused == "") || !strings.Contains(got, test.refused) || strings.ContainsAny(got, "\r\n") {
			t.Errorf("%q: %q, expected %q", test.drat, got, test.refused)
		}
	}
}

// TestDRATOfCadical verifies a proof that CaDiCaL, if installed, writes for its own formula. Half of the proof is refused.
func TestDRATOfCadical(t *testing.T) {
	if _, err := exec.LookPath("cadical"); err != nil {
		t.Skip("no cadical")
	}
	// Six pigeons in five holes.
	const pigeons, holes = 6, 5
	var text bytes.Buffer
	clauses := 0
	for p := range pigeons {
		for h := range holes {
			fmt.Fprint(&text, p*holes+h+1, " ")
		}
		fmt.Fprintln(&text, 0)
		clauses++
		for q := range p {
			for h := range holes {
				fmt.Fprintln(&text, -(p*holes + h + 1), -(q*holes + h + 1), 0)
				clauses++
			}
		}
	}
	cnf := fmt.Sprintf("p cnf %d %d\n%s", pigeons*holes, clauses, text.String())
	file := filepath.Join(t.TempDir(), "proof")
	run := exec.Command("cadical", "-q", "--no-binary", "-", file)
	run.Stdin = strings.NewReader(cnf)
	if err := run.Run(); run.ProcessState == nil || run.ProcessState.ExitCode() != 20 {
		t.Fatal(err)
	}
	drat := string(must(os.ReadFile(file)))
	if refused := refusedDRAT(t, cnf, drat); refused != "" {
		t.Error(refused)
	}
	if refused := refusedDRAT(t, cnf, drat[:len(drat)/2]); refused == "" {
		t.Error("half a proof accepted")
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
