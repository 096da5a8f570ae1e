package implied_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/implied"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
)

// In no solution of a random model are variables equal that are known to be different; groups hold each variable once, and only
// different ones.
func TestExclusionsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		e := implied.NewExclusions(context.Background(), m)
		all := rapid.Permutation(vars(len(m.Variables))).Draw(t, "variables")
		pairs := 0
		for v := range model.Var(len(all)) {
			for w := range v {
				if e.Different(v, w) {
					pairs++
				}
			}
		}
		if counted := e.Pairs(); counted != pairs {
			t.Fatalf("%d pairs, expected %d", counted, pairs)
		}
		var seen []model.Var
		for _, group := range e.Groups(all) {
			for i, v := range group {
				for _, w := range group[:i] {
					if !e.Different(v, w) || !e.Different(w, v) {
						t.Fatalf("%d and %d are in one group", v, w)
					}
				}
			}
			seen = append(seen, group...)
		}
		if slices.Sort(seen); !slices.Equal(seen, vars(len(m.Variables))) {
			t.Fatalf("groups of %v", seen)
		}
		for v := range vars(len(m.Variables)) {
			peers := e.Peers(model.Var(v))
			for w := range vars(len(m.Variables)) {
				if slices.Contains(peers, model.Var(w)) != e.Different(model.Var(v), model.Var(w)) {
					t.Fatalf("%d has the peers %v", v, peers)
				}
			}
		}
		among := e.Among(all)
		for i, v := range all {
			for j, w := range all {
				if among.Different(model.Var(i), model.Var(j)) != e.Different(v, w) {
					t.Fatalf("among %v, %d and %d are not as before", all, i, j)
				}
			}
		}
		m.Outputs = nil
		for _, solution := range modeltest.BruteForce(m, nil) {
			for v := range solution {
				for w := range solution {
					if solution[v] == solution[w] && e.Different(model.Var(v), model.Var(w)) {
						t.Fatalf("%d and %d are equal in %v", v, w, solution)
					}
				}
			}
		}
	})
}

func vars(n int) (list []model.Var) {
	for v := range n {
		list = append(list, model.Var(v))
	}
	return list
}

func terms(coefficients ...int) (list []model.Term) {
	for v, a := range coefficients {
		list = append(list, model.Term{Coefficient: a, Var: model.Var(v)})
	}
	return list
}

func TestGroups(t *testing.T) {
	order := func(x, y model.Var, lo int) model.Constraint {
		return &model.Linear{Terms: []model.Term{{Coefficient: 2, Var: y}, {Coefficient: -2, Var: x}}, Lo: lo, Hi: model.NoUpper}
	}
	different := func(variables ...model.Var) model.Constraint { return &model.AllDifferent{Vars: variables} }
	var digits model.And
	for value := range 4 {
		digits = append(digits, model.Not{Of: model.And{model.Is(0, value+1), model.Is(1, value+1)}})
	}
	table := func(forbidden bool, tuples [][]int) model.Constraint {
		return &model.Table{Vars: vars(2), Tuples: tuples, Forbidden: forbidden}
	}
	equal := [][]int{{1, 1}, {2, 2}, {3, 3}, {4, 4}}
	for name, test := range map[string]struct {
		constraints []model.Constraint
		want        [][]model.Var
	}{
		"none":         {nil, [][]model.Var{{0}, {1}, {2}, {3}}},
		"the larger":   {[]model.Constraint{different(0, 1), different(3, 2, 1)}, [][]model.Var{{0}, {1, 2, 3}}},
		"more of them": {[]model.Constraint{different(0, 1), different(1, 2), different(0, 2)}, [][]model.Var{{0, 1, 2}, {3}}},
		"circuit":      {[]model.Constraint{&kinds.Circuit{Next: vars(4)}}, [][]model.Var{{0, 1, 2, 3}}},
		"unequal":      {[]model.Constraint{&model.ReifiedLinear{Terms: terms(-3, 3), Outside: true}}, [][]model.Var{{0, 1}, {2}, {3}}},
		"apart": {[]model.Constraint{
			&model.ReifiedLinear{Terms: terms(1, 1), Lo: 2, Hi: 8}, &model.ReifiedLinear{Terms: terms(1, 2), Lo: 2, Hi: 12, Outside: true},
		}, [][]model.Var{{0, 1}, {2}, {3}}},
		"allowed":     {[]model.Constraint{table(false, [][]int{{1, 2}, {4, 3}, {5, 5}})}, [][]model.Var{{0, 1}, {2}, {3}}},
		"forbidden":   {[]model.Constraint{table(true, equal)}, [][]model.Var{{0, 1}, {2}, {3}}},
		"one missing": {[]model.Constraint{table(true, equal[:3])}, [][]model.Var{{0}, {1}, {2}, {3}}},
		"by value":    {[]model.Constraint{&model.Rule{Formula: digits}}, [][]model.Var{{0, 1}, {2}, {3}}},
		"chain":       {[]model.Constraint{order(0, 1, 0), order(1, 2, 1), order(2, 3, 0)}, [][]model.Var{{0, 2}, {1, 3}}},
	} {
		m := &model.Model{Constraints: test.constraints}
		for range 4 {
			m.Variables = append(m.Variables, model.Variable{Domain: model.Interval(1, 4)})
		}
		got := implied.NewExclusions(context.Background(), m).Groups(vars(4))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A constraint on two variables with more values than are compared one by one still keeps them apart if its sum says so.
func TestLargeDomains(t *testing.T) {
	large := model.Variable{Domain: model.Interval(0, 1<<40)}
	m := &model.Model{Variables: []model.Variable{large, large, large}, Constraints: []model.Constraint{
		&model.ReifiedLinear{Terms: terms(1, -1), Outside: true},
		&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 1}, {Coefficient: -1, Var: 2}}, Lo: model.NoLower, Hi: -1},
	}}
	e := implied.NewExclusions(context.Background(), m)
	if !e.Different(0, 1) || !e.Different(2, 1) || e.Different(0, 2) || e.Different(0, 0) {
		t.Error("expected 0 ≠ 1 and 1 ≠ 2 only")
	}
}

// TestManyThatDiffer holds that pairs and groups of many variables take memory for each variable, not for each pair, and that nothing
// is left out of the groups when the context ends.
func TestManyThatDiffer(t *testing.T) {
	const n = 5000
	m := &model.Model{}
	for i := range n {
		m.AddVariable(fmt.Sprint("x", i), model.Interval(0, 9))
	}
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: vars(n)}}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, ctx := range []context.Context{t.Context(), stop.Often(ended)} {
		e := implied.NewExclusions(ctx, m)
		before, after := new(runtime.MemStats), new(runtime.MemStats)
		runtime.ReadMemStats(before)
		pairs, groups := e.Pairs(), e.Groups(vars(n))
		runtime.ReadMemStats(after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1000*n {
			t.Errorf("%d bytes taken for %d variables", taken, n)
		}
		if grouped := slices.Concat(groups...); len(grouped) != n {
			t.Errorf("%d variables in groups, expected %d", len(grouped), n)
		}
		if ctx.Err() == nil && (pairs != n*(n-1)/2 || len(groups) != 1) {
			t.Errorf("%d pairs, %d groups", pairs, len(groups))
		}
	}
}
