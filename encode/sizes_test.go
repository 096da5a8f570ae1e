package encode

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// sizeOf returns the size of a model's formula without givens.
func sizeOf(t *testing.T, m *model.Model, options Options) Size {
	t.Helper()
	d, err := NewDIMACS(context.Background(), m, options, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d.Size
}

// TestSizesWithoutABound writes sums with one bound, of two values each. The size does not depend on where the values begin.
func TestSizesWithoutABound(t *testing.T) {
	for _, upper := range []bool{false, true} {
		var usual Size
		for _, first := range []int{0, 1, 5, -1, -5} {
			m, sum := &model.Model{}, &model.Linear{Lo: 6, Hi: model.NoUpper}
			for i := range 7 {
				term := model.Term{Coefficient: 1 + i%3, Var: m.AddVariable(fmt.Sprint("x", i), model.Interval(first, first+1))}
				sum.Terms = append(sum.Terms, term)
				sum.Lo += first * term.Coefficient
			}
			if upper {
				sum.Lo, sum.Hi = model.NoLower, sum.Lo
			}
			m.Constraints = []model.Constraint{sum}
			size := sizeOf(t, m, Options{})
			if first == 0 {
				usual = size
			}
			if size != usual {
				t.Errorf("values from %d, upper bound %t: %+v, from 0 %+v", first, upper, size, usual)
			}
		}
	}
}

// TestPublishedSizes compares the formulas of help, which TestAboutSizes compares with clauses, with the figures that the papers
// print for 9×9, and Kwon and Jain's for larger grids without givens.
func TestPublishedSizes(t *testing.T) {
	for _, test := range []struct {
		cells   string
		n       int
		clauses int64
	}{
		{"minimal", 9, 8_829}, {"weber", 9, 11_745}, {"extended", 9, 11_988},
		{"extended", 16, 123_904}, {"extended", 25, 752_500}, {"extended", 36, 3_271_104},
		{"extended", 49, 11_303_908}, {"extended", 64, 33_046_528}, {"extended", 81, 85_056_804},
	} {
		if clauses, _ := evaluate(t, CellEncodings.Entries[test.cells].Clauses, "", test.n); int64(clauses) != test.clauses {
			t.Errorf("%s, n = %d: %v clauses, expected %d", test.cells, test.n, clauses, test.clauses)
		}
	}
}

func TestSizesWithoutRepeats(t *testing.T) {
	for _, test := range []struct {
		m    *model.Model
		sum  string
		want int64
	}{
		{must(model.Sudoku(3, 3)), "support", 10_530},
		{must(model.QuasiMagic(3, 2)), "support", 10_530 + 72*216},
		{must(model.QuasiMagic(3, 2)), "forbidden", 10_530 + 72*204},
	} {
		size := sizeOf(t, test.m, Options{Cells: "extended", AMO: "pairwise", Linear: test.sum})
		if size.Variables != 729 || size.Clauses != test.want {
			t.Errorf("%s, %s: %d variables, %d clauses, expected 729 and %d", test.m.Name, test.sum, size.Variables, size.Clauses, test.want)
		}
	}
}

// TestForbiddenTuplesOfALine counts the tuples of one quasi-magic line, Δ = 2, in two ways: all forbidden triples of different
// values and all forbidden pairs, 288; and only the minimal ones, which are written.
func TestForbiddenTuplesOfALine(t *testing.T) {
	const lo, hi, n = 13, 17, 9
	completes := func(a, b int) bool { // some third value does
		for c := 1; c <= n; c++ {
			if sum := a + b + c; c != a && c != b && lo <= sum && sum <= hi {
				return true
			}
		}
		return false
	}
	pairs, triples := 0, 0
	var minimal []string
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			if a == b {
				continue
			}
			if !completes(a, b) {
				for _, cells := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
					pairs++
					clause := []Literal{-Literal(cells[0]*n + a), -Literal(cells[1]*n + b)}
					minimal = append(minimal, fmt.Sprint(clause))
				}
			}
			for c := 1; c <= n; c++ {
				if sum := a + b + c; c == a || c == b || lo <= sum && sum <= hi {
					continue
				}
				triples++
				if completes(a, b) && completes(a, c) && completes(b, c) {
					minimal = append(minimal, fmt.Sprint([]Literal{-Literal(a), -Literal(n + b), -Literal(2*n + c)}))
				}
			}
		}
	}
	if pairs != 12 || triples != 276 || len(minimal) != 204 {
		t.Errorf("%d pairs and %d triples, %d minimal ones, expected 12, 276 and 204", pairs, triples, len(minimal))
	}

	m := &model.Model{}
	var vars []model.Var
	for i := range 3 {
		vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(1, n)))
	}
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: vars}}
	without, _ := compile(t, m, Options{Linear: "forbidden"})
	m.Constraints = append(m.Constraints, model.Sum("", lo, hi, vars...))
	with, _ := compile(t, m, Options{Linear: "forbidden"})
	var written []string
	for _, clause := range with.Clauses[len(without.Clauses):] {
		written = append(written, fmt.Sprint(clause))
	}
	slices.Sort(minimal)
	slices.Sort(written)
	if diff := cmp.Diff(minimal, written); diff != "" {
		t.Errorf("forbidden tuples (-brute force +written):\n%s", diff)
	}
}

