package variant

import "qmsat/model"

// Between keeps the cells of a line strictly between its ends.
type Between struct {
	model.Titled
	Line model.Cells `field:"line"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "between", Group: Lines,
		Summary: "the cells inside lie strictly between the values of the two ends",
		Example: "{kind: between, line: r1c1-r1c5}",
		Also:    []string{"between-line"},
		New:     func() model.Named { return &Between{} },
	})
}

// Define reads the line by an automaton: all values lie on one side of the first, and the last is the farthest from it.
func (b *Between) Define(d *model.Definition) {
	type state struct {
		first, farthest int
		read, beyond    bool // beyond: the last value read is farther from the first than all before
	}
	if len(b.Line) < 3 {
		return
	}
	automaton(d, b.Line, state{}, func(at state, value int) (state, bool) {
		if !at.read {
			return state{first: value, farthest: value, read: true}, true
		}
		sameSide := at.farthest == at.first || (value > at.first) == (at.farthest > at.first)
		if at.beyond = distance(at.first, value) > distance(at.first, at.farthest); at.beyond {
			at.farthest = value
		}
		return at, value != at.first && sameSide
	}, func(at state) bool { return at.beyond })
}
