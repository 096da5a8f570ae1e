package residual

import "context"

// listing is a depth-first search by propagation alone: at each node it takes the output with the fewest values left, the
// first of several, and tries each of them.
type listing struct {
	*propagator
	ctx     context.Context
	outputs [][]literal // by output: the literals of its values, of which just one is true
	open    [][]int32   // by depth: the outputs that may be open there
	found   func() bool // called with each solution; the search ends where it returns false
	most    int64       // decisions of the propagator after which it ends; 0: never
	stopped bool

	attempts []literal // what complete decided
}

// search goes through all solutions of the latest level, which is consistent. It reports whether it came to the end.
func (s *listing) search() (complete bool) {
	s.open = [][]int32{nil}
	for i := range s.outputs {
		s.open[0] = append(s.open[0], int32(i))
	}
	s.node(0)
	return !s.stopped
}

// node searches below the latest level, which is consistent and may become otherwise.
func (s *listing) node(depth int) {
	if s.ctx.Err() != nil || s.most > 0 && s.decisions > s.most {
		s.stopped = true
		return
	}
	output, found := s.choose(depth)
	if !found {
		s.leaf()
		return
	}
	for _, l := range s.outputs[output] {
		if s.values[l] != 0 {
			continue
		}
		if s.decide(l) {
			s.node(depth + 1)
		}
		s.undo()
		if s.stopped {
			return
		}
	}
}

// fewestPossible is the least number of values that can be left to an output which is not decided.
const fewestPossible = 2

// choose returns the open output with the fewest values left, the first of several, and keeps a list of those that may be
// open for the nodes below.
func (s *listing) choose(depth int) (output int32, found bool) {
	if depth+1 == len(s.open) {
		s.open = append(s.open, nil)
	}
	still := s.open[depth+1][:0]
	fewest := 0
	for k, i := range s.open[depth] {
		left, decided := 0, false
		for _, l := range s.outputs[i] {
			value := s.values[l]
			if value > 0 {
				decided = true
				break
			}
			if value == 0 {
				left++
			}
		}
		if decided {
			continue
		}
		still = append(still, i)
		if !found || left < fewest {
			output, fewest, found = i, left, true
		}
		if left <= fewestPossible {
			still = append(still, s.open[depth][k+1:]...) // some of them may be decided
			break
		}
	}
	s.open[depth+1] = still
	return output, found
}

// leaf takes the solution of an assignment that gives each output a value, if there is one.
func (s *listing) leaf() {
	kept := len(s.levels)
	s.attempts = s.attempts[:0]
	if s.complete() {
		s.stopped = !s.found()
	}
	for len(s.levels) > kept {
		s.undo()
	}
}

// complete gives a value to each variable that has none, if there is a model of the formula with what is assigned. It is
// a depth-first search for one, by the numbers of the variables; the levels that it adds are the caller's to undo.
func (s *listing) complete() bool {
	s.levels = append(s.levels, len(s.trail)) // for what follows from failures
	kept := len(s.levels)
	for v := 0; !s.assigned(); v++ {
		if s.ctx.Err() != nil {
			s.stopped = true
			return false
		}
		l := literal(v)<<1 | 1
		if s.values[l] != 0 {
			continue
		}
		if s.attempts = append(s.attempts, l); s.decide(l) {
			continue
		}
		for consistent := false; !consistent; consistent = s.imply(l.not()) {
			if len(s.levels) == kept {
				return false
			}
			l = s.trail[s.levels[len(s.levels)-1]]
			s.undo()
		}
		v = l.variable()
	}
	return true
}
