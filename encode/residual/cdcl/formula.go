package cdcl

import (
	"cmp"
	"context"
	"math"
	"slices"

	"qmsat/internal/memory"
)

// Formula is what [New] makes a solver of. No clause has a literal twice, or a literal and its negation.
type Formula struct {
	Variables int
	Empty     bool      // there is an empty clause
	Units     []Literal // clauses of one literal
	Binary    []Literal // of two literals, two by two
	Long      []Literal // of three or more, each after its length
	Clauses   int       // in Long
}

// MaxLiterals bounds the literals of a formula: positions of clauses have 31 bits, and learned clauses need some.
const MaxLiterals = math.MaxInt32 - 1<<28

// stepsPerPoll is the number of clauses between two checks of the context.
const stepsPerPoll = 1 << 11

// load builds the clauses, and leaves out what the values of level 0 settle. It reads s.arena itself if that
// is where the clauses stand: what is kept never overtakes what is read.
func (s *Solver) load(ctx context.Context, pairs, long []Literal) error {
	kept := s.arena[:1]
	for start := 0; start < len(long); {
		if start&(stepsPerPoll-1) < 4 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		clause := long[start+1:][:long[start]]
		start += 1 + len(clause)
		if slices.ContainsFunc(clause, func(l Literal) bool { return s.values[l] > 0 }) {
			continue
		}
		at := len(kept)
		kept = append(kept, 0)
		for _, l := range clause {
			if s.values[l] == 0 {
				kept = append(kept, l)
			}
		}
		if left := kept[at+1:]; len(left) == 2 {
			pairs = append(pairs, left...)
			kept = kept[:at]
		} else {
			kept[at] = Literal(len(left))
		}
	}
	s.arena, s.learnedFrom = kept, uint32(len(kept))
	return s.implications(ctx, pairs)
}

// implications lists, by literal, the consequences by clauses of two literals: implied[starts[l]:starts[l+1]] follows from l.
func (s *Solver) implications(ctx context.Context, pairs []Literal) error {
	if err := memory.Ask(ctx, "the clauses of two literals", 4*int64(len(pairs)+2*s.variables)); err != nil {
		return err
	}
	open := func(i int) bool { return s.values[pairs[i]] <= 0 && s.values[pairs[i^1]] <= 0 }
	starts := make([]int32, 2*s.variables+2)
	for i, l := range pairs {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if open(i) {
			starts[l.Not()+2]++
		}
	}
	for i := 2; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	implied := make([]Literal, starts[len(starts)-1])
	for i, l := range pairs {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if open(i) {
			from := l.Not() + 1
			implied[starts[from]] = pairs[i^1]
			starts[from]++
		}
	}
	s.starts, s.implied = starts[:len(starts)-1], implied
	return nil
}

// of returns what follows from a literal by clauses of two literals.
func (s *Solver) of(l Literal) []Literal { return s.implied[s.starts[l]:s.starts[l+1]] }

// pairs returns the clauses of two literals again.
func (s *Solver) pairs() (list []Literal) {
	for l := range Literal(2 * s.variables) {
		for _, other := range s.of(l) {
			if l.Not() < other {
				list = append(list, l.Not(), other)
			}
		}
	}
	return list
}

// watch makes the first two literals of each clause watch it. Clauses of three literals stand in blocks of all of them instead, if many
// have two literals in common.
func (s *Solver) watch(ctx context.Context) error {
	sizes, starts := make([]int32, 2*s.variables), make([]int32, 2*s.variables+2)
	counts := func(at uint32) bool { // it is a group
		_, found := slices.BinarySearch(s.groups.clauses, at)
		return found
	}
	watches, triples := 0, 0
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		if clause := s.clause(uint32(at)); counts(uint32(at)) {
			continue
		} else if len(clause) == 3 {
			triples += 3
			for _, l := range clause {
				starts[l.Not()+2]++
			}
		} else {
			watches += 2
			sizes[clause[0]]++
			sizes[clause[1]]++
		}
	}
	if err := memory.Ask(ctx, "the watches", 8*int64(watches)+28*int64(triples)+24*int64(len(sizes))); err != nil {
		return err
	}
	all := make([]watch, watches)
	s.watches = make([][]watch, len(sizes))
	for l, n := range sizes {
		s.watches[l], all = all[:0:n], all[n:]
		starts[l+1] += starts[l]
	}
	type triple struct {
		second Literal
		third  watch
	}
	list := make([]triple, triples)
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		if at&(stepsPerPoll-1) < 4 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		clause := s.clause(uint32(at))
		if counts(uint32(at)) {
			continue
		}
		if len(clause) > 3 {
			s.attach(uint32(at))
			continue
		}
		for i, l := range clause {
			next := &starts[l.Not()+1]
			a, b := clause[(i+1)%3], clause[(i+2)%3]
			list[*next] = triple{min(a, b), watch{max(a, b), uint32(at)}}
			*next++
		}
	}
	blocks, latest := 1, make([]int, len(sizes)) // by second literal: of which literal its latest block is, from 1
	for l := range sizes {
		for _, t := range list[starts[l]:starts[l+1]] {
			if latest[t.second] != l+1 {
				latest[t.second] = l + 1
				blocks++
			}
		}
	}
	s.blockStarts = make([]int32, len(sizes)+1)
	if s.restarts.limits.LeastThirds*blocks > triples {
		for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
			if s.arena[at] == 3 && !counts(uint32(at)) {
				s.attach(uint32(at))
			}
		}
		return nil
	}
	s.blocks, s.thirds = make([]block, 1, blocks), make([]watch, triples)
	for l := range s.watches {
		if l%stepsPerPoll == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		of := list[starts[l]:starts[l+1]]
		slices.SortFunc(of, func(a, b triple) int {
			return cmp.Or(cmp.Compare(a.second, b.second), cmp.Compare(a.third.at, b.third.at))
		})
		for n, t := range of {
			if n == 0 || t.second != of[n-1].second {
				s.blocks = append(s.blocks, block{second: t.second})
			}
			n += int(starts[l])
			s.thirds[n] = t.third
			s.blocks[len(s.blocks)-1].end = int32(n + 1)
		}
		s.blockStarts[l+1] = int32(len(s.blocks) - 1)
	}
	return nil
}

// attach makes the first two literals of a clause watch it.
func (s *Solver) attach(at uint32) {
	a, b := s.arena[at+1], s.arena[at+2]
	s.watches[a] = append(s.watches[a], watch{b, at})
	s.watches[b] = append(s.watches[b], watch{a, at})
}
