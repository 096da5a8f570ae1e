package generate

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// stuck is a session of an engine that gives up.
type stuck struct{ engine.Session }

func (stuck) Run(context.Context, model.Cube, uint64, func(model.Assignment) bool) (engine.Result, error) {
	return engine.Result{Count: new(big.Int), Outcome: engine.Stuck}, nil
}

// An engine that gives up without an answer is an error.
func TestOracleStuck(t *testing.T) {
	o := &oracle{session: stuck{}}
	if solution, err := o.solution(t.Context(), nil); err == nil || solution != nil {
		t.Errorf("%v, error %v, expected an error", solution, err)
	}
}

// A domain whose order needs too much memory is refused before it is made.
func TestRedrawAsksForMemory(t *testing.T) {
	m := &model.Model{}
	m.AddVariable("x", model.Interval(0, 1<<40))
	ctx, stop := memory.WithBudget(t.Context(), 1<<36)
	defer stop()
	var exceeded *memory.ExceededError
	_, err := (&oracle{session: stuck{}}).redraw(ctx, NewRandom(1), m, model.Assignment{0}, []model.Var{0})
	if !errors.As(err, &exceeded) {
		t.Errorf("error %v, expected that memory does not suffice", err)
	}
}

// Only plain grids and teams that can work have makers.
func TestMaker(t *testing.T) {
	method := FullGrids{Method: "search", Workers: 1}
	if grid, err := method.Maker(ruled(t), nil); grid != nil || err != nil {
		t.Errorf("with a rule: found a maker or error %v, expected none", err)
	}
	method.Workers = 0
	if grid, err := method.Maker(modeltest.Sudoku(t, 2, 2), nil); err == nil {
		t.Errorf("0 workers: found a maker %t, expected an error", grid != nil)
	}
}
