package cdcl

import (
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
	weights  []float64 // by group: the mean of what its variables have gained
	shares   []float64 // by group: 1 divided by its length
	step     float64
	phases   []Literal   // by variable: 1 if it was false at last
	open     [2]groupSet // groups of outputs, and the others
	heap     []int32     // of variables in no group
	place    []int32     // by variable: in the heap; -1: not in it, alone: may be
	alone    []bool      // by variable: it is in no group
	lonely   bool        // some are
	ranked   ranking
}

// ranking is a list of the variables in no group that takes the place of the heap in a run where conflicts are few: it is sorted again
// only at restarts, and to go back in it costs nothing.
type ranking struct {
	on    bool
	list  []int32
	first int   // what stands before it has values
	saved []int // by level: first before it
	due   int64 // the work from which on it may be sorted again
}

// groupSet is a set of groups. Those that are decided stand behind the others.
type groupSet struct {
	order []int32
	open  int
	saved []int32 // by level: open groups before it
}

// prepare notes what is in groups, and what is in no clause.
func (b *branching) prepare(s *Solver, outputs []bool) {
	b.outputs, b.activity, b.step = outputs, make([]float64, s.variables), 1
	b.weights, b.shares = make([]float64, len(s.groups.clauses)), make([]float64, len(s.groups.clauses))
	b.phases, b.place, b.alone = make([]Literal, s.variables), make([]int32, s.variables), make([]bool, s.variables)
	for v := range b.alone {
		b.alone[v], b.place[v], b.phases[v] = true, -1, 1
	}
	mixed := func(group []Literal) bool {
		return slices.ContainsFunc(group, func(l Literal) bool { return outputs[l>>1] != outputs[group[0]>>1] })
	}
	for n, at := range s.groups.clauses {
		group := s.clause(at)
		b.shares[n] = 1 / float64(len(group))
		if mixed(group) {
			continue
		}
		set := &b.open[1]
		if outputs[group[0]>>1] {
			set = &b.open[0]
		}
		set.order = append(set.order, int32(n))
		set.open++
		for _, l := range group {
			b.alone[l>>1] = false
		}
	}
	used := make([]bool, s.variables)
	for _, l := range s.implied {
		used[l>>1] = true
	}
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		for _, l := range s.clause(uint32(at)) {
			used[l>>1] = true
		}
	}
	for v := range b.alone {
		switch {
		case s.values[2*v] != 0 || !b.alone[v]:
		case used[v]:
			b.insert(int32(v))
		default:
			b.free, b.alone[v] = append(b.free, Literal(2*v+1)), outputs[v]
		}
	}
	b.lonely = slices.Contains(b.alone, true)
}

const mostScore = 1e100

// bump notes that a variable took part in a conflict.
func (s *Solver) bump(v Literal) {
	b := &s.branching
	if b.activity[v] += b.step; b.activity[v] > mostScore {
		for i := range b.activity {
			b.activity[i] /= mostScore
		}
		for i := range b.weights {
			b.weights[i] /= mostScore
		}
		b.step /= mostScore
	}
	g := &s.groups
	step, weights, shares := b.step, b.weights, b.shares
	for _, n := range g.members[g.starts[2*v]:g.starts[2*v+2]] {
		weights[n] += step * shares[n]
	}
	if b.place[v] >= 0 {
		b.up(b.place[v])
	}
}

// opened notes that literals lost their values.
func (b *branching) opened(list []Literal) {
	for _, l := range list {
		b.phases[l>>1] = l & 1
	}
	if !b.lonely || b.ranked.on {
		return
	}
	for _, l := range list {
		if v := l >> 1; b.alone[v] && b.place[v] < 0 {
			b.insert(int32(v))
		}
	}
}

// entered notes that a level opens.
func (b *branching) entered() {
	b.ranked.saved = append(b.ranked.saved, b.ranked.first)
	for i := range b.open {
		b.open[i].saved = append(b.open[i].saved, int32(b.open[i].open))
	}
}

