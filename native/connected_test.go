package native

import (
	"testing"

	"qmsat/model"
)

func TestConnectedPropagation(t *testing.T) {
	grid := model.NewGrid(&model.Grid{Rows: 2, Columns: 3}, model.Interval(0, 1))
	cells := []model.Var{0, 1, 2, 3, 4, 5}
	of := func(size *model.Range) *model.Connected {
		return &model.Connected{Vars: cells, Edges: grid.Grid.Neighbours(cells), Values: model.Values(1), Size: size}
	}
	domains := times(6, model.Interval(0, 1))
	testPropagation(t, []propagation{
		{"anything", domains, of(nil), nil, "0..1 0..1 0..1 0..1 0..1 0..1"},
		{"what is not reached", domains, of(nil), model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 0}, {Var: 4, Value: 0}}, "1 0 0 0..1 0 0"},
		{"the only way", domains, of(nil), model.Cube{{Var: 0, Value: 1}, {Var: 2, Value: 1}, {Var: 4, Value: 0}}, "1 1 1 0..1 0 0..1"},
		{"apart", domains, of(nil), model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 0}, {Var: 4, Value: 0}, {Var: 5, Value: 1}}, impossible},
		{"too far", domains, of(&model.Range{Lo: 0, Hi: 2}), model.Cube{{Var: 0, Value: 1}}, "1 0..1 0 0..1 0 0"},
		{"full", domains, of(&model.Range{Lo: 1, Hi: 2}), model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}, "1 1 0 0 0 0"},
		{"too many", domains, of(&model.Range{Lo: 1, Hi: 1}), model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}, impossible},
		{"all that are left", domains, of(&model.Range{Lo: 4, Hi: 6}), model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 0}, {Var: 2, Value: 0}},
			"1 0 0 1 1 1"},
		{"parts too small", domains, of(&model.Range{Lo: 3, Hi: 6}), model.Cube{{Var: 0, Value: 0}, {Var: 4, Value: 0}}, "0 0..1 0..1 0 0 0..1"},
		{"too few", domains, of(&model.Range{Lo: 5, Hi: 6}), model.Cube{{Var: 1, Value: 0}, {Var: 4, Value: 0}}, impossible},
		{"none", domains, of(&model.Range{}), nil, "0 0 0 0 0 0"},
	})
}

// TestConnectedParts counts the connected sets of cells of 4×4: 11,506 that are not empty (OEIS A059525).
func TestConnectedParts(t *testing.T) {
	m := model.NewGrid(&model.Grid{Rows: 4, Columns: 4}, model.Interval(0, 1))
	var cells []model.Var
	for v := range m.Variables {
		cells = append(cells, model.Var(v))
	}
	m.Constraints = []model.Constraint{&model.Connected{Vars: cells, Edges: m.Grid.Neighbours(cells), Values: model.Values(1)}}
	if count := runCount(t, openSession(t, m), nil); count != 11507 {
		t.Errorf("%d connected sets, expected 11,507", count)
	}
}
