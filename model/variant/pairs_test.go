package variant_test

import (
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/variant"
)

// pairMeaning is the meaning of a kind of two cells.
func pairMeaning(make func(cells model.Cells, number *int) variant.Clue, holds func(n variant.Clue, x, y int) bool) meaning {
	return meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			number := r.IntN(m.CellValues().Max() + 3)
			if r.IntN(2) == 0 {
				return make(drawLine(r, m, 2), nil)
			}
			return make(drawLine(r, m, 2), &number)
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			cells := cellsOf(n)[0]
			return holds(n, a[cells[0]], a[cells[1]])
		},
	}
}

func init() {
	meanings["white-dot"] = pairMeaning(func(cells model.Cells, number *int) variant.Clue {
		return &variant.WhiteDot{Pair: variant.Pair{Cells: cells}, Difference: number}
	}, func(n variant.Clue, x, y int) bool {
		if given := n.(*variant.WhiteDot).Difference; given != nil {
			return x-y == *given || y-x == *given
		}
		return x-y == 1 || y-x == 1
	})
	meanings["black-dot"] = pairMeaning(func(cells model.Cells, number *int) variant.Clue {
		return &variant.BlackDot{Pair: variant.Pair{Cells: cells}, Ratio: number}
	}, func(n variant.Clue, x, y int) bool {
		if given := n.(*variant.BlackDot).Ratio; given != nil {
			return x == *given*y || y == *given*x
		}
		return x == 2*y || y == 2*x
	})
	meanings["x"] = pairMeaning(func(cells model.Cells, _ *int) variant.Clue {
		return &variant.X{Pair: variant.Pair{Cells: cells}}
	}, func(_ variant.Clue, x, y int) bool { return x == 10-y })
	meanings["v"] = pairMeaning(func(cells model.Cells, _ *int) variant.Clue {
		return &variant.V{Pair: variant.Pair{Cells: cells}}
	}, func(_ variant.Clue, x, y int) bool { return x == 5-y })
	meanings["pair-sum"] = pairMeaning(func(cells model.Cells, number *int) variant.Clue {
		sum := 7
		if number != nil {
			sum = *number
		}
		return &variant.PairSum{Pair: variant.Pair{Cells: cells}, Sum: sum}
	}, func(n variant.Clue, x, y int) bool { return x == n.(*variant.PairSum).Sum-y })
	meanings["greater-than"] = pairMeaning(func(cells model.Cells, _ *int) variant.Clue {
		return &variant.GreaterThan{Pair: variant.Pair{Cells: cells}}
	}, func(_ variant.Clue, x, y int) bool { return x > y })

	meanings["odd"] = meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
		return !slices.ContainsFunc(valuesOf(a, n.(*variant.Odd).Cells), func(x int) bool { return x%2 == 0 })
	}}
	meanings["even"] = meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
		return !slices.ContainsFunc(valuesOf(a, n.(*variant.Even).Cells), func(x int) bool { return x%2 != 0 })
	}}
	meanings["minimum"] = meaning{holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
		return besides(m, n.(*variant.Minimum).Cells, func(v, w model.Var) bool { return a[v] < a[w] })
	}}
	meanings["maximum"] = meaning{holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
		return besides(m, n.(*variant.Maximum).Cells, func(v, w model.Var) bool { return a[v] > a[w] })
	}}
}

// besides reports whether a relation holds for each listed cell and each cell beside it that is not listed.
func besides(m *model.Model, cells model.Cells, holds func(v, w model.Var) bool) bool {
	for _, v := range cells {
		for w := range model.Var(m.Grid.Cells()) {
			if taxicab(m, v, w) == 1 && !slices.Contains(cells, w) && !holds(v, w) {
				return false
			}
		}
	}
	return true
}

// taxicab returns the distance of two cells in steps to the side.
func taxicab(m *model.Model, v, w model.Var) int {
	down, right := apart(m, v, w)
	return down + right
}

// apart returns how many rows and columns two cells are apart.
func apart(m *model.Model, v, w model.Var) (down, right int) {
	r1, c1, _ := m.Grid.Coordinates(v)
	r2, c2, _ := m.Grid.Coordinates(w)
	return max(r1-r2, r2-r1), max(c1-c2, c2-c1)
}
