package machine

import (
	"qmsat/model/kinds"
	"slices"
)

func init() { register(newWord) }

// word remembers the effect of the values read so far, in any order, on an automaton: for each run of adjacent ones, the state
// after it for each state before it.
type word struct {
	automaton *kinds.Regular
	indices   [][]int // by position: the places of its variable in the word
	Numbered[string, []piece]
}

// piece is a run of values.
type piece struct {
	from, to int   // the first place, and the place after the last
	after    []int // by state before; 0 means none
}

func newWord(c *kinds.Regular, values [][]int) Machine {
	m := &word{automaton: c, indices: make([][]int, len(values))}
	for i, v := range c.Vars {
		m.indices[v] = append(m.indices[v], i)
	}
	m.keep(nil)
	return m
}

func (m *word) keep(pieces []piece) int {
	var text []byte
	for _, p := range pieces {
		text = AppendInts(AppendInts(text, p.from, p.to), p.after...)
	}
	return m.Number(string(text), pieces)
}

func (m *word) Next(position, state, value int) (int, bool) {
	pieces := slices.Clone(m.States[state])
	for _, index := range m.indices[position] {
		read := m.step(index, value)
		i := 0
		for i < len(pieces) && pieces[i].to <= index {
			i++
		}
		from, to := i, i
		if i > 0 && pieces[i-1].to == index {
			from--
			read = joined(pieces[from], read)
		}
		if i < len(pieces) && pieces[i].from == read.to {
			to++
			read = joined(read, pieces[i])
		}
		if slices.Max(read.after) == 0 {
			return 0, false
		}
		pieces = slices.Replace(pieces, from, to, read)
	}
	return m.keep(pieces), true
}

// step returns the piece of one value. Before the first there is only the start state; after the last, acceptance is state 1.
func (m *word) step(index, value int) piece {
	p := piece{index, index + 1, make([]int, m.automaton.States+1)}
	for before := 1; before < len(p.after); before++ {
		if index > 0 || before == m.automaton.Start {
			p.after[before] = m.automaton.After(before, value)
		}
		if index == len(m.automaton.Vars)-1 {
			p.after[before] = min(1, slices.Index(m.automaton.Accepting, p.after[before])+1)
		}
	}
	return p
}

// joined returns two adjacent pieces as one.
func joined(left, right piece) piece {
	p := piece{left.from, right.to, make([]int, len(left.after))}
	for before, between := range left.after {
		p.after[before] = right.after[between]
	}
	return p
}
