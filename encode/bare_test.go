package encode

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode/program"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// clausesIn returns the clauses of a DIMACS file, in sorted form, and its line p.
func clausesIn(text string) (problem string, clauses []string) {
	for line := range strings.Lines(text) {
		switch words := strings.Fields(line); words[0] {
		case "p":
			problem = strings.TrimSpace(line)
		case "c":
		default:
			slices.Sort(words)
			clauses = append(clauses, strings.Join(slices.Compact(words), " "))
		}
	}
	slices.Sort(clauses)
	return problem, clauses
}

// TestFormulasKeepTheirVariables reads formulas and writes them again: the variables and the clauses are the same. Repeated
// literals and clauses that are always true may go.
func TestFormulasKeepTheirVariables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "variables")
		literal := rapid.IntRange(-n, n).Filter(func(l int) bool { return l != 0 })
		var text strings.Builder
		list := rapid.SliceOfN(rapid.SliceOfNDistinct(literal, 0, 4, func(l int) int { return max(l, -l) }), 0, 8).Draw(t, "clauses")
		empty := 0
		list = slices.DeleteFunc(list, func(clause []int) bool {
			if len(clause) == 0 {
				empty++
			}
			return len(clause) == 0 && empty > 1 // an empty clause is written once
		})
		fmt.Fprintf(&text, "p cnf %d %d\n", n, len(list))
		for _, clause := range list {
			for _, l := range clause {
				fmt.Fprint(&text, l, " ")
			}
			fmt.Fprintln(&text, 0)
		}
		m, _, err := propositional.ReadDIMACS("formula.cnf", strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		written := export(t, m, Options{Bare: true, Published: true}, nil)
		problem, clauses := clausesIn(text.String())
		if again, same := clausesIn(written); again != problem || !slices.Equal(clauses, same) {
			t.Fatalf("%s\nbecomes\n%s", text.String(), written)
		}
		again, _, err := propositional.ReadDIMACS("again.cnf", strings.NewReader(written))
		if err != nil {
			t.Fatal(err)
		}
		if before, after := modeltest.BruteForce(m, nil), modeltest.BruteForce(again, nil); !slices.EqualFunc(before, after, slices.Equal) {
			t.Fatalf("%d solutions, then %d", len(before), len(after))
		}
	})
}

// randomBits draws a model over 0/1 variables with a sum, an all-different constraint, a table or a rule, and perhaps an objective.
func randomBits(t *rapid.T) *model.Model {
	m := &model.Model{}
	for i := range rapid.IntRange(1, 5).Draw(t, "variables") {
		m.AddVariable(fmt.Sprintf("b%d", i), model.Interval(0, 1))
	}
	vars := func(least int) []model.Var {
		list := rapid.SliceOfNDistinct(rapid.IntRange(0, len(m.Variables)-1), least, -1, rapid.ID[int]).Draw(t, "scope")
		return lists.Map(list, func(v int) model.Var { return model.Var(v) })
	}
	for range rapid.IntRange(1, 3).Draw(t, "constraints") {
		scope := vars(1)
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			c := &model.Linear{Lo: rapid.IntRange(-3, 2).Draw(t, "lo")}
			c.Hi = c.Lo + rapid.IntRange(0, 3).Draw(t, "width")
			for _, v := range scope {
				c.Terms = append(c.Terms, model.Term{Coefficient: rapid.SampledFrom([]int{-2, -1, 1, 3}).Draw(t, "coefficient"), Var: v})
			}
			m.Constraints = append(m.Constraints, c)
		case 1:
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: scope})
		default:
			m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Or{model.Is(scope[0], 1), model.Not{Of: model.Is(scope[len(scope)-1], 0, 1)}}})
		}
	}
	if rapid.Bool().Draw(t, "projected") {
		m.Outputs = vars(1)
		slices.Sort(m.Outputs)
	}
	return m
}

// TestBareModels writes models over 0/1 variables by every encoding, and as pseudo-Boolean problems. What is read again has as many
// solutions, and each answer is decoded to a solution.
func TestBareModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomBits(t)
		cube := model.Cube{}
		if rapid.Bool().Draw(t, "given") {
			cube = append(cube, model.Given{Var: 0, Value: rapid.IntRange(0, 1).Draw(t, "value")})
		}
		options := drawOptions(t, Options{})
		options.Bare = true
		want := modeltest.BruteForce(m, cube)
		formula := &Formula{}
		vm, err := CompileCube(context.Background(), m, cube, options, formula)
		if err != nil {
			t.Fatal(err)
		}
		bare := vm.ModelVariables() == len(m.Variables)
		if bare {
			checkForm(t, formula.Clauses, len(m.Variables), vm.Variables())
		}
		found := map[string]bool{}
		a := make(model.Assignment, len(m.Variables))
		eachModel(t, formula.Clauses, vm.Variables(), func(isTrue func(Literal) bool) {
			if err := vm.Decode(isTrue, a); err != nil {
				t.Fatal(err)
			}
			if err := m.Check(a); err != nil {
				t.Fatal(err)
			}
			found[modeltest.Key(m, a)] = true
		})
		if len(found) != len(want) {
			t.Fatalf("%v: %d solutions, expected %d", options, len(found), len(want))
		}
		if twice := repeated(formula.Clauses); bare && !options.Published && twice != nil {
			t.Fatalf("written twice: %v", twice)
		}
		program, err := program.New(context.Background(), m, cube, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := program.WriteOPB(context.Background(), &text); err != nil {
			t.Fatal(err)
		}
		again, _, err := propositional.ReadOPB("again.opb", strings.NewReader(text.String()))
		if err != nil {
			t.Fatalf("%v\n%s", err, text.String())
		}
		if len(again.Variables) != len(m.Variables) {
			t.Fatalf("%d variables, expected %d", len(again.Variables), len(m.Variables))
		}
		if got := modeltest.BruteForce(again, nil); len(got) != len(want) {
			t.Fatalf("%d solutions of\n%s\nexpected %d", len(got), text.String(), len(want))
		}
	})
}

// TestProblemsKeepTheirConstraints reads pseudo-Boolean problems and writes them again.
func TestProblemsKeepTheirConstraints(t *testing.T) {
	const constraints = "+2 x1 -3 x2 +1 x4 >= -1 ;\n+1 x1 +1 x2 +1 x3 = 2 ;\n+1 x3 +1 x4 >= 1 ;\n-2 x1 -1 x2 -2 x3 -1 x4 >= -3 ;\n"
	m, _, err := propositional.ReadOPB("problem.opb", strings.NewReader("min: +2 x1 -1 x3 ;\n"+constraints))
	if err != nil {
		t.Fatal(err)
	}
	program, err := program.New(t.Context(), m, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := program.WriteOPB(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	if _, body, _ := strings.Cut(text.String(), "\nmin: "); body != "+2 x1 -1 x3 ;\n"+constraints {
		t.Errorf("written:\n%s", text.String())
	}
}
