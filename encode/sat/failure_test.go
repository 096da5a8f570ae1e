package sat

import (
	"context"
	"errors"
	"testing"

	"qmsat/encode"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
)

// failingSolver wraps a solver and makes its second search fail.
type failingSolver struct {
	solver
	searches *int
	fail     func() error
}

func (s *failingSolver) Solve(ctx context.Context) (status, error) {
	if *s.searches++; *s.searches == 2 {
		return unknown, s.fail()
	}
	return s.solver.Solve(ctx)
}

// TestSolversFail makes a solver panic, and return an error. The run ends with an error that names the engine, the solutions
// found stay, and the next run has a new solver.
func TestSolversFail(t *testing.T) {
	cause := errors.New("its disk is full")
	for name, fail := range map[string]func() error{
		"panic: index out of range": func() error { panic("index out of range") },
		cause.Error():               func() error { return cause },
	} {
		searches := 0
		b := backend{
			name: "failing",
			load: func(_ context.Context, l *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
				g, vm, err := loadGophersat(&gophersatSolver{formula: linearFormula{size: l.PieceLiterals}}, compile)
				return &failingSolver{g, &searches, fail}, vm, err
			},
		}
		m := must(model.Sudoku(2, 2))
		session, err := b.engine().Open(t.Context(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := uint64(0)
		result, err := session.Run(t.Context(), nil, 0, func(model.Assignment) bool { found++; return true })
		var failed *engine.FailedError
		if !errors.As(err, &failed) || failed.Engine != "failing" || err.Error() != "engine failing: "+name {
			t.Errorf("%s: error %v", name, err)
		}
		if errors.Is(err, cause) != (name == cause.Error()) {
			t.Errorf("%s: the cause is lost in %v", name, err)
		}
		if result.Outcome == engine.Exhausted || found != 1 || result.Count.Uint64() != found {
			t.Errorf("%s: %+v after %d solutions", name, result, found)
		}
		if got := len(solutions(t, session, m, nil)); got != 288 {
			t.Errorf("%s: %d solutions in the next run, expected 288", name, got)
		}
	}
}

// TestMemoryEndsRuns opens and runs with too small a budget: the error of Open, and the cause of a run's end, say so.
func TestMemoryEndsRuns(t *testing.T) {
	m := must(model.Sudoku(3, 3))
	for _, e := range engines(t) {
		ctx, stop := memory.WithBudget(t.Context(), 1<<10)
		<-ctx.Done() // the process holds more
		var exceeded *memory.ExceededError
		if _, err := e.Open(ctx, m, nil); !errors.As(err, &exceeded) {
			t.Errorf("%s: opening: error %v, expected that the memory is used up", e.Name, err)
		}
		result, err := open(t, e, m, nil).Run(ctx, nil, 0, nil)
		if err != nil || result.Outcome != engine.CutOff || !errors.As(result.Cause, &exceeded) {
			t.Errorf("%s: %+v, error %v, expected that the memory is used up", e.Name, result, err)
		}
		stop()
	}
}
