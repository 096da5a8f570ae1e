package native

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
	"qmsat/native/space"
)

func TestConnectedPropagation(t *testing.T) {
	grid := model.NewGrid(&model.Grid{Rows: 2, Columns: 3}, model.Interval(0, 1))
	cells := []model.Var{0, 1, 2, 3, 4, 5}
	of := func(size *model.Range) *kinds.Connected {
		return &kinds.Connected{Vars: cells, Edges: grid.Grid.Neighbours(cells), Values: model.Values(1), Size: size}
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
		{"parts too small", domains, of(&model.Range{Lo: 3, Hi: 6}), model.Cube{{Var: 0, Value: 0}, {Var: 4, Value: 0}}, "0 1 1 0 0 1"},
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
	m.Constraints = []model.Constraint{&kinds.Connected{Vars: cells, Edges: m.Grid.Neighbours(cells), Values: model.Values(1)}}
	if count := runCount(t, openSession(t, m), nil); count != 11507 {
		t.Errorf("%d connected sets, expected 11,507", count)
	}
}

// TestConnectedRandom compares random sizes, edges, equal variables and givens with brute force: no value of a solution is removed,
// and the search finds all solutions.
func TestConnectedRandom(t *testing.T) {
	held, removed := 0, 0
	for seed := range modeltest.Scale(uint64(150), 1500, 3000) {
		r := rand.New(rand.NewPCG(seed, 3))
		shape := [][2]int{{3, 3}, {2, 4}, {1, 7}, {2, 5}}[seed%4]
		m := model.NewGrid(&model.Grid{Rows: shape[0], Columns: shape[1]}, model.Interval(0, 1))
		cells := lists.Numbers[model.Var](m.Grid.Cells())
		c := &kinds.Connected{Vars: cells, Edges: m.Grid.Neighbours(cells), Values: model.Values(1)}
		if r.IntN(3) == 0 { // not planar, with edges twice
			for range 3 {
				from := r.IntN(len(cells) - 1)
				c.Edges = append(c.Edges, [2]int{from, from + 1 + r.IntN(len(cells)-1-from)})
			}
		}
		if least := r.IntN(6); r.IntN(4) > 0 {
			c.Size = &model.Range{Lo: least, Hi: least + r.IntN(3)}
		}
		m.Constraints = []model.Constraint{c}
		for range r.IntN(3) {
			a, b := r.IntN(len(cells)), r.IntN(len(cells))
			if a != b {
				m.Constraints = append(m.Constraints, &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: cells[a]}, {Coefficient: -1, Var: cells[b]}}})
			}
		}
		var cube model.Cube
		for _, v := range cells {
			if r.IntN(3) == 0 {
				cube = append(cube, model.Given{Var: v, Value: r.IntN(2)})
			}
		}
		solutions := modeltest.BruteForce(m, cube)
		if count := runCount(t, openSession(t, m), cube); int(count) != len(solutions) {
			t.Errorf("seed %d, %s: %d solutions, expected %d", seed, modeltest.Text(m), count, len(solutions))
		}
		s := must(newSession(space.NewBuilder(t.Context(), m, nil, nil), m.Constraints))
		s.propagateRoot()
		possible := domainsAfter(s, cube) != impossible
		for _, v := range cells {
			for value := range 2 {
				is := func(a model.Assignment) bool { return a[v] == value }
				switch found := slices.ContainsFunc(solutions, is); {
				case found && (!possible || !s.space.Bits(v).Has(value)):
					t.Errorf("seed %d, %s: %d was removed from cell %d", seed, modeltest.Text(m), value, v)
				case !found && (!possible || !s.space.Bits(v).Has(value)):
					removed++
				case found:
					held++
				}
			}
		}
	}
	if held == 0 || removed == 0 {
		t.Errorf("%d values stayed and %d were removed, expected some of each", held, removed)
	}
}
