package encodings

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/compare/table"
	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/internal/modeltest"
	"qmsat/internal/namedfile"
)

var update = flag.Bool("update", false, "rewrite docs/encodings.md from the results file")

const (
	resultsFile = testdata + "/encodings/results.jsonl.gz"
	documents   = "../../../docs"
)

// documentResults reads the results file.
func documentResults(t *testing.T) *Results {
	t.Helper()
	s, err := Read(resultsFile)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(resultsFile); err != nil || info.Size() > 1<<20 {
		t.Errorf("%s: error %v, expected 1 MB at most", resultsFile, err)
	}
	return NewResults(s.Records)
}

// measure runs what the results file lacks, with the solvers that are installed.
func measure(t *testing.T) {
	t.Helper()
	plain := filepath.Join(t.TempDir(), "results.jsonl")
	text, err := namedfile.ReadAll(resultsFile)
	if err == nil {
		err = os.WriteFile(plain, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	store, err := Open(plain)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	solvers, _ := Installed()
	r := &Runner{Source: Source{Context: t.Context(), Folder: testdata}, Store: store, Solvers: solvers, Limit: 5 * time.Second, Step: func() {}}
	for _, part := range Parts() {
		if part.Family.Name == "foreign" {
			continue // its puzzles are in another repository
		}
		if err := r.Run(part); err != nil {
			t.Fatalf("%s: %v", part.Name, err)
		}
	}
	var content bytes.Buffer
	write := namedfile.Writer(resultsFile, func(w io.Writer) error {
		text, err := os.ReadFile(plain)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
	if err := errors.Join(write(&content), os.WriteFile(resultsFile, content.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// TestDocument holds docs/encodings.md and its plots to the results file; -update writes them. Where QMSAT_CONFIRM is set, -update first
// runs what the file lacks.
func TestDocument(t *testing.T) {
	if !*update {
		modeltest.OnlyLong(t)
	}
	if *update && modeltest.Confirms() {
		measure(t)
	}
	r := documentResults(t)
	if len(r.Different) > 0 {
		t.Errorf("solvers disagree: %v", r.Different)
	}
	files := map[string]string{"encodings.md": documentOf(r)}
	for i, c := range r.Cactus() {
		files[fmt.Sprintf("encodings-cactus-%d.svg", i+1)] = c.SVG()
	}
	for name, text := range files {
		name = filepath.Join(documents, name)
		if *update {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if held, err := os.ReadFile(name); err != nil || string(held) != text {
			t.Errorf("%s is stale, error %v; -update rewrites it:\n%s", name, err, cmp.Diff(string(held), text))
		}
	}
}

// TestDocumentAgain measures one row of each table again: the formulas of the first instance of families that are quick, or of all where
// QMSAT_CONFIRM is set, with the default and, if they are quick to make, with one more encoding, and on them the conflicts of
// the scouts that are installed. Times cannot be held.
func TestDocumentAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	r := documentResults(t)
	here, _ := Installed()
	repeatable := lists.Filter(here, func(s *Solver) bool {
		return slices.Contains(scouts, s.Name) && slices.ContainsFunc(r.Records, func(v Record) bool {
			return v.Family == versions && v.Solver == s.Name && v.Instance == s.version(t.Context())
		})
	})
	again := 0
	for _, f := range Families {
		tune := r.halves[half{f.Name, false}]
		if len(tune) == 0 || f.Name == "foreign" || !modeltest.Confirms() && (f.Seconds > modeltest.Scale(0.1, 0.2) || again > modeltest.Scale(6, 100)) {
			continue
		}
		first, _, err := f.Halves(Source{Context: t.Context(), Folder: testdata}, 1)
		if err != nil || first[0].Name != tune[0] {
			t.Fatalf("%s: the first instance is %s, expected %s; error %v", f.Name, first[0].Name, tune[0], err)
		}
		measured := []string{Default}
		if f.Seconds <= 0.1 || modeltest.Confirms() {
			measured = append(measured, r.formulas[tune[0]][len(f.Name)%5+1].Encoding)
		}
		for _, encoding := range measured {
			o, err := encodingNamed(encoding)
			if err != nil {
				t.Fatal(err)
			}
			held := *r.formula(tune[0], encoding)
			now, err := Formula(t.Context(), f.Name, first[0], o.options())
			held.Seconds, now.Seconds = 0, 0
			if diff := cmp.Diff(held, now); diff != "" || err != nil {
				t.Errorf("%s, %s, error %v (-held +now):\n%s", f.Name, encoding, err, diff)
			}
			for _, task := range f.Tasks {
				for _, s := range repeatable {
					was := r.run(tune[0], Pair{f.Name, task, s.Name}, encoding)
					if was == nil || !was.answered() || was.Conflicts > 2000 {
						continue
					}
					is, err := Run(t.Context(), Record{Task: task}, first[0], o.options(), s, time.Minute)
					if err != nil || is.Outcome != was.Outcome || is.Conflicts != was.Conflicts || is.Propagations != was.Propagations {
						t.Errorf("%s: %+v, error %v, expected %+v", s.Name, is, err, was)
					}
					again++
				}
			}
		}
	}
	if again == 0 {
		t.Error("nothing was measured again")
	}
}

// TestDocumentChoices holds the choices of the table of defaults to those that the program makes now, for the first instance of each
// family.
func TestDocumentChoices(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	r := documentResults(t)
	for _, f := range Families {
		held := r.halves[half{f.Name, true}]
		if len(held) == 0 || f.Name == "foreign" || f.Seconds > 1 && !modeltest.Long() {
			continue
		}
		_, kept, err := f.Halves(Source{Context: t.Context(), Folder: testdata}, 1)
		if err != nil || !slices.Contains(held, kept[0].Name) {
			t.Fatalf("%s: %v, expected %s; error %v", f.Name, held, kept[0].Name, err)
		}
		for _, task := range f.Tasks {
			for _, s := range Solvers {
				was := r.chosen(kept[0].Name, Pair{f.Name, task, s.Name})
				if now := resolved(kept[0], s); was != "" && was != now {
					t.Errorf("%s, %s, %s: %s, expected %s; run the part %s+ again", kept[0].Name, task, s.Name, now, was, f.Name)
				}
			}
		}
	}
}

// documentOf writes the document: answers first, the longest tables last.
func documentOf(r *Results) string {
	answers, contests, strengths := r.Answers(), r.Contests(), r.Strengths()
	gains := r.Gains()
	var b strings.Builder
	fmt.Fprintf(&b, "# Which encoding for which solver, and for which task\n\n%s\n", overview(r, gains))
	b.WriteString(answersText(r))
	b.WriteString(namesText())
	b.WriteString(countsText(r))
	b.WriteString(defaultsText(gains))
	b.WriteString(r.familiesText())
	b.WriteString("\n## Winners on each family\n\nThe fastest encodings, where the kept half confirms them, with the ratio of times there:\n\n" +
		confirmed(answers))
	b.WriteString(meritsText(r))
	for i, c := range r.Cactus() {
		fmt.Fprintf(&b, "\n![%s: %s](encodings-cactus-%d.svg)\n", c.Title, c.Description, i+1)
	}
	b.WriteString(methodText(r))
	fmt.Fprintf(&b, "\n## Solvers beside the virtual best\n\nThe virtual best takes, for each instance, the best encoding (of this solver), or the best solver too (of all). The share says on\n"+
		"how many instances the solver is the best. All on the tune half; solved and PAR-2 with the default encoding. The last two columns favour\n"+
		"gini, gophersat and residual, whose times leave out the start of a process, reading and mostly loading. A minimum over more runs is lower\n"+
		"by chance alone.\n\n%s", markdown(contests))
	b.WriteString(contendersText(r))
	b.WriteString("\n## All choices\n\nThe time with the encoding, divided by the default's (`" + Default +
		"`); below 1 is faster. \"kept\" counts: these instances were not\nused to choose.\n\n" + markdown(answers))
	b.WriteString("\n## Formulas\n\nGeometric means over the tune half; 0 variables: some formula is decided before any is needed. The last " +
		"columns are the values that unit\npropagation leaves open in the puzzle, on average, and that failed literals leave open after it; " +
		"they are measured without a solver.\nBlank: too long to try.\n\n" + markdown(strengths))
	b.WriteString("\n## One factor at a time\n\nThe time divided by the default's, with its interval; the default's own row has its PAR-2. " +
		"Bold: the interval does not hold 1.\n")
	b.WriteString(matrices(r))
	return b.String()
}

// methodText says how it was measured.
func methodText(r *Results) string {
	return `
## Method

` + "`qmsat study encodings`" + ` runs the plan below, part by part, and prints these tables from its results. The package comment of
[compare/study/encodings](../compare/study/encodings/doc.go) states the rule of the choice. In short:

- Instances are split in halves by the lowest bit of the FNV-1a hash of their names. Encodings are chosen on the one half (tune) and confirmed
  on the other (kept). That bit is only the parity of the name's bytes, so the halves of families that are numbered by size differ: empty has
  Δ = 3, 5, 7 in tune and Δ = 2, 4, 6, 8 in kept.
- Step 1 changes one factor of the default encoding at a time: cells, at-most-one, sums, rules, implied constraints. The scouts (gini, cadical,
  minisat) run all levels. Any other solver runs the levels whose ratio to the default, of times or of conflicts, is below 1 with a scout.
- Step 2 combines in full, on the tune half, the default's level and the two best levels of each factor. A level takes part if its interval
  lies wholly below 1, by time or by conflicts. The winner has the lowest ratio of times, if its interval lies wholly below 1. The winner,
  the default and the encoding that the program chooses by itself run on the kept half.
- In an open session the limit holds for loading, too. gini loads some 4 million clauses of 36×36 and order-5 in 3 to 6 s, so its limit
  and that of gophersat are 20 s there.
- Times are processor times, at least 0.1 ms. A run without an answer counts twice the longest limit of its instance and task (PAR-2);
  limits are 5 to 20 s. In ratios it counts twice its own limit. Ratios are geometric means over paired instances with intervals of 95 %
  (Student's t on logarithms). An instance is left out if neither encoding has an answer, or if one has none and the limits differ. Where
  many runs have no answer, the ratio depends on the limit. Two encodings whose interval holds 1 are not ranked.
- A level is compared with the default twenty times or more for each solver, so some intervals miss 1 by chance. The kept half is there for that.
- "gini" and "gophersat" run in an open session, as in the command. There, encodings that depend on the givens (optimized cells) are made
  again for each puzzle, and that time counts. Commands get a file, and their time includes reading it.
- All runs of a solver on a half of a family were made on one machine, one after another, but for some combinations (foreign, several,
  rules). 36×36, order-4, order-5, 17-clues, hardest, 16×16, quasi-magic-2 and wrong-given were run on another machine than the rest.
  kissat and glucose ran four families later, again on another machine, and gophersat, picosat, cryptominisat and clasp half of them. The
  machines were mostly busy with other runs. Tune and kept halves of some families were run under different load. There, the same run took
  commands up to four times as long, and gini up to 1.5 times. So compare ratios, which are within a half, but not the times of different
  solvers or families.
- Equal formulas, by their hash, are run once.

` + versionsText(r) + `kissat (commit 8af8e56), glucose (674dbba), sharpSAT-TD (0c234c1) and d4 (333370c) were built from their repositories, the others are
Debian's. ganak was not built: its release needs libraries that Debian does not have.

CI measures one row of each table again: the formulas of the first instance of the quicker families with the default and one more encoding.
On them it counts the conflicts and propagations of gini and cadical. It also holds the program's choices for the first instances that were
kept. Times cannot be measured again; a test compares this document with the results file. ` + "`QMSAT_CONFIRM=1 go test ./compare/study/encodings -update -timeout 24h`" + `
runs what the results file lacks, with the solvers that are installed, and writes this document. Part by part:
` + "`gunzip -k testdata/encodings/results.jsonl.gz`, then `qmsat study encodings --results FILE --part NAME`, and `gzip -9n`" + ` the file.

` + partsText(r)
}

// overview says in a paragraph what was run, and what follows.
func overview(r *Results, gains []Gain) string {
	var all []string
	for _, g := range gains {
		if g.Task == allText && slices.Contains(scouts, g.Solver) {
			all = append(all, fmt.Sprintf("%s %.1f times (%s; median family %.2f)", g.Solver, 1/g.Times.Center, g.Times, g.Median.Center))
		}
	}
	families := lists.Count(Families, func(f *Family) bool { return r.spent[f.Name].runs > 0 })
	runs := lists.Sum(slices.Collect(maps.Values(r.spent)), func(s spent) int { return s.runs })
	return fmt.Sprintf("%d families, %d runs, %.1f CPU hours. Solvers are faster with the encodings that\nqmsat chooses by itself, on instances that were not used to choose: %s.\n"+
		"That is compared with `%s`, the default when the study began; each family weighs the same. In brackets:\nthe ratio of times, with its interval of 95 %%, and the ratio of the family in the middle. gini is as fast as before on most families;\ncadical and minisat are faster on most.\n",
		families, runs, r.Hours, strings.Join(all, ", "), Default)
}

// meritsText says of each name what it alone gains over the default, and where it gains most.
func meritsText(r *Results) string {
	var b strings.Builder
	b.WriteString(`
## What each name gains

Each name in place of the default's, on the tune half. A case is a family, a task and a solver, with three instances or more. "faster"
counts the cases whose interval lies below 1; "at best" has the lowest ratio. A name stays if it is faster or meets fewer conflicts somewhere.
Two are neither. ` + "`pairs`" + ` is what ` + "`joint`, `sets` and `triples`" + ` add to; ` + "`polarity`" + ` halves formulas of rules and of sums by diagrams,
as docs/encoders.md shows. With ` + "`joint`" + `, which is hardly ever faster here, gini lists the grids of Δ = 2 fastest (docs/counting.md).

| part | name | faster | at best | fewer conflicts | at best |
| --- | --- | --- | --- | --- | --- |
`)
	pairs := r.pairs()
	for factor, part := range []string{"cells", "at-most-one", "sums", "rules", "implied constraints"} {
		for _, name := range levels()[factor] {
			e := standard
			if e[factor] = name; e == standard || name == encode.Automatic {
				continue
			}
			all, times, conflicts := 0, merit{}, merit{}
			for _, p := range pairs {
				if c := r.compared(p, false, e.String()); c.Pairs >= 3 {
					all++
					times.add(p, c.Times)
					conflicts.add(p, c.Conflicts)
				}
			}
			fmt.Fprintf(&b, "| %s | `%s` | %d of %d | %s | %d of %d | %s |\n", part, name, times.count, all, times.text, conflicts.count, all, conflicts.text)
		}
	}
	return b.String()
}

// merit counts intervals below 1, and describes the one with the lowest ratio.
type merit struct {
	count  int
	lowest float64
	text   string
}

func (m *merit) add(p Pair, of compare.Estimate) {
	if !(of.High < 1) {
		return
	}
	if m.count++; m.count == 1 || of.Center < m.lowest {
		m.lowest, m.text = of.Center, fmt.Sprintf("%s, %s, %s %s", p.Family, p.Task, p.Solver, Interval{of})
	}
}

// versionsText lists the solvers with their versions.
func versionsText(r *Results) string {
	var lines []string
	for _, record := range r.Records {
		if record.Family == versions {
			lines = append(lines, fmt.Sprintf("- %s: %s\n", record.Solver, record.Instance))
		}
	}
	slices.Sort(lines)
	return "Versions, as the solvers print them:\n\n" + strings.Join(slices.Compact(lines), "") + "\n"
}

// confirmed lists, for each task, the encodings that are confirmed, with their families and solvers.
func confirmed(answers []Answer) string {
	var b strings.Builder
	for _, task := range allTasks {
		var encodings []string
		found := map[string]map[string][]string{}
		for _, a := range answers {
			if a.Task != task || a.Verdict != faster {
				continue
			}
			if found[a.Encoding] == nil {
				found[a.Encoding] = map[string][]string{}
				encodings = append(encodings, a.Encoding)
			}
			found[a.Encoding][a.Family] = append(found[a.Encoding][a.Family], a.Solver+" "+ratioText(a.Kept.Center))
		}
		for _, e := range encodings {
			var families []string
			for _, f := range slices.Sorted(maps.Keys(found[e])) {
				families = append(families, fmt.Sprintf("%s (%s)", f, strings.Join(found[e][f], ", ")))
			}
			fmt.Fprintf(&b, "- task %s, `%s`: %s\n", task, e, strings.Join(families, "; "))
		}
	}
	return b.String()
}

// answersText answers in short, each with the ratios of some families.
func answersText(r *Results) string {
	var b strings.Builder
	b.WriteString("## Answers\n\nEach answer names its families (see Parts), and the time with all that qmsat chooses, divided by the default's: the geometric mean of the\n" +
		"families, and in brackets the least and the most of them. All is on the kept half: instances that were not used to choose. The tune half\n" +
		"was used. Intervals are in Answers by family; one that holds 1 ranks nothing.\n\n" +
		"Task `first` finds one solution. `unique` proves that no other exists. `refute` proves that none exists. `all` lists every solution,\n" +
		"`count` gives their number, and `optimum` finds a best one.\n\n")
	commands, pairs := scouts[1:], r.pairs()
	for _, a := range []struct {
		text              string
		solvers, families []string
	}{
		{"**A puzzle with givens, written to a file** for a solver with inprocessing (cadical, kissat, cryptominisat) or without (minisat, glucose,\n" +
			"  picosat, clasp): `optimized-fixpoint` cells. They write only what the givens leave. Solvers read and simplify less; beyond plain 9×9 most have fewer conflicts, too.",
			commands, []string{"17-clues", "hardest", "16×16", "killer", "quasi-magic-2", "quasi-magic-3", "quasi-magic-4", "quasi-magic-5", "quasi-magic-6",
				"quasi-magic-7", "quasi-magic-8", "wrong-given", "several", "variants"}},
		{"**A large grid without sums, written to a file**: `optimized-lines`.", commands, []string{"25×25", "foreign", "36×36", "quasigroup"}},
		{"**gini and gophersat in an open session**: `extended`, loaded once for all puzzles. If at least a third of a large grid (25×25 and\n" +
			"  larger) is given, the smaller formula of `optimized-fixpoint` pays for itself. One exception is known and not chosen: for all solutions of 9×9 (several),\n" +
			"  `optimized` is faster; see the winners.", scouts[:1], []string{"25×25", "foreign", "36×36", "quasigroup", "order-5", "several"}},
		{"**Differences between variables** (Golomb rulers): sums by `order`, for all SAT solvers but picosat (1.4 times as long), not for counters.", scouts, []string{"golomb", "golomb-refute"}},
		{"**Long sums of up to four terms**: `order` for commands, and for gini in large grids.", scouts, []string{"magic", "order-4"}},
		{"**More variables than values**: at-most-ones by `commander`.", scouts, []string{"pigeonhole"}},
		{"**Wide all-different constraints beside sums**: at-most-ones by `product`.", scouts, []string{"langford", "langford-all", "langford-none"}},
		{"**Everything else**: `extended/pairwise/auto`; no encoding was proved better for gini, cadical and minisat together.", scouts,
			[]string{"colouring", "no-colouring", "empty", "rules"}},
	} {
		times := lists.Map(a.solvers, func(s string) string {
			ratios := map[string][]float64{}
			for _, p := range pairs {
				if p.Solver != s || p.Task == Count || !slices.Contains(a.families, p.Family) {
					continue
				}
				if c := r.chosenTimes(p); c.Pairs > 0 {
					ratios[p.Family] = append(ratios[p.Family], c.Times.Center)
				}
			}
			all, mean := means(ratios), overFamilies(ratios).Center
			if least, most := slices.Min(all), slices.Max(all); ratioText(least) != ratioText(most) {
				return fmt.Sprintf("%s %s (%s to %s)", s, ratioText(mean), ratioText(least), ratioText(most))
			}
			return s + " " + ratioText(mean)
		})
		fmt.Fprintf(&b, "- %s\n  %s: %s.\n", a.text, shortList(a.families), strings.Join(times, ", "))
	}
	b.WriteString("\n`qmsat export` does not know the solver. `--for cadical` (the default), `minisat` or `counter` names its kind. `qmsat help encodings`,\n" +
		"`qmsat help amo` and `qmsat help sum` say what `auto` then chooses. So far nothing that was measured tells cadical from minisat: both get the same formula. The task is no feature of the\n" +
		"choice either. For counters only cells are chosen as for files; at-most-ones and sums are the default's, since nothing else was compared.\n" +
		"To list all solutions of a puzzle with symmetries, `--enumerate orbits` gains more than any formula: see [counting.md](counting.md).\n")
	return b.String()
}

// namesText is the table of all encodings.
func namesText() string {
	var b strings.Builder
	b.WriteString("\n## All encodings\n\nSizes: cells are those of an n×n Sudoku with the pairwise at-most-one. An at-most-one has n literals. A sum has three different " +
		"cells with\nn values each, and a rule a conjunction of n parts. Strength is what unit propagation finds. In a box of quasi-magic sums,\n" +
		"support, pairs, joint, sets and triples write more; see Formulas. Settings, such as sizes of groups, are in `qmsat help amo`.\n\n" +
		"| part | name | what it writes | source | clauses | new variables | strength |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, part := range []struct {
		name string
		list []encode.Named
	}{
		{"cells", encode.List(encode.CellEncodings)}, {"at-most-one", encode.List(encode.AtMostOnes)},
		{"sums", encode.List(encode.LinearEncodings)}, {"rules", encode.List(encode.RuleEncodings)},
	} {
		for _, e := range part.list {
			if e.Clauses == "" {
				continue // it chooses among the others
			}
			clauses := e.Clauses
			if e.Definitions != "" {
				clauses += "; " + e.Definitions
			}
			if e.From > 1 {
				clauses += fmt.Sprintf("; n ≥ %d", e.From)
			}
			paper, variables := e.Paper, e.Variables
			if paper == "" {
				paper = "folklore or own"
			}
			if variables == "" {
				variables = "0"
			}
			fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s | %s |\n", part.name, e.Name, e.Meaning, paper, clauses, variables, e.Propagation)
		}
	}
	return b.String() + "\n"
}

// contendersText is the share of each encoding in the virtual best of each solver.
func contendersText(r *Results) string {
	const least = 0.02
	list := r.Contenders()
	solvers := lists.Filter(lists.Map(Solvers, func(s *Solver) string { return s.Name }), func(s string) bool {
		return slices.ContainsFunc(list, func(c Contender) bool { return c.Shares[s] > 0 })
	})
	var b strings.Builder
	b.WriteString("\n## Encodings beside the virtual best\n\nThe virtual best of a solver takes the fastest encoding for each instance. Each encoding's share of it, on the " +
		"tune half; each family\nweighs the same. Equal formulas share. Encodings with less than 2 % with every solver are left out. Most single wins are by chance.\n\n" +
		"| encoding | " + strings.Join(solvers, " | ") + " |\n| --- |" + strings.Repeat(" --- |", len(solvers)) + "\n")
	for _, c := range list {
		if slices.Max(slices.Collect(maps.Values(c.Shares))) < least {
			continue
		}
		fmt.Fprintf(&b, "| `%s` |", c.Encoding)
		for _, s := range solvers {
			fmt.Fprintf(&b, " %.1f %% |", 100*c.Shares[s])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// shortList lists families; of those that are numbered one after another it names the first and the last number.
func shortList(families []string) string {
	var list []string
	for i := 0; i < len(families); i++ {
		first, stem, n := families[i], "", 0
		if cut := strings.LastIndexByte(first, '-'); cut > 0 {
			stem = first[:cut+1]
			n, _ = strconv.Atoi(first[cut+1:])
		}
		last := n
		for n > 0 && i+1 < len(families) && families[i+1] == fmt.Sprint(stem, last+1) {
			i, last = i+1, last+1
		}
		if last > n {
			first += fmt.Sprint(" to ", last)
		}
		list = append(list, first)
	}
	return strings.Join(list, ", ")
}

// familiesText has the ratios of each family with the chosen encodings, for each task but counts.
func (r *Results) familiesText() string {
	var b strings.Builder
	b.WriteString("\n## Answers by family\n\nThe time with all that qmsat chooses, divided by the default's, on the kept half.\n\n" +
		"| family | task | " + strings.Join(scouts, " | ") + " |\n| --- | --- |" + strings.Repeat(" --- |", len(scouts)) + "\n")
	for _, f := range Families {
		for _, task := range f.Tasks {
			if task == Count {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s |", f.Name, task)
			for _, s := range scouts {
				p := Pair{f.Name, task, s}
				text := "no answer"
				if c := r.chosenTimes(p); c.Pairs > 0 {
					text = Interval{c.Times}.String()
				}
				fmt.Fprintf(&b, " %s |", text)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// countsText compares counters, with the default and their best encoding.
func countsText(r *Results) string {
	return "## Counts\n\nIf solutions are few, the engine `residual` counts fastest, with any encoding. sharpSAT-TD and d4 do not project. So\n" +
		"qmsat rejects their counts for formulas by bimander, binary, product or sequential: a solution does not determine the new variables of\n" +
		"these. sharpSAT-TD spends up to a second on its decomposition.\n\nPAR-2 counts a run without an answer as twice its limit. \"its virtual best\" takes the best encoding for each instance, \"of all\" also the best\n" +
		"solver. \"share\" is the share of the instances on which this solver is the best.\n\n" +
		markdown(lists.Filter(r.Contests(), func(c Contest) bool { return c.Task == Count }))
}

// defaultsText compares the encodings that the program chooses with the default when the study began.
func defaultsText(gains []Gain) string {
	return "\n## Defaults, then and now\n\nThe time, the conflicts and the propagations with the encoding that qmsat chooses by itself, divided by those with `" + Default +
		"`. All on the kept half;\neach family weighs the same, and intervals are over families. A family that neither of the two solves is left out. If the encoding is\n" +
		"still the default's, the ratio is 1: gini gains nothing on small puzzles, since it keeps its formula. The last column names families that\n" +
		"take more than 1.1 times as long, if there are any.\n\n" + markdown(gains)
}

// partsText lists the parts with their runs.
func partsText(r *Results) string {
	var b strings.Builder
	b.WriteString("## Parts\n\n| family | what | runs | instances: tune | kept |\n| --- | --- | --- | --- | --- |\n")
	for _, f := range Families {
		tune, kept := r.halves[half{f.Name, false}], r.halves[half{f.Name, true}]
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |\n", f.Name, f.About, r.spent[f.Name].runs, len(tune), len(kept))
	}
	return b.String()
}

// matrices has, for each family and task, a row an encoding and a column a solver.
func matrices(r *Results) string {
	var b strings.Builder
	levels := r.Levels()
	for _, f := range Families {
		for _, task := range f.Tasks {
			own := lists.Filter(levels, func(l Level) bool { return l.Family == f.Name && l.Task == task })
			solvers := lists.Distinct(lists.Map(own, func(l Level) string { return l.Solver }))
			if len(own) == 0 {
				continue
			}
			fmt.Fprintf(&b, "\n### %s: %s\n\n| encoding | %s |\n|%s\n", f.Name, task, strings.Join(solvers, " | "), strings.Repeat(" --- |", len(solvers)+1))
			var encodings []string
			for _, l := range own {
				if !slices.Contains(encodings, l.Encoding) {
					encodings = append(encodings, l.Encoding)
				}
			}
			for _, e := range encodings {
				fmt.Fprintf(&b, "| %s |", e)
				for _, s := range solvers {
					i := slices.IndexFunc(own, func(l Level) bool { return l.Encoding == e && l.Solver == s })
					fmt.Fprintf(&b, " %s |", levelText(own, i))
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

func levelText(levels []Level, i int) string {
	if i < 0 {
		return ""
	}
	l := levels[i]
	switch text := l.Times.String(); {
	case l.Encoding == Default:
		return show.Seconds(l.PAR2)
	case l.Times.High < 1 || l.Times.Low > 1:
		return "**" + text + "**"
	default:
		return text
	}
}

// markdown writes records as a table.
func markdown[T any](records []T) string {
	var b strings.Builder
	for i, line := range (&table.Table[T]{Records: records}).Lines() {
		fmt.Fprintf(&b, "| %s |\n", strings.ReplaceAll(line, "\t", " | "))
		if i == 0 {
			b.WriteString("|" + strings.Repeat(" --- |", strings.Count(line, "\t")+1) + "\n")
		}
	}
	return b.String()
}
