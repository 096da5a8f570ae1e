package instances

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/encode"
	"qmsat/internal/namedfile"
	"qmsat/model/modeltest"
)

var update = flag.Bool("update", false, "rewrite docs/instances.md from the results file")

const (
	root        = "../../../../"
	resultsFile = root + "testdata/instances.jsonl.gz"
)

// result is what the document needs of a line of a manifest.
type result struct {
	Puzzle, Size string
	Variables    int
	Clauses      int64
	Delta, Level int
	Seed, Number uint64
	Known
}

var measured = []string{"gini", "cadical", "minisat", "cryptominisat"}

// limit is that of measurements, in seconds of processor time.
const limit = 5

func results(t *testing.T) (list []result) {
	t.Helper()
	text, err := namedfile.ReadAll(resultsFile)
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var r result
		if err := decoder.Decode(&r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// median returns the median of a figure of a solver's answers of a level, +Inf if half of them have none, and how many there are.
func median(list []result, level int, status, solver string, figure func(Conflicts) float64) (float64, int, int) {
	var all []float64
	solved := 0
	for _, r := range list {
		c, found := r.Difficulty[solver]
		if r.Level != level || r.Status != cmp.Or(status, r.Status) || !found {
			continue
		}
		value := math.Inf(1)
		if c.Outcome == r.Status {
			value, solved = figure(c), solved+1
		}
		all = append(all, value)
	}
	if len(all) == 0 {
		return math.NaN(), 0, 0
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2, solved, len(all)
}

func conflicts(c Conflicts) float64 { return float64(max(0, c.Conflicts)) }
func seconds(c Conflicts) float64   { return c.Seconds }

// TestDocument holds docs/instances.md and its plot to the results file; -update writes them. Each answer is the right status.
func TestDocument(t *testing.T) {
	list := results(t)
	for _, r := range list {
		for solver, c := range r.Difficulty {
			if c.Outcome != r.Status && c.Outcome != "limit" {
				t.Errorf("%s: %s answers %s, expected %s", r.Puzzle, solver, c.Outcome, r.Status)
			}
		}
	}
	for name, text := range map[string]string{
		"instances.md": document(list), "instances-sat.svg": chart(list, Satisfiable).SVG(),
		"instances-unsat.svg": chart(list, Unsatisfiable).SVG(),
	} {
		name = filepath.Join(root, "docs", name)
		if *update {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if held, err := os.ReadFile(name); err != nil || string(held) != text {
			t.Errorf("%s is stale, error %v; -update rewrites it", name, err)
		}
	}
}

// TestMeasuredAgain makes the first instance of each status again.
func TestMeasuredAgain(t *testing.T) {
	again := 0
	for _, r := range results(t) {
		if r.Level > 1 || r.Seed > 1 || r.Number > 1 || r.Status == Unsatisfiable && !modeltest.Long() {
			continue
		}
		f := Family{Order: 4, Delta: r.Delta, Status: r.Status, Level: r.Level}
		i, err := f.Make(t.Context(), r.Seed, r.Number)
		if err != nil {
			t.Fatal(err)
		}
		formula, err := encode.NewDIMACS(t.Context(), i.Model, Encoding, i.Cube)
		if err != nil || formula.Size.Variables != r.Variables || formula.Size.Clauses != r.Clauses {
			t.Errorf("%+v: %+v, error %v, expected %d variables, %d clauses", f, formula, err, r.Variables, r.Clauses)
		}
		if puzzle := i.Model.Notation().FormatCube(i.Model, i.Cube); puzzle != r.Puzzle {
			t.Errorf("%+v: puzzle %s, expected %s", f, puzzle, r.Puzzle)
		}
		again++
	}
	if want := modeltest.Scale(1, 2); again != want {
		t.Errorf("%d instances were made again, expected %d", again, want)
	}
}

// chart draws the instances of a status.
func chart(list []result, status string) *plot.Chart {
	c := &plot.Chart{
		Title: "Median conflicts by level", Description: "A curve per solver, over instances with the status " + status + ".",
		X: plot.Whole("level (" + status + ")"), Y: plot.Log("conflicts"),
		Beyond: fmt.Sprintf("half of the runs need more than %d s", limit),
	}
	for style, solver := range measured {
		s := plot.Series{Name: solver, Style: style}
		for level := 1; level <= Levels; level++ {
			if m, _, n := median(list, level, status, solver, conflicts); n > 0 && m > 0 {
				s.Points = append(s.Points, plot.Point{X: float64(level), Y: m})
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// growth fits a line to the logarithms of the median conflicts of levels, and returns by what factor they grow with a level, and
// the seconds of level 10 by extrapolation from the last level whose median is known.
func growth(list []result, status, solver string) (factor, last float64) {
	var n, sumX, sumY, sumXX, sumXY, known float64
	for level := 1; level <= Levels; level++ {
		m, _, _ := median(list, level, status, solver, conflicts)
		if !(m > 0) || math.IsInf(m, 1) {
			continue
		}
		x, y := float64(level), math.Log(m)
		n, sumX, sumY, sumXX, sumXY = n+1, sumX+x, sumY+y, sumXX+x*x, sumXY+x*y
		last, _, _ = median(list, level, status, solver, seconds)
		known = x
	}
	factor = math.Exp((n*sumXY - sumX*sumY) / (n*sumXX - sumX*sumX))
	return factor, last * math.Pow(factor, Levels-known)
}

// summary writes a row for each solver.
func summary(list []result) string {
	text := "| solver | solved | PAR-2 | growth, sat | level 10 sat | growth, unsat | level 10 unsat |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	for _, solver := range measured {
		solved, total := 0, 0.0
		for _, r := range list {
			if c := r.Difficulty[solver]; c.Outcome == r.Status {
				solved, total = solved+1, total+c.Seconds
			} else {
				total += 2 * limit
			}
		}
		text += fmt.Sprintf("| %s | %d of %d | %s |", solver, solved, len(list), show.Seconds(total/float64(len(list))))
		for _, status := range []string{Satisfiable, Unsatisfiable} {
			factor, last := growth(list, status, solver)
			level10 := show.Seconds(last)
			if m, _, _ := median(list, Levels, status, solver, seconds); math.IsInf(m, 1) && last < limit {
				level10 = fmt.Sprintf("over %d s", limit)
			}
			text += fmt.Sprintf(" %.1f | %s |", factor, level10)
		}
		text += "\n"
	}
	return text
}

// span returns the least and the largest number of a set, or the only one.
func span(set map[uint64]bool) string {
	sorted := slices.Sorted(maps.Keys(set))
	if len(sorted) == 1 {
		return fmt.Sprint(sorted[0])
	}
	return fmt.Sprintf("%d to %d", sorted[0], sorted[len(sorted)-1])
}

// confirmed says what confirms the answers, beside the solvers that were measured.
func confirmed(list []result) string {
	by := map[string]int{}
	satisfiable, unconfirmed := 0, 0
	for _, r := range list {
		if r.Status == Satisfiable {
			satisfiable++
			continue
		}
		for _, route := range r.By {
			by[route]++
		}
		if len(r.By) == 1 { // gini
			unconfirmed++
		}
	}
	return fmt.Sprintf("The %d satisfiable ones have a solution beside them. Of the %d unsatisfiable ones, %d have a DRAT proof that a checker has read. The\n"+
		"engine native counts 0 solutions of %d, and `residual` of %d, within 20 s. Only solvers confirm the other %d.\n",
		satisfiable, len(list)-satisfiable, by["proof by gophersat, checked"], by["count by native"], by["count by residual"], unconfirmed)
}

// document writes the document.
func document(list []result) string {
	var b strings.Builder
	numbers, seeds := map[uint64]bool{}, map[uint64]bool{}
	for _, r := range list {
		numbers[r.Number], seeds[r.Seed] = true, true
	}
	fmt.Fprintf(&b, documentHead, show.Count(len(list)), span(numbers), span(seeds), limit, summary(list), confirmed(list))
	fmt.Fprintf(&b, "| level | givens | instances | %s |\n|%s\n", strings.Join(measured, " | "), strings.Repeat(" --- |", len(measured)+3))
	for _, status := range []string{Satisfiable, Unsatisfiable} {
		for level := 1; level <= Levels; level++ {
			_, _, n := median(list, level, status, measured[0], conflicts)
			if n == 0 {
				continue
			}
			fmt.Fprintf(&b, "| %d %s | %d | %d |", level, status, Family{4, 2, status, level}.Givens(), n)
			for _, solver := range measured {
				m, solved, of := median(list, level, status, solver, conflicts)
				s, _, _ := median(list, level, status, solver, seconds)
				switch {
				case math.IsInf(m, 1):
					fmt.Fprintf(&b, " over %d s, %d of %d |", limit, solved, of)
				case solved < of:
					fmt.Fprintf(&b, " %s, %s, %d of %d |", show.Count(int(m)), show.Seconds(s), solved, of)
				default:
					fmt.Fprintf(&b, " %s, %s |", show.Count(int(m)), show.Seconds(s))
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String() + documentTail
}

const documentHead = `# Benchmark instances for other solvers

` + "`qmsat instances`" + ` writes quasi-magic puzzles as DIMACS CNF files with known answers, in ten levels of difficulty. Four
solvers have run %s of them, each 16×16 with Δ = 2, for at most %[4]d s of processor time. Each is number %[2]s of its
seed, from %[3]s. No solver gives a wrong answer.

%[6]s
To try it: ` + "`qmsat instances --size 3x3 --delta 4 --difficulty 2 --count 3 -o instances`" + ` writes three formulas with solutions.

%[5]s
Growth is the factor by which the median conflicts grow with a level, fitted to the levels that are mostly solved. The columns of level 10
are estimates: the time of the last such level, multiplied by the growth for each later level. Both may be too low, since levels that mostly
end at the limit are left out. If an estimate is below the limit, but most runs of level 10 were stopped there, the table says "over 5 s".
PAR-2 counts a run over the limit as twice the limit. The machine was busy, so that times are up to four times
those of a quiet one; the load does not change conflicts.

Beyond the limit, cadical alone was run until it found the solution of seeds 1 to 4. It took

- 4, 1, 23 and 83 s for level 8, with a geometric mean of 10 s;
- 13, 84, 71 and 582 s for level 9, with a mean of 82 s;
- 49, 2, 14 and 47 min for level 10, with a mean of 16 min.

minisat had not found that of level 10, seed 1 after 70 min. So the levels reach from milliseconds to more than an hour. From level 8 to 9
the mean grows 8 times, and to level 10 12 times: faster than below, so that the estimates for level 10 sat are far too low.

![Median conflicts by level, satisfiable](instances-sat.svg)

![Median conflicts by level, unsatisfiable](instances-unsat.svg)

The median conflicts and processor time by solver, and how many were solved if not all:

`

const documentTail = `
## Method

- **Difficulty** is the share of givens. For 16×16 and Δ = 2 it falls from 21 % of the cells to 9 % if satisfiable, and from 20 % to 13 %
  if not. A larger Δ gets more givens, since its sums exclude less. Other sizes have shares of their own, which are not measured yet.
- **Satisfiable** instances are drawn from a grid, which is the answer; there may be more solutions. So the answer is known,
  however long solvers take.
- **Unsatisfiable** ones have one given more: a wrong value that unit propagation leaves open, and that leaves no solution. gini has to
  refute it, so their levels are less steep: the time to make a file is that of gini.
- **Answers**: the planted grid is checked by the model. A refutation by gini is confirmed, if time suffices, by counts of native (or
  frontier) and residual, and by a DRAT proof of gophersat that a checker reads. ` + "`by`" + ` in the manifest says which succeeded,
  ` + "`unknown`" + ` what did not. The solvers measured confirm it, too: a contradiction ends the command.
- **Repetition**: formulas and solutions depend on the version and the seed, not on times, solvers or machines. Which proofs and counts
  there are depends on --limit. gini's conflicts repeat, too. A change of an encoder changes the files; a test with their hashes notices.
- **Form**: the header has the exact numbers of variables and clauses; no clause is a tautology or written twice, as the rules of the SAT
  competition 2026 demand. ` + "`c t mc`" + ` says that models of the formula are solutions, as the model counting competition demands.
- **Encoding**: ` + "`optimized-fixpoint/pairwise/order`" + `, whatever the default is. What the givens fix has no variable.

To make the instances again and measure solvers, with a folder for each seed:

    for s in $(seq 10); do
      qmsat instances --seed $s --difficulty 1..10 --status sat,unsat --gzip \
        --solver gini,cadical,minisat,cryptominisat --solver-limit 5s --limit 20s -o DIR/$s
    done
    cat DIR/*/manifest.jsonl | gzip -9n > testdata/instances.jsonl.gz
    go test ./cmd/internal/study/instances -update
`
