package full

import (
	"context"
	"errors"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// Every grid passes Check.
func TestMagicGrids(t *testing.T) {
	type grid struct {
		order, delta int
		seed         uint64
	}
	cases := []grid{{4, 0, 1}, {5, 0, 1}, {7, 0, 1}, {8, 0, 1}, {4, 1, 1}, {4, 5, 1}, {6, 1, 1}, {9, 2, 1}, {6, 0, quickArrangement}}
	if modeltest.Confirms() {
		for seed := range uint64(5) {
			cases = append(cases, grid{6, 0, seed})
		}
	}
	for _, c := range cases {
		m, err := model.QuasiMagic(c.order, c.delta)
		if err != nil {
			t.Fatal(err)
		}
		method, shape := Magic{c.delta}, Shape{c.order, c.order}
		if err := method.Check(shape); err != nil {
			t.Error(err)
		}
		grid, effort, err := Fill(t.Context(), method, shape, stream(c.seed)(0))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Check(grid); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		t.Logf("%s: %d steps", m.Name, effort.Steps)
	}
}

// quickArrangement is a seed whose annealing for 6×6 boxes and Δ = 0 ends after a thirtieth of the usual steps.
const quickArrangement = 42

// The 6×6 square has its transversals, and each choice keeps the diagonals.
func TestArrangementChoices(t *testing.T) {
	transversals := 0
	for _, p := range permutations(6) {
		if total(p) == model.MagicConstant(6) {
			transversals++
		}
	}
	if choices := len(keepingDiagonals()); transversals != 23 || choices != 864 {
		t.Errorf("%d transversals, %d choices, expected 23, 864", transversals, choices)
	}
}

// Impossible grids give a one-line error.
func TestMagicRefuses(t *testing.T) {
	for _, c := range []struct {
		method Magic
		shape  Shape
	}{{Magic{9}, Shape{3, 3}}, {Magic{0}, Shape{4, 5}}, {Magic{0}, Shape{9, 9}}, {Magic{0}, Shape{10, 10}}} {
		if err := c.method.Check(c.shape); err == nil {
			t.Errorf("%+v, %v: expected an error", c.method, c.shape)
		}
	}
}

// Searches for an arrangement, and for a square that does not exist, can be stopped.
func TestMagicStops(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, f := range []filler{newArrangement(stream(1)(0)), newShifted(6, 0, stream(1)(0))} {
		if f.advance(ctx, 1<<40) {
			t.Errorf("%T: a grid, expected none", f)
		}
	}
}
