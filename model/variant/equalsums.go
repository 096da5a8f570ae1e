package variant

import (
	"slices"

	"qmsat/model"
)

// EqualSums gives one sum to several sets of cells.
type EqualSums struct {
	model.Titled
	Sets []model.Cells `field:"sets,repeat"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "equal-sums", Group: Cages,
		Summary: "the sets have equal sums",
		Example: "{kind: equal-sums, sets: [r1c1-r1c3, r2c1-r2c2]}",
		Also:    []string{"equal-sum"},
		New:     func() model.Named { return &EqualSums{} },
	})
}

// Define equates the sums.
func (e *EqualSums) Define(d *model.Definition) {
	expectTwo(d, e.Sets)
	d.Add(equalSums(e.Sets)...)
}

// expectTwo refuses fewer than two sets.
func expectTwo(d *model.Definition, sets []model.Cells) {
	if len(sets) < 2 {
		d.Failf("found %d set, expected at least 2", len(sets))
	}
}

// equalSums returns that the sets have equal sums: each has that of the smallest set.
func equalSums(sets []model.Cells) (list []model.Constraint) {
	sorted := slices.SortedStableFunc(slices.Values(sets), func(a, b model.Cells) int { return len(a) - len(b) })
	for i := 1; i < len(sorted); i++ {
		list = append(list, equal(sorted[0], sorted[i])...)
	}
	return list
}
