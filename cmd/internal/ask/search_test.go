package ask

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
)

// TestVerdict holds what is said of counts that an engine counts again: that it found another one, or was stopped.
func TestVerdict(t *testing.T) {
	const failed, stopped = 1, 3
	ends := study.Stopped("stopped")
	for _, test := range []struct {
		count   int64
		outcome engine.Outcome
		err     error
		status  int
	}{
		{3, engine.Exhausted, nil, 0}, {2, engine.Exhausted, nil, failed}, {4, engine.Exhausted, nil, failed},
		{2, engine.CutOff, ends, stopped}, {4, engine.CutOff, ends, failed},
	} {
		c := &engine.Confirmation{
			By: engine.Chosen{Engine: &engine.Engine{Name: "second"}}, Result: engine.Result{Count: big.NewInt(test.count), Outcome: test.outcome}, Err: test.err,
		}
		err := verdict("first", engine.Result{Count: big.NewInt(3), Outcome: engine.Exhausted}, c)
		said, status := new(study.Error), 0
		if errors.As(err, &said) && said.Stopped {
			status = stopped
		} else if err != nil {
			status = failed
		}
		if status != test.status {
			t.Errorf("%d, %v: %v, expected status %d", test.count, test.outcome, err, test.status)
		}
	}
}

// A count without a list is counted again unasked, by an unrelated engine: it confirms or refutes the count, or has too little
// time.
func TestConfirmUnasked(t *testing.T) {
	m, err := model.Sudoku(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		of, by            string
		count             int64
		least             time.Duration
		listed            bool
		confirms, refutes bool
	}{
		{of: "frontier", by: "residual", count: 2, least: time.Hour, confirms: true},
		{of: "residual", by: "frontier", count: 2, least: time.Hour, confirms: true},
		{of: "frontier", by: "residual", count: 3, least: time.Hour, refutes: true},
		{of: "frontier", count: 2},
		{of: "native", count: 2, least: time.Hour, listed: true},
	} {
		of, err := engine.Lookup(test.of)
		if err != nil {
			t.Fatal(err)
		}
		found := engine.Result{Count: big.NewInt(test.count), Outcome: engine.Exhausted, Unlisted: !test.listed}
		c, err := (&searched{result: found, model: m, Complete: true}).confirm(t.Context(), "", of, nil, 0, test.least)
		if err != nil && !test.refutes || (c == nil) != (test.by == "") {
			t.Errorf("%+v: %+v, error %v", test, c, err)
		} else if c != nil && (c.By.Engine.Name != test.by || c.Confirms(found) != test.confirms || c.Refutes(found) != test.refutes) {
			t.Errorf("%+v: by %s, confirms %t, refutes %t", test, c.By, c.Confirms(found), c.Refutes(found))
		}
	}
}

// The winner of a race is named in answers, with its encoding.
func TestWinnerIsNamed(t *testing.T) {
	m, err := model.Sudoku(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	native, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	q := countRequest{Searching: Searching{About: About{Puzzle{Document: document.New(m), Opened: new(Opened)}}, Limit: 3}}
	q.By.Engine = enginetest.Waiting("waiting", native)
	defer q.Puzzle.Opened.Close()
	a, err := count(t.Context(), q, func(any) error { return nil })
	if err != nil || a.Engine != "gini" || a.Encoding != "extended/pairwise/auto" || a.Count != "2" || !a.Complete {
		t.Errorf("%+v, %v; expected two solutions by gini", a, err)
	}
}

// finding is a session that finds the same solutions whatever it is asked.
type finding struct {
	engine.Session
	solutions []model.Assignment
}

func (finding) Close() error { return nil }

func (f finding) Run(ctx context.Context, _ model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	for _, a := range f.solutions {
		yield(a)
	}
	return engine.NewResult(ctx, limit, big.NewInt(int64(len(f.solutions))), len(f.solutions) < int(limit)), nil
}

// A puzzle is confirmed by an engine that finds its solution and nothing else.
func TestConfirmed(t *testing.T) {
	right, wrong := model.Assignment{1, 2}, model.Assignment{2, 1}
	for _, test := range []struct {
		solutions []model.Assignment
		confirmed bool
	}{
		{[]model.Assignment{right}, true}, {[]model.Assignment{wrong}, false}, {[]model.Assignment{right, wrong}, false}, {nil, false},
	} {
		other := &engine.Engine{Name: "other", Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) {
			return finding{solutions: test.solutions}, nil
		}}
		err := confirmed(t.Context(), engine.Chosen{Engine: other}, nil, nil, right)
		if said := new(study.Error); (err == nil) != test.confirmed || err != nil && (!errors.As(err, &said) || said.Stopped) {
			t.Errorf("an engine that finds %v: error %v", test.solutions, err)
		}
	}
}
