package variant_test

import (
	"math/rand/v2"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// eachTwo is the meaning that each two cells are allowed together.
func eachTwo(allowed func(m *model.Model, v, w model.Var, x, y int) bool) meaning {
	return meaning{largest: 9, holds: func(m *model.Model, _ variant.Clue, a model.Assignment) bool {
		for v := range model.Var(m.Grid.Cells()) {
			for w := range v {
				if !allowed(m, v, w, a[v], a[w]) {
					return false
				}
			}
		}
		return true
	}}
}

// on draws the clue on grids for which fits holds.
func (what meaning) on(fits func(m *model.Model) bool, n func() variant.Clue) meaning {
	what.draw = func(_ *rand.Rand, m *model.Model) variant.Clue {
		if !fits(m) {
			return nil
		}
		return n()
	}
	return what
}

func isSquare(m *model.Model) bool { return m.Grid.Rows == m.Grid.Columns }

func init() {
	meanings["anti-king"] = eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
		down, right := apart(m, v, w)
		return max(down, right) > 1 || x != y
	})
	meanings["non-consecutive"] = eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
		return taxicab(m, v, w) > 1 || x-y != 1 && y-x != 1
	})
	meanings["anti-taxicab"] = eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
		return x != y || taxicab(m, v, w) != x
	})
	negative := func(forbidden func(x, y int) bool) meaning {
		return eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
			return taxicab(m, v, w) > 1 || !forbidden(x, y)
		})
	}
	half := func(x, y int) bool { return x == 2*y || y == 2*x }
	// The kinds are drawn without marks; TestNegative has some.
	meanings["negative-difference"] = negative(func(x, y int) bool { return x-y == 1 || y-x == 1 })
	meanings["negative-ratio"] = negative(half)
	meanings["negative-kropki"] = negative(func(x, y int) bool { return x-y == 1 || y-x == 1 || half(x, y) })
	meanings["negative-xv"] = negative(func(x, y int) bool { return x+y == 5 || x+y == 10 })

	meanings["positive-diagonal"] = eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
		r1, c1, _ := m.Grid.Coordinates(v)
		r2, c2, _ := m.Grid.Coordinates(w)
		return x != y || r1+c1 != m.Grid.Rows-1 || r2+c2 != m.Grid.Rows-1
	}).on(isSquare, func() variant.Clue { return &variant.PositiveDiagonal{} })
	meanings["negative-diagonal"] = eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
		r1, c1, _ := m.Grid.Coordinates(v)
		r2, c2, _ := m.Grid.Coordinates(w)
		return x != y || r1 != c1 || r2 != c2
	}).on(isSquare, func() variant.Clue { return &variant.NegativeDiagonal{} })
	boxed := func(m *model.Model) bool { return isSquare(m) && m.Grid.HasBoxes() }
	meanings["windoku"] = eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
		window := func(v model.Var) int { // by number from 1; 0 between the windows
			r, c, _ := m.Grid.Coordinates(v)
			high, wide := m.Grid.BoxRows+1, m.Grid.BoxColumns+1
			top, left := r/high*high+1, c/wide*wide+1
			if r%high == 0 || c%wide == 0 || top+high-1 >= m.Grid.Rows || left+wide-1 >= m.Grid.Columns {
				return 0
			}
			return 1 + r/high*m.Grid.Columns + c/wide
		}
		return x != y || window(v) == 0 || window(v) != window(w)
	}).on(boxed, func() variant.Clue { return &variant.Windoku{} })
	meanings["disjoint-groups"] = eachTwo(func(m *model.Model, v, w model.Var, x, y int) bool {
		down, right := apart(m, v, w)
		return x != y || down%m.Grid.BoxRows != 0 || right%m.Grid.BoxColumns != 0
	}).on(boxed, func() variant.Clue { return &variant.DisjointGroups{} })

	inSquares := func(class func(m *model.Model, x int) int) meaning {
		return meaning{largest: 6, holds: func(m *model.Model, _ variant.Clue, a model.Assignment) bool {
			for r := range m.Grid.Rows - 1 {
				for c := range m.Grid.Columns - 1 {
					seen := map[int]bool{}
					for _, v := range []model.Var{m.Grid.Cell(r, c), m.Grid.Cell(r+1, c), m.Grid.Cell(r, c+1), m.Grid.Cell(r+1, c+1)} {
						seen[class(m, a[v])] = true
					}
					if len(seen) < 3 {
						return false
					}
				}
			}
			return true
		}}
	}
	meanings["global-entropy"] = inSquares(func(m *model.Model, x int) int {
		return (x - m.CellValues().Min()) * 3 / m.CellValues().Size()
	}).on(func(m *model.Model) bool { return m.CellValues().Size()%3 == 0 }, func() variant.Clue { return &variant.GlobalEntropy{} })
	meanings["global-modulo"] = inSquares(func(_ *model.Model, x int) int { return residue(x, 3) }).on(
		func(*model.Model) bool { return true }, func() variant.Clue { return &variant.GlobalModulo{} })

	meanings["dutch-flatmates"] = meaning{largest: 9, holds: func(m *model.Model, _ variant.Clue, a model.Assignment) bool {
		all := slices.Collect(m.CellValues().All())
		for v := range model.Var(m.Grid.Cells()) {
			if a[v] != all[(len(all)-1)/2] {
				continue
			}
			row, column, _ := m.Grid.Coordinates(v)
			above := row > 0 && a[m.Grid.Cell(row-1, column)] == all[0]
			below := row+1 < m.Grid.Rows && a[m.Grid.Cell(row+1, column)] == all[len(all)-1]
			if !above && !below {
				return false
			}
		}
		return true
	}}
	meanings["doppelganger"] = meaning{
		largest: 6,
		draw: func(_ *rand.Rand, m *model.Model) variant.Clue {
			if !isSquare(m) {
				return nil
			}
			*m = *model.NewGrid(m.Grid, model.Interval(0, m.Grid.Rows))
			return &variant.Doppelganger{}
		},
		holds: doppelgangerHolds,
	}
	meanings["region-same-values"] = meaning{largest: 6, holds: func(m *model.Model, _ variant.Clue, a model.Assignment) bool {
		most := 0
		for _, house := range m.Grid.Houses() {
			most = max(most, len(house.Cells))
		}
		var first []int
		for _, house := range m.Grid.Houses() {
			if len(house.Cells) < most {
				continue
			}
			set := slices.Compact(slices.Sorted(slices.Values(valuesOf(a, house.Cells))))
			if first != nil && !slices.Equal(first, set) {
				return false
			}
			first = set
		}
		return true
	}}
}

func doppelgangerHolds(m *model.Model, _ variant.Clue, a model.Assignment) bool {
	n := m.Grid.Rows
	missing := map[string]int{} // by name of the house
	for _, houses := range [][]model.House{m.Grid.RowHouses(), m.Grid.ColumnHouses(), m.Grid.BoxHouses()} {
		seen := map[int]bool{}
		for _, house := range houses {
			values := valuesOf(a, house.Cells)
			absent := lists.Filter(lists.Numbers[int](n+1), func(x int) bool { return !slices.Contains(values, x) })
			if len(absent) != 1 || absent[0] == 0 || seen[absent[0]] {
				return false
			}
			seen[absent[0]] = true
			missing[house.Name] = absent[0]
		}
	}
	for v := range model.Var(m.Grid.Cells()) {
		var own []int
		for _, house := range m.Grid.Houses() {
			if a[v] == 0 && slices.Contains(house.Cells, v) {
				own = append(own, missing[house.Name])
			}
		}
		if !allDiffer(own) {
			return false
		}
	}
	return true
}
