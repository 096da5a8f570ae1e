package compare_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// pairPuzzle is a puzzle with the number of its solutions.
type pairPuzzle struct {
	text  string
	count int64
}

// pairPuzzles are thirty puzzles by their model: grids of testdata/sudoku-multi-2000.txt, puzzles of
// testdata/quasimagic-180.txt with givens removed, added or changed, 4×4 grids with sums; clashes in each. They are easy enough
// for the encodings that propagate least: those of few givens took them half a minute.
var pairPuzzles = map[string][]pairPuzzle{
	"Sudoku": {
		{"8.........59.......76.........678......492.1....531.8....716495...923168...854237", 486},
		{"8.........59.......76.........5784.2...423..7...691......754196...916283...832745", 18},
		{"8.........95.......76...........2495....3.162...5..738...751946...493287...628513", 87},
		{"8.........95.......76.........5.8497.....4132......568...951746...472983...836215", 37},
		{"8.........59.......76..........5.497...6.1538......162...476915...913286...528743", 28},
		{"8.........95.......67.........492.6....5134.2...876......651947...934286...728513", 177},
		{"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........", 1},
		{"........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3", 1},
		{"88........59.......76.........678......492.1....531.8....716495...923168...854237", 0},
		{"12345678.........9...............................................................", 0},
	},
	"quasi-magic": {
		{"..............................3.......1........7....2........74...............5..", 8},
		{"..............................3..4.............7....2......1.74..................", 12},
		{"..............2...4.........2.............9............................2....931..", 3},
		{"...6..........2.........6..........8......9............................2......1..", 6},
		{"............1.......4.........5..4.........7...............1.....................", 1},
		{".............4....2....3.....................8...........4.....9................6", 1},
		{"..45............4......4.....5............1....7......................6......6.8.", 2},
		{"....7....3......6.................85....6....8..............................8....", 6},
		{"............2.......4.........5..4.........7...............1.....................", 0},
		{"....1....1.......4....6.....86..5.1........................7.3..7...42...........", 0},
	},
	"sums": {
		{"................", 54},
		{"1...............", 13},
		{".2..............", 10},
		{".....4..........", 17},
		{"1.........2.....", 2},
		{"2....4..........", 8},
		{"12..3...........", 1},
		{"4........1......", 1},
		{"1.3..4..........", 0},
		{"11..............", 0},
	},
}

// The pruning rules follow from the quasi-magic model, so that its puzzles have as many solutions with them.
func init() { pairPuzzles["rules"] = pairPuzzles["quasi-magic"] }

// pairModels returns the models of pairPuzzles. The sums cross the houses, in both signs, with one and with two bounds; the
// rules are the pruning rules.
func pairModels(t *testing.T) map[string]*model.Model {
	t.Helper()
	quasiMagic, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	sums := modeltest.Sudoku(t, 2, 2)
	sums.Constraints = append(sums.Constraints,
		model.Sum("", 6, 8, 0, 6, 15),
		model.Sum("", 8, 11, 4, 8, 9, 14),
		&model.Linear{Terms: []model.Term{{Coefficient: 2, Var: 3}, {Coefficient: -1, Var: 9}}, Lo: 0, Hi: model.NoUpper},
	)
	rules := *quasiMagic
	rules.Constraints = slices.Clone(rules.Constraints)
	if err := model.AddPruningRules(&rules, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}); err != nil {
		t.Fatal(err)
	}
	return map[string]*model.Model{"Sudoku": modeltest.Sudoku(t, 3, 3), "quasi-magic": quasiMagic, "sums": sums, "rules": &rules}
}

// expectCounts runs native, and gini and gophersat with the given encoding, on puzzles of one model.
func expectCounts(t *testing.T, m *model.Model, choice encode.Options, puzzlesOf []pairPuzzle) {
	t.Helper()
	options := engine.Options{"encoding": choice.Cells, "amo": choice.AMO, "sum": choice.Linear, "rule-encoding": choice.Rules}
	maps.DeleteFunc(options, func(_, value string) bool { return value == "" })
	config := compare.Config{Model: m, Contenders: []compare.Contender{
		{Engine: lookup(t, "native")},
		{Engine: lookup(t, "gini"), Options: options},
		{Engine: lookup(t, "gophersat"), Options: options},
	}}
	var texts []string
	var want int64
	for _, p := range puzzlesOf {
		texts = append(texts, p.text)
		want += p.count
	}
	report, err := compare.Run(t.Context(), config, puzzles(t, m, texts...))
	if err != nil {
		t.Fatalf("%v: %v", choice, err)
	}
	for _, f := range report.Failures {
		t.Errorf("%v, %s: %s: %s", choice, f.Puzzle.Text, f.Label, f.Reason)
	}
	for _, row := range report.Rows {
		if row.Solutions().Int64() != want || row.Exhausted() != len(texts) {
			t.Errorf("%v, %s: %v solutions, %d of %d puzzles complete, expected %d solutions",
				choice, row.Contender.Engine.Name, row.Solutions(), row.Exhausted(), len(texts), want)
		}
	}
}

