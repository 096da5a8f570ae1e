package sat

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

// TestCounted reads the counters of each sort of solver: the same in each session, and of commands over all calls.
func TestCounted(t *testing.T) {
	small := must(model.Sudoku(2, 2))
	count := func(e *engine.Engine, m *model.Model, cube model.Cube) Counters {
		session := open(t, e, m, engine.Options{"enumerate": "outputs"})
		if c := Counted(session); c != (Counters{Conflicts: -1, Propagations: -1}) {
			t.Errorf("%s: %+v before the first run", e.Name, c)
		}
		if _, err := session.Run(context.Background(), cube, 2, nil); err != nil {
			t.Fatal(err)
		}
		return Counted(session)
	}
	for name, want := range map[string]Counters{
		"counting": {Conflicts: 14, Propagations: 16}, "picosat": {Conflicts: 10, Propagations: 12},
		"zero": {}, "solve": {Conflicts: -1, Propagations: -1},
	} {
		if got := count(solverEngine(t, name), small, nil); got != want {
			t.Errorf("%s: %+v, expected %+v", name, got, want)
		}
	}
	m := must(model.QuasiMagic(3, 2))
	puzzle := quasiMagicPuzzles(t, m)[3].cube
	gini, gophersat := count(engineNamed(t, "gini"), m, puzzle), count(engineNamed(t, "gophersat"), m, puzzle)
	if gini.Conflicts < 1 || gini.Propagations < gini.Conflicts || gini != count(engineNamed(t, "gini"), m, puzzle) {
		t.Errorf("gini counts %+v", gini)
	}
	if gophersat.Conflicts < 1 || gophersat.Propagations != -1 {
		t.Errorf("gophersat counts %+v", gophersat)
	}
}
