package encode

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/encode/answer"
	"qmsat/encode/program"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// satAnswers and programAnswers say how answers are changed.
var (
	satAnswers = modeltest.Mutation{
		Comment: "c a comment of 2 words",
		Item:    regexp.MustCompile(`^v .* 0$`),
		Keyword: regexp.MustCompile(`(?m)^s [A-Z]+|^v|^UN|^SAT|^s p?mc|^c s [a-z]+|arb int|\bx|OPTIMUM`),
		Number:  regexp.MustCompile(`[-~]?[0-9]+`),
	}
	programAnswers = modeltest.Mutation{
		Comment: "Solution time: 2 s",
		Item:    regexp.MustCompile(`r[1-4]c[1-4]_[1-4].* [01]|^j`),
		Keyword: regexp.MustCompile(`(?im)^optimal|INTEGER|infeasible|^status|^[a-z]+ status|^s mip|^j|\br[1-4]c[1-4]_[1-4]\b|[*]`),
		Number:  regexp.MustCompile(`[0-9]+`),
	}
)

// manyAnswers returns a formula of the 4×4 Sudoku and answers of solvers to it, by the format of the formula.
func manyAnswers(t *testing.T, m *model.Model) (formulas map[string]*answer.Exported, answers map[string][]string) {
	formulas = map[string]*answer.Exported{}
	read := func(format, text string) {
		e, err := answer.ReadFormula(format, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		formulas[format] = e
	}
	var texts [2]string
	for i, suffix := range []string{"cnf", "out"} {
		text, err := os.ReadFile(filepath.Join("../testdata/decode", "4x4."+suffix))
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	read("cnf", texts[0])
	answer, err := formulas["cnf"].ReadAnswer("4x4.out", strings.NewReader(texts[1]))
	if err != nil {
		t.Fatal(err)
	}
	_, a, err := formulas["cnf"].Solution(answer.Models[0])
	if err != nil {
		t.Fatal(err)
	}
	program, err := program.New(t.Context(), m, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var opb, lp strings.Builder
	if err := program.WriteOPB(t.Context(), &opb); err != nil {
		t.Fatal(err)
	}
	if err := program.WriteLP(t.Context(), &lp); err != nil {
		t.Fatal(err)
	}
	read("opb", opb.String())
	read("lp", lp.String())
	other := slices.Clone(a) // with 1 and 2 exchanged
	var columns [4]strings.Builder
	names := program.ColumnNames(t.Context())
	for v, value := range a {
		if other[v] = value; value < 3 {
			other[v] = 3 - value
		}
	}
	for i, name := range names {
		v := i / 4
		is := map[bool]int{true: 1}[strings.HasSuffix(name, fmt.Sprint("_", a[v]))]
		fmt.Fprintf(&columns[0], "j %d %d\n", i+1, is)
		fmt.Fprintf(&columns[1], "%6d %s *     %d    0    1\n", i+1, name, is)
		fmt.Fprintf(&columns[2], "%s %d\n", name, is)
		if is == 1 {
			fmt.Fprintf(&columns[3], "%-20s 1 \t(obj:0)\n", name)
		}
	}
	literals := func(a model.Assignment) string {
		return strings.NewReplacer("x", "").Replace(strings.Split(answerTo(t, "opb", program, a), "\n")[2])
	}
	return formulas, map[string][]string{
		"cnf": {
			texts[1], "SAT\n" + strings.TrimPrefix(literals(a), "v ") + " 0\n", "s SATISFIABLE\n" + literals(a) + " 0\n" + literals(other) + " 0\n",
			"c a solver\ns UNSATISFIABLE\n", "UNSAT\n", "s UNKNOWN\n",
		},
		"opb": {answerTo(t, "opb", program, a), answerTo(t, "opb", program, a) + answerTo(t, "opb", program, other), "s UNSATISFIABLE\n"},
		"lp": {
			answerTo(t, "lp", program, a), "c Problem:\ns mip 3 64 o 0\n" + columns[0].String() + "e o f\n", "Status:     INTEGER OPTIMAL\n" + columns[1].String(),
			"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 64\n" + columns[2].String(),
			"solution status: optimal solution found\nobjective value: 0\n" + columns[3].String(), "Infeasible - objective value 0.00\n",
		},
	}
}

// TestMutatedAnswers changes answers of solvers in two ways. If the meaning is kept, the same is read. Otherwise the answer is refused, or
// each solution in it is one of the puzzle; none is left out, and nothing is unsatisfiable that was not.
func TestMutatedAnswers(t *testing.T) {
	times, r := modeltest.Mutations(20, 10_000)
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	formulas, answers := manyAnswers(t, m)
	refused, tried := 0, 0
	for _, format := range slices.Sorted(maps.Keys(answers)) {
		e, changes := formulas[format], satAnswers
		if format == "lp" {
			changes = programAnswers
		}
		read := func(text string) (solutions []string, unsatisfiable bool, err error) {
			answer, err := e.ReadAnswer("answer", strings.NewReader(text))
			if err != nil {
				return nil, false, err
			}
			for _, literals := range answer.Models {
				_, a, err := e.Solution(literals)
				if err != nil {
					return nil, false, err
				}
				if err := m.Check(a); err != nil {
					t.Errorf("%s: %v: %v is read from\n%s", format, err, a, text)
				}
				solutions = append(solutions, fmt.Sprint(a))
			}
			slices.Sort(solutions)
			return solutions, answer.Unsatisfiable, nil
		}
		for _, text := range answers[format] {
			before, none, fault := read(text)
			for range times {
				tried++
				kept := changes.Kept(r, text)
				if after, noneAfter, err := read(kept); !slices.Equal(before, after) || none != noneAfter || (err == nil) != (fault == nil) {
					t.Fatalf("%s: %v, after a change that keeps the meaning:\n%s", format, err, kept)
				}
				changed, what := changes.Changed(r, text)
				if strings.Count(changed, "\nc ") > strings.Count(text, "\nc ") {
					continue // a line became a comment
				}
				after, noneAfter, err := read(changed)
				switch {
				case err != nil:
					refused++
				case fault == nil && none != noneAfter, len(after) < len(before) && what != "line removed":
					t.Errorf("%s: %d solutions, unsatisfiable %t, after a change (%s) to\n%s", format, len(after), noneAfter, what, changed)
				}
			}
		}
	}
	t.Logf("%d changes of each sort; %d refused", tried, refused)
}
