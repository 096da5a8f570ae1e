package report_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/compare"
	"qmsat/compare/report"
	"qmsat/encode"
	"qmsat/internal/svg/svgtest"
	"qmsat/model"
	"qmsat/model/engine"
)

var update = flag.Bool("update", false, "rewrite the golden page")

// written returns the page.
func written(t interface{ Fatal(...any) }, result *compare.SuiteResult) string {
	var page bytes.Buffer
	if err := report.Write(&page, result); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

var (
	drawing  = regexp.MustCompile(`(?s)<svg .*?</svg>`)
	external = regexp.MustCompile(`(?i)(src|href|url|@import)\s*[=(]\s*["']?\s*(https?:|//|data:)|<script|<link`)
)

// checkPage reports what no page may have: ill-formed drawings, references to anything outside, scripts.
func checkPage(t interface{ Fatal(...any) }, page string) (drawings int) {
	for _, text := range drawing.FindAllString(page, -1) {
		drawings++
		if _, err := svgtest.Parse(text); err != nil {
			t.Fatal(err, text)
		}
	}
	if found := external.FindString(page); found != "" {
		t.Fatal("the page refers to something outside:", found)
	}
	if text := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""); strings.Contains(text, "http") {
		t.Fatal("an address stands in the page")
	}
	for _, bad := range []string{"NaN", "Inf", "%!", "&lt;nil&gt;"} {
		if strings.Contains(page, bad) {
			t.Fatal(bad, "stands in the page")
		}
	}
	return drawings
}

// example is a small result with everything that a page shows: two sets, a contender that does not finish, a disagreement,
// an encoding with its size, solutions that come one after the other.
func example() *compare.SuiteResult {
	sudoku, err := model.Sudoku(2, 2)
	if err != nil {
		panic(err)
	}
	puzzles := make([]model.Puzzle, 8)
	for i := range puzzles {
		puzzles[i] = model.Puzzle{File: "puzzles.txt", Line: i + 2, Text: strings.Repeat(".", 16)}
	}
	contenders := []compare.Row{
		{Label: "native", Contender: compare.Contender{Engine: &engine.Engine{Name: "native"}}, Open: 3 * time.Millisecond},
		{Label: "gini <&>", Contender: compare.Contender{
			Engine: &engine.Engine{Name: "gini"}, Options: engine.Options{"encoding": "extended", "sum": "pairs"},
		}, Open: 20 * time.Millisecond, Effort: engine.Effort{{Name: "conflicts", Value: 12345}}},
		{Label: "gophersat", Contender: compare.Contender{
			Engine: &engine.Engine{Name: "gophersat"}, Options: engine.Options{"encoding": "minimal", "sum": "support"},
		}},
	}
	for i := range contenders {
		for p := range puzzles {
			base := time.Duration(1+i*i*40) * time.Duration(10+p*p) * time.Microsecond
			o := compare.Outcome{
				Times: []time.Duration{base, base * 11 / 10, base * 9 / 10}, Count: big.NewInt(300), Ended: engine.Exhausted, Compared: true,
			}
			for k := range 9 {
				o.Arrivals = append(o.Arrivals, base*time.Duration(1+k)*time.Duration(1+i*k)/100)
			}
			if i == 2 && p > 5 {
				o.Ended, o.Compared, o.GivenUp = engine.CutOff, false, base*9/10
			}
			contenders[i].Outcomes = append(contenders[i].Outcomes, o)
		}
	}
	full := &compare.Report{Puzzles: puzzles, Rounds: 3, WarmUp: 1, Seed: 7, Rows: contenders, Stopped: true}
	wrong := &compare.Report{
		Puzzles: puzzles[:1], Rounds: 3, Seed: 7, Rows: []compare.Row{contenders[0], contenders[1]},
		Failures: []compare.Failure{{Puzzle: puzzles[0], Contender: 1, Label: "gini <&>", Reason: "299 solutions, native has 300"}},
	}
	for i := range wrong.Rows {
		wrong.Rows[i].Outcomes = wrong.Rows[i].Outcomes[:1]
	}
	return &compare.SuiteResult{
		Environment: compare.Environment{
			Build: compare.Build{Commit: "0123456789abcdef", Go: "go1.26.0", OS: "linux", Arch: "amd64"},
			CPU:   "a processor", CPUs: 2, Command: "qmsat bench --suite 'a <b>.yaml'", Date: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC),
		},
		Sets: []compare.SetResult{
			{Name: "a set", Description: "8 puzzles that were made up.", Report: full, Sizes: []*encode.Size{
				nil, {Variables: 64, Clauses: 22662, Literals: 71388}, {Variables: 64, Clauses: 26082, Literals: 103680},
			}},
			{Name: "another", Model: sudoku, Givens: model.Cube{{Var: 1, Value: 2}}, Report: wrong},
		},
	}
}

