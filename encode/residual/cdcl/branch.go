package cdcl

import (
	"context"
	"math"
	"slices"
)

// branching chooses what to try next: a literal of a small open group. In a group exactly one literal is true. If no group is open, it
// chooses the variable that took part in the most conflicts of late (Moskewicz and others, 2001). Outputs come first, so that later
// decisions never make two solutions of one.
type branching struct {
	outputs  []bool // by variable
	free     []Literal
	activity []float64 // by variable
	step     float64
	phases   []Literal   // by variable: 1 if it was false at last
	groups   [2]groupSet // of outputs, and the others
	heap     []int32     // of variables in no group
	place    []int32     // by variable: in the heap; -1: not in it, alone: may be
	alone    []bool      // by variable: it is in no group
}

// groupSet is a set of groups. Those that are decided stand behind the others.
type groupSet struct {
	starts   []int32
	literals []Literal
	order    []int32
	open     int
	saved    []int32 // by level: open groups before it
}

func (g *groupSet) add(group []Literal) {
	if len(g.starts) == 0 {
		g.starts = append(g.starts, 0)
	}
	g.order = append(g.order, int32(len(g.order)))
	g.literals = append(g.literals, group...)
	g.starts = append(g.starts, int32(len(g.literals)))
	g.open = len(g.order)
}

// prepare finds the groups.
func (b *branching) prepare(ctx context.Context, s *Solver, outputs []bool, groups [][]Literal) error {
	b.outputs, b.activity, b.step = outputs, make([]float64, s.variables), 1
	b.phases, b.place, b.alone = make([]Literal, s.variables), make([]int32, s.variables), make([]bool, s.variables)
	for v := range b.alone {
		b.alone[v], b.place[v], b.phases[v] = true, -1, 1
	}
	add := func(group []Literal) {
		isOutput := func(l Literal) bool { return outputs[l>>1] }
		for _, l := range group {
			b.alone[l>>1] = false
		}
		if slices.ContainsFunc(group, isOutput) { // then all are
			b.groups[0].add(group)
		} else {
			b.groups[1].add(group)
		}
	}
	for _, group := range groups {
		add(group)
	}
	for l := range Literal(2 * s.variables) {
		slices.Sort(s.of(l))
	}
	excludes := func(a, b Literal) bool {
		_, found := slices.BinarySearch(s.of(a), b^1)
		return found
	}
	mixed := func(group []Literal) bool {
		return slices.ContainsFunc(group, func(l Literal) bool { return outputs[l>>1] != outputs[group[0]>>1] })
	}
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		if at&(stepsPerPoll-1) < 4 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		group := s.arena[at+1:][:s.arena[at]]
		if exclusive(group, excludes) && !mixed(group) {
			add(group)
		}
	}
	for l := range Literal(2 * s.variables) {
		for _, other := range s.of(l) { // l.Not() or other
			if pair := []Literal{l ^ 1, other}; l^1 < other && excludes(l^1, other) && !mixed(pair) {
				add(pair)
			}
		}
	}
	used := make([]bool, s.variables)
	for _, l := range s.implied {
		used[l>>1] = true
	}
	for l, list := range s.watches {
		used[l>>1] = used[l>>1] || len(list) > 0
	}
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		for _, l := range s.arena[at+1:][:s.arena[at]] {
			used[l>>1] = true
		}
	}
	for v := range b.alone {
		if s.values[2*v] != 0 {
			continue
		}
		if !used[v] && b.alone[v] {
			b.free = append(b.free, Literal(2*v+1))
		} else if b.alone[v] {
			b.insert(int32(v))
		}
	}
	return nil
}

func exclusive(group []Literal, excludes func(a, b Literal) bool) bool {
	for i, a := range group {
		for _, b := range group[:i] {
			if !excludes(a, b) {
				return false
			}
		}
	}
	return true
}

const mostScore = 1e100

// bump notes that a variable took part in a conflict.
func (s *Solver) bump(v Literal) {
	b := &s.branching
	if b.activity[v] += b.step; b.activity[v] > mostScore {
		for i := range b.activity {
			b.activity[i] /= mostScore
		}
		b.step /= mostScore
	}
	if b.place[v] >= 0 {
		b.up(b.place[v])
	}
}

// opened notes that a variable lost its value.
func (b *branching) opened(l Literal) {
	v := l >> 1
	b.phases[v] = l & 1
	if b.alone[v] && b.place[v] < 0 {
		b.insert(int32(v))
	}
}

// entered notes that a level opens.
func (b *branching) entered() {
	for i := range b.groups {
		b.groups[i].saved = append(b.groups[i].saved, int32(b.groups[i].open))
	}
}

