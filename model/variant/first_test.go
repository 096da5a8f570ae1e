package variant_test

import (
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/variant"
)

func init() {
	meanings["thermometer"] = meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
		t := n.(*variant.Thermometer)
		values := valuesOf(a, t.Line)
		return slices.IsSorted(values) && (t.Slow || allDiffer(values))
	}}
	meanings["killer"] = meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
		k := n.(*variant.Killer)
		values := valuesOf(a, once(k.Cells))
		return allDiffer(values) && (k.Sum == nil || total(values) == *k.Sum)
	}}
	meanings["anti-knight"] = meaning{holds: func(m *model.Model, _ variant.Clue, a model.Assignment) bool {
		for v := range a {
			for w := range a[:v] {
				r1, c1, _ := m.Grid.Coordinates(model.Var(v))
				r2, c2, _ := m.Grid.Coordinates(model.Var(w))
				if (r1-r2)*(r1-r2)+(c1-c2)*(c1-c2) == 5 && a[v] == a[w] {
					return false
				}
			}
		}
		return true
	}}
	meanings["sandwich"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			row, column := drawLane(r, m)
			return &variant.Sandwich{Lane: variant.Lane{Row: row, Column: column}, Sum: r.IntN(3 * m.CellValues().Max())}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			s := n.(*variant.Sandwich)
			values, all := valuesOf(a, laneOf(m, s.Row, s.Column, false)), m.CellValues()
			isCrust := func(v int) bool { return v == all.Min() || v == all.Max() }
			first := slices.IndexFunc(values, isCrust)
			if first < 0 {
				return false
			}
			second := slices.IndexFunc(values[first+1:], isCrust)
			if second < 0 || slices.ContainsFunc(values[first+second+2:], isCrust) || values[first] == values[first+1+second] {
				return false
			}
			return total(values[first+1:first+1+second]) == s.Sum
		},
	}
}
