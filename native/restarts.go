package native

import (
	"qmsat/model"
	"qmsat/native/space"
)

// fewSolutions is the largest limit of a run that restarts. More solutions are found by searching on.
const fewSolutions = 128

// restarts make a binary search begin again, with the blame that it has learnt, and without what it has searched. That
// is kept as nogoods, so that no solution comes twice and the search still ends. A nil *restarts is a search that never restarts.
//
// A wrong first decision can take forever to refute: an empty grid with the clue doppelganger is filled after 1,043 nodes; without
// restarts not after 200,000.
//
// Source: Lecoutre, Saïs, Tabary, Vidal, "Recording and minimizing nogoods from restarts", Journal on Satisfiability, Boolean
// Modeling and Computation 1, 2007: the reduced nogoods.
type restarts struct {
	path    []decision // of the current state
	left    int        // failures until the next restart
	allowed int        // failures between the last two restarts
	due     bool       // the search goes back to its first state
	nogoods [][]decision
	watches [][]watch // by variable: the nogoods that have it in one of their first two decisions
}

// watch is a nogood, and the value of the variable in it: most nogoods have another value and need not be read.
type watch struct{ nogood, value int32 }

// decision gives a variable the value with a number, or, refuted, takes the value away.
type decision struct {
	variable model.Var
	value    int
	refuted  bool
}

// failed counts a failure, and returns false.
func (r *restarts) failed() bool {
	if r != nil {
		r.left--
	}
	return false
}

// decided notes a decision made at a length of the path.
func (r *restarts) decided(length int, d decision) {
	if r != nil {
		r.path = append(r.path[:length], d)
	}
}

func (r *restarts) length() int {
	if r == nil {
		return 0
	}
	return len(r.path)
}

// leave reports whether the search must go back to its first state. If so, it records what was refuted on the way.
func (r *restarts) leave(depth int) bool {
	if r == nil || r.left > 0 || depth == 0 {
		return false
	}
	r.record()
	r.allowed += (r.allowed + 1) / 2
	r.left, r.due = r.allowed, true
	return true
}

// record adds a nogood for each refuted decision of the path. Those of the first state itself stay removed there.
func (r *restarts) record() {
	var taken []decision
	for _, d := range r.path {
		if !d.refuted {
			taken = append(taken, d)
		} else if len(taken) > 0 {
			r.add(append(taken[:len(taken):len(taken)], d))
		}
	}
}

// begin reports whether the search has gone back to its first state for a restart.
func (r *restarts) begin() bool {
	if r == nil || !r.due {
		return false
	}
	r.due = false
	return true
}

func (r *restarts) add(nogood []decision) {
	for _, d := range nogood[:2] {
		r.watches[d.variable] = append(r.watches[d.variable], watch{int32(len(r.nogoods)), int32(d.value)})
	}
	r.nogoods = append(r.nogoods, nogood)
}

// propagate removes each value that would complete a nogood, from a state that the propagators have left. A nogood is read if
// one of its first two decisions is met. It reports whether a value was removed, and false for ok if a nogood is met.
func (r *restarts) propagate(s *space.Space) (removed, ok bool) {
	if len(r.nogoods) == 0 {
		return false, true
	}
	for v := range r.watches {
		if len(r.watches[v]) == 0 || !s.Fixed(model.Var(v)) {
			continue
		}
		kept, value := r.watches[v][:0], int32(s.Lowest(model.Var(v)))
		for at, w := range r.watches[v] {
			if w.value != value {
				kept = append(kept, w)
				continue
			}
			nogood := r.nogoods[w.nogood]
			if nogood[0].variable == model.Var(v) {
				nogood[0], nogood[1] = nogood[1], nogood[0]
			}
			if r.moved(s, w.nogood) {
				continue
			}
			kept = append(kept, w)
			if other := nogood[0]; s.Bits(other.variable).Has(other.value) {
				if removed = true; !s.DropIndex(other.variable, other.value) {
					r.watches[v] = append(kept, r.watches[v][at+1:]...)
					return removed, false
				}
			}
		}
		r.watches[v] = kept
	}
	return removed, true
}

// moved makes another decision the second one of a nogood. It takes one that is not met, and reports false if all are met.
func (r *restarts) moved(s *space.Space, id int32) bool {
	nogood := r.nogoods[id]
	for i := 2; i < len(nogood); i++ {
		if !nogood[i].met(s) {
			nogood[1], nogood[i] = nogood[i], nogood[1]
			v := nogood[1].variable
			r.watches[v] = append(r.watches[v], watch{id, int32(nogood[1].value)})
			return true
		}
	}
	return false
}

// met reports whether the variable has the value.
func (d decision) met(s *space.Space) bool {
	return s.Fixed(d.variable) && s.Bits(d.variable).Has(d.value)
}
