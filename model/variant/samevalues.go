package variant

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// SameValues says that sets of cells have the same values, each as often.
type SameValues struct {
	model.Titled
	Sets []model.Cells `field:"sets"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "same-values", Group: Cages,
		Summary: "the sets have the same values, each as often, in any order",
		Example: "{kind: same-values, sets: [r1c1-r1c3, r5c5-r7c5]}",
		New:     func() model.Named { return &SameValues{} },
	})
}

// Define compares each set with the first: of the cells that have a value in one set and those that have another in the other set,
// there are as many as a set has. Cells in both do not matter.
func (s *SameValues) Define(d *model.Definition) {
	expectTwo(d, s.Sets)
	all := valuesOf(d, slices.Concat(s.Sets...))
	for _, set := range s.Sets[1:] {
		if len(set) != len(s.Sets[0]) {
			d.Failf("found sets of %d and %d cells, expected as many", len(s.Sets[0]), len(set))
			return
		}
		a, b := without(s.Sets[0], set), without(set, s.Sets[0])
		if len(a) == 1 {
			d.Add(equal(a, b)...)
			continue
		}
		for value := range all.All() {
			d.Add(count(model.Exactly, len(a), append(holding(a, value), of(b, all.Minus(model.Values(value)))...)))
		}
	}
}

// without returns the cells that are not among others.
func without(cells, others model.Cells) model.Cells {
	return lists.Filter(cells, func(v model.Var) bool { return !slices.Contains(others, v) })
}
