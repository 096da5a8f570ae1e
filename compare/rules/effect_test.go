package rules

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// effectFile is the document that TestEffectVerdicts holds and writes.
const effectFile = "../../docs/effect.md"

// effectRow is a line of the document: what identifies it, its times, and its effort.
var effectRow = regexp.MustCompile(`(?m)^(\| (\d) \| [^|]* \| [^|]* \| \d+ \| \d+ \| \d+ \|)( [^|]* \| [^|]* \| [^|]* )(\| [^|]* \|)$`)

// The document of the effect of rules: the rows of native as it is for Δ = 2 are measured again, times left out, and where
// QMSAT_CONFIRM is set all rows. -update measures all anew and writes the document; -run Verdicts/delta-3 does so for one Δ.
func TestEffectVerdicts(t *testing.T) {
	text, err := os.ReadFile(effectFile)
	if err != nil && !updating() {
		t.Fatal(err)
	}
	if !updating() {
		modeltest.OnlyLong(t)
	}
	rows := map[int]string{}
	shown := map[string]bool{}
	for _, row := range effectRow.FindAllStringSubmatch(string(text), -1) {
		shown[row[1]+row[4]] = true
		delta, _ := strconv.Atoi(row[2])
		rows[delta] += row[0] + "\n"
	}
	for _, delta := range minedDeltas {
		t.Run(fmt.Sprintf("delta-%d", delta), func(t *testing.T) {
			methods := EffectMethods(delta)
			if !modeltest.Confirms() && !updating() {
				if delta > 2 {
					t.Skip("solves puzzles by all engines")
				}
				methods = []EffectMethod{{Engine: confirmer}}
			}
			lines := effectLines(t, delta, methods)
			if updating() {
				rows[delta] = lines
				if err := os.WriteFile(effectFile, []byte(effectDocument(rows)), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for _, row := range effectRow.FindAllStringSubmatch(lines, -1) {
				if !shown[row[1]+row[4]] {
					t.Errorf("%s does not show: %s", effectFile, row[0])
				}
			}
		})
	}
}

// effectPuzzles names the file of puzzles of a Δ.
func effectPuzzles(delta int) string {
	if delta == 2 {
		return "quasimagic-180.txt"
	}
	return fmt.Sprintf("quasimagic-delta%d.txt", delta)
}

// effectLines measures, and writes the rows of a Δ.
func effectLines(t *testing.T, delta int, methods []EffectMethod) string {
	t.Helper()
	m := modeltest.QuasiMagic(t, delta)
	options := EffectOptions{
		Model: m, Delta: delta, Mined: RuleSet{Name: "mined", Rules: readMinedRules(t, m, delta)}, Methods: methods, Rounds: 1,
	}
	for _, p := range modeltest.Puzzles(t, m, effectPuzzles(delta)) {
		options.Puzzles = append(options.Puzzles, p.Puzzle)
	}
	rows, err := Effect(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	without := time.Duration(0)
	for _, row := range rows {
		if len(row.Rules.Rules) == 0 {
			without = row.Solve()
		}
		fmt.Fprintf(&text, "| %d | %s | %s | %d | %d | %v | %v | %v | %.2f | %s |\n",
			delta, strings.TrimSpace(row.Method.Engine+" "+row.Method.Search()), row.Rules.Name, len(row.Rules.Rules), row.Puzzles(), row.Solutions(),
			row.Open.Round(10*time.Microsecond), (row.Solve() / time.Duration(row.Puzzles())).Round(100*time.Nanosecond),
			float64(row.Solve())/float64(without), measures(row.Effort))
	}
	return text.String()
}

// measures lists figures of effort.
func measures(effort engine.Effort) string {
	var list []string
	for _, e := range effort {
		list = append(list, fmt.Sprintf("%s %d", e.Name, e.Value))
	}
	return strings.Join(list, ", ")
}

// effectDocument writes the document with the rows of each Δ.
func effectDocument(rows map[int]string) string {
	var text strings.Builder
	text.WriteString(`# What rules do

Rules help the engine paper most: the ten rules of the paper cut its time to 0.18. For Δ = 2, gini takes 0.73
of its time with them, and 0.79 with the mined rules. gophersat needs half of the conflicts with the ten rules
and a third with the mined ones, and as much time as without rules. native loses more time by rules than it
saves, with one exception: rules within boxes at Δ = 2. Its default search has to be the general one for other
rules, so all mined rules make it 113 times slower at Δ = 2, and 157 times at Δ = 3.

Each engine searches for all solutions of puzzles with one solution. It does so without rules, with the ten
pruning rules of the paper, and with the mined rules of [mined.md](mined.md). The rules of the paper hold
for Δ = 2 alone. "Mined within boxes" are the mined rules whose parts each lie within one box. Every solution
is checked, and none is lost.

` + "`native general`" + ` searches any model; each part of a rule is a propagator. ` + "`native auto`" + ` is the search that
native chooses. Up to Δ = 4, without rules or with rules within boxes, that is a search made for 9×9 grids.
It lists the fillings of boxes that the rules leave. For other rules it is the general search. All other
settings are the defaults.

Open is the time to load the model into an engine, once. Ratio is the time of a puzzle over the time without rules.
Effort is the sum over all puzzles. The machine was busy, so compare times only within an engine and a Δ;
their rows ran in turn.

| Δ | engine | rules | number | puzzles | solutions | open | a puzzle | ratio | effort |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
`)
	for _, delta := range minedDeltas {
		text.WriteString(rows[delta])
	}
	return text.String() + `
## How to measure it again

- One Δ: ` + "`qmsat rules effect --delta N`" + `
- This document: ` + "`go test ./compare/rules -run Verdicts -timeout 3h -update`" + `
  writes it; without -update the test holds the efforts
`
}

// Rules that are wrong are found out, and so is the engine that they are given to.
func TestEffectOfWrongRules(t *testing.T) {
	m := modeltest.QuasiMagic(t, 2)
	puzzles := modeltest.Puzzles(t, m, effectPuzzles(2))[:3]
	wrong := RuleSet{Name: "wrong", Rules: []*model.Rule{{Formula: model.Not{Of: model.Is(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)}}}}
	options := EffectOptions{Model: m, Delta: 2, Mined: wrong, Methods: []EffectMethod{{Engine: confirmer}}}
	for _, p := range puzzles {
		options.Puzzles = append(options.Puzzles, p.Puzzle)
	}
	if _, err := Effect(t.Context(), options); err == nil || !strings.Contains(err.Error(), `with the rules "wrong"`) {
		t.Errorf("%v, expected a disagreement", err)
	}
}

// Rules are within boxes by their parts, not by what they are about in all.
func TestWithinBoxes(t *testing.T) {
	g := modeltest.QuasiMagic(t, 2).Grid
	within := &model.Rule{Formula: model.And{model.Is(0, 1), model.Not{Of: model.And{model.Is(80, 1), model.Is(79, 2)}}}}
	across := &model.Rule{Formula: model.And{model.Is(0, 1), model.Or{model.Is(80, 1), model.Is(1, 2)}}}
	whole := &model.Rule{Formula: model.Or{model.Is(80, 1), model.Is(1, 2)}}
	got := RuleSet{Name: "all", Rules: []*model.Rule{within, across, whole}}.WithinBoxes(g)
	if len(got.Rules) != 1 || got.Rules[0] != within {
		t.Errorf("%d rules, expected the first", len(got.Rules))
	}
}
