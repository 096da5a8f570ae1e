package native

import "qmsat/model"

// consistent propagates the current state, and shaves it if the session does. It reports false if the state has no solution, or
// the run must stop.
func (s *session) consistent() bool { return s.space.propagate() && (!s.shaves || s.shave()) }

// shave removes every value whose trial leads to a contradiction by propagation alone, until there are no such values. It reports
// false if that leaves no solution, or the run must stop. It takes up to (values)² propagations.
//
// Source: Martin and Shmoys, "A new approach to computing optimal schedules for the job-shop scheduling problem", 1996; in SAT
// these values are failed literals.
func (s *session) shave() bool {
	for again := true; again; {
		again = false
		for v := range model.Var(len(s.model.Variables)) {
			removed, ok := s.shaveVariable(v)
			if !ok {
				return false
			}
			again = again || removed
		}
	}
	return true
}

func (s *session) shaveVariable(v model.Var) (removed, ok bool) {
	if s.space.Fixed(v) || s.space.isWide(v) {
		return false, true
	}
	for i := range s.space.numberings[v].size {
		if !s.space.bits(v).Has(i) {
			continue
		}
		before := s.space.mark()
		s.trying = true
		possible := s.space.fix(v, i) && s.space.propagate()
		s.trying = false
		s.space.undo(before)
		switch {
		case s.space.stopped:
			return removed, false
		case possible:
		case !s.space.dropIndex(v, i) || !s.space.propagate():
			return true, false
		default:
			removed = true
		}
	}
	return removed, true
}
