package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
)

// asked returns the measurement of engines on puzzles of 4×4 Sudoku.
func asked(t *testing.T, texts []string, engines ...*engine.Engine) *compare.Set {
	t.Helper()
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	list, err := model.CollectPuzzles(model.ReadPuzzles("test.txt", strings.NewReader(strings.Join(texts, "\n")), m, model.Characters))
	if err != nil {
		t.Fatal(err)
	}
	asked := &compare.Set{Config: compare.Config{Model: m, Rounds: 1}, Puzzles: list}
	for _, e := range engines {
		asked.Contenders = append(asked.Contenders, compare.Contender{Engine: e})
	}
	return asked
}

// measuredSet returns what such a measurement comes to.
func measuredSet(t *testing.T, ctx context.Context, texts []string, engines ...*engine.Engine) compare.SetResult {
	t.Helper()
	set, err := asked(t, texts, engines...).Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// stopping returns an engine that ends a context before its second run.
func stopping(e *engine.Engine, end func()) *engine.Engine {
	copied, runs := *e, 0
	copied.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		s, err := e.Open(ctx, m, options)
		return &stoppingSession{s, &runs, end}, err
	}
	return &copied
}

type stoppingSession struct {
	engine.Session
	runs *int
	end  func()
}

func (s *stoppingSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	if *s.runs++; *s.runs == 2 {
		s.end()
	}
	return s.Session.Run(ctx, cube, limit, yield)
}

