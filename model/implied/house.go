package implied

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// house is a set of variables that all differ, over as many values as variables. So each value occurs once.
type house struct {
	cells  []model.Var // ascending
	values model.Domain
	from   []int // the constraints from which it follows
}

// findHouses lists the houses among the constraints.
func (f *finder) findHouses() {
	for i, different := range model.Each[*model.AllDifferent](f.model.Constraints) {
		if f.over(len(different.Vars)) {
			return
		}
		if values, few := f.model.ValuesUpTo(different.Vars, len(different.Vars)); few && len(different.Vars) <= maxScope && values.Size() == len(different.Vars) {
			f.addHouse(different.Vars, values, []int{i})
		}
	}
}

// addHouse adds a house that is not known yet.
func (f *finder) addHouse(variables []model.Var, values model.Domain, from []int) {
	cells := slices.Sorted(slices.Values(variables))
	if key := keyOf(cells); len(cells) > 1 && !f.houseKeys[key] {
		f.houseKeys[key] = true
		f.houses = append(f.houses, house{cells, values, from})
	}
}

// sum returns the known sum of the house.
func (h *house) sum() equation {
	e := equation{terms: plainTerms(h.cells), from: slices.Clone(h.from)}
	for value := range h.values.All() {
		e.sum += value
	}
	return e
}

func plainTerms(cells []model.Var) []model.Term {
	return lists.Map(cells, func(v model.Var) model.Term { return model.Term{Coefficient: 1, Var: v} })
}

// maxUnion is the largest number of houses in a union.
const maxUnion = 5

// unions returns connected sets of up to maxUnion rows, of columns and of regions, at most some of each, and each other house alone.
// The members of a union are disjoint.
func (f *finder) unions(most int) [][]int {
	byCells := map[string]int{}
	for i := range f.houses {
		byCells[keyOf(f.houses[i].cells)] = i
	}
	var all [][]int
	taken := make([]bool, len(f.houses))
	if g := f.model.Grid; g != nil {
		for _, family := range [][]model.House{g.RowHouses(), g.ColumnHouses(), g.RegionHouses()} {
			var members []int
			for _, h := range family {
				if i, is := byCells[keyOf(h.Cells)]; is {
					members = append(members, i)
					taken[i] = true
				}
			}
			all = append(all, f.connected(members, most)...)
		}
	}
	for i := range f.houses {
		if !taken[i] {
			all = append(all, []int{i})
		}
	}
	return all
}

// connected returns sets of up to maxUnion members that are connected in the grid, at most some, each once, small ones first.
func (f *finder) connected(members []int, most int) [][]int {
	near := f.neighbours(members)
	var all [][]int
	seen := map[string]bool{}
	level := lists.Map(members, func(i int) []int { return []int{i} })
	for range maxUnion {
		all = append(all, level...)
		var next [][]int
		for _, set := range level {
			for _, i := range set {
				for _, j := range near[i] {
					if f.over(len(set)) || len(all)+len(next) >= most {
						return append(all, next...)
					}
					if slices.Contains(set, j) {
						continue
					}
					larger := append(slices.Clone(set), j)
					slices.Sort(larger)
					if key := keyOf(larger); !seen[key] {
						seen[key] = true
						next = append(next, larger)
					}
				}
			}
		}
		level = next
	}
	return all
}

// neighbours returns, by member, the members with a cell beside one of its cells.
func (f *finder) neighbours(members []int) map[int][]int {
	g := f.model.Grid
	owner := make([]int, g.Cells())
	for _, i := range members {
		for _, v := range f.houses[i].cells {
			owner[v] = i + 1
		}
	}
	near := map[int][]int{}
	join := func(a, b int) {
		if a > 0 && b > 0 && a != b && !slices.Contains(near[a-1], b-1) {
			near[a-1], near[b-1] = append(near[a-1], b-1), append(near[b-1], a-1)
		}
	}
	for cell := range g.Cells() {
		row, column, _ := g.Coordinates(model.Var(cell))
		if column+1 < g.Columns {
			join(owner[cell], owner[cell+1])
		}
		if row+1 < g.Rows {
			join(owner[cell], owner[cell+g.Columns])
		}
	}
	return near
}
