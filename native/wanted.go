package native

import (
	"qmsat/model"
	"qmsat/model/engine"
)

// wanted holds the wanted values of the outputs, as a state does. Nodes without one of them are left out, so a search for candidates
// passes over what it has seen. A nil *wanted leaves out nothing.
//
// Source: Interactive Sudoku Solver, "all possibilities", leaves out branches whose candidates are all known.
type wanted struct {
	ask    engine.Wanted
	values []uint64
	latest int  // the output that last had a wanted value
	shaved bool // the first state
}

// want returns what a run wants. It is nil if ask is, or if an output is wide.
func (s *session) want(ask engine.Wanted) *wanted {
	if ask == nil {
		return nil
	}
	w := &wanted{ask: ask, values: make([]uint64, s.space.Words())}
	for _, v := range s.outputs {
		if s.space.IsWide(v) {
			return nil
		}
		of := w.values[s.space.Offsets[v]:]
		for value := range s.model.DomainOf(v).All() {
			if i, has := s.space.Numberings[v].Index(value); has && ask(v, value) {
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
