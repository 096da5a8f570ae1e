package compare_test

import (
	"fmt"
	"os"
	"testing"

	"qmsat/compare"
	"qmsat/compare/rules"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// minedDeltas are the Δ whose rules were mined, with the numbers of givens of random puzzles: with the fewer ones many puzzles have
// several solutions.
var minedDeltas = []struct {
	delta  int
	givens []int
}{{2, []int{4, 7}}, {3, []int{11, 14}}, {4, []int{15, 18}}, {5, []int{18, 22}}, {6, []int{22, 25}}, {7, []int{25, 28}}, {8, []int{27, 30}}}

// minedPuzzles is how many random puzzles of each Δ are solved, and minedPuzzlesShown how many where QMSAT_CONFIRM is not set.
const (
	minedPuzzles      = 200
	minedPuzzlesShown = 4
)

// Mined rules change no count: native without them, native and gini with them find the same solutions of random puzzles, a hundred
// each at most, and of all 180 puzzles for Δ = 2.
func TestMinedRulesKeepCounts(t *testing.T) {
	modeltest.OnlyLong(t)
	number := minedPuzzlesShown
	if modeltest.Confirms() {
		number = minedPuzzles
	}
	for _, test := range minedDeltas {
		m := modeltest.QuasiMagic(t, test.delta)
		set := minedRules(t, m, test.delta)
		contenders := []compare.Contender{{Engine: lookup(t, "native")}}
		if len(set.Rules) > 0 {
			within := set.WithinBoxes(m.Grid)
			contenders = append(contenders,
				compare.Contender{Engine: rules.Ruled(lookup(t, "native"), set)}, compare.Contender{Engine: rules.Ruled(lookup(t, "native"), within)},
				compare.Contender{Engine: rules.Ruled(lookup(t, "gini"), set)},
				compare.Contender{Engine: rules.Ruled(lookup(t, "gini"), set), Options: engine.Options{"rule-encoding": "polarity"}})
		}
		var puzzles []model.Puzzle
		for _, givens := range test.givens {
			puzzles = append(puzzles, generated(t, m, givens, number/len(test.givens))...)
		}
		if test.delta == 2 {
			puzzles = append(puzzles, somePuzzles(t, m, number)...)
		}
		report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders, Limit: 100}, puzzles)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Failures {
			t.Errorf("Δ = %d, %s: %s: %s", test.delta, f.Puzzle.Text, f.Label, f.Reason)
		}
		t.Logf("Δ = %d, %d rules: %d puzzles, %v solutions", test.delta, len(set.Rules), len(puzzles), report.Rows[0].Solutions())
	}
}

// somePuzzles returns the 180 puzzles, or as many of them where that is fewer.
func somePuzzles(t *testing.T, m *model.Model, number int) []model.Puzzle {
	t.Helper()
	var some []model.Puzzle
	for _, p := range modeltest.Puzzles(t, m, "quasimagic-180.txt") {
		if len(some) < number {
			some = append(some, p.Puzzle)
		}
	}
	return some
}

// minedRules reads the rules that were mined for a Δ.
func minedRules(t *testing.T, m *model.Model, delta int) rules.RuleSet {
	t.Helper()
	file, err := os.Open(fmt.Sprintf("../testdata/rules/delta-%d.yaml", delta))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	list, err := rules.Read(file.Name(), file, m)
	if err != nil {
		t.Fatal(err)
	}
	return rules.RuleSet{Name: "mined", Rules: list}
}
