package encodings

import (
	"compress/gzip"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/compare/study"
	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

const testdata = "../../../testdata"

// The halves are those of FNV-1a, and every family has instances in both, of valid models, with names that occur once.
func TestHalves(t *testing.T) {
	if Kept("a") || !Kept("b") { // the hashes are 0xe40c292c and 0xe70c2de5
		t.Errorf("a is kept: %v, b: %v", Kept("a"), Kept("b"))
	}
	names := map[string]bool{}
	for _, f := range Families {
		if slices.Contains([]string{"25×25", "36×36", "order-5", "variants"}, f.Name) && !modeltest.Long() || f.Name == "foreign" {
			continue
		}
		tune, kept, err := f.Halves(Source{Context: t.Context(), Folder: testdata}, modeltest.Scale(1, f.Half))
		if err != nil || len(tune) == 0 || len(kept) == 0 {
			t.Errorf("%s: %d and %d instances, error %v", f.Name, len(tune), len(kept), err)
		}
		for _, i := range slices.Concat(tune, kept) {
			if err := i.Model.Validate(); err != nil || names[i.Name] || Kept(i.Name) != slices.ContainsFunc(kept, func(k Instance) bool { return k.Name == i.Name }) {
				t.Errorf("%s: error %v, or it comes twice, or is in the wrong half", i.Name, err)
			}
			names[i.Name] = true
		}
	}
}

// A wrong given is refuted by search alone, and every given left is needed.
func TestWronged(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	tune, _, err := familyNamed("wrong-given").Halves(Source{Context: t.Context(), Folder: testdata}, 1)
	if err != nil {
		t.Fatal(err)
	}
	i := tune[0]
	formula, err := Formula(t.Context(), "", i, standard.options())
	if err != nil || *formula.Open <= 0 || *formula.Failed <= 0 {
		t.Errorf("%+v, error %v", formula, err)
	}
	session, err := engine.Open(t.Context(), "gini", i.Model, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if found, err := engine.Solutions(t.Context(), session, i.Cube, 1); err != nil || len(found) > 0 {
		t.Errorf("found a solution, error %v", err)
	}
	for n := range len(i.Cube) {
		if found, err := engine.Solutions(t.Context(), session, slices.Delete(slices.Clone(i.Cube), n, n+1), 1); err != nil || len(found) == 0 {
			t.Errorf("found no solution without given %d, error %v", n, err)
		}
	}
}

// A store keeps its records, skips a line that an interrupt cut, and belongs to one process at a time.
func TestStore(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	s, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	first := Record{Family: "f", Instance: "i", Hash: "h", Task: First, Solver: "gini", Outcome: "sat"}
	if err := s.Add(first); err != nil || s.Find(first) == nil {
		t.Fatal(err)
	}
	if _, err := Open(name); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("opened twice: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	file.WriteString(`{"f":"f","i":"j"`)
	file.Close()
	if s, err = Open(name); err != nil || len(s.Records) != 1 || s.Find(first) == nil {
		t.Fatalf("%+v, error %v", s, err)
	}
	other := first
	other.Instance = "j"
	if err := s.Add(other); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || strings.Count(string(text), "\n") != 2 {
		t.Fatalf("%q, error %v", text, err)
	}
	packed, err := os.Create(name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(packed)
	w.Write(text)
	w.Close()
	packed.Close()
	if s, err = Read(name + ".gz"); err != nil || len(s.Records) != 2 || s.Find(other) == nil {
		t.Errorf("%+v, error %v", s, err)
	}
}

// synthetic returns records of a family: on each instance the default takes a second and 100 conflicts, and an encoding as many
// times as factors say.
func synthetic(instances int, ratios map[string]float64) (list []Record) {
	for n := range instances {
		i := numbered("hardest", n+1)
		wobble := 1 + 0.02*float64(n%3)
		for _, e := range slices.Concat([]string{Default}, slices.Sorted(func(yield func(string) bool) {
			for e := range ratios {
				if !yield(e) {
					return
				}
			}
		})) {
			ratio := ratios[e]
			if e == Default {
				ratio, wobble = 1, 1
			}
			list = append(list, Record{Family: "hardest", Instance: i, Encoding: e, Hash: e},
				Record{Family: "hardest", Instance: i, Hash: e, Task: Unique, Solver: "gini", Outcome: "unique", Seconds: ratio * wobble, Conflicts: int64(99 * ratio), Limit: 10})
			wobble = 1 + 0.02*float64(n%3)
		}
	}
	return list
}

// The two best levels of a factor are promising; a level that is slower is not. The kept half has the last word.
func TestChoice(t *testing.T) {
	ratios := map[string]float64{
		"optimized/pairwise/auto": 0.5, "minimal/pairwise/auto": 0.7, "weber/pairwise/auto": 0.6, "extended/binary/auto": 1.2, "extended/product/auto": 0.9,
	}
	pair := Pair{"hardest", Unique, "gini"}
	r := NewResults(synthetic(40, ratios))
	promising := r.promising(pair)
	if want := [5][]string{{"optimized", "weber"}, {"product"}}; !slices.EqualFunc(promising[:], want[:], slices.Equal[[]string]) {
		t.Errorf("%v, expected %v", promising, want)
	}
	got := lists.Map(combined(promising), encoding.String)
	if want := []string{"optimized/product/auto", "weber/product/auto"}; !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
	answers := r.Answers()
	if len(answers) != 1 || answers[0].Encoding != "optimized/pairwise/auto" || answers[0].Verdict != faster || answers[0].Kept.High >= 1 {
		t.Errorf("%+v", answers)
	}
	for i := range r.Records { // on the kept half, the winner is slow
		if record := &r.Records[i]; Kept(record.Instance) && record.Hash == answers[0].Encoding {
			record.Seconds = 3
		}
	}
	if answers = NewResults(r.Records).Answers(); answers[0].Verdict != slower || answers[0].Tune.High >= 1 {
		t.Errorf("%+v", answers)
	}
	for i := range r.Records { // a run without an answer counts twice the limit
		if record := &r.Records[i]; record.Hash == answers[0].Encoding && record.Task != "" {
			record.Outcome = "limit"
		}
	}
	r = NewResults(r.Records)
	c := r.compared(pair, false, "optimized/pairwise/auto")
	if math.Abs(c.Times.Center-20) > 1e-9 || !math.IsNaN(c.Conflicts.Center) || r.winner(pair) != "weber/pairwise/auto" {
		t.Errorf("%+v", c)
	}
	if all, share := r.virtual(pair, "gini"); share != 1 || all > 0.7 {
		t.Errorf("the virtual best takes %v, share %v", all, share)
	}
}

// A run without an answer never beats one with an answer. It costs as much at a short limit as at the longest. Without any answer, no
// solver is best.
func TestLimits(t *testing.T) {
	formula := func(i string) Record { return Record{Family: "hardest", Instance: i, Encoding: Default, Hash: "h"} }
	run := func(i, by, outcome string, seconds, limit float64) Record {
		return Record{Family: "hardest", Instance: i, Hash: "h", Task: Unique, Solver: by, Outcome: outcome, Seconds: seconds, Limit: limit}
	}
	got := NewResults([]Record{
		formula("a"), run("a", "gini", "limit", 1, 1), run("a", "cadical", "unique", 30, 60),
		formula("c"), run("c", "gini", "limit", 1, 1), run("c", "cadical", "limit", 60, 60),
	}).Contests()
	want := []Contest{
		{Pair{"hardest", Unique, "gini"}, "0 of 2", 120, 120, 75, 0}, {Pair{"hardest", Unique, "cadical"}, "1 of 2", 75, 75, 75, 0.5},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, expected %+v", got, want)
	}
}

// All solvers of this process find the same. Conflicts are the same in each run. A run ends at its limit.
func TestRun(t *testing.T) {
	f := familyNamed("hardest")
	tune, _, err := f.Halves(Source{Context: t.Context(), Folder: testdata}, 1)
	if err != nil {
		t.Fatal(err)
	}
	formula, err := Formula(t.Context(), f.Name, tune[0], standard.options())
	if err != nil || formula.Hash == "" || *formula.Open < *formula.Failed || formula.Clauses == 0 {
		t.Fatalf("%+v, error %v", formula, err)
	}
	for _, s := range Solvers[:2] {
		var before int64
		for range 2 {
			r, err := Run(t.Context(), Record{Task: Unique}, tune[0], standard.options(), s, time.Minute)
			if err != nil || r.Outcome != "unique" || r.Conflicts < 1 || before > 0 && r.Conflicts != before {
				t.Errorf("%+v, error %v; %d conflicts before", r, err, before)
			}
			before = r.Conflicts
		}
	}
	ruler := Instance{"ruler", golomb(5, 14), nil}
	if r, err := Run(t.Context(), Record{Task: Optimum}, ruler, standard.options(), Solvers[0], time.Minute); err != nil || r.Outcome != "best 11" {
		t.Errorf("%+v, error %v", r, err)
	}
	holes := Instance{"pigeonhole", pigeonhole(13, 12), nil}
	if r, err := Run(t.Context(), Record{Task: Refute}, holes, standard.options(), Solvers[0], 20*time.Millisecond); err != nil || r.Outcome != "limit" || r.cost() != 0.04 {
		t.Errorf("%+v, error %v", r, err)
	}
	if n := len(singles()); n != len(encode.CellEncodings.Names())+len(encode.AtMostOnes.Names())+len(encode.LinearEncodings.Names())+len(encode.RuleEncodings.Names())-4+1 {
		t.Errorf("%d encodings in step 1", n)
	}
}

// Solvers other than the scouts run what is hopeful with a scout; all if no scout did the task.
func TestScouts(t *testing.T) {
	r := NewResults(synthetic(40, map[string]float64{"minimal/pairwise/auto": 0.9, "extended/binary/auto": 1.2}))
	for e, want := range map[string]bool{"minimal/pairwise/auto": true, "extended/binary/auto": false, "weber/pairwise/auto": false} {
		if got := r.hopeful("hardest", Unique, e); got != want || !r.hopeful("hardest", First, e) {
			t.Errorf("%s is hopeful: %v, expected %v; with another task %v", e, got, want, r.hopeful("hardest", First, e))
		}
	}
}

// Steps 1 and 2 run on the pigeonhole family: contenders are those with another formula for some instance, and the kept half runs
// the program's choice, too. What is done is not run again.
func TestRunner(t *testing.T) {
	store, err := Open(filepath.Join(t.TempDir(), "results.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	holes := func(name string, pigeons, holes int) draft {
		return built(name, func() *model.Model { return pigeonhole(pigeons, holes) })
	}
	f := &Family{"pigeonhole", "", []Task{Refute}, 2, 0, listed(holes("b", 2, 1), holes("d", 5, 4), holes("a", 5, 4), holes("c", 6, 5))}
	runs := 0
	runner := &Runner{Source: Source{Context: t.Context()}, Store: store, Solvers: Solvers[:2], Limit: time.Minute, Step: func() { runs++ }}
	for _, second := range []bool{false, true} {
		before := runs
		if err := runner.Run(Part{"", f, second}); err != nil || runs == before {
			t.Fatalf("error %v, %d runs, %d before", err, runs, before)
		}
	}
	results := NewResults(store.Records)
	if own := results.own("pigeonhole"); !slices.Contains(own, "extended/binary/auto") || slices.Contains(own, "extended/pairwise/mdd") {
		t.Errorf("contenders %v", own)
	}
	gains := results.Gains()
	if len(gains) != 4 || gains[0].Families != 1 || gains[0].Solver != "gini" || math.IsNaN(gains[0].Times.Center) {
		t.Errorf("%+v", gains)
	}
	before := len(store.Records)
	for _, second := range []bool{false, true} {
		if err := runner.Run(Part{"", f, second}); err != nil || len(store.Records) != before {
			t.Errorf("%d records after the second time, expected %d; error %v", len(store.Records), before, err)
		}
	}
	runner.Least, runner.used = time.Second, 2
	if err := runner.Run(Part{"", &Family{"other", "", f.Tasks, 2, 0, listed(holes("e", 3, 2))}, false}); !errors.Is(err, errPart) {
		t.Errorf("error %v, expected the limit", err)
	}
}

// quiet is a command without a screen.
type quiet struct{ study.Command }

func (quiet) NewBar(int, string) study.Bar { return study.Bar{Step: func() {}} }

// --limit is for all parts together. The error names those that it left out.
func TestLimit(t *testing.T) {
	store, err := Open(filepath.Join(t.TempDir(), "results.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	o := &options{Part: study.Chosen{Value: "pigeonhole,golomb,langford"}, Limit: 1, PerRun: time.Second, Testdata: testdata}
	o.Command = quiet{}
	want := "--limit 1ns ended the part golomb; not begun: langford, pigeonhole"
	if err := o.run(t.Context(), store, Solvers[:1]); !errors.Is(err, errPart) || err.Error() != want {
		t.Errorf("error %v, expected %s", err, want)
	}
}

// The gain weighs families alike, and names those that are slower.
func TestGains(t *testing.T) {
	var records []Record
	for family, ratio := range map[string]float64{"hardest": 2, "16×16": 0.125} {
		for _, r := range synthetic(40, map[string]float64{"minimal/pairwise/auto": ratio}) {
			if r.Task != "" {
				r.Seconds = 1
				if r.Hash != Default {
					r.Seconds = ratio
				}
			}
			r.Family, r.Instance = family, family+r.Instance
			records = append(records, r)
			if r.Task != "" {
				records = append(records, Record{Family: family, Instance: r.Instance, Task: Unique, Solver: "gini", Encoding: "minimal/pairwise/auto"})
			}
		}
	}
	gains := NewResults(records).Gains()
	if len(gains) != 2 || gains[0].Families != 2 || math.Abs(gains[0].Times.Center-0.5) > 1e-9 || gains[0].Slower != "hardest 2.00" ||
		gains[1].Times != gains[0].Times || math.Abs(gains[0].Conflicts.Center-math.Sqrt(1.99*0.13)) > 1e-9 {
		t.Errorf("%+v", gains)
	}
}

// The puzzles of Lloyd and Amos are read, and wrong cells are named.
func TestForeign(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "instances", "general")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	cells := "7\t" + strings.Repeat("-1\t", 24) + "\r\n" + strings.Repeat(strings.Repeat("-1\t", 25)+"\r\n", 23) + strings.Repeat("-1\t", 24) + "25\t\r\n"
	for text, want := range map[string]string{
		"5\r\n1\r\n" + cells: "", "5\r\n" + cells: "found 626 words", "5\r\n1\r\n" + strings.Replace(cells, "25\t", "26\t", 1): "found the cell 26",
	} {
		if err := os.WriteFile(filepath.Join(folder, "inst25x25_45_0.txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s := Source{Context: t.Context(), Foreign: filepath.Join(folder, "..", "..")}
		drafts, err := foreign(s)
		if err != nil || len(drafts) != 100 {
			t.Fatalf("%d drafts, error %v", len(drafts), err)
		}
		m, cube, err := drafts[0].make(s)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, expected %s", err, want)
			}
		} else if err != nil || len(m.Variables) != 625 || !slices.Equal(cube, model.Cube{{Var: 0, Value: 7}, {Var: 624, Value: 25}}) {
			t.Errorf("%v, error %v", cube, err)
		}
	}
	if tune, kept, err := familyNamed("foreign").Halves(Source{Context: t.Context()}, 4); err != nil || len(tune)+len(kept) > 0 {
		t.Errorf("without the folder %d instances, error %v", len(tune)+len(kept), err)
	}
}

// A model counter finds as many solutions as gini lists.
func TestCount(t *testing.T) {
	here, _ := Installed()
	here = lists.Filter(here, func(s *Solver) bool { return s.Does(Count) })
	if len(here) == 0 {
		t.Skip("no model counter is installed")
	}
	i := Instance{"empty", modeltest.Sudoku(t, 2, 2), nil}
	for _, s := range here {
		if r, err := Run(t.Context(), Record{Task: Count}, i, standard.options(), s, time.Minute); err != nil || r.Outcome != "all 288" {
			t.Errorf("%s: %+v, error %v", s.Name, r, err)
		}
	}
}
