package logic

import (
	"fmt"
	"slices"

	"qmsat/model"
)

// consequences are the candidates that follow from one being on or off.
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

// inference finds the consequences of a candidate's being on or off; chains and nets differ in their inference.
type inference interface {
	infer(at Candidate, on bool, into *consequences)
}

// forcing finds steps by an inference.
type forcing struct {
	*finder
	by   inference
	on   []*consequences // by cell and value: what follows if it is on; nil if that is too much to be kept
	last *consequences   // of the candidate that was asked for last, if it is not kept
}

// mostKept bounds the words in which is kept what follows from all candidates: 64 megabytes.
const mostKept = 1 << 23

// force finds steps by an inference: contradictions, then verities.
func (f *finder) force(by inference) {
	search := &forcing{finder: f, by: by, last: newConsequences(len(f.candidates))}
	if n := len(f.candidates); 2*n*n*len(f.numbers) <= mostKept {
		search.on = make([]*consequences, n*len(f.numbers))
	}
	search.contradictions()
	search.verities()
}

// ifOn returns what follows if a candidate is on. It is valid until the next call.
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

// contradictions finds candidates that refute themselves.
func (f *forcing) contradictions() {
	off := newConsequences(len(f.candidates))
	for _, at := range f.allCandidates() {
		if f.over() {
			return
		}
		step := &Step{Values: []int{at.Value}, Cells: []model.Var{at.Cell}}
		if where := f.ifOn(at).contradicted; where != "" {
			step.Note, step.Eliminations = "Contradiction in "+where, []Candidate{at}
		} else if f.by.infer(at, false, off); off.contradicted != "" {
			step.Note, step.Placements = "Contradiction in "+off.contradicted, []Candidate{at}
		}
		f.found(step)
	}
}

// verities finds what follows from each candidate of a cell, and from each place of a value in a house: one of them is on.
func (f *forcing) verities() {
	shared := newConsequences(len(f.candidates))
	for v, mask := range f.eachOpen() {
		var cases []Candidate
		for value := range bitsOf(mask) {
			cases = append(cases, Candidate{v, value})
		}
		f.verity(cases, shared, f.CellNames([]model.Var{v}))
	}
	for i, h := range f.eachFull() {
		for value := range f.eachValue() {
			var cases []Candidate
			for place := range bitsOf(*f.at(i, value)) {
				cases = append(cases, Candidate{h.Cells[place], value})
			}
			f.verity(cases, shared, fmt.Sprintf("%d in %s", f.Number(value), h.Name))
		}
	}
}

// verity finds the common consequences of several cases, one of which holds.
func (f *forcing) verity(cases []Candidate, shared *consequences, name string) {
	if len(cases) < 2 {
		return
	}
	step := &Step{Note: "Verity of " + name}
	for i, at := range cases {
		if found := f.ifOn(at); i == 0 {
			shared.copyFrom(found)
		} else {
			shared.keep(found)
		}
		step.Values, step.Cells = append(step.Values, at.Value), append(step.Cells, at.Cell)
	}
	slices.Sort(step.Values)
	slices.Sort(step.Cells)
	step.Values, step.Cells = slices.Compact(step.Values), slices.Compact(step.Cells)
	for v, mask := range f.candidates {
		for value := range bitsOf(shared.on[v] & mask) {
			step.Placements = append(step.Placements, Candidate{model.Var(v), value})
		}
		if shared.on[v]&mask == 0 {
			step.eliminateFrom(model.Var(v), shared.off[v]&mask)
		}
	}
	f.found(step)
}

// describeForcing writes the assumption and its result.
func describeForcing(b *Board, s *Step) string { return s.Note }