// left notes that all levels above one end.
func (b *branching) left(level int) {
	for i := range b.groups {
		g := &b.groups[i]
		g.open, g.saved = int(g.saved[level]), g.saved[:level]
	}
}

// choose returns a literal to decide, if there is one.
func (s *Solver) choose() (l Literal, found bool) {
	b := &s.branching
	if len(s.trail) == s.variables {
		return 0, false
	}
	if l, found = s.smallest(&b.groups[0]); found {
		return l, true
	}
	v := s.top()
	if v < 0 || !b.outputs[v] {
		if l, found = s.smallest(&b.groups[1]); found {
			return l, true
		}
	}
	if v >= 0 {
		return Literal(2*v) | b.phases[v], true
	}
	for s.values[l] != 0 {
		l += 2
	}
	return l | 1, true
}

const (
	// conflictsPerSolution is how many conflicts a run has for each solution where its groups are chosen by weight.
	conflictsPerSolution = 2
	// A group with more than farther times as many literals left as another one is not weighed.
	farther = 2
)

// smallest returns a literal of an open group. If solutions are many, it takes the first group with two literals left, otherwise one
// with the fewest. If conflicts are many, it takes the group with the greatest weight: the activity of its open literals, divided by the
// square of their number (Boussemart, Hemery, Lecoutre, Sais, Boosting systematic search by weighting constraints, 2004).
func (s *Solver) smallest(g *groupSet) (l Literal, found bool) {
	values, activity := s.values, s.activity
	weighs := s.Conflicts-s.conflictsBefore > conflictsPerSolution*s.solutions
	best, fewest, most := int32(-1), math.MaxInt/farther, -1.0
scan:
	for i := 0; i < g.open; {
		n := g.order[i]
		left := 0
		group := g.literals[g.starts[n]:g.starts[n+1]]
		for _, l := range group {
			value := values[l]
			if value > 0 {
				left = -1
				break
			}
			left += int(1 + value)
		}
		if left < 0 {
			g.open--
			g.order[i], g.order[g.open] = g.order[g.open], n
			continue
		}
		i++
		switch {
		case weighs && left > farther*fewest || !weighs && left > fewest:
			continue
		case !weighs && left == 2:
			best = n
			break scan
		}
		weight := s.step
		for _, l := range group {
			if values[l] == 0 {
				weight += activity[l>>1]
			}
		}
		if weighs {
			weight /= float64(left * left)
		} else if left < fewest {
			most = -1
		}
		if fewest = min(fewest, left); weight > most {
			best, most = n, weight
		}
	}
	if best < 0 {
		return 0, false
	}
	most = -1
	for _, m := range g.literals[g.starts[best]:g.starts[best+1]] {
		if values[m] == 0 && activity[m>>1] > most {
			l, most = m, activity[m>>1]
		}
	}
	return l, true
}

// top returns the variable of the heap that comes first, or -1.
func (s *Solver) top() int32 {
	b := &s.branching
	for len(b.heap) > 0 {
		v := b.heap[0]
		if s.values[2*v] == 0 {
			return v
		}
		last := b.heap[len(b.heap)-1]
		b.heap = b.heap[:len(b.heap)-1]
		b.place[v] = -1
		if len(b.heap) > 0 {
			b.heap[0], b.place[last] = last, 0
			b.down(0)
		}
	}
	return -1
}

// before orders the heap.
func (b *branching) before(v, w int32) bool {
	if b.outputs[v] != b.outputs[w] {
		return b.outputs[v]
	}
	if b.activity[v] != b.activity[w] {
		return b.activity[v] > b.activity[w]
	}
	return v < w
}

func (b *branching) insert(v int32) {
	b.heap = append(b.heap, v)
	b.place[v] = int32(len(b.heap) - 1)
	b.up(b.place[v])
}

func (b *branching) up(i int32) {
	v := b.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		w := b.heap[parent]
		if !b.before(v, w) {
			break
		}
		b.heap[i], b.place[w] = w, i
		i = parent
	}
	b.heap[i], b.place[v] = v, i
}

func (b *branching) down(i int32) {
	v := b.heap[i]
	for {
		child := 2*i + 1
		if child >= int32(len(b.heap)) {
			break
		}
		if child+1 < int32(len(b.heap)) && b.before(b.heap[child+1], b.heap[child]) {
			child++
		}
		w := b.heap[child]
		if !b.before(w, v) {
			break
		}
		b.heap[i], b.place[w] = w, i
		i = child
	}
	b.heap[i], b.place[v] = v, i
}
