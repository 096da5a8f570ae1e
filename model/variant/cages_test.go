package variant_test

import (
	"math/rand/v2"

	"qmsat/model"
	"qmsat/model/variant"
)

// drawSets draws two or three sets of some cells. They may overlap.
func drawSets(r *rand.Rand, m *model.Model, size func() int) (sets []model.Cells) {
	for range 2 + r.IntN(2) {
		sets = append(sets, drawLine(r, m, size()))
	}
	return sets
}

func init() {
	meanings["equal-sums"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) model.Named {
			return &variant.EqualSums{Sets: drawSets(r, m, func() int { return 1 + r.IntN(4) })}
		},
		holds: func(_ *model.Model, n model.Named, a model.Assignment) bool {
			sums := map[int]bool{}
			for _, set := range n.(*variant.EqualSums).Sets {
				sums[total(valuesOf(a, set))] = true
			}
			return len(sums) == 1
		},
	}
}
