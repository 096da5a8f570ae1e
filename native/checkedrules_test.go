package native

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/nine"
)

// Rules that are checked leave the same solutions as rules that are posted: rules of the paper, almost equal ones, true and false
// ones, on quasi-magic puzzles with several solutions.
func TestCheckedRules(t *testing.T) {
	plain := must(model.QuasiMagic(3, 2))
	puzzles, _ := readTestdata(t, "quasimagic-180.txt", plain)
	changed := 0
	modeltest.CheckUntil(t, "a rule changes the count", func() bool { return changed > 0 }, func(t *rapid.T) {
		m := *plain
		m.Constraints = slices.Clone(m.Constraints)
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			rule := must(model.PruningRule(m.Grid, rapid.IntRange(1, model.PruningRuleCount).Draw(t, "of the paper")))
			switch cell := rapid.Custom(func(t *rapid.T) model.Formula {
				return model.Is(model.Var(rapid.IntRange(0, 80).Draw(t, "cell")), rapid.SliceOfN(rapid.IntRange(1, 9), 1, 5).Draw(t, "digits")...)
			}); rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				rule = &model.Rule{Name: "almost", Formula: model.Or{rule.Formula, cell.Draw(t, "other")}}
			case 1:
				rule = &model.Rule{Name: "some", Formula: model.Or{cell.Draw(t, "a"), cell.Draw(t, "b"), model.Not{Of: cell.Draw(t, "c")}}}
			case 2:
				rule = &model.Rule{Name: "count", Formula: model.Count{Kind: model.AtMost, K: rapid.IntRange(0, 3).Draw(t, "most"),
					Of: rapid.SliceOfN(cell, 2, 4).Draw(t, "cells")}}
			}
			m.Constraints = append(m.Constraints, rule)
		}
		p := rapid.SampledFrom(puzzles).Draw(t, "puzzle")
		from := rapid.IntRange(0, 3).Draw(t, "givens left out")
		cube, limit := p.Cube[from:], rapid.Uint64Range(0, 4).Draw(t, "limit")
		options := engine.Options{rulesSetting.Name: rulesCheck}
		if rapid.Bool().Draw(t, "low limits") {
			options["kept"] = fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "kept"))
		}
		const most = 100
		if len(solutionsOf(t, plain, nil, cube, most)) == most {
			t.Skip("too many")
		}
		all := solutionsOf(t, &m, engine.Options{rulesSetting.Name: rulesPost}, cube, 0)
		if len(all) != len(solutionsOf(t, plain, nil, cube, 0)) {
			changed++
		}
		found := solutionsOf(t, &m, options, cube, limit)
		if want := len(all); limit == 0 && len(found) != want || limit > 0 && len(found) != min(want, int(limit)) {
			t.Fatalf("%d solutions with limit %d, expected those of %d", len(found), limit, want)
		}
		for key := range found {
			if !all[key] {
				t.Fatalf("%s is no solution", key)
			}
		}
	})
}

// A check is true of the grids of which its formula is, among them formulas that forbid combinations.
func TestChecksAreFormulas(t *testing.T) {
	atom := rapid.Custom(func(t *rapid.T) model.Formula {
		return model.Is(model.Var(rapid.IntRange(0, 5).Draw(t, "cell")), rapid.SliceOfN(rapid.IntRange(0, 10), 0, 4).Draw(t, "digits")...)
	})
	var formula func(depth int) *rapid.Generator[model.Formula]
	formula = func(depth int) *rapid.Generator[model.Formula] {
		return rapid.Custom(func(t *rapid.T) model.Formula {
			kind := rapid.IntRange(0, 6).Draw(t, "kind")
			if depth == 0 || kind == 0 {
				return atom.Draw(t, "atom")
			}
			parts := rapid.SliceOfN(formula(depth-1), 0, 5).Draw(t, "parts")
			k := rapid.IntRange(-1, len(parts)+1).Draw(t, "k")
			switch kind {
			case 1:
				return model.And(parts)
			case 2:
				return model.Or(parts)
			case 3:
				return model.Not{Of: model.And(parts)}
			case 4:
				return model.Implies{If: model.Or(parts), Then: formula(depth-1).Draw(t, "then")}
			case 5:
				return model.Count{Kind: rapid.SampledFrom([]model.CountKind{model.AtMost, model.AtLeast, model.Exactly}).Draw(t, "count"), K: k, Of: parts}
			}
			return model.And(rapid.SliceOfN(rapid.Map(rapid.SliceOfN(atom, 1, 3), func(of []model.Formula) model.Formula {
				return model.Not{Of: model.And(of)}
			}), 1, 8).Draw(t, "forbidden"))
		})
	}
	held := map[bool]bool{}
	modeltest.CheckUntil(t, "a formula is true, and one false", func() bool { return held[true] && held[false] }, func(t *rapid.T) {
		f := formula(3).Draw(t, "formula")
		list := newCheck(f, true)
		for range 8 {
			var grid nine.Grid
			assignment := make(model.Assignment, len(grid))
			for cell := range 6 {
				assignment[cell] = rapid.IntRange(1, 9).Draw(t, "digit")
				grid[cell] = uint8(assignment[cell])
			}
			want := f.Eval(assignment)
			if held[want] = true; holds(list, 0, &grid) != want {
				t.Fatalf("%v at %v: not %v", f, grid[:6], want)
			}
		}
	})
}

// solutionsOf lists solutions, and checks that none comes twice and that a count finds as many.
func solutionsOf(t *rapid.T, m *model.Model, options engine.Options, cube model.Cube, limit uint64) map[string]bool {
	session, err := open(t.Context(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	found := map[string]bool{}
	list := func(a model.Assignment) bool {
		key := fmt.Sprint(a)
		if found[key] {
			t.Fatalf("%s comes twice", key)
		}
		found[key] = true
		return true
	}
	for _, yield := range []func(model.Assignment) bool{list, nil} {
		result, err := session.Run(t.Context(), cube, limit, yield)
		if err != nil {
			t.Fatal(err)
		}
		if result.Count.Uint64() != uint64(len(found)) || limit == 0 && !result.Complete() {
			t.Fatalf("count %v, %v, expected %d", result.Count, result.Outcome, len(found))
		}
	}
	return maps.Clone(found)
}
