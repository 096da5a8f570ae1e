package variant_test

import (
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/variant"
)

// seenFrom is the meaning of a clue that sees a row or column from one end. holds gets the values in that order.
func seenFrom(make func(side variant.Side, number int) variant.Clue, holds func(n variant.Clue, values []int) bool) meaning {
	side := func(n variant.Clue) variant.Side {
		switch n := n.(type) {
		case *variant.XSum:
			return n.Side
		case *variant.Skyscraper:
			return n.Side
		case *variant.HiddenSkyscraper:
			return n.Side
		case *variant.NumberedRoom:
			return n.Side
		}
		panic("a clue without a side")
	}
	return meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			row, column := drawLane(r, m)
			return make(variant.Side{Lane: variant.Lane{Row: row, Column: column}, End: r.IntN(2) == 0}, r.IntN(m.CellValues().Max()+2))
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			s := side(n)
			return holds(n, valuesOf(a, laneOf(m, s.Row, s.Column, s.End)))
		},
	}
}

// visible reports whether a value is larger than all before it.
func visible(values []int, i int) bool {
	return i == 0 || values[i] > slices.Max(values[:i])
}

func init() {
	meanings["x-sum"] = seenFrom(func(side variant.Side, number int) variant.Clue {
		return &variant.XSum{Side: side, Sum: 2 * number}
	}, func(n variant.Clue, values []int) bool {
		x := values[0]
		return x > 0 && x <= len(values) && total(values[:x]) == n.(*variant.XSum).Sum
	})
	meanings["skyscraper"] = seenFrom(func(side variant.Side, number int) variant.Clue {
		return &variant.Skyscraper{Side: side, Count: 1 + number/2}
	}, func(n variant.Clue, values []int) bool {
		seen := 0
		for i, v := range values {
			if visible(values, i) && v > 0 {
				seen++
			}
		}
		return seen == n.(*variant.Skyscraper).Count
	})
	meanings["hidden-skyscraper"] = seenFrom(func(side variant.Side, number int) variant.Clue {
		return &variant.HiddenSkyscraper{Side: side, Value: number}
	}, func(n variant.Clue, values []int) bool {
		for i, v := range values {
			if !visible(values, i) {
				return v == n.(*variant.HiddenSkyscraper).Value
			}
		}
		return false
	})
	meanings["numbered-room"] = seenFrom(func(side variant.Side, number int) variant.Clue {
		return &variant.NumberedRoom{Side: side, Value: number}
	}, func(n variant.Clue, values []int) bool {
		x := values[0]
		return x > 0 && x <= len(values) && values[x-1] == n.(*variant.NumberedRoom).Value
	})
	meanings["little-killer"] = meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
		l := n.(*variant.LittleKiller)
		return total(valuesOf(a, l.Line)) == l.Sum
	}}

	meanings["row-indexer"] = meaning{holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
		return indexes(m, n.(*variant.RowIndexer).Cells, a, func(row, column, v int) (model.Var, int) {
			return m.Grid.Cell(v-1, column), row + 1
		}, m.Grid.Rows)
	}}
	meanings["column-indexer"] = meaning{holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
		return indexes(m, n.(*variant.ColumnIndexer).Cells, a, func(row, column, v int) (model.Var, int) {
			return m.Grid.Cell(row, v-1), column + 1
		}, m.Grid.Columns)
	}}
	boxIndexer := meaning{holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
		high, wide := m.Grid.BoxRows, m.Grid.BoxColumns
		return indexes(m, n.(*variant.BoxIndexer).Cells, a, func(row, column, v int) (model.Var, int) {
			return m.Grid.Cell(row/high*high+(v-1)/wide, column/wide*wide+(v-1)%wide), row%high*wide + column%wide + 1
		}, high*wide)
	}}
	boxIndexer.draw = func(r *rand.Rand, m *model.Model) variant.Clue {
		if !m.Grid.HasBoxes() {
			return nil
		}
		return &variant.BoxIndexer{Cells: drawLine(r, m, 2)}
	}
	meanings["box-indexer"] = boxIndexer

	meanings["full-rank"] = meaning{
		largest: 6,
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			if !latin(m) {
				return nil
			}
			row, column := drawLane(r, m)
			side := variant.Side{Lane: variant.Lane{Row: row, Column: column}, End: r.IntN(2) == 0}
			return &variant.FullRank{Side: side, Rank: 1 + r.IntN(4*m.Grid.Rows), Ties: r.IntN(2) == 0}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			f := n.(*variant.FullRank)
			own, less, equal := valuesOf(a, laneOf(m, f.Row, f.Column, f.End)), 0, 0
			for _, line := range allLines(m, a) {
				switch slices.Compare(line, own) {
				case -1:
					less++
				case 0:
					equal++
				}
			}
			return isLatin(m, a) && f.Rank == 1+less && (f.Ties || equal == 1)
		},
	}
	meanings["different-lines"] = meaning{
		largest: 5,
		draw: func(_ *rand.Rand, m *model.Model) variant.Clue {
			if !latin(m) {
				return nil
			}
			return &variant.DifferentLines{}
		},
		holds: func(m *model.Model, _ variant.Clue, a model.Assignment) bool {
			all := allLines(m, a)
			slices.SortFunc(all, slices.Compare[[]int])
			return isLatin(m, a) && len(slices.CompactFunc(all, slices.Equal[[]int])) == 4*m.Grid.Rows
		},
	}
}

// indexes reports whether each cell's value names a place that has the number of the cell's own place.
func indexes(m *model.Model, cells model.Cells, a model.Assignment, at func(row, column, v int) (model.Var, int), most int) bool {
	for _, cell := range cells {
		if a[cell] < 1 || a[cell] > most {
			return false
		}
		row, column, _ := m.Grid.Coordinates(cell)
		if other, value := at(row, column, a[cell]); a[other] != value {
			return false
		}
	}
	return true
}

// latin makes the rows and columns of a square grid all-different, and reports whether it is one.
func latin(m *model.Model) bool {
	for _, house := range slices.Concat(m.Grid.RowHouses(), m.Grid.ColumnHouses()) {
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: house.Cells})
	}
	return isSquare(m)
}

func isLatin(m *model.Model, a model.Assignment) bool {
	return !slices.ContainsFunc(allLines(m, a), func(values []int) bool { return !allDiffer(values) })
}

// allLines returns the values of the rows and columns in both directions.
func allLines(m *model.Model, a model.Assignment) (lines [][]int) {
	for _, end := range []bool{false, true} {
		for i := range m.Grid.Rows {
			lines = append(lines, valuesOf(a, laneOf(m, i+1, 0, end)), valuesOf(a, laneOf(m, 0, i+1, end)))
		}
	}
	return lines
}
