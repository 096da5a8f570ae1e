package variant

import "qmsat/model"

// Sandwich gives the sum of the values between the lowest and the highest value of a row or column.
type Sandwich struct {
	model.Titled
	Lane
	Sum int `field:"sum"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "sandwich", Group: Outside,
		Summary: "the values between 1 and n in a row or column add up to the sum",
		Example: "{kind: sandwich, row: 3, sum: 12}",
		New:     func() model.Named { return &Sandwich{} },
	})
}

// Define reads the line by an automaton: before the first crust, the sum between the crusts, after the second one.
func (s *Sandwich) Define(d *model.Definition) {
	type state struct {
		crust int // the value that ends the sandwich; 0 before it starts
		sum   int
		over  bool
	}
	lo, hi, _ := span(d)
	crusts := map[int]int{lo: hi, hi: lo}
	automaton(d, s.cells(d), state{crust: lo - 1}, func(at state, value int) (state, bool) {
		other, isCrust := crusts[value]
		switch {
		case at.over:
			return at, !isCrust
		case isCrust && at.crust < lo:
			return state{crust: other}, true
		case isCrust:
			return state{over: true}, value == at.crust && at.sum == s.Sum
		case at.crust >= lo:
			at.sum += value
		}
		return at, at.sum <= s.Sum
	}, func(at state) bool { return at.over })
}
