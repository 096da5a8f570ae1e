package encode

import "qmsat/model"

// Reduction is what givens leave of the variables of a model.
type Reduction struct {
	// Left is, by variable, the values that remain. Where one has none, there is no solution.
	Left []model.Domain
	// Fixed says, by variable, that it has the one value that remains. Such a variable has no literals in the formula.
	Fixed []bool
}

// wholeModel returns the reduction that leaves everything as it is.
func wholeModel(m *model.Model) Reduction {
	r := Reduction{make([]model.Domain, len(m.Variables)), make([]bool, len(m.Variables))}
	for i, v := range m.Variables {
		r.Left[i] = v.Domain
	}
	return r
}

// contradiction reports whether some variable has no value left.
func (r Reduction) contradiction() bool {
	for _, d := range r.Left {
		if d.Empty() {
			return true
		}
	}
	return false
}
