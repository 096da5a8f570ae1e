package implied_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/implied"
	"qmsat/model/modeltest"
)

// mustHold fails unless the facts of a model hold in its solutions. It returns the facts and the number of solutions.
func mustHold(t rapid.TB, m *model.Model) ([]implied.Fact, int) {
	t.Helper()
	facts, err := implied.Find(context.Background(), m, implied.NewExclusions(context.Background(), m))
	if err != nil {
		t.Fatal(err)
	}
	m.Outputs = nil
	solutions := modeltest.BruteForce(m, nil)
	for _, fact := range facts {
		larger := *m
		if larger.Constraints = append(slices.Clip(m.Constraints), fact.Constraint); larger.Validate() != nil {
			t.Fatalf("%s: %v", fact.Text(m), larger.Validate())
		}
		for _, solution := range solutions {
			if !fact.Constraint.Holds(solution) {
				t.Fatalf("%s: %s does not hold in %v of %v", fact.Rule, fact.Text(m), solution, modeltest.Text(m))
			}
		}
	}
	return facts, len(solutions)
}

func TestFactsOfRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { mustHold(t, modeltest.Random(t)) })
}

// region shapes of 4×4 cells.
var shapes = [][]int{
	{0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3},
	{0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3},
	{0, 0, 0, 0, 1, 1, 2, 2, 1, 3, 3, 2, 1, 3, 3, 2},
}

// drawGrid draws a 4×4 grid with most of its houses, some cages, equations, pairs of different or ordered cells, and cells of other
// domains. Most constraints hold in a hidden grid.
func drawGrid(r *rand.Rand) *model.Model {
	m := &model.Model{Grid: &model.Grid{Rows: 4, Columns: 4, Regions: shapes[r.IntN(len(shapes))]}}
	values := r.Perm(4)
	hidden := model.Assignment{0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0}
	for i := range hidden {
		hidden[i] = 1 + values[hidden[i]]
		domain := model.Interval(1, 4)
		switch r.IntN(12) {
		case 0:
			domain = model.Interval(1, 5)
		case 1:
			domain = model.Values(hidden[i])
		}
		m.AddVariable(model.CellName(i/4, i%4), domain)
	}
	for _, h := range m.Grid.Houses() {
		switch r.IntN(10) {
		case 0:
		case 1:
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: h.Cells[1:]})
		default:
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: h.Cells})
		}
	}
	for range 2 + r.IntN(6) {
		m.Constraints = append(m.Constraints, drawSum(r, hidden))
	}
	for range r.IntN(8) {
		x, y := model.Var(r.IntN(16)), model.Var(r.IntN(16))
		terms := []model.Term{{Coefficient: 1, Var: x}, {Coefficient: -1, Var: y}}
		if hidden[x] != hidden[y] {
			m.Constraints = append(m.Constraints, &model.ReifiedLinear{Terms: terms, Outside: true})
		}
		if hidden[x] < hidden[y] {
			m.Constraints = append(m.Constraints, &model.Linear{Terms: terms, Lo: model.NoLower, Hi: -1})
		}
	}
	return m
}

// drawSum draws an equation on up to five cells, often in a line. One in ten does not hold in the hidden grid.
func drawSum(r *rand.Rand, hidden model.Assignment) *model.Linear {
	start, size, step := r.IntN(16), 1+r.IntN(5), []int{1, 1, 4, 5}[r.IntN(4)]
	c := &model.Linear{}
	for i := range size {
		term := model.Term{Coefficient: 1, Var: model.Var((start + i*step) % 16)}
		if r.IntN(8) == 0 {
			term.Coefficient = -1
		}
		if r.IntN(40) == 0 {
			term.Coefficient *= 2
		}
		if !slices.ContainsFunc(c.Terms, func(t model.Term) bool { return t.Var == term.Var }) {
			c.Terms = append(c.Terms, term)
			c.Lo += term.Coefficient * hidden[term.Var]
		}
	}
	if r.IntN(10) == 0 {
		c.Lo++
	}
	c.Hi = c.Lo
	if r.IntN(10) == 0 {
		c.Hi++
	}
	return c
}

// The facts of random small grids hold in all their solutions; each rule finds some in grids with solutions.
func TestFactsOfGrids(t *testing.T) {
	found := map[string]int{}
	for seed := range uint64(modeltest.Scale(150, 600, 5000)) {
		m := drawGrid(rand.New(rand.NewPCG(1, seed)))
		facts, solutions := mustHold(t, m)
		for _, fact := range facts {
			if solutions > 0 {
				found[fact.Rule]++
			}
			if len(fact.Same[0]) != len(fact.Same[1]) {
				t.Errorf("%v and %v have the same values", fact.Same[0], fact.Same[1])
			}
		}
	}
	for _, rule := range []string{"houses and sums", "sums that overlap", "cells that see each other", "values that a sum needs", "houses that overlap"} {
		if found[rule] < 10 {
			t.Errorf("found %d facts by the rule %q in models with solutions, expected more", found[rule], rule)
		}
	}
}