// Whatever writes results is given a comparison that was stopped, one that was stopped before it began, one without puzzles, a
// false one, a crash, a single contender and an engine that may fail. Each shows; none has a tick or a figure of nothing.
func TestWritersClaimNoMoreThanWasCompared(t *testing.T) {
	native, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	other := *native
	other.Name = "other"
	three := []string{"1...............", "1234............", "1....2...3....4."}
	ctx, cancel := context.WithCancel(t.Context())
	ended, end := context.WithCancel(t.Context())
	end()
	for name, test := range map[string]struct {
		set     compare.SetResult
		status  int
		claim   string            // a regular expression
		json    string            // of the last object
		csv     map[string]string // of the last row
		page    string            // the verdict
		times   string            // a regular expression
		goLines int
	}{
		"whole": {
			set: measuredSet(t, t.Context(), three, native, &other), claim: "^3 of 3 puzzles compared, no disagreement$",
			json: `"puzzles":3,"count":"85","complete":true,.*"stopped":false,"compared":3,"cut_off":0,"not_run":0}`,
			page: "✓ No disagreement on 3 puzzles: all were compared.", times: "other,test.txt,2,,12,true,true,.*,exhausted,true,\n", goLines: 2,
			csv: map[string]string{"count": "85", "complete": "true", "stopped": "false", "compared": "3", "cut_off": "0", "not_run": "0", "solved": ""},
		},
		"stopped": {
			set: measuredSet(t, ctx, three, &other, stopping(native, cancel)), status: statusStopped,
			claim: "^stopped: [12] of 3 puzzles compared; .*[12] not run$",
			json:  `"complete":false,.*"stopped":true,"compared":[12],"cut_off":[01],"not_run":[01]}`,
			page:  "Stopped before the end. ", times: "not run,false,\n",
			csv: map[string]string{"complete": "false", "stopped": "true"},
		},
		"never begun": {
			set: measuredSet(t, ended, three, native, &other), status: statusStopped, claim: "^stopped: 0 of 3 puzzles compared; 3 not run$",
			json: `"puzzles":0,"count":null,"complete":false,.*"seconds":null,.*"stopped":true,"compared":0,"cut_off":0,"not_run":3}`,
			page: "Stopped before the end. 0 of 3 puzzles compared; 3 not run.", times: "other,test.txt,1,,,false,false,,,not run,false,\n",
			csv: map[string]string{"count": "", "complete": "false", "seconds": "", "seconds_total": "", "not_run": "3"},
		},
		"empty": {
			set: measuredSet(t, t.Context(), nil, native, &other), claim: "^nothing compared: no puzzles$",
			json: `"puzzles":0,"count":null,"complete":false,.*"seconds":null,.*"compared":0,"cut_off":0,"not_run":0}`,
			page: "Nothing compared: no puzzles.", times: ",wrong\n$",
			csv: map[string]string{"puzzles": "0", "count": "", "complete": "false", "seconds": "", "seconds_high": "", "compared": "0"},
		},
		"false": {
			set: measuredSet(t, t.Context(), three, native, enginetest.Dropping("wrong", native)), status: statusCheck,
			claim: "^3 disagreements; 3 of 3 puzzles compared$", goLines: 2,
			json: `"disagreements":\[{.*"reason":"0 solutions, native has 1; lacks 1432321443212143"}\],.*"compared":3`,
			page: "✗ 3 disagreements on 3 puzzles. 3 of 3 puzzles compared.", times: `true,"0 solutions, native has 1; lacks 1432321443212143"` + "\n",
			csv: map[string]string{"disagreements": "3"},
		},
		"crashed": {
			set: measuredSet(t, t.Context(), three[:1], native, enginetest.Crashing("broken", native, errCrash)), status: statusFailed,
			claim: "^1 failure; 0 of 1 puzzle compared; 1 not by all contenders$", goLines: 2,
			json: `"puzzles":1,"count":"0","complete":false,.*"unfinished":1,.*"reason":"the solver crashed","failed":true}\],.*"compared":0`,
			page: "✗ 1 failure on 1 puzzle. 0 of 1 puzzle compared; 1 not by all contenders.", times: ",failed,false,the solver crashed\n",
			csv: map[string]string{"complete": "false", "unfinished": "1", "disagreements": "1"},
		},
		"single": {
			set: measuredSet(t, t.Context(), three, native), claim: "^nothing compared: 1 contender on 3 puzzles$", goLines: 1,
			json: `"puzzles":3,"count":"85","complete":true,.*"compared":0,"cut_off":0,"not_run":0}`,
			page: "Nothing compared: 1 contender on 3 puzzles.", times: "exhausted,false,\n",
			csv: map[string]string{"count": "85", "complete": "true", "compared": "0"},
		},
		"one that may fail": {
			set:   measuredSet(t, t.Context(), append(three, "11.............."), native, enginetest.Failing("guessing", native)),
			claim: "^nothing compared: 1 contender on 4 puzzles$", goLines: 2,
			json: `"puzzles":4,"count":null,"complete":false,.*"disagreements":\[\],.*"cut_off":0,"not_run":0,"solved":3,"stuck":1}`,
			page: "Nothing compared: 1 contender on 4 puzzles.", times: ",stuck,false,\n",
			csv: map[string]string{"count": "", "complete": "false", "solved": "3", "stuck": "1", "cut_off": "0"},
		},
	} {
		for which, s := range map[string]*sheet{"compare": compareSheet, "bench": benchSheet} {
			write := func(format string) string {
				var out bytes.Buffer
				p := &printer{sheet: s, out: newLines(&out), format: format}
				if err := errors.Join(p.set(&test.set), p.end()); err != nil {
					t.Fatal(err)
				}
				return out.String()
			}
			expect := func(what, pattern, text string) {
				if !regexp.MustCompile(pattern).MatchString(text) {
					t.Errorf("%s, %s, %s: %q is missing in\n%s", name, which, what, pattern, text)
				}
			}
			text := write("text")
			claim := "(?m)" + test.claim
			if test.set.Report.Stopped {
				claim = strings.Replace(test.claim, "^", `\A`, 1)
				claim = strings.Replace(claim, "$", "\n", 1)
			}
			expect("text", claim, text)
			if regexp.MustCompile(`\b0 (ns|s)\b`).MatchString(text) {
				t.Errorf("%s, %s: a time of nothing:\n%s", name, which, text)
			}
			jsonLines := strings.Split(strings.TrimSpace(write("json")), "\n")
			expect("json", test.json, jsonLines[len(jsonLines)-1])
			if figure := regexp.MustCompile(`"[a-z_]*seconds[a-z_]*":0[,}]`).FindString(jsonLines[len(jsonLines)-1]); figure != "" {
				t.Errorf("%s, %s, json: %s is a time of nothing", name, which, figure)
			}
			rows := readCSV(t, write("csv"))
			for column, want := range test.csv {
				if got := rows[len(rows)-1][column]; got != want {
					t.Errorf("%s, csv: %s is %q, expected %q", name, column, got, want)
				}
			}
			lines := write("go")
			expect("go", `\Aclaim: `+strings.Replace(strings.TrimPrefix(test.claim, "^"), "$", "\n", 1), lines)
			if n := strings.Count(lines, "Benchmark"); n != test.goLines {
				t.Errorf("%s: %d Go benchmark lines, expected %d", name, n, test.goLines)
			}
			result := &compare.SuiteResult{Sets: []compare.SetResult{test.set}}
			dir := t.TempDir()
			if err := s.writeReport(dir, result); err != nil {
				t.Fatal(err)
			}
			page := read(t, filepath.Join(dir, reportPage))
			expect("page", regexp.QuoteMeta(test.page), page)
			if strings.Contains(page, "✓") != (name == "whole") {
				t.Errorf("%s: a tick in the page: %t", name, name != "whole")
			}
			expect("results", test.json, read(t, filepath.Join(dir, reportResults)))
			expect("times", test.times, read(t, filepath.Join(dir, reportTimes)))
			exit := &exitError{}
			if errors.As(verdict(t.Context(), result), &exit); exit.status != test.status {
				t.Errorf("%s: exit status %d, expected %d", name, exit.status, test.status)
			}
		}
	}
}

