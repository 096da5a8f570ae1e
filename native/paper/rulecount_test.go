package paper

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

// Counting does not change the search, and every rule is checked.
func TestCountRules(t *testing.T) {
	m := quasiMagic(t, 3, 2)
	addAllRules(t, m)
	puzzles := readPuzzles(t)
	for _, name := range []string{engineName, "native"} {
		open := func() engine.RuleCounter {
			s := must(must(engine.Lookup(name)).Open(context.Background(), m, nil))
			counter, ok := s.(engine.RuleCounter)
			if !ok {
				t.Fatalf("%s counts no rules", name)
			}
			return counter
		}
		plain, counting := open(), open()
		counting.CountRules()
		for i := 60; i < len(puzzles); i += 10 {
			want := must(plain.Run(t.Context(), puzzles[i].cube, 0, nil))
			got := must(counting.Run(t.Context(), puzzles[i].cube, 0, nil))
			if got.Count.Cmp(want.Count) != 0 || got.Effort[0] != want.Effort[0] {
				t.Errorf("%s, line %d: %v where rules are counted, %v else", name, puzzles[i].line, got, want)
			}
		}
		counts := counting.RuleCounts()
		if len(counts) != model.PruningRuleCount {
			t.Fatalf("%s: %d rules counted, expected %d", name, len(counts), model.PruningRuleCount)
		}
		for i, count := range counts {
			if want := must(model.PruningRule(m.Grid, i+1)); count.Rule.Name != want.Name {
				t.Errorf("%s: rule %d is %q", name, i+1, count.Rule.Name)
			}
			if count.Checks < 1 || count.Prunes < 0 || count.Prunes > count.Checks || count.Time < 0 {
				t.Errorf("%s, rule %d: %+v", name, i+1, count)
			}
		}
		for i, count := range plain.RuleCounts() {
			t.Errorf("%s: rule %d was counted unasked: %+v", name, i+1, count)
		}
	}
}

// Rules 1 and 2 are checked once for each of their cells. The check prunes if the cell still has an excluded value.
func TestCountRulesOfCandidates(t *testing.T) {
	m := quasiMagic(t, 3, 2)
	addAllRules(t, m)
	s := must(open(context.Background(), m, nil)).(*session)
	s.CountRules()
	// Rule 1 removes nothing from the centre that is 4. The 5 in r1c1 already removed 5 from the four edges of its box, and from
	// two edges each in its row and its column.
	if !s.state(0).prepare(model.Cube{{Var: 40, Value: 4}, {Var: 0, Value: 5}}) {
		t.Fatal("a puzzle without solutions")
	}
	counts := s.RuleCounts()
	for i, want := range []struct{ checks, prunes int64 }{{9, 8}, {36, 36 - 4 - 2 - 2}} {
		if got := counts[i]; got.Checks != want.checks || got.Prunes != want.prunes {
			t.Errorf("rule %d: %d checks, %d prunes, expected %d, %d", i+1, got.Checks, got.Prunes, want.checks, want.prunes)
		}
	}
}
