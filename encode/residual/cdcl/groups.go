package cdcl

import (
	"context"
	"slices"

	"qmsat/internal/memory"
)

// groups are clauses of which exactly one literal is true. They count the literals that may still be, instead of watching two of them.
type groups struct {
	clauses []uint32
	states  []uint64 // by group: one for each literal that is not false, and the sum of these; and decided if one is true
	starts  []int32  // by literal: the start of its groups
	members []int32
}

const (
	sumBits = 40
	one     = 1 << sumBits
	decided = 1 << 62
)

// clause returns the literals of a clause in the arena.
func (s *Solver) clause(at uint32) []Literal { return s.arena[at+1:][:s.arena[at]] }

// groupKey tells groups apart well enough: one taken for another is only not branched on.
type groupKey struct {
	length       int
	sum, squares uint64
}

func keyOf(group []Literal) groupKey {
	key := groupKey{length: len(group)}
	for _, l := range group {
		key.sum += uint64(l)
		key.squares += uint64(l) * uint64(l)
	}
	return key
}

// findGroups finds groups among the clauses, by the clauses of two literals, and adds those that are given. Their clauses are watched
// no longer.
func (s *Solver) findGroups(ctx context.Context, given [][]Literal) error {
	g := &s.groups
	if s.told = s.queue; s.inconsistent {
		return nil
	}
	for l := range Literal(2 * s.variables) {
		slices.Sort(s.of(l))
	}
	excludes := func(a, b Literal) bool {
		_, found := slices.BinarySearch(s.of(a), b^1)
		return found
	}
	missing := map[groupKey]bool{}
	for i, group := range given {
		given[i] = slices.DeleteFunc(slices.Clone(group), func(l Literal) bool { return s.values[l] < 0 })
		missing[keyOf(given[i])] = true
	}
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		if at&(stepsPerPoll-1) < 4 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if clause := s.clause(uint32(at)); exclusive(clause, excludes) {
			g.clauses = append(g.clauses, uint32(at))
			delete(missing, keyOf(clause))
		}
	}
	add := func(group []Literal) {
		g.clauses = append(g.clauses, uint32(len(s.arena)))
		s.arena = memory.Append(ctx, "the groups of literals", s.arena, Literal(len(group)))
		s.arena = memory.Append(ctx, "the groups of literals", s.arena, group...)
	}
	for _, group := range given {
		decided := slices.ContainsFunc(group, func(l Literal) bool { return s.values[l] > 0 })
		if key := keyOf(group); len(group) > 2 && missing[key] && !decided && key.sum < one {
			add(group)
		}
	}
	for l := range Literal(2 * s.variables) {
		for _, other := range s.of(l) { // l.Not() or other
			if l^1 < other && excludes(l^1, other) {
				add([]Literal{l ^ 1, other})
			}
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.learnedFrom = uint32(len(s.arena))
	if err := s.watch(ctx); err != nil {
		return err
	}
	total := 0
	for _, at := range g.clauses {
		for _, l := range s.clause(at) {
			g.starts[l+1]++
			total++
		}
	}
	if err := memory.Ask(ctx, "the groups of literals", 4*int64(total)+8*int64(len(g.clauses))); err != nil {
		return err
	}
	for i := range g.starts[1:] {
		g.starts[i+1] += g.starts[i]
	}
	g.members, g.states = make([]int32, total), make([]uint64, len(g.clauses))
	next := slices.Clone(g.starts)
	for n, at := range g.clauses {
		for _, l := range s.clause(at) {
			g.members[next[l]] = int32(n)
			next[l]++
			g.states[n] += one + uint64(l)
		}
	}
	return nil
}

// exclusive reports whether no two literals of a clause are true.
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

// tell tells the groups that a literal is true: the last literal of a group that may be true then is. It reports false at a conflict,
// but only once all groups know.
func (s *Solver) tell(l Literal) (consistent bool) {
	g := &s.groups
	s.told, consistent = s.queue, true
	if s.memo.told {
		s.memo.tell(l)
	}
	states, members, starts := g.states, g.members, g.starts // by numbers: most literals have few groups, and slices take longer
	for i, end := starts[l], starts[l+1]; i < end; i++ {
		states[members[i]] += decided
	}
	for i, end := starts[l^1], starts[(l^1)+1]; i < end; i++ {
		n := members[i]
		state := states[n] - (one + uint64(l^1))
		states[n] = state
		if state>>sumBits != 1 {
			continue
		}
		last := Literal(state)
		if value := s.values[last]; value == 0 {
			s.assign(last, g.clauses[n], len(s.limits))
		} else if value < 0 {
			s.conflict = s.clause(g.clauses[n])
			consistent = false
		}
	}
	return consistent
}

// untell takes back what the groups know of the trail from a place on.
func (s *Solver) untell(from int) {
	if from >= s.told {
		return
	}
	g := &s.groups
	states, members, starts, recalls := g.states, g.members, g.starts, s.memo.told
	for _, l := range s.trail[from:s.told] {
		if recalls {
			s.memo.untell(l)
		}
		for i, end := starts[l], starts[l+1]; i < end; i++ {
			states[members[i]] -= decided
		}
		for i, end := starts[l^1], starts[(l^1)+1]; i < end; i++ {
			states[members[i]] += one + uint64(l^1)
		}
	}
	s.told = from
}
