package report_test

import (
	"bytes"
	"encoding/csv"
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
	"qmsat/model"
	"qmsat/model/draw/svg/svgtest"
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
				Times: []time.Duration{base, base * 11 / 10, base * 9 / 10}, Count: big.NewInt(300), Complete: true, Finished: true,
			}
			for k := range 9 {
				o.Arrivals = append(o.Arrivals, base*time.Duration(1+k)*time.Duration(1+i*k)/100)
			}
			if i == 2 && p > 5 {
				o.Finished, o.Complete, o.CutOff = false, false, base*9/10
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
	// The first set has medians, a cactus plot, two scatter plots, rates and sizes; the second, of one puzzle, that puzzle,
	// medians and rates.
	if n := checkPage(t, page); n != 9 {
		t.Errorf("%d drawings, expected 9", n)
	}
	for _, expected := range []string{
		"✗ 1 disagreement on 9 puzzles in 2 sets.", "Disagreements: 1.", "299 solutions, native has 300", "puzzles.txt:2",
		"native", "gini &lt;&amp;&gt;", "gophersat (6 of 8)", "6 of 8", "≥ 2,400", "conflicts 12,345", "extended/pairwise/pairs",
		"0123456789ab", "a processor, 2 CPUs", "go1.26.0", "2026-11-21 08:00:00 UTC", "seed 7", "qmsat bench --suite &#39;a &lt;b&gt;.yaml&#39;",
		"Cactus plot", "Scatter plots", "Enumeration rate", "Sizes of encodings", "22,662", "not finished", "the smallest puzzle on which", `href="#set-2"`,
	} {
		if !strings.Contains(page, expected) {
			t.Errorf("%q is missing", expected)
		}
	}
}

// The times beside the page are those of every round, for each contender and each puzzle that it ran on.
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
	if expected := 1 + 3*8 + 1; len(rows) != expected {
		t.Fatalf("%d rows, expected %d", len(rows), expected)
	}
	for i, expected := range map[int][]string{
		0: {"set", "label", "file", "line", "puzzle", "count", "complete", "finished", "seconds", "arrivals"},
		1: {
			"a set", "native", "puzzles.txt", "2", "", "300", "true", "true", "1e-05 1.1e-05 9e-06",
			"1e-07 2e-07 3e-07 4e-07 5e-07 6e-07 7e-07 8e-07 9e-07",
		},
		24: {
			"a set", "gophersat", "puzzles.txt", "9", "", "300", "false", "false", "0.009499 0.0104489 0.0085491",
			strings.Join(rows[24][9:], ""),
		},
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
	o := compare.Outcome{Count: big.NewInt(random.Int64N(1 << 40)), Finished: random.Float64() < finishing}
	for range ran {
		t := time.Duration(1)
		if !equal {
			t += time.Duration(random.Int64N(1 << random.IntN(40)))
		}
		o.Times = append(o.Times, t)
	}
	if !o.Finished {
		o.CutOff = o.Times[random.IntN(ran)]
	}
	at := time.Duration(0)
	for range random.IntN(20) {
		o.Arrivals = append(o.Arrivals, at)
		at += time.Duration(random.Int64N(3))
	}
	return o
}
