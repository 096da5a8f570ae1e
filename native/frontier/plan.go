package frontier

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
)

// plan is an order of the variables, and what it makes of states and steps. A state has, at each cut between two steps, a field for
// each part of which some variables are fixed and others open: of an all-different a bit for each value that is one of both, set where it
// is used up; of an automaton the number of its node. Where nothing is known of a part its field is 0.
type plan struct {
	order   []model.Var
	at      []int // by variable: its step
	steps   []step
	words   int // of a state
	visible int // steps after which all are fixed but the hidden variables
	longest int // steps that are taken at once
	ways    int // bits of how many ways by these there may be
	fields  []field
	of      [][]int // by variable: the fields that it is in
	quiet   []bool  // by cut: no cluster is in its midst
}

// field is the part of a state that belongs to a part of the problem.
type field struct {
	first, last int   // steps of its first and its last variable
	word        []int // of an all-different, by bit; of an automaton one
	shift       []int
	width       int
	chunk       int         // bits of it in a word
	values      map[int]int // of an all-different: the bit of each value
	spans       []span      // of an all-different: of each bit
	automaton   *automaton  // of anything else
	constraints []model.Constraint
	scope       []model.Var // in the plan's order
}

// span is the steps of the first and of the last variable that has some value.
type span struct{ first, last int }

// step fixes a variable. It has choices: the values, those that come to the same together.
type step struct {
	variable model.Var
	test     []uint64 // by choice, as many words as a state: none of these bits may be set
	set      []uint64 // by choice: these are set then
	keep     []uint64 // these are left of the state before
	touched  []uint64 // these are tested, set, cleared or read
	weight   []uint64 // by choice: values
	choice   []int    // by value: its choice
	moves    []move
}

// move is a step of an automaton.
type move struct {
	word, shift int
	read        uint64  // the field's bits, before the shift; 0 where the automaton has read nothing yet
	next        []int32 // by node and choice
}

// newPlan returns the plan of an order, or nil where some part excludes everything.
func (p *problem) newPlan(l *automata, order []model.Var) (*plan, error) {
	n := len(order)
	at := make([]int, n) // by variable
	for i, v := range order {
		at[v] = i
	}
	pl := &plan{order: order, at: at, visible: n, longest: p.size(longestSetting), ways: p.size(waysSetting)}
	for pl.visible > 0 && p.hidden[order[pl.visible-1]] {
		pl.visible--
	}
	ending := make([][]int, n)
	beginning := make([][]int, n)
	for _, part := range p.parts {
		f := field{constraints: part.constraints, scope: slices.Clone(part.scope)}
		slices.SortFunc(f.scope, func(a, b model.Var) int { return at[a] - at[b] })
		f.first, f.last = at[f.scope[0]], at[f.scope[len(f.scope)-1]]
		if part.differs() {
			p.maskField(&f, at)
		} else {
			a, err := l.of(p, part.constraints, f.scope, mostNodes)
			if err != nil || a == nil {
				return nil, err
			}
			f.automaton = a
			f.width = bits.Len(uint(slices.Max(a.nodes) - 1))
		}
		beginning[f.first] = append(beginning[f.first], len(pl.fields))
		ending[f.last] = append(ending[f.last], len(pl.fields))
		pl.fields = append(pl.fields, f)
	}
	// What a part leaves in the step of its last variable, others may take in the same step: the step clears it first.
	var free spaces
	for i := range n {
		for _, j := range ending[i] {
			if f := &pl.fields[j]; f.first < f.last {
				free.release(f)
			}
		}
		for _, j := range stop.Each(p.watch, beginning[i], func(int) int { return len(free) }) {
			if f := &pl.fields[j]; f.first < f.last {
				free.take(f, p.size(bitsSetting))
			}
		}
	}
	pl.words = max(1, len(free))
	pl.of = make([][]int, n)
	begun := make([]int, n+2) // by cut: clusters, less those that end
	for j, f := range pl.fields {
		for _, v := range f.scope {
			pl.of[v] = append(pl.of[v], j)
		}
		if len(f.constraints) > 1 {
			begun[f.first+1]++
			begun[f.last+1]--
		}
	}
	clusters := 0
	for cut := range n + 1 {
		clusters += begun[cut]
		pl.quiet = append(pl.quiet, clusters == 0)
	}
	for i, v := range order {
		bytes := 2 * 8 * int64(pl.words) * int64(len(p.values[v]))
		if err := cmp.Or(p.watch.Over(workPerCut), memory.Ask(p.watch.Context(), "a step of the frontier", bytes)); err != nil {
			return nil, err
		}
		pl.steps = append(pl.steps, p.newStep(pl, i, v))
	}
	return pl, p.check(pl)
}

