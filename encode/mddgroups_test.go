package encode

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
)

// TestSumsByGroups compares sums over several all-different sets with brute force. A second sum differs from the first in little.
func TestSumsByGroups(t *testing.T) {
	for _, name := range []string{DefaultLinear, "mdd-distinct", "order"} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkModel(t, groupedSums(t), drawOptions(t, Options{Linear: name})) })
		})
	}
}

// groupedSums draws a model of all-different sets, some of which may have variables in common, and one or two sums.
func groupedSums(t *rapid.T) *model.Model {
	m := &model.Model{}
	for i := range rapid.IntRange(3, 5).Draw(t, "variables") {
		m.AddVariable(fmt.Sprint("x", i), model.Values(rapid.SliceOfN(rapid.IntRange(0, 3), 2, 5).Draw(t, "values")...))
	}
	vars := m.OutputVars()
	end := rapid.IntRange(2, len(vars)-1).Draw(t, "end of the first set")
	start := rapid.IntRange(end-1, len(vars)-1).Draw(t, "start of the second set")
	sum := &model.Linear{Lo: rapid.IntRange(-3, 14).Draw(t, "lo")}
	sum.Hi = sum.Lo + rapid.SampledFrom([]int{0, 0, 1, 4, 100}).Draw(t, "width")
	coefficients := []int{1, 1, rapid.SampledFrom([]int{1, -1, 2, 100}).Draw(t, "coefficient")}
	for _, v := range vars {
		sum.Terms = append(sum.Terms, model.Term{Coefficient: rapid.SampledFrom(coefficients).Draw(t, "coefficient"), Var: v})
	}
	m.Constraints = []model.Constraint{sum, &model.AllDifferent{Vars: vars[:end]}, &model.AllDifferent{Vars: vars[start:]}}
	if rapid.Bool().Draw(t, "another sum") {
		other := *sum
		other.Terms = slices.Clone(sum.Terms)
		change := rapid.IntRange(0, len(other.Terms)-1).Draw(t, "change")
		other.Terms[change].Coefficient = rapid.SampledFrom([]int{1, 2}).Draw(t, "other coefficient")
		other.Lo -= rapid.IntRange(0, 1).Draw(t, "lower")
		m.Constraints = append(m.Constraints, &other)
	}
	return m
}

// A sum of cells of several houses has few edges: the sets of values of one house are not multiplied by those of another.
func TestGroupsAddUp(t *testing.T) {
	m := &model.Model{}
	sum := &model.Linear{Lo: 70, Hi: 70}
	for i := range 16 {
		v := m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 9))
		sum.Terms = append(sum.Terms, model.Term{Coefficient: 1, Var: v})
	}
	vars := m.OutputVars()
	m.Constraints = []model.Constraint{sum, &model.AllDifferent{Vars: vars[:8]}, &model.AllDifferent{Vars: vars[8:]}}
	if size := sizeOf(t, m, Options{}); size.Clauses > 60_000 {
		t.Errorf("%d clauses for two houses", size.Clauses)
	}
}

// A sum whose coefficients are weights of digits has a small diagram, whatever the order of its terms is.
func TestHugeCoefficients(t *testing.T) {
	lines := func(digits, base int) *model.Model { // one line of digits is at least another, as numbers
		m, sum := &model.Model{}, &model.Linear{Lo: 1, Hi: model.NoUpper}
		for line := range 2 {
			for i, weight := 0, 1; i < digits; i, weight = i+1, weight*base {
				v := m.AddVariable(fmt.Sprint("x", line, "_", i), model.Interval(1, base-1))
				sum.Terms = append(sum.Terms, model.Term{Coefficient: weight * (1 - 2*line), Var: v})
			}
		}
		m.Constraints = []model.Constraint{sum}
		return m
	}
	for _, name := range []string{DefaultLinear, "mdd", "mdd-distinct"} {
		checkModel(t, lines(3, 4), Options{Linear: name})
		if size := sizeOf(t, lines(9, 10), Options{Linear: name}); size.Clauses > 5000 {
			t.Errorf("%s: %d clauses for numbers of nine digits", name, size.Clauses)
		}
	}
}
