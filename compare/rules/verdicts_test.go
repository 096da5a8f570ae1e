package rules_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"qmsat/compare/rules"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

var update = flag.Bool("update", false, "rewrite the document of verdicts; takes minutes")

// verdictsFile is the document that TestVerdicts holds and writes.
const verdictsFile = "../../docs/rules.md"

// verdictDeltas are the Δ that the document speaks of.
var verdictDeltas = []int{2, 3, 4, 5, 6, 7, 8}

// verdictRow is a line of the document on one rule.
var verdictRow = regexp.MustCompile(`(?m)^\| (\d) \| (\d+) \| (proved|refuted) \| (\d+) \| (\d*) \| ([1-9]*) \|$`)

// The document's verdicts: each grid in it breaks its rule, and the quick ones for Δ = 2 are proved again. Those that take up to
// a minute are proved where QMSAT_CONFIRM is set. -update finds all anew and writes the document.
func TestVerdicts(t *testing.T) {
	if *update {
		if err := os.WriteFile(verdictsFile, []byte(verdictsDocument(t)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(verdictsFile)
	if err != nil {
		t.Fatal(err)
	}
	rows := verdictRow.FindAllStringSubmatch(string(text), -1)
	if want := len(verdictDeltas) * model.PruningRuleCount; len(rows) != want {
		t.Fatalf("%d verdicts, expected %d", len(rows), want)
	}
	for i, row := range rows {
		delta, number := verdictDeltas[i/model.PruningRuleCount], i%model.PruningRuleCount+1
		if row[1] != strconv.Itoa(delta) || row[2] != strconv.Itoa(number) {
			t.Fatalf("row %d is on Δ = %s, rule %s, expected Δ = %d, rule %d", i+1, row[1], row[2], delta, number)
		}
		q := pruning(t, delta, number)
		switch {
		case row[3] == string(rules.Refuted):
			a := gridOf(t, q.Model, row[6])
			if err := q.Model.Check(a); err != nil || q.Rule.Holds(a) {
				t.Errorf("Δ = %d, rule %d: the grid does not break it: %v", delta, number, err)
			}
		case modeltest.Confirms() || modeltest.Long() && (number == 1 || number == 8 || number == 9):
			if answer := ask(t, q); answer.Verdict != rules.Proved || strconv.Itoa(answer.Steps) != row[5] {
				t.Errorf("Δ = %d, rule %d: %s with %d steps, expected %s with %s",
					delta, number, answer.Verdict, answer.Steps, row[3], row[5])
			}
		}
	}
}

// gridOf reads a full grid.
func gridOf(t *testing.T, m *model.Model, text string) model.Assignment {
	t.Helper()
	cube, err := model.Characters.Parse(m, text)
	if err != nil || len(cube) != len(m.Variables) {
		t.Fatalf("%q is no full grid: %v", text, err)
	}
	a := make(model.Assignment, len(m.Variables))
	for _, g := range cube {
		a[g.Var] = g.Value
	}
	return a
}

// verdictsDocument asks for all verdicts.
func verdictsDocument(t *testing.T) string {
	var text, table, rows strings.Builder
	for _, delta := range verdictDeltas {
		fmt.Fprintf(&table, "| %d |", delta)
		for number := 1; number <= model.PruningRuleCount; number++ {
			q := pruning(t, delta, number)
			answer := ask(t, q)
			steps, grid := "", ""
			if answer.Verdict == rules.Proved {
				steps = strconv.Itoa(answer.Steps)
			} else {
				grid = model.Characters.FormatSolution(q.Model, answer.Grid)
			}
			for name, said := range answer.Solvers {
				if want := map[rules.Verdict]string{rules.Proved: "unsatisfiable", rules.Refuted: "satisfiable"}[answer.Verdict]; said != want {
					t.Errorf("Δ = %d, rule %d: %s, but %s says %s", delta, number, answer.Verdict, name, said)
				}
			}
			t.Logf("Δ = %d, rule %d: %s", delta, number, answer.Verdict)
			fmt.Fprintf(&table, " %s |", answer.Verdict)
			fmt.Fprintf(&rows, "| %d | %d | %s | %d | %s | %s |\n", delta, number, answer.Verdict, answer.Cases, steps, grid)
		}
		table.WriteString("\n")
	}
	text.WriteString(`# The pruning rules as theorems

For Δ = 2 all ten pruning rules of Roach, Jones, Perkins and Grimstead (ICAART 2009) follow from quasi-magic
Sudoku with boxes 3×3. For Δ from 3 to 8 none of them does: a grid breaks each.

- **proved**: gini and the engine native find no grid that breaks the rule. gophersat finds a certificate
  that there is none, and encode/proof verified it.
- **refuted**: all three find a grid that breaks the rule. The second table has such a grid; it was checked.

[mined.md](mined.md) has the rules that hold beyond these ten, and for other Δ. [effect.md](effect.md) says
what rules do in searches.

`)
	text.WriteString("| Δ |")
	for number := 1; number <= model.PruningRuleCount; number++ {
		fmt.Fprintf(&text, " rule %d |", number)
	}
	text.WriteString("\n|" + strings.Repeat(" --- |", model.PruningRuleCount+1) + "\n" + table.String() + "\n")
	for number := 1; number <= model.PruningRuleCount; number++ {
		fmt.Fprintf(&text, "%d. %s\n", number, model.PruningRuleText(number))
	}
	text.WriteString("\nCases are the cubes that unit propagation does not settle. Steps are counted in the certificate, deletions included." +
		"\n\n| Δ | rule | verdict | cases | steps | a grid that breaks it |\n| --- | --- | --- | ---: | ---: | --- |\n" + rows.String() + `
## How to measure it again

- One Δ: ` + "`qmsat rules prove --delta N`" + `; ` + "`--proof DIR`" + ` writes the certificates
- This document: ` + "`go test ./compare/rules -run Verdicts -timeout 3h -update`" + `
  writes it; without -update the test holds it
`)
	return text.String()
}

// All grids for Δ = 2, found without any formula, meet all rules.
func TestRulesHoldInAllGrids(t *testing.T) {
	modeltest.OnlyLong(t)
	m := pruning(t, 2, 1).Model
	var all []*model.Rule
	for number := 1; number <= model.PruningRuleCount; number++ {
		all = append(all, pruning(t, 2, number).Rule)
	}
	session, err := lookup(t, "native").Open(context.Background(), m, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	broken := make([]int, len(all))
	result, err := session.Run(context.Background(), nil, 0, func(a model.Assignment) bool {
		for i, rule := range all {
			if !rule.Holds(a) {
				broken[i]++
			}
		}
		return true
	})
	if err != nil || !result.Complete() || result.Count.Int64() != 248832 {
		t.Fatalf("%v grids, complete: %t, %v", result.Count, result.Complete(), err)
	}
	for i, n := range broken {
		if n > 0 {
			t.Errorf("rule %d is broken by %d grids", i+1, n)
		}
	}
}
