package compare_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// randomDIMACS draws a formula of at most nine variables, half of the time with a projection on some of them.
func randomDIMACS(r *rand.Rand) (text string, shown map[string]bool) {
	variables := 1 + r.IntN(9)
	clauses := r.IntN(5 * variables)
	var b strings.Builder
	fmt.Fprintf(&b, "p cnf %d %d\n", variables, clauses)
	for range clauses {
		for range 1 + min(r.IntN(4), r.IntN(4)) + r.IntN(2) {
			fmt.Fprintf(&b, "%d ", (1+r.IntN(variables))*(1-2*r.IntN(2)))
		}
		b.WriteString("0\n")
	}
	shown = map[string]bool{}
	all := r.IntN(2) == 0
	for v := range variables {
		if all || len(shown) == 0 || r.IntN(2) == 0 {
			shown[fmt.Sprint(v+1)] = true
		}
	}
	if !all {
		b.WriteString("c p show")
		for v := range variables {
			if shown[fmt.Sprint(v+1)] {
				fmt.Fprintf(&b, " %d", v+1)
			}
		}
		b.WriteString(" 0\n")
	}
	return b.String(), shown
}

// claspCount has clasp list all models and counts those that differ in what is shown.
func claspCount(t *testing.T, text string, shown map[string]bool) uint64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "formula.cnf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("clasp", "-n", "0", file).Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) { // its status says whether there are models
		t.Fatal(err)
	}
	seen := map[string]bool{}
	key := ""
	for line := range strings.Lines(string(out)) {
		values, found := strings.CutPrefix(line, "v ")
		if !found {
			continue
		}
		for l := range strings.FieldsSeq(values) {
			if shown[strings.TrimPrefix(l, "-")] {
				key += l + " "
			}
			if l == "0" {
				seen[key], key = true, ""
			}
		}
	}
	return uint64(len(seen))
}

// Random formulas have the same number of models, projected, by engines that share no propagation, by brute force and by
// clasp where the machine has it.
func TestRandomFormulas(t *testing.T) {
	most, clasp := modeltest.Scale(30, 80, 2_000), false
	if modeltest.Long() {
		_, err := exec.LookPath("clasp")
		clasp = err == nil
	}
	contenders := []engine.Chosen{
		{Engine: lookup(t, "residual"), Options: engine.Options{"mode": "list"}},
		{Engine: lookup(t, "residual"), Options: engine.Options{"mode": "merge"}},
	}
	for _, name := range []string{"gini", "gophersat", "native", "brute-force"} {
		contenders = append(contenders, engine.Chosen{Engine: lookup(t, name)})
	}
	r := rand.New(rand.NewPCG(19, 3))
	unsatisfiable, projected := 0, 0
	for n := range most {
		text, shown := randomDIMACS(r)
		m, _, err := propositional.ReadDIMACS("formula.cnf", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		counts := map[uint64]bool{}
		said := ""
		count := func(label string, count uint64) {
			counts[count] = true
			said += fmt.Sprintf("\n%s: %d", label, count)
		}
		for _, c := range contenders {
			session, err := c.Engine.Open(context.Background(), m, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			result, err := session.Run(context.Background(), nil, 0, nil)
			if err != nil || !result.Complete() {
				t.Fatalf("%s: %+v, %v", c.Engine.Name, result, err)
			}
			count(c.Engine.Name+c.Options["mode"], result.Count.Uint64())
		}
		if clasp {
			count("clasp", claspCount(t, text, shown))
		}
		if len(counts) != 1 {
			t.Fatalf("formula %d:\n%s%s", n, text, said)
		}
		if counts[0] {
			unsatisfiable++
		}
		if m.Projected() {
			projected++
		}
	}
	if unsatisfiable < most/10 || projected < most/4 {
		t.Errorf("%d unsatisfiable and %d projected of %d formulas, expected more", unsatisfiable, projected, most)
	}
	t.Logf("%d formulas, %d unsatisfiable, %d projected, clasp %v", most, unsatisfiable, projected, clasp)
}
