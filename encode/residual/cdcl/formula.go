package cdcl

import (
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

// load builds the clauses and their watches, and leaves out what the values of level 0 settle. It reads s.arena itself if that
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
	if err := s.implications(ctx, pairs); err != nil {
		return err
	}
	return s.watch(ctx)
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

// watch makes the first two literals of each clause watch it.
func (s *Solver) watch(ctx context.Context) error {
	sizes := make([]int32, 2*s.variables)
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		sizes[s.arena[at+1]]++
		sizes[s.arena[at+2]]++
	}
	total := 0
	for _, n := range sizes {
		total += int(n)
	}
	if err := memory.Ask(ctx, "the watches", 8*int64(total)+24*int64(len(sizes))); err != nil {
		return err
	}
	all := make([]watch, total)
	s.watches = make([][]watch, len(sizes))
	for l, n := range sizes {
		s.watches[l], all = all[:0:n], all[n:]
	}
	for at := 1; at < len(s.arena); at += 1 + int(s.arena[at]) {
		if at&(stepsPerPoll-1) < 4 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		s.attach(uint32(at))
	}
	return nil
}

// attach makes the first two literals of a clause watch it.
func (s *Solver) attach(at uint32) {
	a, b := s.arena[at+1], s.arena[at+2]
	s.watches[a] = append(s.watches[a], watch{b, at})
	s.watches[b] = append(s.watches[b], watch{a, at})
}
