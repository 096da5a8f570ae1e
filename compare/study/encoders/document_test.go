package encoders

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/lists"
)

const document = "../../../docs/encoders.md"

// TestDocument holds docs/encoders.md to the files of figures; -update writes it.
func TestDocument(t *testing.T) {
	rows := stored[row](t, "constraints")
	text := introduction + sizeTables(rows) + comparisonTable(rows) + solverTables(stored[run](t, "conjunctions"), true) +
		solverTables(stored[run](t, "models"), false)
	if *update {
		if err := os.WriteFile(document, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if held, err := os.ReadFile(document); err != nil || string(held) != text {
		t.Errorf("%s is stale (error %v); -update writes it", document, err)
	}
}

const introduction = `# Against other encoders

The encodings of qmsat beside those of PBLib (Philipp and Steinke 2015; repository master-keying/pblib, commit 02e388a), and its
formulas beside clasp and SAT4J, which read pseudo-Boolean problems themselves. The tests of
[compare/study/encoders](../compare/study/encoders/doc.go) measure and write this page: ` + "`go test ./compare/study/encoders -update`" + `.
That needs the solvers, and a program pblib-encode that passes constraints to PBLib (pblib_test.go says what it reads).
Solvers are Debian's: cadical 1.5.3, minisat 2.2.1, clasp 3.3.5, SAT4J 2.3.5. With these, the conflicts of whole models repeat
exactly. Times were measured once.

## What follows

- At-most-one: sizes are alike. At the same strength only two encodings of PBLib are ever smaller: nested by up to a tenth, for 12 of
  40 sizes, all up to about 20; commander by 2 %, for one size.
- Cardinalities and bounds of 0/1 variables: mdd was up to ten times as large as PBLib's best. bdd has 0.4 times the clauses of mdd at
  the same strength, and auto now chooses it. For at-most-k and at-least-k, --rule-encoding polarity makes it as large as PBLib's BDDs, and
  as strong; otherwise it has twice the clauses. For exactly-k polarity changes nothing: bdd has 1.3 times their clauses. Gates are tied in
  both directions, so each solution is one model, and model counters need no projection.
- network is never larger than PBLib's cardinality encodings at the same strength: it has 0.90 times the literals of PBLib's best
  for at-most-k, 0.85 for at-least-k, 0.84 for exactly-k. The first two are written in one direction, by polarity; tied in both
  directions, network still has 0.55 times the literals of bdd.
- Equations with weights: PBLib's BDDs miss consequences. mdd finds all; where it alone is as strong, it has up to 2.8 times the literals.
- Sums without small diagrams: both use adders, which find little. PBLib's binary merge and sorting networks find more, in less space
  than mdd.
- Whole models: pseudo-Boolean input takes clasp more conflicts than formulas do, except on langford. Its times are within 0.02 s of
  those of formulas, with three exceptions. Pseudo-Boolean input is faster on magic (0.01 s, 0.38 s) and langford (0.02 s, 0.12 s), and
  slower on golomb-refute (0.09 s, 0.01 s). SAT4J is slower than clasp on either input, except that on magic it beats clasp on the formula.

## Tried, and left out

What follows was added to finished formulas outside qmsat: to what ` + "`export --for cadical`" + ` writes. The instances are of
the families of the study ([encodings.md](encodings.md)), often more than it runs: hardest has 100 puzzles of the kept half, langford
15 of both halves. The grids have one solution, and solvers refute a second one; langford has solutions, pigeonhole none. Ratios are geometric means with 95 % intervals. Times are processor times, the best of three, on a busy machine.
cadical needs some 25 ms for a run, much of it to start; gini one or two, with the time to load. The limit is 8 s for cadical and 5 s
for gini; a run over it counts as twice the limit. The last row is older: ten puzzles, rough times.

| technique | paper | on | instances | clauses | conflicts, cadical | time, cadical | time, gini |
| --- | --- | --- | --- | --- | --- | --- | --- |
| blocked clauses removed | Järvisalo and others 2010 | pigeonhole | 16 | 0.66 | 1.00 [0.95, 1.05] | 0.99 [0.97, 1.02] | 1.0 [0.8, 1.3] |
| bounded variable addition | Manthey and others 2012 | hardest | 100 | 0.82 | 1.12 [1.03, 1.22] | 1.01 [1.00, 1.03] | 1.30 [1.20, 1.42] |
| | | 16×16 | 10 | 0.74 | 0.96 [0.64, 1.46] | 0.96 [0.84, 1.09] | 1.07 [0.79, 1.44] |
| | | langford | 15 | 0.97 | 2.5 [1.4, 4.5] | 1.05 [1.01, 1.10] | 11 [6, 22] |
| | | pigeonhole | 16 | 0.97 | 0.92 [0.77, 1.10] | 0.97 [0.93, 1.01] | 1.2 [0.9, 1.5] |
| Hall sets of two values as clauses | | hardest | 100 | 4.8 | 0.85 [0.78, 0.92] | 1.38 [1.35, 1.40] | 4.3 [4.0, 4.7] |
| | | 16×16 | 10 | 7.1 | 0.64 [0.51, 0.81] | 2.4 [2.0, 2.9] | 8.1 [4.8, 14] |
| | | pigeonhole | 16 | 30 | 3.7 [1.9, 7.1] | 5.3 [2.2, 12] | 32 [14, 74] |
| Hall sets of three values as clauses | | hardest | 100 | 31 | 1.05 [0.97, 1.14] | 4.4 [4.3, 4.6] | 29 [27, 31] |
| | | 16×16 | 6 | 86 | 0.80 [0.38, 1.7] | 23 [11, 47] | 149 [64, 345] |
| Hall sets of two and of three values | | hardest | 100 | 34 | 0.88 [0.81, 0.96] | 4.5 [4.4, 4.6] | 30 [27, 33] |
| variables for the sums of box lines | | quasi-magic, Δ = 2 | 10 | 4.9 | 1.55 [1.25, 1.91] | 1.9 [1.1, 3.1] | 4.1 [0.5, 37] |

A Hall clause says: if k variables have only k values, no other variable of the all-different constraint has one of them. A set is
left out if one of its values is open for fewer than two of its variables, or if a variable has none of its values. Sets of two save
conflicts in grids, but no time, since their clauses have to be read and watched. Bounded variable addition saves clauses, not conflicts:
on hardest it costs 12 %. On langford the at-most-ones are by product, where little is left to share. Nothing here is a gain.

No clause is blocked on hardest, 16×16 and langford, so there is nothing to remove. On pigeonhole a third of the clauses
is blocked: those that give a pigeon at most one hole, and one direction of each definition by commander. Solvers gain
nothing without them.

Positions of values as variables of their own would be the literals of cells again: "r1c2 = 8" is also "8 is at column 2 in row 1", and
extended has the clauses of both views.

`

// sizeTables has a table for each sort of constraints: the sizes and the strength of encoders on the constraints of all encoders that
// wrote nearly all.
func sizeTables(rows []row) string {
	text := "## Sizes and strength\n\nSums over the constraints of a sort. Found: the share of the consequences of random partial" +
		" assignments that unit propagation finds, literals and contradictions. Complete: constraints where it found all.\n"
	for _, sort := range sorts {
		text += "\n### " + sort + "\n\n| encoder | constraints | clauses | auxiliary variables | literals | found | complete |\n" +
			"| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
		same := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.Sort != sort })
		for _, encoder := range distinct(lists.Map(same, func(r row) string { return r.Encoder })) {
			var sum row
			count, complete := 0, 0
			for _, r := range same {
				if r.Encoder == encoder {
					count++
					sum.Clauses, sum.Variables, sum.Literals = sum.Clauses+r.Clauses, sum.Variables+r.Variables, sum.Literals+r.Literals
					sum.Found, sum.Consequences = sum.Found+r.Found, sum.Consequences+r.Consequences
					if r.Found == r.Consequences && r.Literals <= mostLiterals {
						complete++
					}
				}
			}
			text += fmt.Sprintf("| %s | %d | %d | %d | %d | %.3f | %d |\n", encoder, count, sum.Clauses, sum.Variables, sum.Literals,
				float64(sum.Found)/float64(max(1, sum.Consequences)), complete)
		}
	}
	return text
}