// sizeModels are the models whose sizes are kept in a golden file.
func sizeModels(t *testing.T) []*model.Model {
	rules := must(model.QuasiMagic(3, 2))
	var numbers []int
	for number := 1; number <= model.PruningRuleCount; number++ {
		numbers = append(numbers, number)
	}
	if err := model.AddPruningRules(rules, numbers); err != nil {
		t.Fatal(err)
	}
	rules.Name += ", pruning rules"
	models := []*model.Model{
		must(model.Sudoku(2, 2)), must(model.Sudoku(3, 3)), must(model.QuasiMagic(3, 2)), must(model.QuasiMagic(3, 4)), rules,
	}
	files, err := filepath.Glob("../testdata/models/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		m := readModel(t, name)
		m.Name = filepath.Base(name)
		models = append(models, m)
	}
	return models
}

func readModel(t testing.TB, name string) *model.Model {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, _, err := modeltest.ReadYAML(name, file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSizes keeps the size of every encoding on some models, so that a change of an encoding shows. If time is short, it tests
// only small models.
func TestSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	const file = "sizes.txt"
	if *update || modeltest.Long() {
		golden(t, file, sizes(t, sizeModels(t)...))
		return
	}
	kept, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sizeModels(t) {
		if len(m.Variables) > 16 {
			continue
		}
		if found := sizes(t, m); !strings.Contains(string(kept), found) {
			t.Errorf("%s is stale (-update rewrites it); found\n%s", file, found)
		}
	}
}

// sizes writes the size of every encoding of some models.
func sizes(t *testing.T, models ...*model.Model) string {
	t.Helper()
	var text strings.Builder
	for _, m := range models {
		fmt.Fprintf(&text, "%s\n", m.Name)
		has := func(kind string) bool {
			return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool { return c.Kind() == kind })
		}
		for options := range eachOptions {
			if options.Linear != DefaultLinear && !has("linear") || options.Rules != DefaultRules && !has("rule") {
				continue
			}
			fmt.Fprintf(&text, "  %-30v", options)
			for _, options.Published = range []bool{true, false} {
				d, err := NewDIMACS(context.Background(), m, options, nil)
				if err != nil {
					fmt.Fprintf(&text, "  %v", err)
					break
				}
				published := map[bool]string{true: "published", false: "once"}[options.Published]
				fmt.Fprintf(&text, "  %s: %d variables %d clauses %d literals", published, d.Size.Variables, d.Size.Clauses, d.Size.Literals)
			}
			fmt.Fprintln(&text)
		}
	}
	return text.String()
}