var errCrash = errors.New("the solver crashed")

// The sets of a suite that are left where it is stopped stand in every output as not run.
func TestStoppedSuite(t *testing.T) {
	native, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range measuredFormats {
		ctx, cancel := context.WithCancel(t.Context())
		first := asked(t, []string{"1...............", "1234............", "1....2...3....4."}, stopping(native, cancel), native)
		second := asked(t, []string{"1...............", "1234............"}, native, native)
		first.Name, second.Name = "first", "second"
		var out bytes.Buffer
		dir := t.TempDir()
		err := printMeasured(ctx, streams{out: &out, err: io.Discard}, benchSheet, format, dir, pflag.NewFlagSet("bench", 0), nil,
			[]*compare.Set{first, second})
		exit := &exitError{}
		if errors.As(err, &exit); exit.status != statusStopped || exit.Error() != "interrupted: 1 of 5 puzzles compared; 4 not run" {
			t.Errorf("%s: status %d, %v", format, exit.status, err)
		}
		for what, text := range map[string]string{
			format: out.String(), "page": read(t, filepath.Join(dir, reportPage)), "results": read(t, filepath.Join(dir, reportResults)),
		} {
			pattern := map[string]string{
				"text": `second\nstopped: 0 of 2 puzzles compared; 2 not run\n`, "csv": `,second,.*,true,0,0,2,,\n`, "go": `claim: stopped: 0 of 2 puzzles compared; 2 not run\n`,
				"page": `<p class="verdict">Stopped before the end. 1 of 5 puzzles compared; 4 not run. No disagreement on these.`,
			}[what]
			if pattern == "" {
				pattern = `"set":"second",.*"stopped":true,"compared":0,"cut_off":0,"not_run":2}`
			}
			if !regexp.MustCompile(pattern).MatchString(text) {
				t.Errorf("%s: %q is missing in\n%s", what, pattern, text)
			}
		}
	}
}

// A comparison whose engine failed ends with the engine's error.
func TestVerdictKeepsTheError(t *testing.T) {
	native, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	set := measuredSet(t, t.Context(), []string{"1..............."}, enginetest.Crashing("broken", native, errCrash))
	if err := verdict(t.Context(), &compare.SuiteResult{Sets: []compare.SetResult{set}}); !errors.Is(err, errCrash) {
		t.Errorf("%v, expected %v", err, errCrash)
	}
}

// readCSV returns rows by column.
func readCSV(t *testing.T, text string) []map[string]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]string
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, cell := range row {
			cells[rows[0][i]] = cell
		}
		list = append(list, cells)
	}
	return list
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
