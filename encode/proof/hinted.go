package proof

import (
	"slices"

	"qmsat/encode"
)

// hinted is a formula under a partial assignment, closed under unit propagation by two watched literals a clause, that keeps why each
// literal is true.
type hinted struct {
	clauses [][]encode.Literal // by number; of each, the first two literals are watched
	next    int                // the number of the next clause
	watches map[encode.Literal][]int
	values  map[encode.Literal]bool // the literals that are true
	reasons map[encode.Literal]int  // of literals that follow: the clause
	trail   []encode.Literal
	queue   int
	failed  int // the clause that is false, or 0
}

func (h *hinted) add(clause []encode.Literal) { h.clauses = append(h.clauses, slices.Clone(clause)) }

// start propagates the clauses, once all are there. Like decide it reports whether that meets no conflict.
func (h *hinted) start() bool {
	h.watches, h.values, h.reasons = map[encode.Literal][]int{}, map[encode.Literal]bool{}, map[encode.Literal]int{}
	for id, clause := range h.clauses[1:] {
		for _, l := range clause[:min(2, len(clause))] {
			h.watches[l] = append(h.watches[l], id+1)
		}
	}
	for id, clause := range h.clauses[1:] {
		if len(clause) == 0 || len(clause) == 1 && h.values[-clause[0]] {
			h.failed = id + 1
			return false
		}
		if len(clause) == 1 && !h.values[clause[0]] {
			h.set(clause[0], id+1)
		}
	}
	return h.propagate()
}

func (h *hinted) set(l encode.Literal, reason int) {
	h.values[l] = true
	h.reasons[l] = reason
	h.trail = append(h.trail, l)
}

// decide makes a literal true.
func (h *hinted) decide(l encode.Literal) bool {
	if h.values[-l] {
		h.failed = h.reasons[-l]
		return false
	}
	if !h.values[l] {
		h.set(l, 0)
	}
	return h.propagate()
}

// undo takes back what is on the trail from there on.
func (h *hinted) undo(start int) {
	for _, l := range h.trail[start:] {
		delete(h.values, l)
		delete(h.reasons, l)
	}
	h.trail, h.queue, h.failed = h.trail[:start], min(h.queue, start), 0
}

func (h *hinted) propagate() bool {
	for h.queue < len(h.trail) {
		falsified := -h.trail[h.queue]
		h.queue++
		list := h.watches[falsified]
		kept := list[:0]
		for n, id := range list {
			clause := h.clauses[id]
			if len(clause) > 1 && clause[0] == falsified {
				clause[0], clause[1] = clause[1], clause[0]
			}
			other := clause[0]
			if len(clause) > 1 && !h.values[other] {
				if at := slices.IndexFunc(clause[2:], func(l encode.Literal) bool { return !h.values[-l] }); at >= 0 {
					clause[1], clause[2+at] = clause[2+at], clause[1]
					h.watches[clause[1]] = append(h.watches[clause[1]], id)
					continue
				}
			}
			kept = append(kept, id)
			if h.values[other] {
				continue
			}
			if h.values[-other] {
				h.watches[falsified] = append(kept, list[n+1:]...)
				h.failed = id
				return false
			}
			h.set(other, id)
		}
		h.watches[falsified] = kept
	}
	return true
}

// reasonsOf returns the clauses by which some true literals follow from the decisions, or the conflict that was met, each behind those
// that it needs.
func (h *hinted) reasonsOf(literals []encode.Literal) []int {
	needed := map[encode.Literal]bool{}
	var hints []int
	need := func(clause int) {
		hints = append(hints, clause)
		for _, l := range h.clauses[clause] {
			needed[-l] = true
		}
	}
	for _, l := range literals {
		needed[l] = true
	}
	if h.failed > 0 {
		need(h.failed)
	}
	for _, l := range slices.Backward(h.trail) {
		if needed[l] && h.reasons[l] > 0 {
			need(h.reasons[l])
			delete(needed, l)
		}
	}
	slices.Reverse(hints)
	return hints
}