// The page of fixed results is golden, to the byte.
func TestPageIsGolden(t *testing.T) {
	page := written(t, example())
	if again := written(t, example()); again != page {
		t.Error("the same results give different pages")
	}
	file := filepath.Join("testdata", "page.html")
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	expected, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(expected), page); diff != "" {
		t.Errorf("the page has changed (go test ./compare/report -update rewrites it):\n%s", diff)
	}
}

// The page is self-contained and tells what there is: every contender, the disagreement, the environment, each kind of plot.
func TestPageTellsAll(t *testing.T) {
	page := written(t, example())
	// The first set has medians, a cactus plot, two scatter plots, rates and three of sizes; the second, of one puzzle, that puzzle,
	// medians and rates.
	if n := checkPage(t, page); n != 11 {
		t.Errorf("%d drawings, expected 11", n)
	}
	for _, expected := range []string{
		"Stopped before the end. ✗ 1 disagreement on 9 puzzles in 2 sets. 9 of 9 puzzles compared; 2 cut off.", "299 solutions, native has 300", "puzzles.txt:2",
		"native", "gini &lt;&amp;&gt;", "gophersat (6 of 8)", "6 of 8", "≥ 2,400", "conflicts 12,345", "extended/pairwise/pairs",
		"0123456789ab", "a processor, 2 CPUs", "go1.26.0", "2026-11-21 08:00:00 UTC", "seed 7", "qmsat bench --suite &#39;a &lt;b&gt;.yaml&#39;",
		"Cactus plot", "Scatter plots", "Enumeration rate", "Sizes of encodings", "22,662", "not finished", "the smallest puzzle on which", `href="#set-2"`,
	} {
		if !strings.Contains(page, expected) {
			t.Errorf("%q is missing", expected)
		}
	}
}

// The times beside the page are those of every round, for each contender and each puzzle; one that never ran says so.
func TestTimes(t *testing.T) {
	result := example()
	result.Sets[1].Report.Rows[1].Outcomes = []compare.Outcome{{}} // never ran
	var out bytes.Buffer
	if err := report.WriteTimes(&out, result); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if expected := 1 + 3*8 + 2; len(rows) != expected {
		t.Fatalf("%d rows, expected %d", len(rows), expected)
	}
	for i, expected := range map[int][]string{
		0: {"set", "label", "file", "line", "puzzle", "count", "complete", "finished", "seconds", "arrivals", "outcome", "compared", "wrong"},
		1: {
			"a set", "native", "puzzles.txt", "2", "", "300", "true", "true", "1e-05 1.1e-05 9e-06",
			"1e-07 2e-07 3e-07 4e-07 5e-07 6e-07 7e-07 8e-07 9e-07", "exhausted", "true", "",
		},
		24: {
			"a set", "gophersat", "puzzles.txt", "9", "", "300", "false", "false", "0.009499 0.0104489 0.0085491",
			rows[24][9], "cut off", "false", "",
		},
		26: {"another", "gini <&>", "puzzles.txt", "2", "", "", "false", "false", "", "", "not run", "false", "299 solutions, native has 300"},
	} {
		if diff := cmp.Diff(expected, rows[i]); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i, diff)
		}
	}
}

// Beside them is a row for each round.
func TestRounds(t *testing.T) {
	result := example()
	result.Sets[1].Report.Rows[1].Outcomes = []compare.Outcome{{}} // never ran
	var out bytes.Buffer
	if err := report.WriteRounds(&out, result); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if expected := 1 + 3*(3*8+1); len(rows) != expected {
		t.Fatalf("%d rows, expected %d", len(rows), expected)
	}
	for i, expected := range map[int][]string{
		0:  {"set", "label", "file", "line", "puzzle", "round", "seconds"},
		1:  {"a set", "native", "puzzles.txt", "2", "", "1", "1e-05"},
		3:  {"a set", "native", "puzzles.txt", "2", "", "3", "9e-06"},
		71: {"a set", "gophersat", "puzzles.txt", "9", "", "2", "0.0104489"},
	} {
		if diff := cmp.Diff(expected, rows[i]); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i, diff)
		}
	}
}

