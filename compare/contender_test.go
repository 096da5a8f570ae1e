package compare_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// panicking returns an engine that panics when it opens a session, or when that runs.
func panicking(whenOpened bool) *engine.Engine {
	return &engine.Engine{Name: "panicking", Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) {
		if whenOpened {
			panic("as it opens")
		}
		return panickingSession{}, nil
	}}
}

type panickingSession struct{}

func (panickingSession) Run(context.Context, model.Cube, uint64, func(model.Assignment) bool) (engine.Result, error) {
	panic("as it runs")
}

func (panickingSession) Close() error { return nil }

// A panic is a fault of the engine's, and the others go on.
func TestPanicsAreFaults(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	native := compare.Contender{Engine: lookup(t, "native")}
	report, err := compare.Run(t.Context(), compare.Config{
		Model: m, Contenders: []compare.Contender{{Engine: panicking(false)}, native},
	}, puzzles(t, m, rowPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Failures) != 1 || report.Failures[0].Label != "panicking" || !strings.Contains(report.Failures[0].Reason, "as it runs") {
		t.Errorf("failures %+v", report.Failures)
	}
	if report.Rows[1].Exhausted() != 1 {
		t.Errorf("native: %+v, expected an exhausted search", report.Rows[1].Outcomes)
	}
	_, err = compare.Run(t.Context(), compare.Config{
		Model: m, Contenders: []compare.Contender{native, {Engine: panicking(true)}},
	}, puzzles(t, m, rowPuzzle))
	if failed := new(compare.OpenError); !errors.As(err, &failed) || failed.Contender != 1 || !strings.Contains(err.Error(), "as it opens") {
		t.Errorf("error %v, expected one of contender 1", err)
	}
}

// The end of the context stops a session that is being opened.
func TestOpeningIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	slow := &engine.Engine{Name: "slow", Open: func(ctx context.Context, _ *model.Model, _ engine.Options) (engine.Session, error) {
		cancel()
		<-ctx.Done()
		return nil, context.Cause(ctx)
	}}
	m := modeltest.Sudoku(t, 2, 2)
	report, err := compare.Run(ctx, compare.Config{Model: m, Contenders: []compare.Contender{{Engine: slow}}}, puzzles(t, m, rowPuzzle))
	if err != nil || !report.Stopped || report.Rows[0].Puzzles() != 0 {
		t.Errorf("%+v, error %v, expected a comparison that was stopped before its first run", report, err)
	}
}

// A search that is spread over workers finds the same, and is told apart by its label.
func TestWorkers(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	native := lookup(t, "native")
	report, err := compare.Run(t.Context(), compare.Config{
		Model: m, Contenders: []compare.Contender{{Engine: native}, {Engine: native, Workers: 2}},
	}, puzzles(t, m, emptyPuzzle, rowPuzzle))
	if err != nil || len(report.Failures) > 0 {
		t.Fatalf("failures %v, error %v", report.Failures, err)
	}
	if row := report.Rows[1]; row.Label != "native workers=2" || row.Solutions().Int64() != 300 {
		t.Errorf("%s: %v solutions, expected 300", row.Label, row.Solutions())
	}
}