// comparisonTable compares each of PBLib's formulas with the smallest of this module that propagates as much.
func comparisonTable(rows []row) string {
	text := "\n## Ours at equal strength\n\nFor each constraint, the fewest literals of this module's encodings that find at least as" +
		" much, divided by the literals of PBLib's encoder: the geometric mean, the greatest, and how many exceed 1.\n\n" +
		"| constraints | PBLib | compared | mean | greatest | larger |\n| --- | --- | ---: | ---: | ---: | ---: |\n"
	for index, sort := range sorts {
		for _, encoder := range theirs(index) {
			compared, larger, logs, greatest := 0, 0, 0.0, 0.0
			for _, r := range rows {
				if r.Sort != sort || r.Encoder != "pblib "+encoder || r.Literals == 0 || r.Literals > mostLiterals {
					continue
				}
				least := 0
				for _, o := range rows {
					if o.Constraint == r.Constraint && !strings.HasPrefix(o.Encoder, "pblib ") && o.Found >= r.Found &&
						o.Consequences > 0 && (least == 0 || o.Literals < least) {
						least = o.Literals
					}
				}
				if least > 0 {
					ratio := float64(least) / float64(r.Literals)
					compared, logs, greatest = compared+1, logs+math.Log(ratio), max(greatest, ratio)
					if ratio > 1 {
						larger++
					}
				}
			}
			text += fmt.Sprintf("| %s | %s | %d | %.2f | %.2f | %d |\n", sort, encoder, compared, math.Exp(logs/float64(max(1, compared))),
				greatest, larger)
		}
	}
	return text
}

