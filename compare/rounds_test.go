package compare_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
)

// watched returns an engine that calls watch with the cube at the start of each run.
func watched(name string, e *engine.Engine, watch func(cube model.Cube)) *engine.Engine {
	copied := *e
	copied.Name = name
	copied.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		s, err := e.Open(context.Background(), m, options)
		return &watcher{s, watch}, err
	}
	return &copied
}

type watcher struct {
	engine.Session
	watch func(cube model.Cube)
}

func (w *watcher) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	w.watch(cube)
	return w.Session.Run(ctx, cube, limit, yield)
}

// recording returns an engine that notes its name and the puzzle of each run, by the number of its givens.
func recording(name string, e *engine.Engine, log *[]string) *engine.Engine {
	return watched(name, e, func(cube model.Cube) { *log = append(*log, name+strings.Repeat("+", len(cube))) })
}

// ladder are puzzles of 1 to 6 givens.
func ladder(t *testing.T, m *model.Model) []model.Puzzle {
	return puzzles(t, m, "1...............", "12..............", "123.............", "1234............", "12343...........",
		"123434..........")
}

// Every contender runs every puzzle once a round, all contenders side by side; orders differ by round and by seed, and are
// the same for the same seed; the report has the puzzles in the order they came.
func TestRoundsAreSeededAndInterleaved(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	const rounds, warmUp = 3, 8
	runs := func(seed uint64) ([]string, *compare.Report) {
		var log []string
		native := lookup(t, "native")
		report, err := compare.Run(t.Context(), compare.Config{
			Model: m, Rounds: rounds, WarmUp: warmUp, Seed: seed,
			Contenders: []compare.Contender{{Engine: recording("a", native, &log)}, {Engine: recording("b", native, &log)}},
		}, ladder(t, m))
		if err != nil {
			t.Fatal(err)
		}
		return log, report
	}
	log, report := runs(1)
	const perRound = 2 * 6
	if len(log) != 2*warmUp+rounds*perRound {
		t.Fatalf("%d runs, expected %d to warm up and %d", len(log), 2*warmUp, rounds*perRound)
	}
	var byRound [][]string
	for r := range rounds {
		round := log[2*warmUp+r*perRound:][:perRound]
		byRound = append(byRound, round)
		for i := 0; i < perRound; i += 2 {
			if round[i][1:] != round[i+1][1:] || round[i][0] == round[i+1][0] {
				t.Errorf("round %d: %s beside %s, expected both contenders on one puzzle", r, round[i], round[i+1])
			}
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(round))); len(distinct) != perRound {
			t.Errorf("round %d: %v, expected every puzzle once by each", r, round)
		}
	}
	if slices.Equal(byRound[0], byRound[1]) && slices.Equal(byRound[1], byRound[2]) {
		t.Errorf("all rounds have the order %v", byRound[0])
	}
	if again, _ := runs(1); !slices.Equal(again, log) {
		t.Error("the same seed, another order")
	}
	if other, _ := runs(2); slices.Equal(other, log) {
		t.Error("another seed, the same order")
	}
	for i := range report.Rows {
		var counts []int64
		for p, o := range report.Rows[i].Outcomes {
			counts = append(counts, o.Count.Int64())
			if len(o.Times) != rounds || slices.Min(o.Times) <= 0 || !o.Exhausted() || !o.Compared {
				t.Errorf("puzzle %d: %+v, expected %d times", p, o, rounds)
			}
		}
		if diff := cmp.Diff([]int64{72, 24, 12, 12, 6, 6}, counts); diff != "" {
			t.Errorf("solutions by puzzle:\n%s", diff)
		}
	}
	if len(report.Failures) > 0 || report.Stopped || report.Seed != 1 || report.Rounds != rounds || report.WarmUp != warmUp {
		t.Errorf("%+v", report)
	}
}

// One engine twice: the one whose options make it wrong is blamed, by a label of its own, once for all rounds.
func TestSameEngineTwice(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	liar := enginetest.Optional("liar", lookup(t, "native"))
	for name, options := range map[string][]engine.Options{
		"first": {{"lie": "yes"}, nil, nil}, "last": {nil, nil, {"lie": "yes"}},
	} {
		var contenders []compare.Contender
		for _, o := range options {
			contenders = append(contenders, compare.Contender{Engine: liar, Options: o})
		}
		report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders, Rounds: 3, Seed: 7}, ladder(t, m))
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, r := range report.Rows {
			labels = append(labels, r.Label)
		}
		want := map[string][]string{"first": {"liar lie=yes", "liar", "liar #2"}, "last": {"liar", "liar #2", "liar lie=yes"}}[name]
		if diff := cmp.Diff(want, labels); diff != "" {
			t.Errorf("%s: labels:\n%s", name, diff)
		}
		for i, f := range report.Failures {
			if f.Contender != slices.Index(labels, "liar lie=yes") || f.Label != "liar lie=yes" || f.Index != i || f.Against != -1 {
				t.Errorf("%s: %+v, expected the liar on puzzle %d, for itself", name, f, i)
			}
		}
		if len(report.Failures) != len(report.Puzzles) {
			t.Errorf("%s: %d failures, expected one a puzzle", name, len(report.Failures))
		}
	}
}

// A contender that contradicts itself from round to round is caught without another one.
func TestRoundsMustAgree(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	forgetful := enginetest.Forgetting("forgetful", lookup(t, "native"))
	report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: []compare.Contender{{Engine: forgetful}}, Rounds: 2},
		puzzles(t, m, rowPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	if f, failed := report.Smallest(); !failed || f.Round != 1 || f.Reason != "11 solutions in round 2, 12 before" {
		t.Errorf("%+v", report.Failures)
	}
}

// Where the timeout cuts searches off, their puzzles are unfinished, and no ratio rests on them.
func TestUnfinishedPuzzles(t *testing.T) {
	m := modeltest.QuasiMagic(t, 2)
	report, err := compare.Run(t.Context(), compare.Config{
		Model: m, Contenders: []compare.Contender{{Engine: lookup(t, "gini")}, {Engine: lookup(t, "gini")}}, Timeout: 50 * time.Millisecond,
	}, puzzles(t, m, strings.Repeat(".", 81)))
	if err != nil {
		t.Fatal(err)
	}
	first := &report.Rows[0]
	if s := first.Summary(); s.Unfinished != 1 || !s.Bounded || first.Exhausted() != 0 || first.Puzzles() != 1 {
		t.Errorf("%+v", s)
	}
	if ratio := report.Ratio(0, 1); ratio.Pairs != 0 || ratio.Excluded != 1 {
		t.Errorf("%+v", ratio)
	}
}
