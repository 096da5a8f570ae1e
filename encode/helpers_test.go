package encode

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode/formula"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
)

// Formula is a sink that keeps its clauses.
type Formula struct {
	Clauses [][]Literal
}

// Clause keeps a copy of the clause.
func (f *Formula) Clause(clause []Literal) {
	f.Clauses = append(f.Clauses, append([]Literal(nil), clause...))
}

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// golden compares with a file in testdata, or writes that file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run the test with -update", err)
	}
	if diff := gocmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got, -update rewrites it):\n%s", path, diff)
	}
}

// poll is how many literals may be written between two looks at the context or the sink.
const poll = 1 << 12

// must returns the model of a builder.
func must(m *model.Model, err error) *model.Model {
	if err != nil {
		panic(err)
	}
	return m
}

// compile returns the formula of a model.
func compile(t rapid.TB, m *model.Model, options Options) (*Formula, *Map) {
	t.Helper()
	return compileCube(t, m, nil, options)
}

// compileCube returns the formula of a model under givens.
func compileCube(t rapid.TB, m *model.Model, cube model.Cube, options Options) (*Formula, *Map) {
	t.Helper()
	formula := &Formula{}
	vm, err := CompileCube(context.Background(), m, cube, options, formula)
	if err != nil {
		t.Fatalf("%v: %v", options, err)
	}
	return formula, vm
}

// eachModel calls yield with every assignment of n variables that satisfies the clauses. It tries all of them, except extensions
// of assignments that already break a clause; it is deliberately simpler than the solvers that it checks. A rare random formula would
// take it hours: it skips the test after some seconds.
func eachModel(t rapid.TB, clauses [][]Literal, n int, yield func(isTrue func(Literal) bool)) {
	t.Helper()
	const most = 1 << 25
	tried := 0
	// A clause is checked once its highest variable has a value.
	byHighest := make([][][]Literal, n+1)
	for _, clause := range clauses {
		highest := Literal(0)
		for _, l := range clause {
			highest = max(highest, l, -l)
		}
		byHighest[highest] = append(byHighest[highest], clause)
	}
	values := make([]bool, n+1)
	isTrue := func(l Literal) bool { return values[max(l, -l)] == (l > 0) }
	var assign func(v int)
	assign = func(v int) {
		if tried++; tried > most {
			t.Skipf("%d variables: more than %d assignments", n, most)
		}
		for _, clause := range byHighest[v] {
			if !slices.ContainsFunc(clause, isTrue) {
				return
			}
		}
		if v == n {
			yield(isTrue)
			return
		}
		for _, value := range []bool{false, true} {
			values[v+1] = value
			assign(v + 1)
		}
	}
	assign(0)
}

// checkForm reports what no formula may have: repeated literals, complementary pairs, literals beyond the variables (True and
// False included), unused auxiliary variables. The model's own variables are the first.
func checkForm(t rapid.TB, clauses [][]Literal, own, variables int) {
	t.Helper()
	occurs := make([]bool, variables+1)
	for _, clause := range clauses {
		seen := map[Literal]bool{}
		for _, l := range clause {
			v := max(l, -l)
			switch {
			case v < 1 || int(v) > variables:
				t.Fatalf("clause %v: literal %d, expected one of %d variables", clause, l, variables)
			case seen[v]:
				t.Fatalf("clause %v has variable %d twice", clause, v)
			}
			seen[v], occurs[v] = true, true
		}
	}
	for v := own + 1; v <= variables; v++ {
		if !occurs[v] {
			t.Errorf("auxiliary variable %d stands in no clause", v)
		}
	}
}

// repeated returns the clauses that a formula has more than once, in any order of literals. Clauses of one literal do not count: two
// constraints that decide the same variable may each say so.
func repeated(clauses [][]Literal) []string {
	count := map[string]int{}
	for _, clause := range clauses {
		if len(clause) != 1 {
			count[fmt.Sprint(slices.Sorted(slices.Values(clause)))]++
		}
	}
	var twice []string
	for clause, n := range count {
		if n > 1 {
			twice = append(twice, clause)
		}
	}
	slices.SortFunc(twice, cmp.Compare)
	return twice
}

// eachPart returns options for every registered part; each names only that part.
func eachPart() (all []Options) {
	for _, name := range CellEncodings.Names() {
		all = append(all, Options{Cells: name})
	}
	for _, name := range AtMostOnes.Names() {
		all = append(all, Options{AMO: name})
	}
	for _, name := range LinearEncodings.Names() {
		all = append(all, Options{Linear: name})
	}
	for _, name := range RuleEncodings.Names() {
		all = append(all, Options{Rules: name})
	}
	return all
}

// eachOptions yields every registered part, with defaults for the others. There are too many combinations to try all; drawOptions
// draws from them.
func eachOptions(yield func(Options) bool) {
	defaults := Options{}.WithDefaults()
	if !yield(defaults) {
		return
	}
	for _, part := range eachPart() {
		if options := part.WithDefaults(); options.String() != defaults.String() && !yield(options) {
			return
		}
	}
}

// drawOptions draws a combination of the registered parts; parts that are already named stay.
func drawOptions(t *rapid.T, options Options) Options {
	draw := func(part *string, label string, names []string) {
		if drawn := rapid.SampledFrom(names).Draw(t, label); *part == "" {
			*part = drawn
		}
	}
	draw(&options.Cells, "encoding", CellEncodings.Names())
	draw(&options.AMO, "amo", AtMostOnes.Names())
	draw(&options.Linear, "sum", LinearEncodings.Names())
	draw(&options.Rules, "rules", RuleEncodings.Names())
	limits := engine.Options{}
	for _, s := range formula.Thresholds {
		if rapid.Bool().Draw(t, "lower "+s.Name) {
			limits[s.Name] = rapid.SampledFrom(s.Values()).Draw(t, s.Name)
		}
	}
	if len(limits) > 0 {
		options.Limits = engine.LimitsOf[Limits](limits)
	}
	options.Published = rapid.Bool().Draw(t, "published")
	options.Implied = rapid.Bool().Draw(t, "implied")
	return options
}

// withTestEncoding registers an encoding during a test.
func withTestEncoding[T any](t *testing.T, r *registry.Registry[T], name string, entry T) {
	r.Register(name, entry)
	t.Cleanup(func() { delete(r.Entries, name) })
}
