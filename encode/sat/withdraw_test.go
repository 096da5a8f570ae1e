package sat

import (
	"context"
	"strings"
	"testing"

	gophersat "github.com/crillab/gophersat/solver"

	"qmsat/model"
)

// TestOnlyItsOwnFaultsStop makes work meet faults and panics after its memory was withdrawn: only an access to that memory counts
// as a stop.
func TestOnlyItsOwnFaultsStop(t *testing.T) {
	own, slice, err := withdrawableSlice([]int(nil), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer own.free()
	other, others, err := withdrawableSlice([]int(nil), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer other.free()
	if err := protect(other.bytes); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if ended, err := own.lend(ctx, func() { slice[2]++ }); !ended || err != nil || slice[2] != 1 {
		t.Errorf("ended %t, error %v, wrote %d", ended, err, slice[2])
	}
	if ended, err := own.lend(ctx, func() { others[0]++ }); ended || err == nil {
		t.Errorf("another fault before the stop: ended %t, error %v", ended, err)
	}
	cancel()
	var nothing *int
	for name, test := range map[string]struct {
		work func()
		want string // in the error; empty: none
	}{
		"its first":     {func() { slice[0]++ }, ""},
		"its last":      {func() { _ = slice[2]; slice[2]++ }, ""},
		"no fault":      {func() {}, ""},
		"another":       {func() { others[0]++ }, "invalid memory address"},
		"nil":           {func() { *nothing++ }, "nil pointer"},
		"beyond":        {func() { _ = slice[len(others[:2])+1:][0] }, "out of range"},
		"a plain panic": {func() { panic("its own") }, "its own"},
	} {
		ended, err := own.lend(ctx, func() {
			for name == "its first" || name == "its last" { // until it is withdrawn
				test.work()
			}
			test.work()
		})
		if ended || (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: ended %t, error %v, expected %q", name, ended, err, test.want)
		}
	}
}

// TestGophersatThatMovedFails makes gophersat append to its assignment, as it does for unknown variables. Its searches could not
// be stopped, so none is begun, and the session's next run has a new solver.
func TestGophersatThatMovedFails(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	s := open(t, engineNamed(t, "gophersat"), m, nil).(*session)
	g := s.formula.solver.(*gophersatSolver)
	g.Begin(nil)
	if answer, err := g.Solve(t.Context()); answer != satisfiable || err != nil {
		t.Fatalf("%v, error %v", answer, err)
	}
	beyond := int32(len(g.loaded.variables) + 1)
	g.loaded.solver.AppendClause(gophersat.NewClause([]gophersat.Lit{gophersat.IntToLit(1), gophersat.IntToLit(beyond)}))
	solves := g.loaded.solver.Stats
	if answer, err := g.Solve(t.Context()); answer != unknown || err == nil || !strings.Contains(err.Error(), "it moved its assignment") {
		t.Errorf("%v, error %v, expected that it moved its assignment", answer, err)
	}
	if g.loaded.solver.Stats != solves {
		t.Errorf("%+v, expected that nothing was searched: %+v", g.loaded.solver.Stats, solves)
	}
	g.End()
	if got := len(solutions(t, s, m, nil)); got != 288 {
		t.Errorf("%d solutions in the next run, expected 288", got)
	}
}
