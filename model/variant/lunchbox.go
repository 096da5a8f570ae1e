package variant

import "qmsat/model"

// Lunchbox gives the sum of the values between the smallest and the largest value of its cells.
type Lunchbox struct {
	model.Titled
	Line model.Cells `field:"line"`
	Sum  int         `field:"sum"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "lunchbox", Group: Lines,
		Summary: "all cells differ; those between the smallest and the largest value add up to the sum",
		Example: "{kind: lunchbox, line: r1c1-r1c5, sum: 12}",
		New:     func() model.Named { return &Lunchbox{} },
	})
}

// Define makes the cells differ. An automaton reads two auxiliary variables for the smallest and the largest value, then the
// line: before the first of both, the sum after it, after the second.
func (l *Lunchbox) Define(d *model.Definition) {
	d.Add(different(l.Line))
	lo, hi, n := span(d)
	if len(l.Line) < 2 || len(l.Line) > n {
		d.Failf("found %d cells, expected 2 to %d", len(l.Line), n)
		return
	}
	type state struct {
		known  int // of both values
		lo, hi int
		other  int // the value that ends the box, or lo-1
		sum    int
		over   bool
	}
	least, most := model.Interval(lo, hi-len(l.Line)+1), model.Interval(lo+len(l.Line)-1, hi)
	line := append(model.Cells{d.Auxiliary(least), d.Auxiliary(most)}, l.Line...)
	none := lo - 1
	automaton(d, line, state{other: none}, func(at state, value int) (state, bool) {
		switch {
		case at.known == 0:
			return state{known: 1, lo: value, other: none}, true
		case at.known == 1:
			return state{known: 2, lo: at.lo, hi: value, other: none}, at.lo < value
		case value < at.lo || value > at.hi:
			return at, false
		case at.over || value > at.lo && value < at.hi && at.other == none:
			return at, value != at.lo && value != at.hi
		case at.other == none:
			at.other = at.lo + at.hi - value
			return at, true
		case value == at.other:
			return state{known: 2, lo: at.lo, hi: at.hi, other: none, over: true}, at.sum == l.Sum
		}
		at.sum += value
		return at, value != at.lo+at.hi-at.other && at.sum <= l.Sum
	}, func(at state) bool { return at.over })
}
