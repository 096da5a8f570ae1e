package variant

import "qmsat/model"

// XSum gives the sum of the first x cells of a line, if x is the first one's value.
type XSum struct {
	model.Titled
	Side
	Sum int `field:"sum"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "x-sum", Group: Outside,
		Summary: "the first x cells of a row or column add up to the sum, x the first of them",
		Example: "{kind: x-sum, row: 3, end: true, sum: 12}",
		Also:    []string{"xsum"},
		New:     func() model.Named { return &XSum{} },
	})
}

// Define reads the line by an automaton: the number of cells left, and their sum.
func (x *XSum) Define(d *model.Definition) {
	type state struct{ cells, sum int }
	first := state{-1, x.Sum}
	line := x.cells(d)
	if len(line) == 0 {
		return
	}
	automaton(d, line, first, func(at state, value int) (state, bool) {
		switch {
		case at == first:
			at = state{value - 1, x.Sum - value}
			return at, value >= 1 && value <= len(line) && at.sum >= 0
		case at.cells > 0:
			at = state{at.cells - 1, at.sum - value}
		}
		return at, at.sum >= 0 && (at.cells > 0 || at.sum == 0)
	}, func(at state) bool { return at == state{} })
}
