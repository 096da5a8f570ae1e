package cdcl

import (
	"context"
	"slices"

	"qmsat/internal/memory"
)

// memo keeps what was found below nodes of the search, and repeats it below other nodes with the same rest of the formula (Majercik,
// Littman, Using caching to solve larger probabilistic planning problems, 1998; Huang, Darwiche, The language of search, 2007). A key says
// what the rest is: which variables have values, and which clauses are true. It leaves out what the open variables determine: a clause of
// two literals with one open is true, or the open one would have a value; a group with an open literal has no true one.
type memo struct {
	key    []uint64 // of the present node; nil: nothing is kept
	told   bool     // the key is told of literals that become true
	starts []int32  // by literal: the start of its clauses
	bits   []int32  // of these clauses, in the key
	trues  []uint16 // by bit: true literals
	open   []recording
	opened []uint64    // the keys of open
	known  []recording // by hash of the key; valid if their level is age
	keys   []uint64    // of known
	age    int
	log    []Literal
}

// recording is a part of the log that has all solutions below a node. A solution is the literals that became true since the latest one,
// and then the word solution. After the word repeated, two words say which part of the log follows.
type recording struct {
	level, start, end int
	solutions         int64 // while the recording is open: of the run, before it
}

const (
	solution = 1<<31 + iota
	repeated
)

const (
	mostKnown = 1 << 14 // recordings
	mostLog   = 1 << 21 // words
	mostCount = 1 << 61 // solutions of a run in which recordings are used; so numbers do not overflow
	// memoryShare is the part of the memory budget that the memo may take.
	memoryShare = 4
)

// prepare gives each variable and each clause of the key a bit. Nothing is kept if the key has more than most words, or memory is
// short.
func (m *memo) prepare(ctx context.Context, s *Solver, most int) {
	var rest []uint32
	for at := 1; at < len(s.arena) && len(rest) <= 64*most; at += 1 + int(s.arena[at]) {
		if _, group := slices.BinarySearch(s.groups.clauses, uint32(at)); !group {
			rest = append(rest, uint32(at))
		}
	}
	words := (s.variables + len(rest) + 63) / 64
	if words > most || memory.Budget(ctx)/memoryShare < mostKnown*(48+8*int64(words))+12*mostLog {
		return
	}
	m.starts = make([]int32, 2*s.variables+2)
	m.key, m.trues = make([]uint64, words), make([]uint16, s.variables+len(rest))
	for _, at := range rest {
		for _, l := range s.clause(at) {
			m.starts[l+2]++
		}
	}
	for l := range 2 * s.variables {
		m.starts[l+2] += m.starts[l+1]
	}
	m.bits = make([]int32, m.starts[2*s.variables+1])
	for i, at := range rest {
		for _, l := range s.clause(at) {
			m.bits[m.starts[l+1]] = int32(s.variables + i)
			m.starts[l+1]++
		}
	}
}

// remembers reports whether solutions may be repeated. Keys hold nothing of clauses required later, and where conflicts are many few nodes
// have the same rest.
func (s *Solver) remembers() bool {
	return s.memo.key != nil && s.store.required == 0 && !s.conflictsMany()
}

// listen begins or ends to tell the memo of literals. To begin takes time.
func (s *Solver) listen() {
	m, before := &s.memo, s.memo.told
	if m.told = s.remembers(); before || !m.told {
		return
	}
	clear(m.key)
	clear(m.trues)
	for _, l := range s.trail[:s.told] {
		m.tell(l)
	}
}

// tell tells the memo that a literal is true.
func (m *memo) tell(l Literal) {
	m.key[l>>7] ^= 1 << (l >> 1 & 63)
	for i, end := m.starts[l], m.starts[l+1]; i < end; i++ {
		bit := m.bits[i]
		m.trues[bit]++
		m.key[bit>>6] |= 1 << (bit & 63)
	}
}

// untell takes it back.
func (m *memo) untell(l Literal) {
	m.key[l>>7] ^= 1 << (l >> 1 & 63)
	for i, end := m.starts[l], m.starts[l+1]; i < end; i++ {
		bit := m.bits[i]
		if m.trues[bit]--; m.trues[bit] == 0 {
			m.key[bit>>6] &^= 1 << (bit & 63)
		}
	}
}

// slot returns where a node is kept.
func slot(key []uint64) int {
	hash := uint64(0)
	for _, word := range key {
		hash = (hash ^ word) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	return int(hash % mostKnown)
}

// recall returns what is known of the present node, or else begins to record it.
func (s *Solver) recall() *recording {
	m, words := &s.memo, len(s.memo.key)
	if !s.remembers() || len(s.trail) == s.variables || s.solutions >= mostCount || s.lastOutput() < s.level() {
		return nil
	}
	s.listen()
	i := slot(m.key)
	if m.known != nil && m.known[i].level == m.age && slices.Equal(m.keys[i*words:][:words], m.key) {
		return &m.known[i]
	}
	m.open = append(m.open, recording{level: s.level(), start: len(m.log) + len(s.trail) - s.kept, solutions: s.solutions})
	m.opened = append(m.opened, m.key...)
	return nil
}

// forget drops all.
func (m *memo) forget() {
	m.log, m.open, m.opened = m.log[:0], m.open[:0], m.opened[:0]
	m.age++
}

// closed ends the recordings above a level, and keeps those below which everything was found.
func (s *Solver) closed(level int, all bool) {
	m, words := &s.memo, len(s.memo.key)
	for n := len(m.open) - 1; n >= 0 && m.open[n].level > level; n-- {
		r, key := m.open[n], m.opened[n*words:]
		if r.end, r.solutions = len(m.log), s.solutions-r.solutions; all && r.solutions > 0 && r.end > s.restarts.limits.LeastLog {
			if m.known == nil {
				m.known, m.keys = make([]recording, mostKnown), make([]uint64, words*mostKnown)
				m.log = append(make([]Literal, 0, mostLog+mostLog/4), m.log...) // to grow would touch several times the memory
			}
			i := slot(key)
			r.level = m.age
			m.known[i] = r
			copy(m.keys[i*words:], key)
		}
		m.open, m.opened = m.open[:n], m.opened[:n*words]
	}
}

// note writes the literals that became true since the latest solution to the log, if anything is recorded, and returns them.
func (s *Solver) note(then ...Literal) (fresh []Literal) {
	fresh, s.kept = s.trail[s.kept:], len(s.trail)
	if m := &s.memo; len(m.open) > 0 {
		m.log = append(append(m.log, fresh...), then...)
	}
	return fresh
}

// repeat calls found with what a part of the log says. more says whether solutions follow it.
func (s *Solver) repeat(start, end int, more bool, found func(fresh []Literal, solutions int64) bool) bool {
	from, log := start, s.memo.log
	for at := start; at < end; at++ {
		switch log[at] {
		case solution:
			if s.Follows = more || at+1 < end; !found(log[from:at], 1) {
				return false
			}
			from = at + 1
		case repeated:
			if !found(log[from:at], 0) || !s.repeat(int(log[at+1]), int(log[at+2]), more || at+3 < end, found) {
				return false
			}
			at += 2
			from = at + 1
		}
	}
	return true
}
