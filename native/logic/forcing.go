package logic

import (
	"fmt"
	"slices"

	"qmsat/model"
)

// consequences is what follows from a candidate's being on or off.
type consequences struct {
	off, on      []uint64 // by variable: the values that are refuted, or placed
	contradicted string   // where they contradict each other: "r1c2" has no value left, a house no place for one; or ""
}

func newConsequences(variables int) *consequences {
	return &consequences{off: make([]uint64, variables), on: make([]uint64, variables)}
}

// keep keeps what follows from others, too.
func (c *consequences) keep(more *consequences) {
	for v := range c.off {
		c.off[v] &= more.off[v]
		c.on[v] &= more.on[v]
	}
}

func (c *consequences) copyFrom(d *consequences) {
	copy(c.off, d.off)
	copy(c.on, d.on)
}

// inference finds what follows from a candidate's being on or off; how far it looks is what tells chains from nets.
type inference interface {
	infer(at Candidate, on bool, into *consequences)
}

// forcing finds steps by an inference.
type forcing struct {
	*State
	technique *Technique
	by        inference
	ended     func() bool
	on        []*consequences // by cell and value: what follows where it is on; nil where that is too much to be kept
	last      *consequences   // of the candidate that was asked for last, where it is not kept
}

// mostKept bounds the words in which is kept what follows from all candidates: 64 megabytes.
const mostKept = 1 << 23

// find yields contradictions, then verities.
func (f *forcing) find(yield func(*Step) bool) {
	if n := len(f.candidates); 2*n*n*len(f.numbers) <= mostKept {
		f.on = make([]*consequences, n*len(f.numbers))
	}
	f.last = newConsequences(len(f.candidates))
	if f.contradictions(yield) {
		f.verities(yield)
	}
}

// ifOn returns what follows where a candidate is on. It is valid until the next call.
func (f *forcing) ifOn(at Candidate) *consequences {
	if f.on == nil {
		f.by.infer(at, true, f.last)
		return f.last
	}
	known := &f.on[int(at.Cell)*len(f.numbers)+at.Value]
	if *known == nil {
		*known = newConsequences(len(f.candidates))
		f.by.infer(at, true, *known)
	}
	return *known
}

// contradictions finds candidates that refute themselves. It reports whether yield always returned true.
func (f *forcing) contradictions(yield func(*Step) bool) bool {
	off := newConsequences(len(f.candidates))
	for _, at := range f.allCandidates() {
		if f.ended() {
			return true
		}
		step := &Step{Technique: f.technique, Values: []int{at.Value}, Cells: []model.Var{at.Cell}}
		if where := f.ifOn(at).contradicted; where != "" {
			step.Note, step.Eliminations = "Contradiction in "+where, []Candidate{at}
		} else if f.by.infer(at, false, off); off.contradicted != "" {
			step.Note, step.Placements = "Contradiction in "+off.contradicted, []Candidate{at}
		} else {
			continue
		}
		if !yield(step) {
			return false
		}
	}
	return true
}

// verities finds what follows from each candidate of a cell, and from each place of a value in a house: one of them is on.
func (f *forcing) verities(yield func(*Step) bool) {
	shared := newConsequences(len(f.candidates))
	check := func(cases []Candidate, name string) bool {
		for i, at := range cases {
			if found := f.ifOn(at); i == 0 {
				shared.copyFrom(found)
			} else {
				shared.keep(found)
			}
		}
		step := &Step{Technique: f.technique, Note: "Verity of " + name}
		for _, at := range cases {
			step.Values, step.Cells = append(step.Values, at.Value), append(step.Cells, at.Cell)
		}
		slices.Sort(step.Values)
		slices.Sort(step.Cells)
		step.Values, step.Cells = slices.Compact(step.Values), slices.Compact(step.Cells)
		for v := range shared.on {
			for value := range bitsOf(shared.on[v] & f.candidates[v]) {
				step.Placements = append(step.Placements, Candidate{model.Var(v), value})
			}
			if shared.on[v]&f.candidates[v] == 0 {
				for value := range bitsOf(shared.off[v] & f.candidates[v]) {
					step.Eliminations = append(step.Eliminations, Candidate{model.Var(v), value})
				}
			}
		}
		return !step.effect() || yield(step)
	}
	for v, mask := range f.candidates {
		if f.ended() {
			return
		}
		var cases []Candidate
		for value := range bitsOf(mask) {
			cases = append(cases, Candidate{model.Var(v), value})
		}
		if len(cases) > 1 && !check(cases, f.CellNames([]model.Var{model.Var(v)})) {
			return
		}
	}
	for i := range f.Houses {
		if !f.Houses[i].Full {
			continue
		}
		for value := range f.numbers {
			if f.ended() {
				return
			}
			var cases []Candidate
			for place := range bitsOf(*f.at(i, value)) {
				cases = append(cases, Candidate{f.Houses[i].Cells[place], value})
			}
			if len(cases) > 1 && !check(cases, fmt.Sprintf("%d in %s", f.Number(value), f.Houses[i].Name)) {
				return
			}
		}
	}
}

// describeForcing writes what is tried and what it leads to.
func describeForcing(b *Board, s *Step) string { return s.Note }
