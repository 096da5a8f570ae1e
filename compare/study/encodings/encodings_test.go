package encodings

import (
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/internal/modeltest"
	"qmsat/model"
)

const testdata = "../../../testdata"

// The halves are those of FNV-1a, and every family has instances in both, of valid models, with names that occur once.
func TestHalves(t *testing.T) {
	if Kept("a") || !Kept("b") { // the hashes are 0xe40c292c and 0xe70c2de5
		t.Errorf("a is kept: %v, b: %v", Kept("a"), Kept("b"))
	}
	names := map[string]bool{}
	for _, f := range Families {
		if slices.Contains([]string{"25×25", "36×36", "order-5", "variants"}, f.Name) && !modeltest.Long() {
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
		for _, e := range slices.Concat([]string{Default.String()}, slices.Sorted(func(yield func(string) bool) {
			for e := range ratios {
				if !yield(e) {
					return
				}
			}
		})) {
			ratio := ratios[e]
			if e == Default.String() {
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
	r := NewResults(synthetic(40, ratios))
	promising := r.promising("hardest", Unique, "gini")
	if want := [][]string{{"optimized", "weber"}, {"product"}, {}, {}, {}}; !slices.EqualFunc(promising, want, slices.Equal[[]string]) {
		t.Errorf("%v, expected %v", promising, want)
	}
	got := lists.Map(combined(promising), encode.Options.String)
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
	c := r.compared(r.half("hardest", false), Unique, "gini", "optimized/pairwise/auto", Default.String())
	if math.Abs(c.Times.Center-20) > 1e-9 || !math.IsNaN(c.Conflicts.Center) || r.winner("hardest", Unique, "gini").String() != "weber/pairwise/auto" {
		t.Errorf("%+v", c)
	}
	if all, shares := r.virtual("hardest", Unique, []string{"gini"}); shares["gini"] != 1 || all > 0.7 {
		t.Errorf("the virtual best takes %v, shares %v", all, shares)
	}
}

// All solvers of this process find the same. Conflicts are the same in each run. A run ends at its limit.
func TestRun(t *testing.T) {
	f := familyNamed("hardest")
	tune, _, err := f.Halves(Source{Context: t.Context(), Folder: testdata}, 1)
	if err != nil {
		t.Fatal(err)
	}
	formula, err := Formula(t.Context(), f.Name, tune[0], Default)
	if err != nil || formula.Hash == "" || *formula.Open < *formula.Failed || formula.Clauses == 0 {
		t.Fatalf("%+v, error %v", formula, err)
	}
	for _, s := range Solvers[:2] {
		var before int64
		for range 2 {
			r, err := Run(t.Context(), Record{Task: Unique}, tune[0], Default, s, time.Minute)
			if err != nil || r.Outcome != "unique" || r.Conflicts < 1 || before > 0 && r.Conflicts != before {
				t.Errorf("%+v, error %v; %d conflicts before", r, err, before)
			}
			before = r.Conflicts
		}
	}
	ruler := Instance{"ruler", golomb(5, 14), nil}
	if r, err := Run(t.Context(), Record{Task: Optimum}, ruler, Default, Solvers[0], time.Minute); err != nil || r.Outcome != "best 11" {
		t.Errorf("%+v, error %v", r, err)
	}
	holes := Instance{"pigeonhole", &model.Model{}, nil}
	for i := range 13 {
		holes.Model.AddVariable(model.CellName(0, i), model.Interval(1, 12))
	}
	holes.Model.Constraints = []model.Constraint{&model.AllDifferent{Vars: lists.Numbers[model.Var](13)}}
	if r, err := Run(t.Context(), Record{Task: Refute}, holes, Default, Solvers[0], 20*time.Millisecond); err != nil || r.Outcome != "limit" || r.cost() != 0.04 {
		t.Errorf("%+v, error %v", r, err)
	}
	if n := len(singles()); n != len(encode.CellEncodings.Names())+len(encode.AtMostOnes.Names())+len(encode.LinearEncodings.Names())+len(encode.RuleEncodings.Names())-4+1 {
		t.Errorf("%d encodings in step 1", n)
	}
}
