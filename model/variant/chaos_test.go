package variant_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

func init() {
	for _, kind := range []string{"chaos-construction", "chaos-arrow", "chaos-count"} {
		meanings[kind] = meaning{testedBy: "TestChaosConstruction"}
	}
	meanings["connected-values"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
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
		repair: func(r *rand.Rand, m *model.Model, n variant.Clue, a model.Assignment) {
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
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			c, cells := n.(*variant.ConnectedValues), lists.Numbers[model.Var](m.Grid.Cells())
			if c.Cells != nil {
				cells = once(c.Cells)
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

// TestChaosConstruction divides 3×4 and 2×6 cells at random, and gives them values that fit, with and without clues about the
// regions. It counts the divisions that fit these values, and compares with all divisions of the grid.
func TestChaosConstruction(t *testing.T) {
	held, known := map[string]int{}, map[[2]int][][]int{}
	for seed := range modeltest.Scale(uint64(96), 300, 600) {
		r := rand.New(rand.NewPCG(seed, 7))
		side := [][4]int{{3, 4, 0, 0}, {2, 6, 0, 0}}[seed%2]
		m := emptyGrid(side, int(seed/2)%2)
		size := []int{3, 4, 6}[r.IntN(2+int(seed%2))]
		if err := modeltest.AddClues(m, &variant.ChaosConstruction{Size: size}); err != nil {
			t.Fatal(err)
		}
		key := [2]int{m.Grid.Rows, size}
		if known[key] == nil {
			partitions(m.Grid, size, func(region []int) { known[key] = append(known[key], slices.Clone(region)) })
		}
		all := known[key]
		division := all[r.IntN(len(all))]
		a := make(model.Assignment, m.Grid.Cells())
		for of := range slices.Max(division) + 1 {
			values := r.Perm(max(side[0], side[1]))
			for v := range a {
				if division[v] == of {
					a[v], values = values[0]+m.CellValues().Min(), values[1:]
				}
			}
		}
		var clues []variant.Clue
		for range r.IntN(3) {
			clues = append(clues, aboutRegions(r, m, a, division, seed%5))
		}
		if err := modeltest.AddClues(m, clues...); err != nil {
			t.Fatal(err)
		}
		want := lists.Count(all, func(region []int) bool { return holdsInRegions(a, region, clues) })
		cube := lists.Map(lists.Numbers[model.Var](len(a)), func(v model.Var) model.Given { return model.Given{Var: v, Value: a[v]} })
		if got := countBy(t, m, cube); got != want {
			t.Errorf("seed %d, %s: %d solutions, expected %d", seed, yamlOf(t, m), got, want)
		}
		for _, n := range clues {
			held[reflect.TypeOf(n).Elem().Name()] += want
		}
	}
	for _, name := range []string{"ChaosArrow", "ChaosCount", "CountDistinct", "SameValues"} {
		if held[name] == 0 {
			t.Errorf("no division satisfied a clue %s", name)
		}
	}
}

// aboutRegions returns a clue about a random cell, all its neighbours and perhaps others. Mostly it holds in the division.
func aboutRegions(r *rand.Rand, m *model.Model, a model.Assignment, division []int, kind uint64) variant.Clue {
	near := model.Cells{model.Var(r.IntN(len(a)))}
	for _, edge := range m.Grid.Neighbours(lists.Numbers[model.Var](len(a))) {
		for i, v := range edge {
			if model.Var(v) == near[0] {
				near = append(near, model.Var(edge[1-i]))
			}
		}
	}
	if r.IntN(3) == 0 {
		near = near[:2+r.IntN(len(near)-1)]
	}
	far := func() model.Cells {
		if r.IntN(2) == 0 {
			return nil
		}
		return lists.Filter(drawLine(r, m, 3), func(v model.Var) bool { return !slices.Contains(near, v) })
	}
	regions := func(cells model.Cells) model.Cells {
		return lists.Map(cells, func(v model.Var) model.Var { return m.Names()["region_"+m.Variables[v].Name] })
	}
	control := func(total int) model.Cells {
		for _, v := range r.Perm(len(a)) {
			if a[v] == total && r.IntN(8) > 0 {
				return model.Cells{model.Var(v)}
			}
		}
		return model.Cells{model.Var(r.IntN(len(a)))}
	}
	others := r.IntN(2) == 0
	switch kind {
	case 0:
		n := &variant.ChaosCount{Cells: append(slices.Clone(near), far()...), Others: others}
		n.Control = control(counted(n, division))
		return n
	case 1:
		n := &variant.CountDistinct{Cells: regions(append(slices.Clone(near), far()...))}
		n.Control = control(counted(n, division))
		return n
	case 2:
		for _, v := range near[1:] {
			if division[v] == division[near[0]] {
				near[1] = v
			}
		}
		return &variant.SameValues{Sets: []model.Cells{regions(near[:1]), regions(near[1:2])}}
	}
	n := &variant.ChaosArrow{Others: others}
	for _, v := range near[1:] {
		n.Arms = append(n.Arms, append(model.Cells{near[0], v}, far()...))
	}
	n.Control = control(counted(n, division))
	return n
}

// counted says plainly what a clue counts in a division.
func counted(n variant.Clue, region []int) (total int) {
	others := false
	switch n := n.(type) {
	case *variant.ChaosArrow:
		total, others = 1, n.Others
		for _, arm := range n.Arms {
			for _, v := range arm[1:] {
				if region[v] != region[arm[0]] {
					break
				}
				total++
			}
		}
	case *variant.ChaosCount:
		others = n.Others
		total = lists.Count(n.Cells, func(v model.Var) bool { return region[v] == region[n.Cells[0]] })
	case *variant.CountDistinct:
		seen := map[int]bool{}
		for _, v := range n.Cells {
			seen[region[int(v)-len(region)]] = true // the regions' variables follow the cells
		}
		total = len(seen)
	}
	if others {
		total--
	}
	return total
}

// holdsInRegions says plainly whether a division satisfies the clues.
func holdsInRegions(a model.Assignment, region []int, clues []variant.Clue) bool {
	for v := range region {
		for w := range v {
			if region[v] == region[w] && a[v] == a[w] {
				return false
			}
		}
	}
	for _, n := range clues {
		var control model.Cells
		switch n := n.(type) {
		case *variant.SameValues:
			if x, y := n.Sets[0][0], n.Sets[1][0]; region[int(x)-len(region)] != region[int(y)-len(region)] {
				return false
			}
			continue
		case *variant.ChaosArrow:
			control = n.Control
		case *variant.ChaosCount:
			control = n.Control
		case *variant.CountDistinct:
			control = n.Control
		}
		if a[control[0]] != counted(n, region) {
			return false
		}
	}
	return true
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
	if err := modeltest.AddClues(m, &variant.ChaosConstruction{}); err != nil {
		t.Fatal(err)
	}
	if got := countBy(t, m, nil); got != 13872 {
		t.Errorf("%d grids, expected 13872", got)
	}
}
