package variant_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// drawSets draws two or three sets of some cells. They may overlap.
func drawSets(r *rand.Rand, m *model.Model, size func() int) (sets []model.Cells) {
	for range 2 + r.IntN(2) {
		sets = append(sets, drawLine(r, m, size()))
	}
	return sets
}

// drawValues draws values of the grid, possibly repeated.
func drawValues(r *rand.Rand, m *model.Model, most int) (list []int) {
	for range 1 + r.IntN(most) {
		list = append(list, m.CellValues().Min()+r.IntN(min(3, m.CellValues().Size())))
	}
	return list
}

// times returns how often a value occurs in a list.
func times(values []int, value int) (n int) {
	for _, v := range values {
		if v == value {
			n++
		}
	}
	return n
}

// contains reports whether each listed value occurs at least as often, or just as often.
func contains(values, listed []int, exactly bool) bool {
	return !slices.ContainsFunc(listed, func(v int) bool {
		found, expected := times(values, v), times(listed, v)
		return found < expected || exactly && found > expected
	})
}

func init() {
	meanings["sum"] = meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
		return total(valuesOf(a, n.(*variant.Sum).Cells)) == n.(*variant.Sum).Sum
	}}
	meanings["equal-sums"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.EqualSums{Sets: drawSets(r, m, func() int { return 1 + r.IntN(4) })}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			sums := map[int]bool{}
			for _, set := range n.(*variant.EqualSums).Sets {
				sums[total(valuesOf(a, set))] = true
			}
			return len(sums) == 1
		},
	}
	meanings["extra-region"] = alongLine(func(n *variant.ExtraRegion) model.Cells { return once(n.Cells) }, allDiffer)
	meanings["equality-cage"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			line := drawLine(r, m, 2+2*r.IntN(2))
			return &variant.EqualityCage{Cells: line[:len(line)/2*2]}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			values := valuesOf(a, once(n.(*variant.EqualityCage).Cells))
			balance, all := [2]int{}, m.CellValues()
			for _, v := range values {
				balance[0] += 1 - 2*residue(v, 2)
				switch place := 2*(v-all.Min()) + 1 - all.Size(); {
				case place == 0:
					return false
				case place < 0:
					balance[1]--
				default:
					balance[1]++
				}
			}
			return balance == [2]int{} && allDiffer(values)
		},
	}
	meanings["rellik"] = meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
		values := valuesOf(a, once(n.(*variant.Rellik).Cells))
		for subset := 1; subset < 1<<len(values); subset++ {
			sum := 0
			for i, v := range values {
				sum += subset >> i & 1 * v
			}
			if sum == n.(*variant.Rellik).Sum {
				return false
			}
		}
		return allDiffer(values)
	}}
	meanings["clone"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			cells, copied := drawLine(r, m, 2+r.IntN(3)), drawLine(r, m, 5)
			most := min(len(cells), len(copied))
			return &variant.Clone{Cells: cells[:most], Copy: copied[:most]}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			return slices.Equal(valuesOf(a, n.(*variant.Clone).Cells), valuesOf(a, n.(*variant.Clone).Copy))
		},
	}
}

func init() {
	meanings["quadruple"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			row, column := r.IntN(m.Grid.Rows-1), r.IntN(m.Grid.Columns-1)
			cells := model.Cells{m.Grid.Cell(row, column), m.Grid.Cell(row, column+1), m.Grid.Cell(row+1, column), m.Grid.Cell(row+1, column+1)}
			return &variant.Quadruple{Cells: cells, Values: drawValues(r, m, 4)}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			return contains(valuesOf(a, once(n.(*variant.Quadruple).Cells)), n.(*variant.Quadruple).Values, false)
		},
	}
	meanings["contain"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.Contain{Cells: drawLine(r, m, 2+r.IntN(5)), Values: drawValues(r, m, 3), Exactly: r.IntN(2) == 0}
		},
		holds: func(_ *model.Model, named variant.Clue, a model.Assignment) bool {
			n := named.(*variant.Contain)
			return contains(valuesOf(a, once(n.Cells)), n.Values, n.Exactly)
		},
	}
	meanings["look-and-say"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			n := &variant.LookAndSay{Cells: drawLine(r, m, 3+r.IntN(4))}
			for _, value := range drawValues(r, m, 2) {
				n.Says = append(n.Says, []int{r.IntN(3), value})
			}
			return n
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			values := valuesOf(a, once(n.(*variant.LookAndSay).Cells))
			return !slices.ContainsFunc(n.(*variant.LookAndSay).Says, func(s []int) bool { return times(values, s[1]) != s[0] })
		},
	}
	meanings["counting-circles"] = alongLine(func(n *variant.CountingCircles) model.Cells { return once(n.Cells) }, func(values []int) bool {
		return !slices.ContainsFunc(values, func(v int) bool { return times(values, v) != v })
	})
	meanings["count"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			n := &variant.Count{Cells: drawLine(r, m, 2+r.IntN(5)), Values: lists.Distinct(drawValues(r, m, 2))}
			for range n.Values {
				least := r.IntN(3)
				n.Times = append(n.Times, model.Range{Lo: least, Hi: least + r.IntN(2)})
				n.Counts = append(n.Counts, drawLine(r, m, 1)...)
			}
			if r.IntN(2) == 0 {
				n.Times = nil
			} else {
				n.Counts = nil
			}
			return n
		},
		holds: func(_ *model.Model, named variant.Clue, a model.Assignment) bool {
			n := named.(*variant.Count)
			for i, value := range n.Values {
				occurs := times(valuesOf(a, once(n.Cells)), value)
				if n.Counts != nil && occurs != a[n.Counts[i]] || n.Counts == nil && (occurs < n.Times[i].Lo || occurs > n.Times[i].Hi) {
					return false
				}
			}
			return true
		},
	}
	meanings["count-distinct"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.CountDistinct{Control: drawLine(r, m, 1), Cells: drawLine(r, m, 1+r.IntN(5))}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			distinct := map[int]bool{}
			for _, v := range valuesOf(a, n.(*variant.CountDistinct).Cells) {
				distinct[v] = true
			}
			return len(distinct) == a[n.(*variant.CountDistinct).Control[0]]
		},
	}
	meanings["same-values"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			sets := drawSets(r, m, func() int { return 4 })
			size := 1 + r.IntN(slices.Min([]int{len(sets[0]), len(sets[1]), len(sets[len(sets)-1])}))
			for i := range sets {
				sets[i] = sets[i][:size]
			}
			return &variant.SameValues{Sets: sets}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			sets := n.(*variant.SameValues).Sets
			return !slices.ContainsFunc(sets, func(set model.Cells) bool {
				return !slices.Equal(slices.Sorted(slices.Values(valuesOf(a, once(set)))), slices.Sorted(slices.Values(valuesOf(a, once(sets[0])))))
			})
		},
	}
}