// A page without a second set has no list of sets; one of a single contender no ratios.
func TestPageOfOneContender(t *testing.T) {
	result := example()
	result.Sets = result.Sets[:1]
	result.Sets[0].Name, result.Sets[0].Sizes = "", nil
	set := result.Sets[0].Report
	set.Rows = set.Rows[:1]
	page := written(t, result)
	checkPage(t, page)
	for _, unexpected := range []string{"<h3>Sets", "Ratios of times", "Scatter plots"} {
		if strings.Contains(page, unexpected) {
			t.Errorf("%q stands in the page", unexpected)
		}
	}
}

// Of many contenders the plots show twelve, the first and the quickest; the tables all.
func TestPageOfManyContenders(t *testing.T) {
	result := example()
	result.Sets = result.Sets[:1]
	result.Sets[0].Sizes = nil
	set := result.Sets[0].Report
	slow := set.Rows[2]
	for i := len(set.Rows); i < 15; i++ {
		row := set.Rows[1]
		if i == 10 {
			row = slow
		}
		row.Label = fmt.Sprintf("contender %d", i)
		set.Rows = append(set.Rows, row)
	}
	page := written(t, result)
	checkPage(t, page)
	if !strings.Contains(page, "Of 15 contenders: the first, and the 11") {
		t.Error("what is left out is not said")
	}
	if !strings.Contains(page, `contender 10`) || strings.Contains(page, "<title>contender 10 against") {
		t.Error("the slowest is not in the tables, or it is plotted")
	}
}

// Results of any kind give a page: no puzzles, no contenders, nothing finished, nothing run, all equal.
func TestAnyResultIsWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a hundred pages")
	}
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		rounds := rapid.IntRange(1, 3).Draw(t, "rounds")
		r := &compare.Report{Rounds: rounds, Puzzles: make([]model.Puzzle, rapid.IntRange(0, 8).Draw(t, "puzzles"))}
		equal := rapid.Bool().Draw(t, "equal")
		for i := range rapid.IntRange(0, 5).Draw(t, "contenders") {
			row := compare.Row{Label: fmt.Sprint("contender ", i), Contender: compare.Contender{Engine: &engine.Engine{Name: "any"}}}
			finishing := rapid.Float64Range(0, 1).Draw(t, "finishing")
			for range r.Puzzles {
				row.Outcomes = append(row.Outcomes, outcome(random, rounds, equal, finishing))
			}
			r.Rows = append(r.Rows, row)
		}
		page := written(t, &compare.SuiteResult{Sets: []compare.SetResult{{Report: r}}})
		checkPage(t, page)
		for _, row := range r.Rows {
			if !strings.Contains(page, row.Label) {
				t.Fatalf("%s is missing", row.Label)
			}
		}
	})
}

// outcome returns what a contender may have done on a puzzle.
func outcome(random *rand.Rand, rounds int, equal bool, finishing float64) compare.Outcome {
	ran := random.IntN(rounds + 1)
	if ran == 0 {
		return compare.Outcome{}
	}
	o := compare.Outcome{Count: big.NewInt(random.Int64N(1 << 40)), Ended: engine.Exhausted, Compared: random.IntN(2) == 0}
	for range ran {
		t := time.Duration(1)
		if !equal {
			t += time.Duration(random.Int64N(1 << random.IntN(40)))
		}
		o.Times = append(o.Times, t)
	}
	if random.Float64() >= finishing {
		o.Ended, o.GivenUp = engine.CutOff, o.Times[random.IntN(ran)]
	}
	at := time.Duration(0)
	for range random.IntN(20) {
		o.Arrivals = append(o.Arrivals, at)
		at += time.Duration(random.Int64N(3))
	}
	return o
}

