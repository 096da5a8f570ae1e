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