// left notes that all levels above one end.
func (b *branching) left(level int) {
	b.ranked.first, b.ranked.saved = b.ranked.saved[level], b.ranked.saved[:level]
	for i := range b.open {
		g := &b.open[i]
		g.open, g.saved = int(g.saved[level]), g.saved[:level]
	}
}

// choose returns a literal to decide, if there is one.
func (s *Solver) choose() (l Literal, found bool) {
	b := &s.branching
	if len(s.trail) == s.variables {
		return 0, false
	}
	if l, found = s.smallest(&b.open[0]); found {
		return l, true
	}
	v := s.top()
	if v < 0 || !b.outputs[v] {
		if l, found = s.smallest(&b.open[1]); found {
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
	// A group with more than farther times as many literals left as another one is not weighed.
	farther = 2
	// rankingWork is how much work each variable takes when the ranking is sorted, and as much is done before it is sorted again.
	rankingWork = 20
)

// conflictsMany reports whether the run has many conflicts for its solutions.
func (s *Solver) conflictsMany() bool {
	return s.Conflicts-s.conflictsBefore > int64(s.restarts.limits.ManyConflicts)*s.solutions
}

// rank begins or ends the use of the ranking, and sorts it again.
func (s *Solver) rank() {
	b, r := &s.branching, &s.ranked
	was := r.on
	if r.on = !s.conflictsMany(); !r.on {
		if was {
			for v, alone := range b.alone {
				if alone && s.values[2*v] == 0 && b.place[v] < 0 {
					b.insert(int32(v))
				}
			}
		}
		return
	}
	if s.Work >= r.due {
		r.list = r.list[:0]
		for v, alone := range b.alone {
			if alone {
				r.list = append(r.list, int32(v))
			}
		}
		slices.SortFunc(r.list, func(v, w int32) int {
			if b.before(v, w) {
				return -1
			}
			return 1
		})
		r.due = s.Work + rankingWork*int64(len(r.list))
	} else if was {
		return
	}
	r.first = 0
	clear(r.saved)
}

// smallest returns a literal of an open group. If solutions are many, it takes a group with the fewest literals left: the first in the
// formula if solutions may be repeated, so that nodes have the same rest more often, else the first one met with two. If conflicts are
// many, it takes the group with the greatest weight: the activity of its open literals, divided by the cube of their number
// (Boussemart, Hemery, Lecoutre, Sais, Boosting systematic search by weighting constraints, 2004).
func (s *Solver) smallest(g *groupSet) (l Literal, found bool) {
	values, activity := s.values, s.activity
	weighs := s.conflictsMany()
	best, fewest, most := int32(-1), math.MaxInt/farther, -1.0
	for i := 0; i < g.open; {
		n := g.order[i]
		left := int(s.groups.states[n] >> sumBits)
		if left >= decided>>sumBits {
			g.open--
			g.order[i], g.order[g.open] = g.order[g.open], n
			continue
		}
		i++
		switch {
		case weighs && left > farther*fewest || !weighs && left > fewest:
			continue
		case !weighs && left == 2 && s.memo.key == nil:
			i, best, fewest, most = g.open, n, 0, math.MaxFloat64
			continue
		case !weighs && s.memo.key != nil:
			if left < fewest || n < best {
				best, fewest = n, left
			}
			continue
		}
		weight := s.weights[n]
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
	for _, m := range s.clause(s.groups.clauses[best]) {
		if values[m] == 0 && activity[m>>1] > most {
			l, most = m, activity[m>>1]
		}
	}
	return l, true
}

// top returns the variable that comes first of those in no group, or -1.
func (s *Solver) top() int32 {
	b := &s.branching
	if r := &b.ranked; r.on {
		for ; r.first < len(r.list); r.first++ {
			if v := r.list[r.first]; s.values[2*v] == 0 {
				return v
			}
		}
		return -1
	}
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
