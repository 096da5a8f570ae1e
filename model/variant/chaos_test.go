package variant_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/internal/lists"
	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/variant"
)

func init() {
	for _, kind := range []string{"chaos-construction", "chaos-arrow", "chaos-count"} {
		meanings[kind] = meaning{testedBy: "TestChaosConstruction"}
	}
	meanings["connected-values"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) model.Named {
			n := &variant.ConnectedValues{Values: []int{m.CellValues().Min()}}
			if r.IntN(2) == 0 {
				n.Values = append(n.Values, n.Values[0]+1)
			}
			if r.IntN(2) == 0 {
				n.Cells = drawLine(r, m, 3+r.IntN(6))
			}
			if r.IntN(3) == 0 {
				size := 1 + r.IntN(4)
				n.Size = &size
			}
			return n
		},
		repair: func(r *rand.Rand, m *model.Model, n model.Named, a model.Assignment) {
			c, cells := n.(*variant.ConnectedValues), lists.Numbers[model.Var](m.Grid.Cells())
			if c.Cells != nil {
				cells = c.Cells
			}
			for _, v := range cells {
				a[v] = m.CellValues().Max()
			}
			for i := range 1 + r.IntN(4) {
				if v := cells[0] + model.Var(i); slices.Contains(cells, v) {
					a[v] = c.Values[r.IntN(len(c.Values))]
				}
			}
		},
		holds: func(m *model.Model, n model.Named, a model.Assignment) bool {
			c, cells := n.(*variant.ConnectedValues), lists.Numbers[model.Var](m.Grid.Cells())
			if c.Cells != nil {
				cells = c.Cells
			}
			chosen := lists.Filter(cells, func(v model.Var) bool { return slices.Contains(c.Values, a[v]) })
			return len(chosen) > 0 && (c.Size == nil || *c.Size == len(chosen)) && connectedBySides(m.Grid, chosen)
		},
	}
}

func connectedBySides(g *model.Grid, cells []model.Var) bool {
	reached := cells[:1:1]
	for i := 0; i < len(reached); i++ {
		r1, c1, _ := g.Coordinates(reached[i])
		for _, v := range cells {
			r2, c2, _ := g.Coordinates(v)
			if (r1-r2)*(r1-r2)+(c1-c2)*(c1-c2) == 1 && !slices.Contains(reached, v) {
				reached = append(reached, v)
			}
		}
	}
	return len(reached) == len(cells)
}

// partitions yields each division of the grid into connected regions of a size, numbered in the order of their first cells.
func partitions(g *model.Grid, size int, yield func([]int)) {
	region := make([]int, g.Cells())
	var place func(cell, next int)
	place = func(cell, next int) {
		if cell == len(region) {
			for r := range next {
				cells := lists.Filter(lists.Numbers[model.Var](len(region)), func(v model.Var) bool { return region[v] == r })
				if len(cells) != size || !connectedBySides(g, cells) {
					return
				}
			}
			yield(region)
			return
		}
		for r := range min(next+1, len(region)/size) {
			region[cell] = r
			place(cell+1, max(next, r+1))
		}
	}
	place(0, 0)
}

// TestChaosConstruction counts the solutions of random values of 3×4 and 2×6 cells, with and without clues about the regions, and
// compares them with all divisions of the grid.
func TestChaosConstruction(t *testing.T) {
	held := 0
	for seed := range modeltest.Scale(uint64(12), 40) {
		r := rand.New(rand.NewPCG(seed, 7))
		side := [][4]int{{3, 4, 0, 0}, {2, 6, 0, 0}}[seed%2]
		m := emptyGrid(side, int(seed/2)%2)
		size := []int{3, 4, 6}[r.IntN(2+int(seed%2))]
		lo, cells := m.CellValues().Min(), m.Grid.Cells()
		clues := []model.Named{&variant.ChaosConstruction{Size: size}}
		first := model.Var(r.IntN(cells))
		arrow := &variant.ChaosArrow{Control: model.Cells{model.Var(r.IntN(cells))}, Others: r.IntN(2) == 0}
		count := &variant.ChaosCount{Control: model.Cells{model.Var(r.IntN(cells))}, Cells: drawLine(r, m, 4), Others: r.IntN(2) == 0}
		for range 1 + r.IntN(2) {
			arrow.Arms = append(arrow.Arms, append(model.Cells{first}, lists.Filter(drawLine(r, m, 3), func(v model.Var) bool { return v != first })...))
		}
		if seed%3 > 0 {
			clues = append(clues, arrow)
		}
		if seed%3 > 1 {
			clues = append(clues, count)
		}
		if err := m.AddClue(clues...); err != nil {
			t.Fatal(err)
		}
		a := make(model.Assignment, cells)
		for v := range a {
			a[v] = lo + (v*5+v/m.Grid.Columns+r.IntN(2))%max(side[0], side[1])
		}
		want := 0
		partitions(m.Grid, size, func(region []int) {
			if holdsInRegions(a, region, size, clues) {
				want++
			}
		})
		cube := lists.Map(lists.Numbers[model.Var](cells), func(v model.Var) model.Given { return model.Given{Var: v, Value: a[v]} })
		if got := countBy(t, m, cube); got != want {
			t.Errorf("seed %d, %s: %d solutions, expected %d", seed, yamlOf(t, m), got, want)
		}
		held += want
	}
	if held == 0 {
		t.Error("no division satisfied any instance")
	}
}

// holdsInRegions says plainly whether a division satisfies the clues.
func holdsInRegions(a model.Assignment, region []int, size int, clues []model.Named) bool {
	for v := range region {
		for w := range v {
			if region[v] == region[w] && a[v] == a[w] {
				return false
			}
		}
	}
	for _, n := range clues {
		total, control, others := 1, 0, false
		switch n := n.(type) {
		case *variant.ChaosConstruction:
			continue
		case *variant.ChaosArrow:
			control, others = a[n.Control[0]], n.Others
			for _, arm := range n.Arms {
				for _, v := range arm[1:] {
					if region[v] != region[arm[0]] {
						break
					}
					total++
				}
			}
		case *variant.ChaosCount:
			control, others = a[n.Control[0]], n.Others
			total = lists.Count(n.Cells, func(v model.Var) bool { return region[v] == region[n.Cells[0]] })
		}
		if others {
			total--
		}
		if total != control {
			return false
		}
	}
	return size > 0
}

// countBy counts the solutions with these givens by native.
func countBy(t *testing.T, m *model.Model, cube model.Cube) int {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	result, err := session.Run(t.Context(), cube, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return int(result.Count.Int64())
}

// TestChaosOfFour counts the grids of 4×4 cells with unknown regions, as Interactive Sudoku Solver does.
func TestChaosOfFour(t *testing.T) {
	m := emptyGrid([4]int{4, 4, 0, 0}, 1)
	for _, house := range m.Grid.Houses() {
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: house.Cells})
	}
	if err := m.AddClue(&variant.ChaosConstruction{}); err != nil {
		t.Fatal(err)
	}
	if got := countBy(t, m, nil); got != 13872 {
		t.Errorf("%d grids, expected 13872", got)
	}
}
