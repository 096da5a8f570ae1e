package native

import (
	"context"
	"slices"

	"qmsat/model"
	"qmsat/native/nine"
)

// boxFilter holds the constraints of a box, whose variables are its places, against partial fillings.
type boxFilter struct {
	ctx        context.Context
	due        [10][]func(filling *nine.Filling) bool // by the number of places filled, the constraints that speak of no further ones
	assignment model.Assignment                       // the filling
	asked      int                                    // constraints
	stopped    bool                                   // ctx has ended
}

// constraintsPerPoll is the number of constraints that are held against a filling between two looks at the context.
const constraintsPerPoll = 1 << 8

func newBoxFilter(ctx context.Context, box *model.Model) *boxFilter {
	f := &boxFilter{ctx: ctx, assignment: make(model.Assignment, len(box.Variables))}
	for _, c := range box.Constraints {
		holds := func(*nine.Filling) bool { return c.Holds(f.assignment) }
		if table, is := c.(*model.Table); is {
			holds = tableFilter(table)
		}
		last := slices.Max(c.Scope())
		f.due[last+1] = append(f.due[last+1], holds)
	}
	return f
}

// accepts reports whether the constraints of the first n places hold; those of fewer places are known to. Where the context ends, it
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

// tableFilter returns what holds a table of places of a box against fillings, in logarithmic time.
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