// TestRefusedClues checks that malformed clues are refused, and what the errors expect.
func TestRefusedClues(t *testing.T) {
	line, long := model.Cells{0, 1, 2}, model.Cells{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, c := range []struct {
		clue variant.Clue
		want string
	}{
		{&variant.Arrow{Bulb: line}, "shafts: found no cells, expected at least one"},
		{&variant.Arrow{Bulb: line, Shafts: []model.Cells{{3}, {}}}, "shafts: found no cells, expected at least one"},
		{&variant.DoubleArrow{Line: line[:2]}, "line: found 2 cells, expected at least 3"},
		{&variant.ValueIndexing{Line: line[:2]}, "line: found 2 cells, expected at least 3"},
		{&variant.SumLine{Line: line}, "found the sum 0, expected 1 to 140"},
		{&variant.SumLine{Line: line, Sum: 141}, "found the sum 141, expected 1 to 140"},
		{&variant.Modular{Line: line, Modulus: -1}, "found the modulus -1, expected at least 1"},
		{&variant.Lunchbox{Line: line[:1], Sum: 3}, "line: found 1 cell, expected at least 2"},
		{&variant.Renban{Line: model.Cells{3, 3}}, "line: found 1 cell, expected at least 2"},
		{&variant.Thermometer{Line: line[:1]}, "line: found 1 cell, expected at least 2"},
		{&variant.GreaterThan{Pair: variant.Pair{Cells: line}}, "found 3 cells, expected 2"},
		{&variant.Relation{Cells: line[:1]}, "cells: found 1 cell, expected at least 2"},
		{&variant.Relation{Line: line, Cells: line}, "found a line and cells, or neither; expected one of them"},
		{&variant.Relation{}, "found a line and cells, or neither; expected one of them"},
		{&variant.Relation{Line: line, Pairs: [][]int{{1, 2, 3}}}, "pairs: found 3 values, expected 2"},
		{&variant.Relation{Cells: line, Pairs: [][]int{{1, 2}}}, "pairs: found [1 2] without [2 1], expected both for cells in no order"},
		{&variant.EqualityCage{Cells: line}, "found 3 cells, expected an even number"},
		{&variant.Clone{Cells: line, Copy: long}, "found 3 and 10 cells, expected as many"},
		{&variant.Quadruple{Cells: line, Values: []int{1}}, "found 3 cells and 1 values, expected 4 cells and 1 to 4 values"},
		{&variant.LookAndSay{Cells: line, Says: [][]int{{1}}}, "says: found 1 numbers, expected how often and which value"},
		{&variant.CountDistinct{Control: line, Cells: long}, "control: found 3 cells, expected one"},
		{&variant.Count{Cells: line}, "values: found [], expected at least one, and each once"},
		{&variant.Count{Cells: line, Values: []int{1, 1}, Counts: line[:2]}, "values: found [1 1], expected at least one, and each once"},
		{&variant.Count{Cells: line, Values: []int{1}}, "found 0 times and 0 counts of 1 values, expected one of them for each value"},
		{&variant.Count{Cells: line, Values: []int{1}, Times: []model.Range{{Hi: 1}}, Counts: line[:1]},
			"found 1 times and 1 counts of 1 values, expected one of them for each value"},
		{&variant.Count{Cells: line, Values: []int{1, 2}, Times: []model.Range{{Hi: 1}}},
			"found 1 times and 0 counts of 2 values, expected one of them for each value"},
		{&variant.Count{Cells: line, Values: []int{1}, Times: []model.Range{{Lo: -1, Hi: 1}}}, "times: found -1..1, expected numbers from 0 on"},
		{&variant.ChaosCount{Control: line[:1], Cells: line}, "found no region of r1c1, expected a chaos construction"},
		{&variant.SameValues{}, "sets: found no cells, expected at least one"},
		{&variant.SameValues{Sets: []model.Cells{line}}, "found 1 set, expected at least 2"},
		{&variant.SameValues{Sets: []model.Cells{line, long}}, "found sets of 3 and 10 cells, expected as many"},
		{&variant.EqualSums{Sets: []model.Cells{line}}, "found 1 set, expected at least 2"},
	} {
		err := modeltest.AddClues(emptyGrid([4]int{9, 9, 3, 3}, 1), c.clue)
		if want := variant.KindOf(c.clue) + ": " + c.want; err == nil || err.Error() != want {
			t.Errorf("%+v: %v, expected %s", c.clue, err, want)
		}
	}
}
