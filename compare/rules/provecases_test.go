package rules

import (
	"context"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native"
)

// A grid that breaks a rule meets a case of it.
func TestCasesCover(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m, err := model.QuasiMagic(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	native, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := native.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for number := 1; number <= model.PruningRuleCount; number++ {
		rule, err := model.PruningRule(m.Grid, number)
		if err != nil {
			t.Fatal(err)
		}
		cases, broken := casesOf(t.Context(), m, rule.Formula), 0
		for corner := 1; corner <= 9; corner++ {
			_, err := session.Run(t.Context(), model.Cube{{Var: 10, Value: corner}}, 20, func(a model.Assignment) bool {
				if rule.Holds(a) {
					return true
				}
				broken++
				if !slices.ContainsFunc(cases, func(cube model.Cube) bool { return m.CheckCube(a, cube) == nil }) {
					t.Errorf("rule %d has no case for %v", number, a)
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if broken == 0 || len(cases) == 0 {
			t.Errorf("rule %d: %d grids that break it, %d cases", number, broken, len(cases))
		}
	}
}

// The numbers of cases: cells with a value, pairs of cells, centres of bands and stacks.
func TestCases(t *testing.T) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{9 * 4, 9 * 4, 6 * (3 + 8*8*8), 2 * 36, 9 * 4, 9 * 4, 9 * 4, 9 * 8 * 6, 9 * 8 * 6, 9 * 4 * 2} {
		rule, err := model.PruningRule(m.Grid, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if found := len(casesOf(t.Context(), m, rule.Formula)); found != want {
			t.Errorf("rule %d: %d cases, expected %d", i+1, found, want)
		}
	}
}
