package variant

import (
	"cmp"

	"qmsat/model"
)

// Lockout keeps the cells of a line out of the values from one end to the other.
type Lockout struct {
	model.Titled
	Line       model.Cells `field:"line"`
	Difference int         `field:"difference,optional"` // the least one of the ends; 0: 4
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "lockout", Group: Lines,
		Summary: "the ends differ by at least the difference (default 4); no value inside lies between or equals them",
		Example: "{kind: lockout, line: r1c1-r1c5, difference: 3}",
		Also:    []string{"lockout-line"},
		New:     func() model.Named { return &Lockout{} },
	})
}

// Define reads the line by an automaton that knows the first value and the nearest ones below and above it.
func (l *Lockout) Define(d *model.Definition) {
	type state struct {
		first, below, above int
		read, ends          bool // ends: the last value read may be that of the other end
	}
	least := cmp.Or(l.Difference, 4)
	lo, hi, _ := span(d)
	automaton(d, l.Line, state{below: lo - 1, above: hi + 1}, func(at state, value int) (state, bool) {
		if !at.read {
			return state{value, at.below, at.above, true, false}, true
		}
		at.ends = distance(at.first, value) >= least && at.below < value && value < at.above
		if value > at.first {
			at.above = min(at.above, value)
		} else {
			at.below = max(at.below, value)
		}
		return at, value != at.first
	}, func(at state) bool { return at.ends })
}
