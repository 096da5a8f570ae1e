package native

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// wanted holds the wanted values of the outputs, as a state does. Nodes without one of them are left out, so a search for candidates
// passes over what it has seen. A nil *wanted leaves out nothing.
//
// Source: Interactive Sudoku Solver, "all possibilities", leaves out branches whose candidates are all known.
type wanted struct {
	ask    func(v model.Var, value int) bool
	values []uint64
	latest int  // the output that last had a wanted value
	shaved bool // the first state
}

// want returns what a run wants. It is nil if nothing is sought, or if an output is wide, and incomplete if the run must stop.
func (s *session) want(seeking *engine.Seeking) *wanted {
	if seeking == nil {
		return nil
	}
	w := &wanted{ask: seeking.Wanted, values: make([]uint64, s.space.Words())}
	for _, v := range s.outputs {
		switch {
		case s.space.IsWide(v):
			return nil
		case s.space.Interrupted():
			return w
		}
		of := w.values[s.space.Offsets[v]:]
		for value := range s.model.DomainOf(v).All() {
			if i, has := s.space.Numberings[v].Index(value); has && w.ask(v, value) {
				of[i/64] |= 1 << (i % 64)
			}
		}
	}
	return w
}

// within reports whether the current state of a session has a wanted value.
func (w *wanted) within(s *session) bool {
	if w == nil {
		return true
	}
	for range s.outputs {
		if w.latest >= len(s.outputs) {
			w.latest = 0
		}
		at := s.space.Offsets[s.outputs[w.latest]]
		for i, word := range s.space.Bits(s.outputs[w.latest]) {
			if word&w.values[at+i] != 0 {
				return true
			}
		}
		w.latest++
	}
	return false
}

// found asks again for the values of a solution.
func (w *wanted) found(s *session, a model.Assignment) {
	if w == nil {
		return
	}
	for _, v := range s.outputs {
		if i, _ := s.space.Numberings[v].Index(a[v]); !w.ask(v, a[v]) {
			w.values[s.space.Offsets[v]+i/64] &^= 1 << (i % 64)
		}
	}
}

// paused is a search for wanted values that had to stop.
type paused struct {
	of       *engine.Seeking
	first    []uint64  // the first state, without what was refuted there
	restarts *restarts // with nogoods for what else was refuted
	shaved   bool      // the first state
}

// pause keeps what a run has refuted, for the next run of the same search.
func (s *session) pause(of *engine.Seeking) {
	r := s.run.restarts
	if s.run.wanted == nil || r == nil || len(s.levels) == 0 {
		return
	}
	r.record()
	r.path = r.path[:0]
	s.back(0)
	s.paused = paused{of, slices.Clone(s.space.State), r, s.run.wanted.shaved}
}

// resume goes on with a search that paused. It reports false if that was another one.
func (s *session) resume(of *engine.Seeking) bool {
	p := &s.paused
	if s.run.resumes = of != nil && p.of == of; s.run.resumes {
		s.run.restarts, s.run.wanted.shaved = p.restarts, p.shaved
	}
	return s.run.resumes
}

// again removes from the first state what a search that goes on had removed there. It reports false if that leaves no solution.
func (s *session) again() bool {
	for v := range model.Var(len(s.model.Variables)) {
		of, left := s.paused.first[s.space.Offsets[v]:], false
		if s.space.IsWide(v) {
			left = s.space.KeepBetween(v, int(of[0]), int(of[1]))
		} else {
			left = s.space.Keep(v, of)
		}
		if !left {
			return false
		}
	}
	return true
}
