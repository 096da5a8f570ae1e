package variant

import "qmsat/model"

// Skyscraper counts the values of a line that are larger than all before them. 0 does not count.
type Skyscraper struct {
	model.Titled
	Side
	Count int `field:"count"`
}

// HiddenSkyscraper gives the first value of a line that is not larger than all before it.
type HiddenSkyscraper struct {
	model.Titled
	Side
	Value int `field:"value"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "skyscraper", Group: Outside,
		Summary: "how many values of a row or column are larger than all before them",
		Example: "{kind: skyscraper, column: 4, count: 3}",
		New:     func() model.Named { return &Skyscraper{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "hidden-skyscraper", Group: Outside,
		Summary: "the first value of a row or column that is not larger than all before it",
		Example: "{kind: hidden-skyscraper, column: 4, end: true, value: 3}",
		New:     func() model.Named { return &HiddenSkyscraper{} },
	})
}

// Define reads the line by an automaton: the largest value so far, and how many there were.
func (s *Skyscraper) Define(d *model.Definition) {
	type state struct{ largest, count int }
	automaton(d, s.cells(d), state{}, func(at state, value int) (state, bool) {
		if value > at.largest {
			at = state{value, at.count + 1}
		}
		return at, at.count <= s.Count
	}, func(at state) bool { return at.count == s.Count })
}

// Define reads the line by an automaton: the largest value so far, until one is hidden.
func (h *HiddenSkyscraper) Define(d *model.Definition) {
	lo, hi, _ := span(d)
	found := hi + 1
	automaton(d, h.cells(d), lo-1, func(largest, value int) (int, bool) {
		switch {
		case largest == found:
		case value > largest:
			largest = value
		default:
			return found, value == h.Value
		}
		return largest, true
	}, func(largest int) bool { return largest == found })
}
