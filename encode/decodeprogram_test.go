package encode

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode/answer"
	"qmsat/encode/program"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// answerTo writes an assignment as the answer of a solver to an exported program.
func answerTo(t rapid.TB, format string, program *program.Program, a model.Assignment) string {
	var text strings.Builder
	text.WriteString(map[string]string{"opb": "c a solver\ns SATISFIABLE\nv", "lp": "Optimal - objective value 0\n"}[format])
	names := program.ColumnNames(context.Background())
	for l, g := range program.Map.Values(context.Background()) {
		switch is := a[g.Var] == g.Value; {
		case l < 0:
		case format == "opb" && is:
			fmt.Fprintf(&text, " x%d", l)
		case format == "opb":
			fmt.Fprintf(&text, " -x%d", l)
		case is:
			fmt.Fprintf(&text, "%7d %s 1 0\n", l-1, names[l-1])
		}
	}
	return text.String() + "\n"
}

// TestDecodePrograms writes random models as OPB and LP, answers with each assignment, and reads it back: solutions as such, others
// as breaking a constraint.
func TestDecodePrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		if rapid.Bool().Draw(t, "bits") {
			m = randomBits(t)
		}
		program, err := program.New(t.Context(), m, nil, Options{})
		if err != nil || program.Map.Variables() != program.Map.ModelVariables() {
			return // with auxiliary variables an answer needs their values
		}
		whole := *m
		whole.Outputs = nil
		solutions := map[string]bool{}
		for _, a := range modeltest.BruteForce(&whole, nil) {
			solutions[modeltest.Key(&whole, a)] = true
		}
		whole.Constraints = nil
		all := modeltest.BruteForce(&whole, nil)
		for format, write := range map[string]func(*strings.Builder) error{
			"opb": func(w *strings.Builder) error { return program.WriteOPB(t.Context(), w) },
			"lp":  func(w *strings.Builder) error { return program.WriteLP(t.Context(), w) },
		} {
			var file strings.Builder
			if err := write(&file); err != nil {
				t.Fatal(err)
			}
			e, err := answer.ReadFormula("file", strings.NewReader(file.String()))
			if err != nil {
				t.Fatalf("%v\n%s", err, file.String())
			}
			for range min(20, len(all)) {
				a := rapid.SampledFrom(all).Draw(t, "assignment")
				answer, err := e.ReadAnswer("answer", strings.NewReader(answerTo(t, format, program, a)))
				if err != nil || len(answer.Models) != 1 {
					t.Fatalf("%v: %+v", err, answer)
				}
				names, values, err := e.Decode(answer.Models[0])
				if solution := solutions[modeltest.Key(&model.Model{Variables: m.Variables}, a)]; solution != (err == nil) {
					t.Fatalf("%s, %v: %v, expected a solution %t\n%s", format, a, err, solution, file.String())
				}
				if err == nil && (!slices.Equal(values, a) || names[0] != m.Variables[0].Name) {
					t.Fatalf("%v, expected %v", values, a)
				}
			}
		}
	})
}

// TestColumnsWithoutRows writes a program with variables that no row has. Each bound of the MPS file is of a column that it lists.
func TestColumnsWithoutRows(t *testing.T) {
	m, _, err := propositional.ReadDIMACS("f", strings.NewReader("p cnf 3 1\n2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	program, err := program.New(t.Context(), m, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := program.WriteMPS(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	_, columns, _ := strings.Cut(text.String(), "\nCOLUMNS\n")
	columns, bounds, _ := strings.Cut(columns, "\nBOUNDS\n")
	names := program.ColumnNames(t.Context())
	for _, name := range names {
		if !strings.Contains("\n"+columns, "\n "+name+" ") || !strings.Contains(bounds, " BV BOUND "+name+"\n") {
			t.Errorf("%s lacks a column or a bound:\n%s", name, text.String())
		}
	}
	if len(names) != 3 {
		t.Errorf("columns %v, expected 3", names)
	}
}

// TestReadFormulaErrors reads damaged files.
func TestReadFormulaErrors(t *testing.T) {
	const opb, lp = "* #variable= 2 #constraint= 1\n* var 1 a=0\n* var 2 a=1\n", "\\ model a\nMinimize\n obj: + 0 a_0\nSubject To\n"
	for text, want := range map[string]string{
		opb + "+1 x1 +1 x3 = 1 ;\n":                      "f:4: found x3, expected one of the 2 variables",
		opb + "+1 x1 +1 x2 >= y ;\n":                     `f:4: found "y", expected a bound`,
		"* #variable= 2 #constraint= 0\n":                "f: found no names of variables, expected a file that export wrote",
		"* #variable= x #constraint= 0\n":                `f:1: found "* #variable= x #constraint= 0", expected * #variable= VARIABLES #constraint= CONSTRAINTS`,
		opb + "+1 x1 +1 x2":                              "f: found 0 constraints, but the file says 1: it is cut off or damaged",
		opb + "* var 3 b=0\n+1 x1 +1 x2 = 1 ;\n":         "f:4: found variable 3, expected one of the 2 variables",
		lp + " c1: + a_0 = 1\n":                          "f: found the end of the file, expected End: the file is cut off or damaged",
		lp + " c1: + a_0 + b_0 = 1\nBinary\n a_0\nEnd\n": "f:5: found b_0, expected one of the 1 variables",
		"* model a\nNAME qmsat FREE\n":                   "f: found an MPS file, expected the same as LP: export --format lp has its columns and rows",

		lp + " c1: + a_0 = 1\nBinary\n a_0\nEnd\n c2: + a_0 = 0\n":    `f:9: found "c2:" behind End, expected the end of the file`,
		lp + " c1: + a_0 = 1\nBounds\n a_0 <= 0\nBinary\n a_0\nEnd\n": `f:6: found "Bounds", expected a column such as r1c2_8, Binary or End`,
		lp + " c1: + a_0 = 1\nBinary\n a_0\nGeneral\n a_0\nEnd\n":     `f:8: found "General", expected a column such as r1c2_8, Binary or End`,
	} {
		if _, err := answer.ReadFormula("f", strings.NewReader(text)); fmt.Sprint(err) != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// TestAnswerFormat tells answers apart, as solvers write them.
func TestAnswerFormat(t *testing.T) {
	for text, want := range map[string]string{
		"c a solver\ns SATISFIABLE\nv 1 -2 0\n":                   "dimacs",
		"s UNSATISFIABLE\n":                                       "dimacs",
		"SAT\n1 -2 0\n":                                           "dimacs",
		"UNSAT\n":                                                 "dimacs",
		"s SATISFIABLE\nv x1 -x2\n":                               "opb",
		"v -x1 ~x2\nv x3\n":                                       "opb",
		"s OPTIMUM FOUND\nv\n":                                    "opb",
		"Optimal - objective value 0\n 0 v_1 1 0\n":               "lp",
		"c Problem:\ns mip 3 3 o 0\nj 1 0\n":                      "lp",
		"Solution status: infeasible\n\nModel status\nInfeasible": "lp",
		"": "lp",
	} {
		if got := answer.FormatOf(text); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
}
