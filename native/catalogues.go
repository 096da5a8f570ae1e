package native

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/nine"
	"qmsat/native/space"
)

// newCatalogues lists the fillings of each box. It reports false if there are too many fillings, or ctx ends. It reuses known
// catalogues, by the texts of boxes, and adds new ones to them.
func newCatalogues(ctx context.Context, boxes [9]*space.Fragment, maxFillings int, known map[string]*nine.Catalogue, k *engine.Checker) (
	catalogues [9]*nine.Catalogue, ok bool,
) {
	for i, box := range boxes {
		if len(box.Constraints) == 0 {
			return catalogues, false // all 362,880
		}
		key := box.Text()
		if known[key] == nil {
			fillings := nine.Fillings(maxFillings+1, newBoxFilter(ctx, box.Model).accepts)
			if len(fillings) > maxFillings || ctx.Err() != nil {
				return catalogues, false
			}
			known[key] = nine.NewCatalogue(fillings)
		}
		catalogue := known[key]
		catalogues[i] = catalogue
		whole := *box // with the all-different constraint, which a catalogue assumes
		whole.Originals = append(slices.Clip(box.Originals), &model.AllDifferent{Vars: box.Scope})
		whole.Check(k, "fillings of the box", catalogue.Len(), catalogue.Filling, catalogue.Has)
	}
	return catalogues, true
}

// boxFilter checks the constraints of a box on partial fillings. Their variables are the positions of the box.
type boxFilter struct {
	ctx        context.Context
	due        [10][]func(filling *nine.Filling) bool // by number of filled positions: the constraints whose last position is the latest
	assignment model.Assignment                       // the filling
	asked      int                                    // number of constraints checked
	stopped    bool                                   // ctx has ended
}

// constraintsPerPoll is the number of constraints checked between two checks of the context.
const constraintsPerPoll = 1 << 8

func newBoxFilter(ctx context.Context, box *model.Model) *boxFilter {
	f := &boxFilter{ctx: ctx, assignment: make(model.Assignment, len(box.Variables))}
	tables, others := model.Take[*model.Table](box.Constraints)
	add := func(scope []model.Var, holds func(*nine.Filling) bool) {
		last := slices.Max(append(slices.Clip(scope), 0)) // of no position: at the first
		f.due[last+1] = append(f.due[last+1], holds)
	}
	of := map[string][]model.Constraint{} // by scope
	for c := range model.ConjunctsOf(others) {
		key := fmt.Sprint(lists.Distinct(c.Scope()))
		of[key] = append(of[key], c)
	}
	for _, key := range slices.Sorted(maps.Keys(of)) {
		scope := lists.Distinct(of[key][0].Scope())
		add(scope, f.remembered(scope, of[key]))
	}
	for _, c := range tables {
		add(c.Vars, tableFilter(c))
	}
	return f
}

// remembered returns a check of fillings against constraints on the same positions. If these are few, it keeps each answer.
func (f *boxFilter) remembered(scope []model.Var, constraints []model.Constraint) func(*nine.Filling) bool {
	holds := func() bool {
		return !slices.ContainsFunc(constraints, func(c model.Constraint) bool { return !c.Holds(f.assignment) })
	}
	if len(scope) > 3 {
		return func(*nine.Filling) bool { return holds() }
	}
	const yes, no = 1, 2
	var known [1000]uint8 // by three digits
	return func(filling *nine.Filling) bool {
		at := 0
		for _, v := range scope {
			at = 10*at + int(filling[v])
		}
		if known[at] == 0 {
			if known[at] = no; holds() {
				known[at] = yes
			}
		}
		return known[at] == yes
	}
}

// accepts reports whether the constraints of the first n positions hold, if those of the first n-1 do. If the context ends, it
// accepts nothing.
func (f *boxFilter) accepts(filling *nine.Filling, n int) bool {
	f.assignment[n-1] = int(filling[n-1])
	for _, holds := range f.due[n] {
		if f.asked++; f.asked%constraintsPerPoll == 0 && f.ctx.Err() != nil {
			f.stopped = true
		}
		if f.stopped || !holds(filling) {
			return false
		}
	}
	return true
}

// tableFilter returns a check of fillings against a table on positions of a box, in logarithmic time.
func tableFilter(c *model.Table) func(filling *nine.Filling) bool {
	tuples := make([]uint64, 0, len(c.Tuples)) // four bits a digit, sorted
	for _, tuple := range c.Tuples {
		if slices.Min(tuple) >= 1 && slices.Max(tuple) <= 9 {
			packed := uint64(0)
			for _, digit := range tuple {
				packed = packed<<4 | uint64(digit)
			}
			tuples = append(tuples, packed)
		}
	}
	slices.Sort(tuples)
	return func(filling *nine.Filling) bool {
		packed := uint64(0)
		for _, v := range c.Vars {
			packed = packed<<4 | uint64(filling[v])
		}
		_, listed := slices.BinarySearch(tuples, packed)
		return listed != c.Forbidden
	}
}
