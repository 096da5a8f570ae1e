package frontier

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/frontier/machine"
)

// plan is an order of the variables, with the layout of states and the steps. At each cut between two steps, a state has a field
// for each group with both fixed and open variables. An all-different has a bit for each value that both may have, set if the
// value is used; an automaton has its node's number. A field is 0 if there is nothing to remember.
type plan struct {
	order   []model.Var
	at      []int // by variable: its step
	steps   []step
	words   int // of a state
	visible int // number of steps until only hidden variables are open
	longest int // the most steps that are taken at once
	paths   int // the most bits of the number of paths through these
	fields  []field
	of      [][]int // by variable: its fields
	quiet   []bool  // by cut: it is not inside a cluster
}

// field is the part of a state that belongs to a group.
type field struct {
	first, last int   // steps of its first and last variable
	word        []int // of an all-different: by bit; of an automaton: one
	shift       []int
	width       int
	chunk       int         // bits of it in a word
	values      map[int]int // of an all-different: the bit of each value
	spans       []span      // of an all-different: by bit
	automaton   *automaton  // of anything else
	constraints []model.Constraint
	scope       []model.Var // in the plan's order
}

// span is the steps of the first and the last variable that may have a certain value.
type span struct{ first, last int }

// step fixes a variable. Its choices are classes of values with the same effect.
type step struct {
	variable model.Var
	test     []uint64 // by choice, as many words as a state: bits that must be clear
	set      []uint64 // by choice: bits that are set
	keep     []uint64 // bits that are kept
	touched  []uint64 // bits that are tested, set, cleared or read
	weight   []uint64 // by choice: its number of values
	choice   []int    // by value: its choice
	moves    []move
}

// move is the effect of a step on an automaton.
type move struct {
	word, shift int
	read        uint64  // the field's bits, before the shift; 0 if the automaton has read nothing yet
	next        []int32 // by node and choice
}

// bytesPerValue is what newStep takes for each value besides the words of a state: its text, its choice, and both in a map.
const bytesPerValue = 1 << 8

// newPlan returns the plan of an order, or nil if some group has no tuple.
func (p *problem) newPlan(l *automata, order []model.Var) (*plan, error) {
	n := len(order)
	pl := &plan{
		order: order, at: make([]int, n), of: make([][]int, n), visible: n, longest: p.limits.Longest, paths: p.limits.Ways,
	}
	for i, v := range order {
		pl.at[v] = i
	}
	for pl.visible > 0 && p.hidden[order[pl.visible-1]] {
		pl.visible--
	}
	for j, g := range p.groups {
		f, err := p.newField(l, pl.at, g)
		if err != nil || f == nil {
			return nil, err
		}
		pl.fields = append(pl.fields, *f)
		for _, v := range f.scope {
			pl.of[v] = append(pl.of[v], j)
		}
	}
	p.allot(pl)
	for i, v := range order {
		bytes := (2*8*int64(pl.words) + bytesPerValue) * int64(len(p.values[v]))
		if err := cmp.Or(p.watch.Over(workPerCut), memory.Ask(p.watch.Context(), "a step of the frontier", bytes)); err != nil {
			return nil, err
		}
		pl.steps = append(pl.steps, p.newStep(pl, i, v))
	}
	return pl, p.check(pl)
}

// newField returns the field of a group, still without bits, or nil if the group has no tuple.
func (p *problem) newField(l *automata, at []int, g group) (*field, error) {
	f := &field{constraints: g.constraints, scope: slices.Clone(g.scope)}
	slices.SortFunc(f.scope, func(a, b model.Var) int { return at[a] - at[b] })
	f.first, f.last = at[f.scope[0]], at[f.scope[len(f.scope)-1]]
	if g.differs() {
		p.maskField(f, at)
		return f, nil
	}
	a, err := l.of(p, g.constraints, f.scope, mostNodes)
	if err != nil || a == nil {
		return nil, err
	}
	f.automaton, f.width = a, bits.Len(uint(slices.Max(a.nodes)-1))
	return f, nil
}

