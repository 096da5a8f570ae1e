package variant_test

import (
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/variant"
)

func init() {
	entry := func(n variant.Clue) variant.Entry { return variant.Entry{Clue: n} }
	meanings["and"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.And{Of: []variant.Entry{entry(drawFields(r, m, &variant.Thermometer{})), entry(drawFields(r, m, &variant.Killer{}))}}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			of := n.(*variant.And).Of
			return meanings["thermometer"].holds(m, of[0].Clue, a) && meanings["killer"].holds(m, of[1].Clue, a)
		},
	}
	meanings["or"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.Or{Of: [][]variant.Entry{
				{entry(drawFields(r, m, &variant.Thermometer{})), entry(drawFields(r, m, &variant.Killer{}))},
				{entry(drawFields(r, m, &variant.Thermometer{}))},
			}}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			of := n.(*variant.Or).Of
			thermometer := meanings["thermometer"].holds
			return thermometer(m, of[0][0].Clue, a) && meanings["killer"].holds(m, of[0][1].Clue, a) || thermometer(m, of[1][0].Clue, a)
		},
	}
	meanings["replicate"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.Replicate{
				Of:    []variant.Entry{entry(&variant.Thermometer{Line: model.Cells{0, 1}, Slow: r.IntN(2) == 0})},
				Cells: slices.DeleteFunc(drawLine(r, m, 3), func(v model.Var) bool { return (int(v)+1)%m.Grid.Columns == 0 || v == 0 }),
			}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			replicated := n.(*variant.Replicate)
			slow := replicated.Of[0].Clue.(*variant.Thermometer).Slow
			return !slices.ContainsFunc(replicated.Cells, func(v model.Var) bool { return a[v] > a[v+1] || !slow && a[v] == a[v+1] })
		},
	}
}