// combinations returns the combinations of registered encodings.
func combinations() (choices []encode.Options) {
	for _, cells := range encode.CellEncodings.Names() {
		for _, amo := range encode.AtMostOnes.Names() {
			for _, sum := range encode.LinearEncodings.Names() {
				for _, rules := range encode.RuleEncodings.Names() {
					choices = append(choices, encode.Options{Cells: cells, AMO: amo, Linear: sum, Rules: rules})
				}
			}
		}
	}
	return choices
}

// pairs returns the combinations in which all parts but two are the default: every pair of parts is among them.
func pairs() []encode.Options {
	return slices.DeleteFunc(combinations(), func(c encode.Options) bool {
		others := 0
		for _, isDefault := range []bool{
			c.Cells == encode.DefaultCells, c.AMO == encode.DefaultAMO, c.Linear == encode.DefaultLinear, c.Rules == encode.DefaultRules,
		} {
			if !isDefault {
				others++
			}
		}
		return others > 2
	})
}

// concerns reports whether a model has anything to do with a choice: one with another encoding of rules is for the model with
// rules, all others are for the other models.
func concerns(name string, choice encode.Options) bool {
	return (name == "rules") == (choice.Rules != encode.DefaultRules)
}

// thinned returns the puzzles that a pair counts when it is its turn, where time is short: of the small grids those with one
// solution or none and one with several, of the others one puzzle.
func thinned(name string, turn int) []pairPuzzle {
	list := pairPuzzles[name]
	if name == "sums" {
		several := slices.IndexFunc(list, func(p pairPuzzle) bool { return p.count < 2 })
		return append(slices.Clone(list[several:]), list[turn%several])
	}
	return list[turn%len(list):][:1]
}

// TestPairPuzzles holds the thirty puzzles to their counts, with the default encoding; some of them where time is short.
func TestPairPuzzles(t *testing.T) {
	for name, m := range pairModels(t) {
		list := pairPuzzles[name]
		if !modeltest.Long() {
			list = thinned(name, 1)
		}
		for _, p := range list {
			expectCounts(t, m, encode.Options{}, []pairPuzzle{p})
		}
	}
}

// TestPairs has every pair of registered encodings count, by each SAT solver: where QMSAT_PRODUCT is set all of the thirty puzzles,
// else of each model a choice that goes around, and where time is short of the small grids alone.
func TestPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector; TestPairPuzzles runs the same engines")
	}
	models := pairModels(t)
	for turn, choice := range pairs() {
		t.Run(choice.String(), func(t *testing.T) {
			t.Parallel()
			if !modeltest.Long() {
				expectCounts(t, models["sums"], choice, thinned("sums", turn))
				return
			}
			for name, m := range models {
				if !concerns(name, choice) {
					continue
				}
				list := pairPuzzles[name]
				if os.Getenv("QMSAT_PRODUCT") == "" {
					list = thinned(name, turn)
				}
				expectCounts(t, m, choice, list)
			}
		})
	}
}

// TestAllCombinations has every combination of encodings count all of the thirty puzzles. It takes half an
// hour; -run 'TestAllCombinations/extended/pairwise' takes a part.
func TestAllCombinations(t *testing.T) {
	if os.Getenv("QMSAT_PRODUCT") == "" {
		t.Skip("takes long: set QMSAT_PRODUCT, and -timeout 0")
	}
	models := pairModels(t)
	for _, choice := range combinations() {
		t.Run(choice.String(), func(t *testing.T) {
			for name, m := range models {
				if name == "rules" || choice.Rules == encode.DefaultRules {
					expectCounts(t, m, choice, pairPuzzles[name])
				}
			}
		})
	}
}
