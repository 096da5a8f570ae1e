package native

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/space"
)

func TestGroupedSumPropagation(t *testing.T) {
	nine := model.Interval(1, 9)
	different := func(variables ...model.Var) model.Constraint { return &model.AllDifferent{Vars: variables} }
	for name, test := range map[string]struct {
		domains     []model.Domain
		constraints []model.Constraint
		want        string
	}{
		"sets": {times(4, nine), []model.Constraint{different(0, 1, 2, 3), model.Sum("", 11, 11, 0, 1, 2, 3)},
			"1..3,5 1..3,5 1..3,5 1..3,5"},
		"bounds, where sets are too many": {times(3, model.Interval(1, 40)),
			[]model.Constraint{different(0, 1, 2), model.Sum("", 112, 112, 0, 1, 2)}, "33..40 33..40 33..40"},
		"two groups": {times(4, nine), []model.Constraint{different(0, 1), different(2, 3), model.Sum("", 33, 40, 0, 1, 2, 3)},
			"7..9 7..9 7..9 7..9"},
		"coefficients": {times(4, nine), []model.Constraint{different(0, 1), different(2, 3), linearOf(-43, -43, 2, 2, -3, -3)},
			"1,3 1,3 8..9 8..9"},
		"a required value with one place": {append(times(2, model.Interval(2, 3)), nine, nine),
			[]model.Constraint{different(0, 1, 2), model.Sum("", 14, 14, 0, 1, 2)}, "2..3 2..3 9 1..9"},
		"required values": {times(5, nine), []model.Constraint{different(0, 1, 2, 3), different(0, 1, 4), model.Sum("", 4, 4, 0, 1)},
			"1,3 1,3 2,4..9 2,4..9 2,4..9"},
		"a naked pair": {append(times(2, model.Interval(1, 2)), nine),
			[]model.Constraint{different(0, 1, 2), model.Sum("", 1, 9, 0, 1)}, "1..2 1..2 3..9"},
		"sums with gaps": {[]model.Domain{model.Values(1, 5), model.Values(2, 3, 4, 7), model.Values(2, 3, 4, 7)},
			[]model.Constraint{different(1, 2), model.Sum("", 10, 10, 0, 1, 2)}, "1,5 2..3,7 2..3,7"},
		"if and only if: entailed": {append(times(2, nine), model.Interval(0, 1)),
			[]model.Constraint{different(0, 1), reifiedOf(3, 17, false, false, true, 1, 1)}, "1..9 1..9 1"},
		"if and only if: false": {append(times(2, nine), model.Values(0)),
			[]model.Constraint{different(0, 1), reifiedOf(4, 17, false, false, true, 1, 1)}, "1..2 1..2 0"},
		"outside": {times(3, nine), []model.Constraint{different(0, 1, 2), reifiedOf(7, 23, true, false, false, 1, 1, 1)},
			"1..9 1..9 1..9"},
		"one side": {times(3, nine), []model.Constraint{different(0, 1, 2), reifiedOf(1, 23, true, false, false, 1, 1, 1)},
			"7..9 7..9 7..9"},
		"too small": {times(3, nine), []model.Constraint{different(0, 1, 2), model.Sum("", 1, 5, 0, 1, 2)}, impossible},
		"negative": {times(2, model.Values(-9, -4, 0)), []model.Constraint{different(0, 1), model.Sum("", -9, -8, 0, 1)},
			"-9,0 -9,0"},
	} {
		m := variables(test.domains...)
		m.Constraints = test.constraints
		if got := propagated(t, m); got != test.want {
			t.Errorf("%s: domains %s, expected %s", name, got, test.want)
		}
	}
}

// drawSums draws variables of several sorts of domains, some of them different, and sums.
func drawSums(t *rapid.T) *model.Model {
	domain := rapid.Custom(func(t *rapid.T) model.Domain {
		lo := rapid.IntRange(-2, 3).Draw(t, "lo")
		if rapid.Bool().Draw(t, "gaps") {
			return model.Values(rapid.SliceOfN(rapid.SampledFrom([]int{lo, lo + 1, lo + 3, lo + 4, lo + 70}), 1, 4).Draw(t, "values")...)
		}
		return model.Interval(lo, lo+rapid.IntRange(0, 5).Draw(t, "size"))
	})
	m := variables(rapid.SliceOfN(domain, 3, 5).Draw(t, "domains")...)
	all := m.OutputVars()
	some := func(least int) []model.Var {
		return rapid.Permutation(all).Draw(t, "order")[:rapid.IntRange(least, len(all)).Draw(t, "variables")]
	}
	for range rapid.IntRange(1, 3).Draw(t, "houses") {
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: some(2)})
	}
	for range rapid.IntRange(1, 2).Draw(t, "sums") {
		lo := rapid.IntRange(-10, 30).Draw(t, "least")
		c := &model.ReifiedLinear{Lo: lo, Hi: lo + rapid.IntRange(0, 6).Draw(t, "more")}
		c.Outside = rapid.IntRange(0, 3).Draw(t, "outside") == 3
		for _, v := range some(2) {
			c.Terms = append(c.Terms, model.Term{Coefficient: rapid.SampledFrom([]int{1, 1, 1, -1, 2, -3}).Draw(t, "coefficient"), Var: v})
		}
		if last := len(c.Terms) - 1; last > 1 && rapid.IntRange(0, 3).Draw(t, "condition") == 3 {
			atom := model.Is(c.Terms[last].Var, rapid.IntRange(-2, 4).Draw(t, "value"))
			c.If, c.Half, c.Terms = &atom, rapid.Bool().Draw(t, "half"), c.Terms[:last]
		}
		m.Constraints = append(m.Constraints, c)
	}
	return m
}

// Whatever the thresholds are, sums of different variables have the solutions of brute force, with joints and without.
func TestSumsOfDifferentVariables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSums(t)
		t.Logf("%v", modeltest.Text(m))
		options := drawThresholds(t)
		b := space.NewBuilder(context.Background(), m, nil, engine.LimitsOf[space.Limits](options))
		s := must(newSession(b, m.Constraints))
		s.branching = must(newBranching(s, nil))
		sameSolutions(t, m, s, nil)
		sameSolutions(t, m, must(openGeneral(context.Background(), m, options)), nil)
	})
}

// A sum whose cage is a joint still takes the values that it needs from other variables.
func TestRequiredBesideJoint(t *testing.T) {
	m := variables(times(4, model.Interval(1, 9))...)
	m.Constraints = []model.Constraint{
		&model.AllDifferent{Vars: []model.Var{0, 1}}, model.Sum("", 4, 4, 0, 1), &model.AllDifferent{Vars: []model.Var{0, 1, 2}},
	}
	s := must(openGeneral(context.Background(), m, engine.Options{}))
	if !s.propagateRoot() {
		t.Fatal("stopped")
	}
	if got := domainsAfter(s, nil); got != "1,3 1,3 2,4..9 1..9" {
		t.Errorf("domains %s", got)
	}
}
