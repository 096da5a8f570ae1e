package logic

import (
	"context"
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

func init() {
	for _, t := range []*Technique{
		{Name: "forcing-chain", Title: "Forcing Chain", Order: 8500, Score: 500, Rating: 8.0, find: forcingChain},
		{Name: "forcing-net", Title: "Forcing Net", Order: 8600, Score: 700, Rating: 8.5, find: forcingNet},
	} {
		t.Group, t.Level, t.Chains, t.Describe = "forcing", Extreme, true, noted
		register(t)
	}
}

// noted writes only the step's note.
func noted(_ *Board, s *Step) string { return s.Note }

// forcingChain finds candidates with chains that lead to a contradiction. It also finds consequences shared by the chains from
// each candidate of a cell, or from each position of a value in a house. In a chain each candidate follows from the previous one
// alone.
func forcingChain(f *finder) {
	search := newChainSearch(f, anyLink)
	f.force(func(at Candidate, on bool, c *consequences) bool {
		search.from(at, on)
		clear(c.off)
		clear(c.on)
		c.note(at, on)
		for _, node := range search.queue {
			c.note(search.candidate(node>>1), node&1 == 1)
		}
		return true
	})
}

// forcingNet works like forcingChain, but follows naked and hidden singles, and what each clue excludes by itself; these may depend on
// any number of earlier candidates.
func forcingNet(f *finder) {
	state := f.Clone()
	f.force(func(at Candidate, on bool, c *consequences) bool {
		state.copyFrom(f.State)
		if on {
			state.place(at.Cell, at.Value)
		} else {
			state.remove(at.Cell, at.Value)
		}
		state.consequences()
		for v, before := range f.candidates {
			c.on[v], c.off[v] = 0, before&^state.candidates[v]
			if before != 0 && state.values[v] >= 0 {
				c.on[v] = 1 << state.values[v]
				c.off[v] &^= c.on[v]
			}
		}
		return state.broken
	})
}

// consequences are what follows if a candidate is on, or off.
type consequences struct {
	off, on      []uint64 // by variable: the refuted values, the placed values
	contradicted string   // a contradiction: "r1c2" has no value left, a house has no position for a value; or ""
}

func newConsequences(variables int) *consequences {
	return &consequences{off: make([]uint64, variables), on: make([]uint64, variables)}
}

func (c *consequences) note(at Candidate, on bool) {
	if on {
		c.on[at.Cell] |= 1 << at.Value
	} else {
		c.off[at.Cell] |= 1 << at.Value
	}
}

// inference finds the consequences of a candidate that is on or off, and reports whether they may contradict each other. Chains
// and nets have different inferences.
type inference func(at Candidate, on bool, into *consequences) bool

// forcing finds steps with an inference.
type forcing struct {
	*finder
	by   inference
	on   []*consequences // by cell and value: the consequences if it is on; nil if they need too much memory
	last *consequences   // of the latest candidate, if consequences are not kept
}

// mostKept is the most words of memory for the consequences of all candidates: 64 megabytes.
const mostKept = 1 << 23

// force finds steps with an inference: first contradictions, then verities.
func (f *finder) force(by inference) {
	search := &forcing{finder: f, by: by, last: newConsequences(len(f.candidates))}
	if n := len(f.candidates); 2*n*n*len(f.numbers) <= mostKept {
		search.on = make([]*consequences, n*len(f.numbers))
	}
	search.contradictions()
	search.verities()
}

// ifOn returns the consequences if a candidate is on. They are valid until the next call.
func (f *forcing) ifOn(at Candidate) *consequences {
	if f.on == nil {
		f.infer(at, true, f.last)
		return f.last
	}
	known := &f.on[int(at.Cell)*len(f.numbers)+at.Value]
	if *known == nil {
		*known = newConsequences(len(f.candidates))
		f.infer(at, true, *known)
	}
	return *known
}

// infer finds the consequences of a candidate, and the cell or full house where they contradict each other.
func (f *forcing) infer(at Candidate, on bool, c *consequences) {
	c.contradicted = ""
	if !f.by(at, on, c) {
		return
	}
	for v, mask := range f.candidates {
		if c.on[v]&c.off[v] != 0 || mask != 0 && mask&^c.off[v] == 0 {
			c.contradicted = f.CellNames([]model.Var{model.Var(v)})
			return
		}
	}
	for i := range f.Houses {
		h := &f.Houses[i]
	values:
		for value := range bitsOf(h.values &^ f.placed[i]) {
			for positions := *f.at(i, value); positions != 0; positions &= positions - 1 {
				if c.off[h.Cells[lowest(positions)]]>>value&1 == 0 {
					continue values
				}
			}
			if h.Full {
				c.contradicted = fmt.Sprintf("%s for %d", h.Name, f.Number(value))
				return
			}
		}
	}
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
		} else if f.infer(at, false, off); off.contradicted != "" {
			step.Note, step.Placements = "Contradiction in "+off.contradicted, []Candidate{at}
		}
		f.found(step)
	}
}

// verities finds the shared consequences of all candidates of a cell, or of all positions of a value in a house: one of them is on.
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
			for position := range bitsOf(*f.at(i, value)) {
				cases = append(cases, Candidate{h.Cells[position], value})
			}
			f.verity(cases, shared, fmt.Sprintf("%d in %s", f.Number(value), h.Name))
		}
	}
}

// verity finds the shared consequences of several cases, one of which must hold.
func (f *forcing) verity(cases []Candidate, shared *consequences, name string) {
	if len(cases) < 2 {
		return
	}
	step := &Step{Note: "Verity of " + name}
	for i, at := range cases {
		found := f.ifOn(at)
		if i == 0 {
			copy(shared.off, found.off)
			copy(shared.on, found.on)
		}
		for v := range shared.off {
			shared.off[v] &= found.off[v]
			shared.on[v] &= found.on[v]
		}
		step.Values, step.Cells = append(step.Values, at.Value), append(step.Cells, at.Cell)
	}
	step.Values, step.Cells = lists.Distinct(step.Values), lists.Distinct(step.Cells)
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

// singles places naked and hidden singles until there are no more, or the state is broken.
func (s *State) singles() {
	for again := true; again && !s.broken; {
		again = false
		for v, mask := range s.candidates {
			if count(mask) == 1 && !s.broken {
				s.place(model.Var(v), lowest(mask))
				again = true
			}
		}
		for i := range s.Houses {
			if !s.Houses[i].Full {
				continue
			}
			for value := range s.numbers {
				if positions := *s.at(i, value); count(positions) == 1 && !s.broken {
					s.place(s.Houses[i].Cells[lowest(positions)], value)
					again = true
				}
			}
		}
	}
}

// consequences takes singles, and removes what each clue excludes, until nothing changes or the state is broken.
func (s *State) consequences() {
	known := make([][]uint64, len(s.groups)) // candidates that a clue has been asked about
	for again := true; again && !s.broken; {
		again = false
		s.singles()
		for i, g := range s.groups {
			if s.broken || !g.searched {
				continue
			}
			if masks := s.masksOf(g.vars); !slices.Equal(masks, known[i]) {
				known[i] = masks
				again = s.exclude(g) || again
			}
		}
	}
}

// exclude removes what a group's filters exclude, and reports whether that is something.
func (s *State) exclude(g *group) (changed bool) {
	f := s.fill(context.Background(), g.joint)
	if !f.propagate(f.level(0)) {
		s.broken = true
		return true
	}
	for i, v := range f.vars {
		for value := range bitsOf(s.candidates[v] &^ f.masks[0][i]) {
			s.remove(v, value)
			changed = true
		}
	}
	return changed
}
