package encodings

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qmsat/compare/show"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/internal/modeltest"
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

// TestDocument holds docs/encodings.md and its plots to the results file; -update writes them.
func TestDocument(t *testing.T) {
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

// TestDocumentAgain measures one row of each table again: the formulas of each family's first instance with the default and with one
// more encoding, and gini's conflicts on them. Times cannot be held.
func TestDocumentAgain(t *testing.T) {
	r := documentResults(t)
	again := 0
	for _, f := range Families {
		tune := r.halves[half{f.Name, false}]
		if len(tune) == 0 || !modeltest.Long() && (f.Seconds > 0.1 || again > 6) {
			continue
		}
		first, _, err := f.Halves(Source{Context: t.Context(), Folder: testdata}, 1)
		if err != nil || first[0].Name != tune[0] {
			t.Fatalf("%s: the first instance is %s, expected %s; error %v", f.Name, first[0].Name, tune[0], err)
		}
		for _, encoding := range []string{Default, r.formulas[tune[0]][len(f.Name)%5+1].Encoding} {
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
				was := r.run(tune[0], Pair{f.Name, task, "gini"}, encoding)
				if was == nil || !was.answered() || was.Conflicts > 2000 {
					continue
				}
				is, err := Run(t.Context(), Record{Task: task}, first[0], o.options(), Solvers[0], time.Minute)
				if err != nil || is.Outcome != was.Outcome || is.Conflicts != was.Conflicts || is.Propagations != was.Propagations {
					t.Errorf("%+v, error %v, expected %+v", is, err, was)
				}
				again++
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
	r := documentResults(t)
	for _, f := range Families {
		held := r.halves[half{f.Name, true}]
		if len(held) == 0 || f.Seconds > 1 && !modeltest.Long() {
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

// documentOf writes the document.
func documentOf(r *Results) string {
	answers, contests, strengths := r.Answers(), r.Contests(), r.Strengths()
	var b strings.Builder
	fmt.Fprintf(&b, "# Which encoding for which solver, and for which task\n\n%s\n", overview(r, answers))
	b.WriteString(answersText(answers))
	b.WriteString(defaultsText(r.Gains()))
	b.WriteString(`
## Method

` + "`qmsat study encodings`" + ` runs the plan below, part by part, and prints these tables from its results. The package comment of
[compare/study/encodings](../compare/study/encodings/doc.go) states the rule of the choice. In short:

- Instances are split in halves by the FNV-1a hash of their names. Encodings are chosen on the one half (tune) and confirmed on the other (kept).
- Step 1 changes one factor of the default encoding at a time: cells, at-most-one, sums, rules, implied constraints. The scouts (gini, cadical,
  minisat) run all levels. Any other solver runs the levels whose ratio to the default, of times or of conflicts, is below 1 with a scout.
- Step 2 combines in full the two best levels of
  each factor whose interval lies wholly below 1, by time or by conflicts. The fastest of all whose interval of times lies wholly below 1, if
  there is one, runs on the kept half, beside the default and the encoding that the program chooses by itself.
- Times are processor times. A run without an answer counts twice its limit (PAR-2). Ratios are geometric means over paired instances with
  intervals of 95 % (Student's t on logarithms). Two encodings whose interval holds 1 are not ranked.
- A level is compared with the default twenty times or more for each solver, so some intervals miss 1 by chance. The kept half is there for that.
- "gini" and "gophersat" run in an open session, as in the command. There, encodings that depend on the givens (optimized cells) are made
  again for each puzzle, and that time counts. Commands get a file, and their time includes reading it.
- Equal formulas, by their hash, are run once.

In the tests, the formulas of the first instance of each family, and gini's conflicts on them, are measured again and compared with the
results file. To measure on: ` + "`gunzip -k testdata/encodings/results.jsonl.gz`" + `, then ` + "`qmsat study encodings --results FILE --part NAME`" + `, ` +
		"`gzip -9n`" + ` the file, and ` + "`go test ./compare/study/encodings -update`" + `.

`)
	b.WriteString(partsText(r))
	fmt.Fprintf(&b, "\n## Solvers beside the virtual best\n\nThe virtual best takes, for each instance, the best encoding (of this solver), or the best solver too (of all). The share says on\n"+
		"how many instances the solver is the best. All on the tune half; solved and PAR-2 with the default encoding.\n\n%s", markdown(contests))
	for i, c := range r.Cactus() {
		fmt.Fprintf(&b, "\n![%s: %s](encodings-cactus-%d.svg)\n", c.Title, c.Description, i+1)
	}
	b.WriteString("\n## Formulas\n\nGeometric means over the tune half. The last columns are the values that unit propagation leaves open in the puzzle, on average, and\n" +
		"that failed literals leave open after it; they are measured without a solver. Blank: too long to try.\n\n" + markdown(strengths))
	b.WriteString("\n## One factor at a time\n\nThe time divided by the default's, with its interval; the default's own row has its PAR-2. Bold: the interval does not hold 1.\n")
	b.WriteString(matrices(r))
	return b.String()
}

// overview says in a paragraph what was run, and what follows.
func overview(r *Results, answers []Answer) string {
	count := func(verdict string) int {
		return lists.Count(answers, func(a Answer) bool { return a.Verdict == verdict })
	}
	var versionsOf []string
	for _, record := range r.Records {
		if record.Family == versions {
			versionsOf = append(versionsOf, fmt.Sprintf("%s (%s)", record.Solver, record.Instance))
		}
	}
	slices.Sort(versionsOf)
	families := lists.Count(Families, func(f *Family) bool { return r.spent[f.Name].runs > 0 })
	return fmt.Sprintf("**This is a first part of the study: %d of %d families were run, in %s of processor time.** The other families have no answer yet.\n\n"+
		"Of %d choices for a family, task and solver, %d are confirmed as faster on instances that were not used to choose. %d cannot be told apart from the\n"+
		"default there, %d are slower, and %d are not confirmed yet. For %d no encoding could be told to be better.\n\nSolvers: %s.\n",
		families, len(Families), show.Seconds(3600*r.Hours), len(answers), count(faster), count(untold), count(slower), count(unconfirmed), count(defaultBest),
		strings.Join(slices.Compact(versionsOf), ", "))
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
			found[a.Encoding][a.Family] = append(found[a.Encoding][a.Family], fmt.Sprintf("%s %.2f", a.Solver, a.Kept.Center))
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

// answersText has the answers, in short and as a table.
func answersText(answers []Answer) string {
	return "## Answers\n\nFaster than the default, confirmed, with the ratio of times on the kept half:\n\n" + confirmed(answers) +
		"\nOptimized cells write only what the givens leave: commands read less, and their conflicts hardly change.\n\nThe time with the encoding, divided by the default's (`" + Default +
		"`); below 1 is faster. \"kept\" counts: these instances were not used to choose.\n\n" + markdown(answers)
}

// defaultsText compares the encodings that the program chooses with the default when the study began.
func defaultsText(gains []Gain) string {
	text := "\n## Defaults, then and now\n\nThe time and the conflicts with the encoding that qmsat chooses by itself, divided by those with `" + Default +
		"`, the default when the\nstudy began. All on the kept half; each family weighs the same, and intervals are over families.\n\n"
	if len(gains) == 0 {
		return text + "Not measured yet: the parts `NAME+` do.\n"
	}
	return text + markdown(gains)
}

// partsText lists the parts with their runs.
func partsText(r *Results) string {
	var b strings.Builder
	b.WriteString("## Parts\n\n| family | what | runs so far | instances in a half |\n| --- | --- | --- | --- |\n")
	for _, f := range Families {
		n := r.spent[f.Name].runs
		fmt.Fprintf(&b, "| %s | %s | %d | %d |\n", f.Name, f.About, n, f.Half)
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