// What was stopped, has no puzzles, is wrong or has a single contender never gets a tick, and what was not measured no figure.
func TestPageClaimsNoMoreThanWasCompared(t *testing.T) {
	agreeing := func(rows, puzzles int) *compare.Report {
		r := example().Sets[0].Report
		r.Rows, r.Puzzles, r.Stopped = r.Rows[:rows], r.Puzzles[:puzzles], false
		for i := range r.Rows {
			r.Rows[i].Outcomes = r.Rows[i].Outcomes[:puzzles]
		}
		return r
	}
	stopped := agreeing(2, 8)
	stopped.Stopped = true
	for i := range stopped.Rows {
		for p := range 6 {
			stopped.Rows[i].Outcomes[p+2] = compare.Outcome{}
		}
	}
	never := agreeing(2, 8)
	never.Stopped = true
	for i := range never.Rows {
		never.Rows[i] = compare.Row{Label: "any", Contender: never.Rows[i].Contender, Outcomes: make([]compare.Outcome, 8)}
	}
	wrong := agreeing(2, 3)
	wrong.Failures = []compare.Failure{{Contender: 1, Label: "gini", Reason: "299 solutions"}}
	crashed := agreeing(2, 3)
	crashed.Failures = []compare.Failure{{Contender: 1, Label: "gini", Reason: "panic", Err: errors.New("panic")}}
	heuristic := agreeing(2, 3)
	heuristic.Rows[1].Contender.Engine = &engine.Engine{Name: "heuristic", Abilities: engine.Abilities{MayFail: true}}
	for i := range heuristic.Rows[1].Outcomes {
		heuristic.Rows[0].Outcomes[i].Compared = false
		heuristic.Rows[1].Outcomes[i].Compared = false
		heuristic.Rows[1].Outcomes[i].Ended = []engine.Outcome{engine.Solved, engine.Stuck, engine.CutOff}[i]
		heuristic.Rows[1].Outcomes[i].GivenUp = 1
	}
	for name, test := range map[string]struct {
		report  *compare.Report
		verdict string
		figures []string
	}{
		"all":           {agreeing(3, 6), "✓ No disagreement on 6 puzzles: all were compared.", []string{">1,800</td>"}},
		"stopped":       {stopped, "Stopped before the end. 2 of 8 puzzles compared; 6 not run. No disagreement on these.", []string{">2 of 8</td>", ">≥ 600</td>"}},
		"never begun":   {never, "Stopped before the end. 0 of 8 puzzles compared; 8 not run.", []string{">0 of 8</td>", "<b>–</b>"}},
		"empty":         {agreeing(2, 0), "Nothing compared: no puzzles.", []string{"<b>–</b>"}},
		"false":         {wrong, "✗ 1 disagreement on 3 puzzles. 3 of 3 puzzles compared.", []string{"299 solutions"}},
		"a crash":       {crashed, "✗ 1 failure on 3 puzzles. 3 of 3 puzzles compared.", nil},
		"a single one":  {agreeing(1, 3), "Nothing compared: 1 contender on 3 puzzles.", []string{`>–</td><td class="nowrap">`}},
		"one may fail":  {heuristic, "Nothing compared: 1 contender on 3 puzzles.", []string{`>–</td><td class="nowrap">1 of 3 solved`}},
		"one is cut":    {agreeing(3, 8), "8 of 8 puzzles compared; 2 cut off. No disagreement on these.", []string{">6 of 8</td>"}},
		"nobody at all": {&compare.Report{}, "Nothing compared: no puzzles.", nil},
	} {
		if name == "a single one" {
			for i := range test.report.Rows[0].Outcomes {
				test.report.Rows[0].Outcomes[i].Compared = false
			}
		}
		page := written(t, &compare.SuiteResult{Sets: []compare.SetResult{{Report: test.report}}})
		checkPage(t, page)
		if n := strings.Count(page, ">"+test.verdict+"<"); n != 2 {
			t.Errorf("%s: the verdict %q stands in the page %d times, expected two:\n%s", name, test.verdict, n,
				strings.Join(regexp.MustCompile(`class="verdict.*`).FindAllString(page, -1), "\n"))
		}
		if strings.Contains(page, "✓") != (name == "all") {
			t.Errorf("%s: a tick: %t", name, name != "all")
		}
		for _, figure := range test.figures {
			if !strings.Contains(page, figure) {
				t.Errorf("%s: %q is missing", name, figure)
			}
		}
		if strings.Contains(page, ">0 ns<") || strings.Contains(page, ">0</b>") {
			t.Errorf("%s: a time of nothing", name)
		}
	}
}