// maskField gives an all-different a bit for each value that is, at some cut, one of a fixed variable and of an open one.
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

// around reports whether a cut has variables with the value on both sides.
func (s span) around(cut int) bool { return s.first < cut && cut <= s.last }

// spaces says, by word, which bits of a state are taken.
type spaces []uint64

// take gives a field the first bits that are free: an all-different in chunks as long as words are used, an automaton in one word.
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

// bit returns the place of a bit of an all-different.
func (f *field) bit(i int) (word int, bit uint64) {
	return f.word[i/f.chunk], 1 << (f.shift[i/f.chunk] + i%f.chunk)
}

func (p *problem) newStep(pl *plan, i int, v model.Var) step {
	values := p.values[v]
	w := pl.words
	s := step{variable: v, keep: make([]uint64, w)}
	for word := range s.keep {
		s.keep[word] = ^uint64(0)
	}
	test, set := make([]uint64, w*len(values)), make([]uint64, w*len(values))
	signature := make([][]byte, len(values)) // equal for values that come to the same
	type reading struct {
		move
		place int
		of    *automaton
	}
	var readings []reading
	for _, j := range stop.Each(p.watch, pl.of[v], func(j int) int { return workPerLookup*len(values) + pl.fields[j].width }) {
		f := &pl.fields[j]
		place, _ := slices.BinarySearchFunc(f.scope, i, func(v model.Var, i int) int { return pl.at[v] - i })
		if f.automaton != nil {
			r := reading{place: place, of: f.automaton}
			if f.width > 0 && f.first < f.last {
				r.word, r.shift = f.word[0], f.shift[0]
				s.keep[r.word] &^= f.bits()[r.word]
				if place > 0 {
					r.read = f.bits()[r.word] >> r.shift
				}
			}
			readings = append(readings, r)
			for c, column := range f.automaton.column[place] {
				signature[c] = appendInts(signature[c], column)
			}
			continue
		}
		for c, value := range values {
			bit, has := f.values[value]
			if !has {
				continue
			}
			word, mask := f.bit(bit)
			if f.spans[bit].around(i) {
				test[c*w+word] |= mask
				signature[c] = appendInts(signature[c], -1, j, bit)
			}
			if f.spans[bit].around(i + 1) {
				set[c*w+word] |= mask
				signature[c] = appendInts(signature[c], -2, j, bit)
			}
		}
		for bit := range f.width {
			if word, mask := f.bit(bit); !f.spans[bit].around(i + 1) {
				s.keep[word] &^= mask
			}
		}
	}
	var chosen []int // a value for each choice
	choices := map[string]int{}
	for c := range values {
		if choice, known := choices[string(signature[c])]; known {
			s.weight[choice]++
			s.choice = append(s.choice, choice)
			continue
		}
		choices[string(signature[c])] = len(chosen)
		s.choice = append(s.choice, len(chosen))
		chosen = append(chosen, c)
		s.weight = append(s.weight, 1)
		s.test = append(s.test, test[c*w:(c+1)*w]...)
		s.set = append(s.set, set[c*w:(c+1)*w]...)
	}
	for _, r := range readings {
		for node := range r.of.nodes[r.place] {
			for _, c := range stop.Each(p.watch, chosen, func(int) int { return 1 }) {
				r.next = append(r.next, r.of.next[r.place][node*len(values)+c])
			}
		}
		s.moves = append(s.moves, r.move)
	}
	s.touched = make([]uint64, w)
	for i := range s.test {
		s.touched[i%w] |= s.test[i] | s.set[i]
	}
	for word, keep := range s.keep { // where an automaton is read, nothing is kept
		s.touched[word] |= ^keep
	}
	return s
}

// nextCut returns the next cut where states are kept. That is the next one, unless an automaton of several constraints begins there: what
// is known in the midst of such a cluster is much, and hardly ever the same twice, so that its variables are fixed at once.
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
		if paths.BitLen() > pl.ways {
			break
		}
	}
	return at + 1
}
