package compare_test

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"qmsat/compare"
	_ "qmsat/encode/residual"
	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
	_ "qmsat/native"
	_ "qmsat/native/classic"
	_ "qmsat/native/paper"
)

func lookup(t testing.TB, name string) *engine.Engine {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func puzzles(t testing.TB, m *model.Model, texts ...string) []model.Puzzle {
	t.Helper()
	return collect(t, model.ReadPuzzles("test.txt", strings.NewReader(strings.Join(texts, "\n")), m, model.Characters))
}

// collect returns the puzzles of a sequence without error.
func collect(t testing.TB, all iter.Seq2[model.Puzzle, error]) []model.Puzzle {
	t.Helper()
	list, err := model.CollectPuzzles(all)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Three puzzles of 4×4 Sudoku with 288, 12 and no solutions, in this order.
const (
	emptyPuzzle = "................"
	rowPuzzle   = "1234............"
	clashPuzzle = "11.............."
)

func TestEnginesAgree(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	var contenders []compare.Contender
	for _, name := range complete(t) {
		contenders = append(contenders, compare.Contender{Engine: lookup(t, name)})
	}
	steps := 0
	report, err := compare.Run(t.Context(), compare.Config{
		Model: m, Contenders: contenders, Progress: func() { steps++ },
	}, puzzles(t, m, emptyPuzzle, rowPuzzle, clashPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Failures) > 0 || report.Stopped || len(report.Puzzles) != 3 || steps != 3 {
		t.Errorf("failures %v, stopped %v, %d puzzles, %d steps", report.Failures, report.Stopped, len(report.Puzzles), steps)
	}
	if len(report.Rows) != len(contenders) {
		t.Fatalf("%d rows, expected %d", len(report.Rows), len(contenders))
	}
	for _, row := range report.Rows {
		if row.Solutions().Int64() != 300 || row.Exhausted() != 3 || row.Solve() <= 0 || len(row.Effort) == 0 {
			t.Errorf("%s: %v solutions, %d complete, %v, effort %v", row.Contender.Engine.Name, row.Solutions(), row.Exhausted(), row.Solve(), row.Effort)
		}
	}
}

// An engine that lies is caught and the puzzle is named, wherever the liar stands among the others.
func TestLiarsAreCaught(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	native, gini := lookup(t, "native"), lookup(t, "gini")
	for _, test := range []struct {
		liar   *engine.Engine
		reason string
		blamed []string // who may be blamed
	}{
		{enginetest.Dropping("liar", native), "lacks", []string{"liar", "gini"}},
		{enginetest.Repeating("liar", native), "lists twice", []string{"liar"}},
		{enginetest.Inventing("liar", native), "is no solution: all-different \"row 1\"", []string{"liar"}},
	} {
		for name, engines := range map[string][]*engine.Engine{"first": {test.liar, gini}, "last": {gini, test.liar}} {
			var contenders []compare.Contender
			for _, e := range engines {
				contenders = append(contenders, compare.Contender{Engine: e})
			}
			report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders},
				puzzles(t, m, clashPuzzle, emptyPuzzle, rowPuzzle))
			if err != nil {
				t.Fatal(err)
			}
			smallest, failed := report.Smallest()
			if !failed || len(report.Failures) != 2 {
				t.Errorf("%s, %s: %d failures, expected 2", test.reason, name, len(report.Failures))
				continue
			}
			if smallest.Puzzle.Text != rowPuzzle || smallest.Puzzle.Line != 3 || smallest.Solutions != 12 {
				t.Errorf("%s, %s: smallest case %+v, expected line 3", test.reason, name, smallest)
			}
			if !strings.Contains(smallest.Reason, test.reason) || !strings.Contains(strings.Join(test.blamed, " "), smallest.Label) {
				t.Errorf("%s, %s: %s: %s", test.reason, name, smallest.Label, smallest.Reason)
			}
		}
	}
}

// A limit leaves searches unfinished, which is no disagreement as long as each knows enough solutions.
func TestLimit(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	contenders := []compare.Contender{{Engine: lookup(t, "native")}, {Engine: lookup(t, "gini")}}
	report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders, Limit: 20},
		puzzles(t, m, emptyPuzzle, rowPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range report.Rows {
		if row.Solutions().Int64() != 32 || row.Exhausted() != 1 {
			t.Errorf("%s: %v solutions, %d complete, expected 32 and 1", row.Contender.Engine.Name, row.Solutions(), row.Exhausted())
		}
	}
	if len(report.Failures) > 0 || report.Stopped {
		t.Errorf("failures %v, stopped %v", report.Failures, report.Stopped)
	}
}

func TestTimeoutAndInterrupt(t *testing.T) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	config := compare.Config{Model: m, Contenders: []compare.Contender{{Engine: lookup(t, "gini")}}, Timeout: 50 * time.Millisecond}
	report, err := compare.Run(t.Context(), config, puzzles(t, m, strings.Repeat(".", 81)))
	if err != nil || !report.Stopped || len(report.Failures) > 0 || report.Rows[0].Exhausted() != 0 {
		t.Errorf("after a timeout: %+v, %v", report, err)
	}
	if o := report.Rows[0].Outcomes[0]; o.Answered() || o.Interrupted {
		t.Errorf("after a timeout: %+v", o)
	}
	ctx, cancel := context.WithCancel(t.Context())
	long := config
	long.Timeout = time.Minute
	long.Contenders = []compare.Contender{{Engine: watched("gini", lookup(t, "gini"), func(model.Cube) {
		time.AfterFunc(20*time.Millisecond, cancel)
	})}}
	report, err = compare.Run(ctx, long, puzzles(t, m, strings.Repeat(".", 81)))
	if o := report.Rows[0].Outcomes[0]; err != nil || !report.Stopped || o.Answered() || !o.Interrupted {
		t.Errorf("after an interrupt during a search: %+v, %v", o, err)
	}
	report, err = compare.Run(ctx, config, puzzles(t, m, strings.Repeat(".", 81)))
	if err != nil || !report.Stopped || report.Rows[0].Puzzles() != 0 {
		t.Errorf("after an interrupt: %+v, %v", report, err)
	}
}

func TestUnsupportedModel(t *testing.T) {
	bare := model.NewGrid(&model.Grid{Rows: 2, Columns: 2}, model.Interval(1, 2))
	config := compare.Config{Model: bare, Contenders: []compare.Contender{{Engine: lookup(t, "paper")}}}
	if _, err := compare.Run(t.Context(), config, puzzles(t, bare)); err == nil {
		t.Error("the paper's engine on bare cells: no error")
	}
}
