package variant

import "qmsat/model"

// SumLine divides a line into segments with one given sum.
type SumLine struct {
	model.Titled
	Line model.Cells `field:"line,repeat"`
	Sum  int         `field:"sum"`
	Loop bool        `field:"loop,optional"` // the last cell is next to the first: a segment may hold both
}

// maxSegment bounds the sums of sum lines. The automaton of a loop has as many states as the square of the sum.
const maxSegment = 140

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "sum-line", Group: Lines,
		Summary: "the line divides into segments with this sum; loop: the line is closed",
		Example: "{kind: sum-line, line: r1c1-r1c9, sum: 15}",
		Also:    []string{"ten-line"},
		New:     func() model.Named { return &SumLine{} },
	})
}

// Define reads the line by an automaton that knows the sum of all cells so far. In a loop it reads an auxiliary variable first: the
// sum before the first cut. It is no output, since several may be possible.
func (s *SumLine) Define(d *model.Definition) {
	type state struct {
		first bool // the next value is the auxiliary one
		cut   int  // there is a cut at each total that is this modulo the sum
		total int  // modulo the sum
	}
	if s.Sum < 1 || s.Sum > maxSegment {
		d.Failf("found the sum %d, expected 1 to %d", s.Sum, maxSegment)
		return
	}
	line := s.Line
	if s.Loop {
		line = append(model.Cells{d.Auxiliary(model.Interval(0, s.Sum-1))}, line...)
	}
	automaton(d, line, state{first: s.Loop}, func(at state, value int) (state, bool) {
		if at.first {
			return state{cut: value}, value < s.Sum
		}
		left := (at.cut-at.total+s.Sum-1)%s.Sum + 1 // up to the next cut
		at.total = (at.total + value) % s.Sum
		return at, value <= left
	}, func(at state) bool { return at.total == 0 })
}