// allot gives the fields their bits in a state, and notes the cuts that are not inside a cluster. The bits that a group frees in
// the step of its last variable are available in the same step, because the step clears them first.
func (p *problem) allot(pl *plan) {
	beginning, ending := make([][]*field, len(pl.order)), make([][]*field, len(pl.order))
	for j := range pl.fields {
		if f := &pl.fields[j]; f.first < f.last {
			beginning[f.first], ending[f.last] = append(beginning[f.first], f), append(ending[f.last], f)
		}
	}
	var free spaces
	clusters := 0
	for i := range pl.order {
		pl.quiet = append(pl.quiet, clusters == 0)
		for _, f := range ending[i] {
			free.release(f)
			clusters -= len(f.constraints) - 1
		}
		for _, f := range stop.Each(p.watch, beginning[i], func(*field) int { return len(free) }) {
			free.take(f, p.limits.WordBits)
			clusters += len(f.constraints) - 1
		}
	}
	pl.quiet, pl.words = append(pl.quiet, true), max(1, len(free))
}

// maskField gives an all-different a bit for each value that, at some cut, both a fixed and an open variable may have.
func (p *problem) maskField(f *field, at []int) {
	spans := map[int]span{}
	for _, v := range f.scope {
		for _, value := range stop.Each(p.watch, p.values[v], func(int) int { return workPerLookup }) {
			s, known := spans[value]
			if !known {
				s.first = at[v]
			}
			s.last = at[v]
			spans[value] = s
		}
	}
	f.values = map[int]int{}
	for _, value := range slices.Sorted(maps.Keys(spans)) {
		if s := spans[value]; s.first < s.last {
			f.values[value] = len(f.spans)
			f.spans = append(f.spans, s)
		}
	}
	f.width = len(f.spans)
}

// around reports whether variables with the value lie on both sides of a cut.
func (s span) around(cut int) bool { return s.first < cut && cut <= s.last }

// spaces holds, by word, the used bits of a state.
type spaces []uint64

// take gives a field the first free bits of words, of which only the first used bits are taken. An all-different is split into chunks of
// that length. An automaton stays within one word, even if it needs more bits.
func (s *spaces) take(f *field, used int) {
	if f.chunk = used; f.automaton != nil {
		f.chunk = 64
	}
	used = min(max(used, f.width), f.chunk)
	for left := f.width; left > 0; left -= f.chunk {
		width := min(left, f.chunk)
		block := ^uint64(0) >> (64 - width)
		for word := 0; ; word++ {
			if word == len(*s) {
				*s = append(*s, 0)
			}
			shift := 0
			for shift+width <= used && (*s)[word]>>shift&block != 0 {
				shift++
			}
			if shift+width <= used {
				(*s)[word] |= block << shift
				f.word, f.shift = append(f.word, word), append(f.shift, shift)
				break
			}
		}
	}
}

func (s *spaces) release(f *field) {
	for word, bits := range f.bits() {
		(*s)[word] &^= bits
	}
}

// bits returns the field's bits by word.
func (f *field) bits() map[int]uint64 {
	bits := map[int]uint64{}
	for i, word := range f.word {
		bits[word] |= ^uint64(0) >> (64 - min(f.width-f.chunk*i, f.chunk)) << f.shift[i]
	}
	return bits
}

// bit returns the word and the mask of a bit of an all-different.
func (f *field) bit(i int) (word int, bit uint64) {
	return f.word[i/f.chunk], 1 << (f.shift[i/f.chunk] + i%f.chunk)
}