// solverTables has the means of runs by sort, encoder and solver.
func solverTables(runs []run, conflicts bool) string {
	text := "\n## Whole models\n\nThe first instances of each family in the half that the study chooses by, five seconds each: the same" +
		" models as default formulas and as pseudo-Boolean problems. The objective of golomb is left out.\n"
	if conflicts {
		text = "\n## Solvers\n\nThree random conjunctions of 17 constraints over 34 variables each, of 14 terms, five seconds each.\n"
	}
	text += "\nSolved: runs that end within the limit. PAR-2: mean seconds of processor time, ten where a run did not end. Conflicts: the" +
		" geometric mean of solved runs plus one.\n\n| family | input | solver | variables | constraints | terms | solved | PAR-2 | conflicts |\n" +
		"| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
	type key struct{ sort, encoder, solver string }
	keys := distinct(lists.Map(runs, func(r run) key { return key{r.Sort, r.Encoder, r.Solver} }))
	slices.SortStableFunc(keys, func(a, b key) int {
		return strings.Compare(a.sort+" "+a.solver+" "+a.encoder, b.sort+" "+b.solver+" "+b.encoder)
	})
	for _, k := range keys {
		var sum run
		count, solved, counted, logs := 0, 0, 0, 0.0
		for _, r := range runs {
			if (key{r.Sort, r.Encoder, r.Solver}) != k {
				continue
			}
			count++
			sum.Variables, sum.Constraints, sum.Terms = sum.Variables+r.Variables, sum.Constraints+r.Constraints, sum.Terms+r.Terms
			if r.Outcome == "limit" {
				sum.Seconds += 10
				continue
			}
			solved++
			if sum.Seconds += r.Seconds; r.Conflicts >= 0 {
				counted, logs = counted+1, logs+math.Log(float64(r.Conflicts)+1)
			}
		}
		shown := "–"
		if counted > 0 {
			shown = fmt.Sprintf("%.0f", math.Exp(logs/float64(counted)))
		}
		text += fmt.Sprintf("| %s | %s | %s | %d | %d | %d | %d of %d | %.2f | %s |\n", k.sort, k.encoder, k.solver, sum.Variables/count,
			sum.Constraints/count, sum.Terms/count, solved, count, sum.Seconds/float64(count), shown)
	}
	return text
}

// distinct returns each item once, in the order of their first places.
func distinct[T comparable](items []T) (once []T) {
	for _, item := range items {
		if !slices.Contains(once, item) {
			once = append(once, item)
		}
	}
	return once
}
