package encode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	gophersat "github.com/crillab/gophersat/solver"
	"pgregory.net/rapid"

	"qmsat/encode/program"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// exportOPB returns the OPB file of a model under a cube, after checking its header.
func exportOPB(t rapid.TB, m *model.Model, cube model.Cube) (*program.Program, string) {
	t.Helper()
	o, err := program.New(context.Background(), m, cube, Options{Implied: true})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := o.WriteOPB(context.Background(), &file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	lines, highest := 0, 0
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if strings.HasPrefix(line, "*") {
			continue
		}
		lines++
		for _, word := range strings.Fields(line) {
			if word == "+0" || word == "-0" {
				t.Fatalf("%q has an idle term", line)
			}
			var v int
			if n, _ := fmt.Sscanf(word, "x%d", &v); n == 1 {
				highest = max(highest, v)
			}
		}
	}
	if want := fmt.Sprintf("* #variable= %d #constraint= %d\n", o.Map.Variables(), lines); !strings.HasPrefix(text, want) {
		t.Fatalf("the file begins %.60q, expected %q", text, want)
	}
	if highest > o.Map.Variables() {
		t.Fatalf("variable x%d, expected at most %d", highest, o.Map.Variables())
	}
	return o, text
}

// solveOPB makes gophersat read the file repeatedly, with a line that excludes each solution found so far, and returns the
// solutions.
func solveOPB(t rapid.TB, m *model.Model, cube model.Cube, limit int) map[string]bool {
	t.Helper()
	o, text := exportOPB(t, m, cube)
	found := map[string]bool{}
	for len(found) < limit {
		problem, err := gophersat.ParseOPB(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		// gophersat overlooks unit lines that contradict each other.
		clash := slices.ContainsFunc(problem.Units, func(l gophersat.Lit) bool {
			return slices.Contains(problem.Units, l.Negation())
		})
		if clash || problem.Status == gophersat.Unsat {
			break
		}
		solver := gophersat.New(problem)
		if solver.Solve() != gophersat.Sat {
			break
		}
		values := solver.Model()
		a := make(model.Assignment, len(m.Variables))
		isTrue := func(l Literal) bool {
			n := int(max(l, -l))
			return (n <= len(values) && values[n-1]) == (l > 0)
		}
		if err := o.Map.Decode(isTrue, a); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := m.Check(a); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := m.CheckCube(a, cube); err != nil {
			t.Fatal(err)
		}
		key := modeltest.Key(m, a)
		if found[key] {
			t.Fatalf("%s was found twice", key)
		}
		found[key] = true
		var block strings.Builder
		bound := 1 - len(m.OutputVars())
		for _, v := range m.OutputVars() {
			if l := o.Map.Literal(v, a[v]); l > 0 {
				fmt.Fprintf(&block, "-1 x%d ", l)
			} else {
				fmt.Fprintf(&block, "+1 x%d ", -l)
				bound++
			}
		}
		text += fmt.Sprintf("%s>= %d ;\n", block.String(), bound)
	}
	return found
}

func TestOPBOfRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		want := map[string]bool{}
		for _, a := range modeltest.BruteForce(m, cube) {
			want[modeltest.Key(m, a)] = true
		}
		if len(want) > 40 {
			t.Skip("many solutions")
		}
		got := solveOPB(t, m, cube, len(want)+1)
		if len(got) != len(want) {
			t.Fatalf("%d solutions, expected %d", len(got), len(want))
		}
		for key := range got {
			if !want[key] {
				t.Fatalf("%s is no solution", key)
			}
		}
	})
}

// TestOPBOfConditions has a condition on a variable with a single value: a row for it could not fail, and gophersat panics on such.
func TestOPBOfConditions(t *testing.T) {
	m, _, err := modeltest.ReadYAML("a.yaml", strings.NewReader("variables: {a: 1, b: 0..1}\nconstraints:\n"+
		"- {kind: either, of: [[{kind: all-different, cells: [a]}, {kind: linear, cells: [b], sum: 1}], [{kind: linear, cells: [b], sum: 0}]]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(solveOPB(t, m, nil, 3)); got != 2 {
		t.Errorf("%d solutions, expected 2", got)
	}
}

func TestOPBOfSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomLinear(t)
		want := len(modeltest.BruteForce(m, nil))
		if want > 40 {
			t.Skip("many solutions")
		}
		if got := len(solveOPB(t, m, nil, want+1)); got != want {
			t.Fatalf("%d solutions, expected %d", got, want)
		}
	})
}

func TestOPBOfPuzzles(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(t, m)
	random := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		p := puzzles[random.IntN(len(puzzles))]
		if got := len(solveOPB(t, m, p.cube, 2)); got != 1 {
			t.Errorf("%v: %d solutions, expected one", p.solution, got)
		}
	}
}

// TestClaspReadsOPB makes clasp list all solutions of a file.
func TestClaspReadsOPB(t *testing.T) {
	for _, test := range []struct {
		m    *model.Model
		want int
	}{{must(model.Sudoku(2, 2)), 288}, {must(model.QuasiMagic(2, 2)), 288}, {must(model.QuasiMagic(2, 1)), 0}} {
		_, text := exportOPB(t, test.m, nil)
		output, status := solveFile(t, text, "clasp", "--outf=1", "-n", "0", "-q")
		words := strings.Fields(output)
		if at := slices.Index(words, "Models"); at < 0 || words[at+2] != fmt.Sprint(test.want) {
			t.Errorf("%s: exit status %d, expected %d models\n%s", test.m.Name, status, test.want, output)
		}
	}
}

// The rows of a program are kept as they were made: no list of terms is copied, or made in vain.
func TestProgramTakesItsRows(t *testing.T) {
	const n = 100_000
	m := &model.Model{Variables: []model.Variable{{Name: "a", Domain: model.Interval(1, n)}, {Name: "b", Domain: model.Interval(1, n)}}}
	m.Constraints = []model.Constraint{&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: 1, Var: 1}}, Lo: n, Hi: n}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	made, err := program.New(t.Context(), m, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 45*2*n {
		t.Errorf("%d bytes a literal for %d rows, expected 45 at most", taken/(2*n), made.Rows())
	}
}

func TestOPBWriteFails(t *testing.T) {
	o, err := program.New(context.Background(), must(model.Sudoku(4, 4)), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	reader, writer := io.Pipe()
	full := errors.New("no room")
	reader.CloseWithError(full)
	if err := o.WriteOPB(context.Background(), writer); !errors.Is(err, full) {
		t.Errorf("error %v, expected %v", err, full)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := o.WriteOPB(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected %v", err, context.Canceled)
	}
}
