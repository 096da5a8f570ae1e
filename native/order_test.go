package native

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/order"
	"qmsat/native/space"
)

// No order changes the solutions.
func TestOrdersOnRandomModels(t *testing.T) {
	for _, name := range order.Setting.Values() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := modeltest.Random(t)
				s, err := must(engine.Lookup(space.EngineName)).Open(context.Background(), m, engine.Options{"order": name, "search": "general"})
				if err != nil {
					t.Fatal(err)
				}
				sameSolutions(t, m, s, modeltest.RandomCube(t, m))
			})
		})
	}
}

// TestOrdersChooseVariables does the same for the engine native, whose propagation leaves other candidates: with the third given,
// r2c3 and r2c4 are fixed too.
func TestOrdersChooseVariables(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	cube := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 14, Value: 1}}
	for _, test := range []struct {
		order  string
		givens model.Cube
		want   model.Var
	}{
		{"rows", cube, 2},
		{"fewest", cube, 2},
		{"fewest", cube[2:], 2},   // its column has the given, so that it has three candidates; those before it have four
		{"failures", cube[2:], 2}, // the constraints have failed equally often
		{"conflicts", cube[2:], 2},
		{"degree", cube, 10},      // r3c3 has 5 open neighbours, r1c3 has 2
		{"pressure", cube[:2], 4}, // as for the engine paper
		{"box", cube[:2], 4},
	} {
		s := must(openGeneral(context.Background(), m, engine.Options{"order": test.order}))
		domainsAfter(s, test.givens)
		if got, found := s.order.Choose(s.space, s.outputs); !found || got != test.want {
			t.Errorf("native, %s: cell %d, %t, expected %d", test.order, got, found, test.want)
		}
	}
}
