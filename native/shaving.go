package native

import "qmsat/model"

// consistent propagates the current state, and shaves it if the session does. It reports false if the state has no solution that is
// wanted, or the run must stop.
func (s *session) consistent() bool {
	return s.space.Propagate() && (!s.shaves || s.shave()) && s.run.wanted.within(s)
}

// shave removes every value whose trial leads to a contradiction by propagation alone, until there are no such values. It reports
// false if that leaves no solution, or the run must stop. It takes up to (values)² propagations.
//
// Source: Martin and Shmoys, "A new approach to computing optimal schedules for the job-shop scheduling problem", 1996; in SAT
// these values are failed literals.
func (s *session) shave() bool {
	for {
		if removed, ok := s.shaveEach(); !removed || !ok {
			return ok
		}
	}
}

// shaveEach tries each value once, and reports whether one was removed.
func (s *session) shaveEach() (removed, ok bool) {
	for v := range model.Var(len(s.model.Variables)) {
		of, ok := s.shaveVariable(v)
		if removed = removed || of; !ok {
			return removed, false
		}
	}
	return removed, true
}

// shaveLate shaves the first state of a search for wanted values, each value once, when the search begins again after as many nodes
// as there are values: it costs about as much as these. It reports false if that leaves no wanted solution, or the run must stop.
func (s *session) shaveLate() bool {
	w := s.run.wanted
	if w == nil || w.shaved {
		return true
	}
	values := int64(0)
	for v := range model.Var(len(s.model.Variables)) {
		if !s.space.IsWide(v) {
			values += int64(s.space.Size(v))
		}
	}
	if s.run.nodes < values*s.branching.lateShaving {
		return true
	}
	w.shaved = true
	_, ok := s.shaveEach()
	return ok && w.within(s)
}

func (s *session) shaveVariable(v model.Var) (removed, ok bool) {
	if s.space.Fixed(v) || s.space.IsWide(v) {
		return false, true
	}
	for i := range s.space.Numberings[v].Size {
		if !s.space.Bits(v).Has(i) {
			continue
		}
		before := s.space.Mark()
		s.trying = true
		possible := s.space.Fix(v, i) && s.space.Propagate()
		s.trying = false
		s.space.Undo(before)
		switch {
		case s.space.Stopped:
			return removed, false
		case possible:
		case !s.space.DropIndex(v, i) || !s.space.Propagate():
			return true, false
		default:
			removed = true
		}
	}
	return removed, true
}
