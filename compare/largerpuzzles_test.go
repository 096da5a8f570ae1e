package compare_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// puzzlesLarger are the puzzles of testdata/larger: the order of the boxes, Δ, and how many givens there are.
var puzzlesLarger = []struct{ box, delta, givens int }{
	{4, 0, 20}, {4, 1, 36}, {4, 2, 42}, {5, 0, 150}, {5, 1, 155}, {5, 2, 172}, {5, 10, 260}, {5, 20, 290},
}

// The puzzles beyond 9×9 with few givens have one solution by native, and by gini where QMSAT_CONFIRM is set; those 25×25 are
// left out where time is short. Gini loads the formula of a puzzle 25×25, which what the givens leave alone makes small, instead
// of that of all grids.
func TestLargerPuzzles(t *testing.T) {
	for _, p := range puzzlesLarger {
		if p.box > 4 && !modeltest.Long() && !modeltest.Confirms() {
			continue
		}
		m, err := model.QuasiMagic(p.box, p.delta)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("../testdata/larger/puzzle-%dx%[1]d-delta%d.txt", p.box, p.delta)
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		cube := collect(t, model.ReadPuzzles(name, file, m, model.Characters))[0].Cube
		if len(cube) != p.givens {
			t.Errorf("%s: %d givens, expected %d", name, len(cube), p.givens)
		}
		hasOne(t, name, lookup(t, "native"), m, cube)
		if !modeltest.Confirms() {
			continue
		}
		if p.box > 4 {
			m, cube = puzzleFormula(t, m, cube), nil
		}
		hasOne(t, name, lookup(t, "gini"), m, cube)
	}
}

// hasOne reports a cube that does not have exactly one solution by an engine.
func hasOne(t *testing.T, name string, e *engine.Engine, m *model.Model, cube model.Cube) {
	t.Helper()
	result, err := open(t, e, m).Run(t.Context(), cube, 2, func(model.Assignment) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if !result.Complete() || result.Count.Int64() != 1 {
		t.Errorf("%s: %v solutions by %s, %s, expected one", name, result.Count, e.Name, result.Outcome)
	}
}

// puzzleFormula returns the formula of a puzzle, as export writes it, as a model.
func puzzleFormula(t *testing.T, m *model.Model, cube model.Cube) *model.Model {
	t.Helper()
	formula, err := encode.NewDIMACS(context.Background(), m, encode.Options{Cells: "optimized-fixpoint", Linear: "order"}, cube)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := formula.Write(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	read, _, err := propositional.ReadDIMACS("formula", &text)
	if err != nil {
		t.Fatal(err)
	}
	return read
}
