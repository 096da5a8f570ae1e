package compare_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
)

// reported compares engines on puzzles of 4×4 Sudoku, by a clock that stands still while any works: only who waits is cut off.
func reported(t *testing.T, limit uint64, texts []string, engines ...*engine.Engine) (report *compare.Report) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		report = reportedUntil(t, t.Context(), compare.Config{Limit: limit, Timeout: time.Minute}, texts, engines...)
	})
	return report
}

// reportedUntil does so until the context ends, by the clock on the wall.
func reportedUntil(
	t *testing.T, ctx context.Context, config compare.Config, texts []string, engines ...*engine.Engine,
) *compare.Report {
	t.Helper()
	config.Model = modeltest.Sudoku(t, 2, 2)
	for _, e := range engines {
		config.Contenders = append(config.Contenders, compare.Contender{Engine: e})
	}
	report, err := compare.Run(ctx, config, puzzles(t, config.Model, texts...))
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// renamed returns an engine under another name.
func renamed(name string, e *engine.Engine) *engine.Engine {
	copied := *e
	copied.Name = name
	return &copied
}

// waiting returns an engine that finds nothing until its time is up.
func waiting() *engine.Engine {
	return opened("waiting", func(ctx context.Context, limit uint64) engine.Result {
		<-ctx.Done()
		return engine.NewResult(ctx, limit, zero(), false)
	})
}

// A claim tells what was compared from what was cut off, never begun, or has nothing to be compared with.
func TestClaims(t *testing.T) {
	native, gini := lookup(t, "native"), lookup(t, "gini")
	three := []string{emptyPuzzle, rowPuzzle, clashPuzzle}
	for name, test := range map[string]struct {
		report *compare.Report
		claim  compare.Claim
		text   string
	}{
		"all agree": {
			reported(t, 0, three, native, gini),
			compare.Claim{Contenders: 2, Puzzles: 3, Compared: 3}, "3 of 3 puzzles compared, no disagreement",
		},
		"no puzzles": {
			reported(t, 0, nil, native, gini),
			compare.Claim{Contenders: 2}, "nothing compared: no puzzles",
		},
		"a single contender": {
			reported(t, 0, three, native),
			compare.Claim{Contenders: 1, Puzzles: 3, NotByAll: 3}, "nothing compared: 1 contender on 3 puzzles",
		},
		"one beside engines that may fail": {
			reported(t, 0, three, native, enginetest.Failing("a", native), enginetest.Stuck("b", native)),
			compare.Claim{Contenders: 1, Puzzles: 3, NotByAll: 3}, "nothing compared: 1 contender on 3 puzzles",
		},
		"false": {
			reported(t, 0, three, native, enginetest.Dropping("dropping", native)),
			compare.Claim{Contenders: 2, Puzzles: 3, Compared: 3, Disagreements: 2}, "2 disagreements; 3 of 3 puzzles compared",
		},
		"a crash": {
			reported(t, 0, three[:1], native, enginetest.Crashing("crashing", native, errors.New("no"))),
			compare.Claim{Contenders: 2, Puzzles: 1, NotByAll: 1, Crashes: 1}, "1 failure; 0 of 1 puzzle compared; 1 not by all contenders",
		},
		"cut off": {
			reported(t, 0, three[:1], native, gini, waiting()),
			compare.Claim{Contenders: 3, Puzzles: 1, Compared: 1, CutOff: 1, Stopped: true}, "stopped: 1 of 1 puzzle compared; 1 cut off",
		},
		"the limit, met at the same solutions, and at all": {
			reported(t, 20, three, native, renamed("same", native)),
			compare.Claim{Contenders: 2, Puzzles: 3, Compared: 3}, "3 of 3 puzzles compared, no disagreement",
		},
		"the limit, met at others": {
			reported(t, 20, three, native, enginetest.Reversed("other", native)),
			compare.Claim{Contenders: 2, Puzzles: 3, Compared: 2, NotByAll: 1}, "2 of 3 puzzles compared; 1 not by all contenders",
		},
	} {
		if diff := cmp.Diff(test.claim, test.report.Claim()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := test.report.Claim().String(); got != test.text {
			t.Errorf("%s: %q, expected %q", name, got, test.text)
		}
		if whole := strings.HasSuffix(test.text, "no disagreement"); test.report.Claim().Whole() != whole {
			t.Errorf("%s: whole %t", name, !whole)
		}
	}
}

// An interrupt leaves puzzles that never ran, also in the midst of one; and a comparison that was stopped before it began has no
// other.
func TestClaimsOfStoppedRuns(t *testing.T) {
	native := lookup(t, "native")
	three := []string{emptyPuzzle, rowPuzzle, clashPuzzle}
	ctx, cancel := context.WithCancel(t.Context())
	runs := 0
	stopping := watched("stopping", native, func(model.Cube) {
		if runs++; runs == 3 {
			cancel()
		}
	})
	report := reportedUntil(t, ctx, compare.Config{}, three, stopping, renamed("again", stopping))
	claim := report.Claim()
	if !claim.Stopped || claim.Whole() || claim.Compared != 1 || claim.CutOff+claim.NotRun != 2 || claim.NotRun < 1 {
		t.Errorf("%+v", claim)
	}
	if !strings.HasPrefix(claim.String(), "stopped: 1 of 3 puzzles compared; ") {
		t.Error(claim)
	}
	report = reportedUntil(t, ctx, compare.Config{}, three, native, native)
	want := compare.Claim{Contenders: 2, Puzzles: 3, NotRun: 3, Stopped: true}
	if diff := cmp.Diff(want, report.Claim()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, compare.NotRun(compare.Config{
		Model: modeltest.Sudoku(t, 2, 2), Contenders: []compare.Contender{{Engine: native}, {Engine: native}},
	}, report.Puzzles).Claim()); diff != "" {
		t.Error(diff)
	}
	for _, row := range report.Rows {
		if row.Complete() || row.Puzzles() != 0 || row.NotRun() != 3 || row.Summary() != (compare.Summary{}) {
			t.Errorf("%+v, expected nothing", row)
		}
	}
}

// An interrupt while engines warm up leaves nothing measured: runs to warm up are no figures.
func TestClaimOfAnInterruptedWarmUp(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	ctx, cancel := context.WithCancel(t.Context())
	stopping := watched("stopping", lookup(t, "native"), func(model.Cube) { cancel() })
	report, err := compare.Run(ctx, compare.Config{
		Model: m, Contenders: []compare.Contender{{Engine: stopping}, {Engine: lookup(t, "gini")}}, WarmUp: 2,
	}, puzzles(t, m, rowPuzzle, clashPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(compare.Claim{Contenders: 2, Puzzles: 2, NotRun: 2, Stopped: true}, report.Claim()); diff != "" {
		t.Error(diff)
	}
	if row := &report.Rows[0]; row.Summary() != (compare.Summary{}) || row.Complete() || row.Total() != 0 {
		t.Errorf("%+v, expected nothing", row)
	}
}

// Engines that may fail are asked for solutions alone: they are at fault for a wrong solution, never for what they do not
// find, and nobody is held against them.
func TestEnginesThatMayFail(t *testing.T) {
	native, gini := lookup(t, "native"), lookup(t, "gini")
	solving := enginetest.Failing("solving", native)
	three := []string{emptyPuzzle, rowPuzzle, clashPuzzle}
	report := reported(t, 0, three, solving, enginetest.Stuck("stuck", native), native, gini)
	if len(report.Failures) > 0 || report.Stopped {
		t.Errorf("failures %+v", report.Failures)
	}
	if row := &report.Rows[0]; row.Ended(engine.Solved) != 2 || row.Ended(engine.Stuck) != 1 || row.Exhausted() != 0 || row.Compared() != 0 {
		t.Errorf("%+v, expected two puzzles solved", row)
	}
	if row := &report.Rows[1]; row.Ended(engine.Stuck) != 3 || row.Unfinished() != 3 {
		t.Errorf("%+v, expected none solved", row)
	}
	if claim := report.Claim(); !claim.Whole() || claim.Contenders != 2 {
		t.Errorf("%+v, expected that the two others agree", claim)
	}
	lying := func(outcome engine.Outcome, count int64) *engine.Engine {
		liar := opened("lying", func(context.Context, uint64) engine.Result {
			return engine.Result{Count: zero().SetInt64(count), Outcome: outcome, Unlisted: count > 0}
		})
		liar.Abilities.MayFail = true
		return liar
	}
	for name, test := range map[string]struct {
		puzzle  string
		engines []*engine.Engine
		who     string
		reason  string
	}{
		"an invented grid": {
			rowPuzzle, []*engine.Engine{native, enginetest.Inventing("inventing", solving)}, "inventing", "is no solution",
		},
		"a grid where there is none": {
			clashPuzzle, []*engine.Engine{native, enginetest.Inspired("inspired", native)}, "inspired", "is no solution",
		},
		"a solution that the reference lacks": {
			"1....2...3....4.", []*engine.Engine{enginetest.Dropping("dropping", native), solving}, "solving", "dropping has 0 and lacks 1432321443212143",
		},
		"a solution where the reference counts none": {
			"1....2...3....4.", []*engine.Engine{opened("counting", func(context.Context, uint64) engine.Result {
				return engine.Result{Count: zero(), Outcome: engine.Exhausted, Unlisted: true}
			}), solving}, "solving", "1 solutions, counting has 0",
		},
		"a claim to have found all":     {clashPuzzle, []*engine.Engine{lying(engine.Exhausted, 0)}, "lying", "ends exhausted, which it cannot"},
		"a claim without a solution":    {clashPuzzle, []*engine.Engine{lying(engine.Solved, 0)}, "lying", "ends solved, without a solution"},
		"one that may not fail, solved": {rowPuzzle, []*engine.Engine{honest(solving)}, "solving", "ends solved, which it cannot"},
	} {
		report := reported(t, 0, []string{test.puzzle}, test.engines...)
		if f, failed := report.Smallest(); !failed || f.Label != test.who || !strings.Contains(f.Reason, test.reason) {
			t.Errorf("%s: %+v, expected %s: %s", name, report.Failures, test.who, test.reason)
		}
	}
}

// honest returns an engine that is not said to fail.
func honest(e *engine.Engine) *engine.Engine {
	copied := *e
	copied.Abilities.MayFail = false
	return &copied
}

// An engine that stops by itself has neither exhausted the search nor met a limit.
func TestEndsAreChecked(t *testing.T) {
	for limit, reason := range map[uint64]string{0: "ends at the limit of 0 solutions with 0", 2: "ends at the limit of 2 solutions with 0"} {
		lazy := opened("lazy", func(ctx context.Context, limit uint64) engine.Result {
			return engine.NewResult(ctx, limit, zero(), false)
		})
		report := reported(t, limit, []string{rowPuzzle}, lazy)
		if f, failed := report.Smallest(); !failed || f.Reason != reason {
			t.Errorf("%+v, expected %q", report.Failures, reason)
		}
	}
}

// The error of an engine that failed is kept, and is told from a disagreement.
func TestFailuresKeepTheirError(t *testing.T) {
	crash := errors.New("the solver crashed")
	native := lookup(t, "native")
	report := reported(t, 0, []string{rowPuzzle}, native, enginetest.Crashing("crashing", native, crash), enginetest.Repeating("repeating", native))
	if len(report.Failures) != 2 || !errors.Is(report.Failures[0].Err, crash) || report.Failures[1].Err != nil {
		t.Errorf("%+v", report.Failures)
	}
	if o := &report.Rows[1].Outcomes[0]; !errors.Is(o.Err, crash) || o.Answered() || o.CutOff() || o.String() != "failed" {
		t.Errorf("%+v, expected a failure", o)
	}
	if report.Stopped {
		t.Error("a failure is no stop")
	}
}

// A timeout covers the opening of a contender, which is tried again with each puzzle.
func TestTimeoutIncludesOpening(t *testing.T) {
	native, opened := lookup(t, "native"), 0
	late := renamed("late", native)
	late.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		if opened++; opened < 3 {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}
		return native.Open(ctx, m, options)
	}
	report := reported(t, 0, []string{emptyPuzzle, rowPuzzle, clashPuzzle}, late, native)
	row := &report.Rows[0]
	if opened != 3 || row.CutOff() != 1 || row.Exhausted() != 2 || row.Open == 0 || !report.Stopped || len(report.Failures) > 0 {
		t.Errorf("opened %d times, %+v, failures %v; expected one puzzle cut off", opened, row, report.Failures)
	}
	if claim := report.Claim(); claim.Compared != 2 || claim.CutOff != 1 {
		t.Errorf("%+v, expected two puzzles compared and one cut off", claim)
	}
}