// factsOf returns the texts of a model's facts.
func factsOf(t testing.TB, m *model.Model) []string {
	facts, _ := mustHold(t, m)
	return lists.Map(facts, func(f implied.Fact) string { return f.Text(m) })
}

// Facts of almost equal models, some of which are theorems.
func TestFactsOfAlmostEqualModels(t *testing.T) {
	row := func(domain model.Domain, different []model.Var, others ...model.Constraint) *model.Model {
		m := &model.Model{Constraints: append(others, &model.AllDifferent{Vars: different})}
		for _, name := range []string{"a", "b", "c", "d"} {
			m.AddVariable(name, domain)
		}
		return m
	}
	unequal := func(x, y model.Var) model.Constraint {
		return &model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: x}, {Coefficient: -1, Var: y}}, Outside: true}
	}
	four, cage := model.Interval(1, 4), model.Sum("", 6, 6, 0, 1, 2)
	for _, c := range []struct {
		name string
		m    *model.Model
		want []string
	}{
		{"a house and a cage", row(four, vars(4), cage), []string{"d = 4"}},
		{"one more value", row(model.Interval(1, 5), vars(4), cage), []string{"none of 1..3: d"}},
		{"one variable fewer", row(four, vars(3), cage), []string{}},
		{"a sum of a range", row(four, vars(4), model.Sum("", 5, 6, 0, 1, 2)), []string{}},
		{"a larger sum", row(four, vars(4), model.Sum("", 7, 7, 0, 1, 2)), []string{"d = 3"}},
		{"a sum with a coefficient", row(four, vars(4), &model.Linear{Terms: terms(1, 1, 2), Lo: 7, Hi: 7}), []string{}},
		{"equal coefficients", row(four, vars(4), &model.Linear{Terms: terms(3, 3, 3), Lo: 18, Hi: 18}), []string{"d = 4"}},
		{"no multiple", row(four, vars(4), &model.Linear{Terms: terms(3, 3, 3), Lo: 19, Hi: 19}), []string{}},
		{"sums that overlap", row(four, vars(2), model.Sum("", 7, 7, 0, 1, 2), model.Sum("", 5, 5, 1, 2, 3)), []string{"a - d = 2"}},
		{"a clique", row(four, vars(3), unequal(0, 3), unequal(1, 3), unequal(2, 3)), []string{"all different: a b c d"}},
		{"a clique but for one pair", row(four, vars(3), unequal(0, 3), unequal(1, 3)), []string{}},
		{"a clique that is no house", row(model.Interval(1, 5), vars(3), unequal(0, 3), unequal(1, 3), unequal(2, 3)), []string{}},
		{"a clique and a cage", row(four, vars(3), unequal(0, 3), unequal(1, 3), unequal(2, 3), cage),
			[]string{"d = 4", "all different: a b c d"}},
	} {
		if diff := cmp.Diff(c.want, factsOf(t, c.m)); diff != "" {
			t.Errorf("%s: facts (-want +got):\n%s", c.name, diff)
		}
	}
}

// Find stops with its context, wherever it is.
func TestFindStops(t *testing.T) {
	m := issPuzzle(t, "Wecoc #1")
	for _, limit := range []time.Duration{0, time.Microsecond, 100 * time.Microsecond} {
		ctx, cancel := context.WithTimeout(stop.Often(context.Background()), limit)
		if facts, err := implied.Find(ctx, m, implied.NewExclusions(ctx, m)); err == nil && len(facts) == 0 || err != nil && facts != nil {
			t.Errorf("with %v: %d facts and the error %v", limit, len(facts), err)
		}
		cancel()
	}
	facts, err := implied.Find(context.Background(), m, implied.NewExclusions(context.Background(), m))
	if err != nil || !slices.ContainsFunc(facts, func(f implied.Fact) bool { return f.Text(m) == "r5c5 = 1" }) {
		t.Errorf("found no r5c5 = 1, and the error %v", err)
	}
	for _, fact := range facts {
		if len(fact.From) == 0 || strings.TrimSpace(fact.Text(m)) == "" {
			t.Errorf("%s: a fact %q from %d constraints", fact.Rule, fact.Text(m), len(fact.From))
		}
	}
}

// Two houses of 16 cells have the same values besides four common cells, but nothing is said of three.
func TestLargeOverlaps(t *testing.T) {
	for common, want := range map[int]int{3: 0, 4: 12} {
		m := &model.Model{}
		for range 32 - common {
			m.Variables = append(m.Variables, model.Variable{Domain: model.Interval(1, 16)})
		}
		m.Constraints = []model.Constraint{&model.AllDifferent{Vars: vars(16)}, &model.AllDifferent{Vars: vars(32 - common)[16-common:]}}
		facts, err := implied.Find(context.Background(), m, implied.NewExclusions(context.Background(), m))
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, fact := range facts {
			got = max(got, len(fact.Same[0]))
		}
		if got != want {
			t.Errorf("%d common cells: the same values in sets of %d cells, expected %d", common, got, want)
		}
	}
}