// newStep returns the step that fixes a variable after i others.
func (p *problem) newStep(pl *plan, i int, v model.Var) step {
	values, w := p.values[v], pl.words
	s := step{variable: v, keep: slices.Repeat([]uint64{^uint64(0)}, w), touched: make([]uint64, w)}
	test, set := make([]uint64, w*len(values)), make([]uint64, w*len(values)) // by value
	columns := make([][]byte, len(values))                                    // by value: its numbers in all automata
	var read []*field
	for _, j := range stop.Each(p.watch, pl.of[v], func(j int) int { return workPerLookup*len(values) + pl.fields[j].width }) {
		f := &pl.fields[j]
		if f.automaton != nil {
			read = append(read, f)
			for c, column := range f.automaton.column[pl.fixed(f, i)] {
				columns[c] = machine.AppendInts(columns[c], column)
			}
			continue
		}
		for c, value := range values {
			if bit, has := f.values[value]; has {
				word, mask := f.bit(bit)
				if f.spans[bit].around(i) {
					test[c*w+word] |= mask
				}
				if f.spans[bit].around(i + 1) {
					set[c*w+word] |= mask
				}
			}
		}
		for bit := range f.width {
			if word, mask := f.bit(bit); !f.spans[bit].around(i + 1) {
				s.keep[word] &^= mask
			}
		}
	}
	chosen := s.choose(test, set, columns)
	for _, f := range read {
		s.moves = append(s.moves, p.newMove(&s, f, pl.fixed(f, i), chosen))
	}
	for i := range s.test {
		s.touched[i%w] |= s.test[i] | s.set[i]
	}
	for word, keep := range s.keep { // if an automaton is read, all its bits are cleared
		s.touched[word] |= ^keep
	}
	return s
}

// choose merges values with the same effect into choices, and returns the first value of each.
func (s *step) choose(test, set []uint64, columns [][]byte) (chosen []int) {
	w := len(s.keep)
	var choices machine.Numbered[string, int] // by effect: the first value
	for c, text := range columns {
		tests, sets := test[c*w:(c+1)*w], set[c*w:(c+1)*w]
		text = machine.AppendFixed(machine.AppendFixed(text, tests), sets)
		choice := choices.Number(string(text), c)
		if choice == len(s.weight) {
			s.weight = append(s.weight, 0)
			s.test, s.set = append(s.test, tests...), append(s.set, sets...)
		}
		s.weight[choice]++
		s.choice = append(s.choice, choice)
	}
	return choices.States
}

// newMove returns the effect of a step on a field's automaton. The step clears the field's bits; chosen has one value of each
// choice.
func (p *problem) newMove(s *step, f *field, position int, chosen []int) (m move) {
	if f.width > 0 && f.first < f.last {
		m.word, m.shift = f.word[0], f.shift[0]
		own := f.bits()[m.word]
		s.keep[m.word] &^= own
		if position > 0 {
			m.read = own >> m.shift
		}
	}
	width := len(f.automaton.values[position])
	for node := range f.automaton.nodes[position] {
		for _, c := range stop.Each(p.watch, chosen, func(int) int { return 1 }) {
			m.next = append(m.next, f.automaton.next[position][node*width+c])
		}
	}
	return m
}

// fixed returns how many of a field's variables are fixed at a cut.
func (pl *plan) fixed(f *field, cut int) int {
	n, _ := slices.BinarySearchFunc(f.scope, cut, func(v model.Var, cut int) int { return pl.at[v] - cut })
	return n
}

// nextCut returns the next cut that keeps states. It is the next cut, unless that is inside an automaton of several constraints:
// states inside such a cluster are large and hardly ever equal, so all its variables are fixed at once.
func (pl *plan) nextCut(at int) int {
	if !pl.quiet[at] {
		return at + 1
	}
	paths := pl.steps[at].values()
	for to := at + 1; to <= min(at+pl.longest, pl.visible); to++ {
		if pl.quiet[to] {
			return to
		}
		if to < pl.visible {
			paths.Mul(paths, pl.steps[to].values())
		}
		if paths.BitLen() > pl.paths {
			break
		}
	}
	return at + 1
}
