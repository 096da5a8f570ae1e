package frontier

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"

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
	fields  []field
}

// field is the part of a state that belongs to a part of the problem.
type field struct {
	first, last int   // steps of its first and its last variable
	word        []int // of an all-different, by bit; of an automaton one
	shift       []int
	width       int
	values      map[int]int // of an all-different: the bit of each value
	relevant    [][]bool    // of an all-different: by cut after step first+i, and bit, whether it may matter later
	automaton   *automaton  // of anything else
	constraints []model.Constraint
	scope       []model.Var // in the plan's order
}

// step fixes a variable. It has choices: the values, those that come to the same together.
type step struct {
	variable model.Var
	test     []uint64 // by choice, as many words as a state: none of these bits may be set
	set      []uint64 // by choice: these are set then
	keep     []uint64 // these are left of the state before
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
	pl := &plan{order: order, at: at, visible: n}
	for pl.visible > 0 && p.hidden[order[pl.visible-1]] {
		pl.visible--
	}
	ending := make([][]int, n)
	beginning := make([][]int, n)
	for _, part := range p.parts {
		f := field{constraints: part.constraints, scope: slices.Clone(part.scope)}
		slices.SortFunc(f.scope, func(a, b model.Var) int { return at[a] - at[b] })
		f.first, f.last = at[f.scope[0]], at[f.scope[len(f.scope)-1]]
		if part.differs() != nil {
			if err := p.maskField(l.ctx, &f, at); err != nil {
				return nil, err
			}
		} else {
			a, err := l.of(p.model, part.constraints, f.scope, p.values)
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
		for _, j := range beginning[i] {
			if f := &pl.fields[j]; f.first < f.last {
				free.take(f)
			}
		}
	}
	pl.words = max(1, len(free))
	of := make([][]int, n) // by variable: the fields that it is in
	for j, f := range pl.fields {
		for _, v := range f.scope {
			of[v] = append(of[v], j)
		}
	}
	for i, v := range order {
		if l.ctx.Err() != nil {
			return nil, context.Cause(l.ctx)
		}
		pl.steps = append(pl.steps, p.newStep(pl, i, v, of[v], at))
	}
	return pl, nil
}

// maskField gives an all-different a bit for each value that is, at some cut, one of a fixed variable and of an open one.
func (p *problem) maskField(ctx context.Context, f *field, at []int) error {
	f.values = map[int]int{}
	f.relevant = make([][]bool, f.last-f.first)
	relevant := make([]map[int]bool, f.last-f.first)
	for cut := range relevant {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		before, after := map[int]bool{}, map[int]bool{}
		for _, v := range f.scope {
			side := after
			if at[v] <= f.first+cut {
				side = before
			}
			for _, value := range p.values[v] {
				side[value] = true
			}
		}
		both := map[int]bool{}
		for value := range before {
			if after[value] {
				both[value] = true
				f.values[value] = 0
			}
		}
		relevant[cut] = both
	}
	for bit, value := range slices.Sorted(maps.Keys(f.values)) {
		f.values[value] = bit
		for cut, both := range relevant {
			f.relevant[cut] = append(f.relevant[cut], both[value])
		}
	}
	f.width = len(f.values)
	return nil
}

// spaces says, by word, which bits of a state are taken.
type spaces []uint64

// take gives a field the first bits that are free, all in one word for each 64 of them.
func (s *spaces) take(f *field) {
	for left := f.width; left > 0; left -= 64 {
		width := min(left, 64)
		block := ^uint64(0) >> (64 - width)
		for word := 0; ; word++ {
			if word == len(*s) {
				*s = append(*s, 0)
			}
			shift := 0
			for shift+width <= 64 && (*s)[word]>>shift&block != 0 {
				shift++
			}
			if shift+width <= 64 {
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
		bits[word] |= ^uint64(0) >> (64 - min(f.width-64*i, 64)) << f.shift[i]
	}
	return bits
}

// bit returns the place of a bit of an all-different.
func (f *field) bit(i int) (word int, bit uint64) {
	return f.word[i/64], 1 << (f.shift[i/64] + i%64)
}

func (p *problem) newStep(pl *plan, i int, v model.Var, fields []int, at []int) step {
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
	for _, j := range fields {
		f := &pl.fields[j]
		place := slices.Index(f.scope, v)
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
			for c, column := range f.automaton.columns(place) {
				signature[c] = fmt.Append(signature[c], "read ", column)
			}
			continue
		}
		for c, value := range values {
			bit, has := f.values[value]
			if !has {
				continue
			}
			word, mask := f.bit(bit)
			if i > f.first && f.relevant[i-1-f.first][bit] {
				test[c*w+word] |= mask
				signature[c] = fmt.Append(signature[c], "test ", j, bit)
			}
			if i < f.last && f.relevant[i-f.first][bit] {
				set[c*w+word] |= mask
				signature[c] = fmt.Append(signature[c], "set ", j, bit)
			}
		}
		for bit := range f.width {
			if word, mask := f.bit(bit); i == f.last || !f.relevant[i-f.first][bit] {
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
			for _, c := range chosen {
				r.next = append(r.next, r.of.next[r.place][node*len(values)+c])
			}
		}
		s.moves = append(s.moves, r.move)
	}
	return s
}

// What bounds the steps that are taken at once: how many, and, in bits, how many ways by them there may be.
const (
	longest  = 16
	mostWays = 62
)

// nextCut returns the next cut where states are kept. That is the next one, unless an automaton of several constraints begins there: what
// is known in the midst of such a cluster is much, and hardly ever the same twice, so that its variables are fixed at once.
func (pl *plan) nextCut(at int) int {
	if !pl.quiet(at) {
		return at + 1
	}
	paths := pl.steps[at].values()
	for to := at + 1; to <= min(at+longest, pl.visible); to++ {
		if pl.quiet(to) {
			return to
		}
		if to < pl.visible {
			paths.Mul(paths, pl.steps[to].values())
		}
		if paths.BitLen() > mostWays {
			break
		}
	}
	return at + 1
}

// quiet reports whether no cluster is in its midst.
func (pl *plan) quiet(cut int) bool {
	return !slices.ContainsFunc(pl.fields, func(f field) bool { return len(f.constraints) > 1 && f.first < cut && cut <= f.last })
}
