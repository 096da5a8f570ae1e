package native

import (
	"testing"

	"qmsat/model"
)

// A rule about each of several boxes is accepted by the search by fillings, and gives the same results as the general search.
func TestRuleWithinBoxes(t *testing.T) {
	m := quasiMagic(2)
	none := model.Not{Of: model.Or{}}
	var edges, centres model.And
	for box := range 9 {
		edges = append(edges, model.Not{Of: model.Is(m.Grid.BoxCell(box, 0, 1), 4)})
		centres = append(centres, model.Is(m.Grid.BoxCell(box, 1, 1), 4, 5, 6))
	}
	without := must(model.QuasiMagic(3, 2))
	m.Constraints = append(m.Constraints, &model.Rule{Formula: edges}, &model.Rule{Formula: centres}, &model.Rule{Formula: none})
	s := must(openNine(t.Context(), m, nil))
	if s == nil {
		t.Fatal("no tuned search takes the rules")
	}
	defer s.Close()
	cube := model.Cube{{Var: m.Grid.Cell(0, 0), Value: 1}, {Var: m.Grid.Cell(1, 1), Value: 6}, {Var: m.Grid.Cell(4, 4), Value: 4}}
	want, all := 0, 0
	plain := must(openNine(t.Context(), without, nil))
	defer plain.Close()
	if _, err := plain.Run(t.Context(), cube, 0, func(a model.Assignment) bool {
		if all++; m.Check(a) == nil {
			want++
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	result, err := s.Run(t.Context(), cube, 0, func(a model.Assignment) bool {
		if err := m.Check(a); err != nil {
			t.Fatal(err)
		}
		return true
	})
	if err != nil || !result.Complete() || result.Count.Int64() != int64(want) || want == 0 || want == all {
		t.Errorf("%v grids, expected %d of %d; %v", result.Count, want, all, err)
	}
}
