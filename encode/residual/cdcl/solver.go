package cdcl

import (
	"context"

	"qmsat/internal/memory"
)

// Solver lists the models of a formula, one run after another. What it learns follows from the formula alone, and holds in all runs.
type Solver struct {
	variables int
	// The formula, and what was learned.
	starts      []int32   // by literal: the start of its consequences by clauses of two literals
	implied     []Literal // these consequences
	arena       []Literal // longer clauses, each after its length; a position in it is a clause
	learnedFrom uint32    // where learned clauses begin, each after its number in the store
	store       store
	watches     [][]watch // by literal: the clauses to look at when it becomes false
	blockStarts []int32   // by literal: the number of blocks before its first one
	blocks      []block   // from 1
	thirds      []watch   // of the blocks, one after the other
	groups      groups

	// The assignment. A literal is true, false or open; what is true stands in the trail, level by level.
	values []int8    // by literal: 1 true, -1 false, 0 open
	facts  []fact    // by variable that has a value
	trail  []Literal // in the order they became true
	limits []int32   // by level, from 1: the length of the trail before it
	queue  int       // how much of the trail has been propagated
	told   int       // how much of it the groups know
	kept   int       // how much of the trail is as it was at the latest solution

	conflict []Literal // the clause that is false after a conflict
	pair     [2]Literal
	analysis analysis
	branching
	memo memo

	// The enumeration: all models below the decisions up to the floor are those below the present ones, but for those listed.
	root, floor  int
	pending      []pending
	exhausted    bool // nothing is left of the run
	multiply     bool // the run only counts
	multiplied   int  // variables without clauses that the run does not list
	inconsistent bool // there is no model
	restarts     restarts
	// Of the run:
	solutions, conflictsBefore int64

	Follows              bool // another solution follows the latest one without a search
	Decisions, Conflicts int64
	Work                 int64 // done: literals that were true or learned, and decisions for some each
}

// watch is a clause in the watch list of one of its literals.
type watch struct {
	other Literal // if it is true, the clause need not be read
	at    uint32
}

// block stands for clauses of three literals that have two in common: the negation of the literal that it is a block of, and another
// one.
type block struct {
	second Literal // if it is true, no third literal need be looked at
	end    int32   // of the block's thirds
}

// fact says why a variable has its value.
type fact struct {
	level  int32
	reason uint32 // a clause; or pairReason and the other literal; or none
}

const (
	none       = 0
	pairReason = 1 << 31
)

// New makes a solver. outputs says by variable whether two models must differ in it to be told apart; groups are lists of literals of
// which exactly one is true.
func New(ctx context.Context, f Formula, outputs []bool, groups [][]Literal, l *Limits) (*Solver, error) {
	n := f.Variables
	if err := memory.Ask(ctx, "the solver", 84*int64(n)+4*int64(len(f.Long))); err != nil {
		return nil, err
	}
	s := &Solver{
		variables: n, values: make([]int8, 2*n), facts: make([]fact, n+1), trail: make([]Literal, 0, n+1),
		arena: make([]Literal, 1, len(f.Long)+1), inconsistent: f.Empty,
	}
	s.restarts.limits = l
	s.groups.starts = make([]int32, 2*n+1)
	if err := s.load(ctx, f.Binary, f.Long); err != nil {
		return nil, err
	}
	if len(f.Units) > 0 {
		if err := s.watch(ctx); err != nil {
			return nil, err
		}
	}
	for _, l := range f.Units {
		if !s.imply(l, none) {
			s.inconsistent = true
		}
	}
	s.inconsistent = s.inconsistent || !s.propagate()
	if len(s.trail) > 0 && !s.inconsistent {
		for _, l := range s.trail {
			s.facts[l>>1].reason = none // its clause goes
		}
		if err := s.load(ctx, s.pairs(), s.arena[1:]); err != nil {
			return nil, err
		}
	}
	s.analysis.seen = make([]bool, n)
	s.analysis.stamps, s.analysis.marks = make([]uint32, n+2), make([]uint32, n)
	s.store.size(l, len(s.arena))
	if err := s.findGroups(ctx, groups); err != nil {
		return nil, err
	}
	s.branching.prepare(s, outputs)
	s.memo.prepare(ctx, s, l.KeyWords)
	return s, nil
}

// level returns the number of open levels.
func (s *Solver) level() int { return len(s.limits) }

// True reports whether a literal is true.
func (s *Solver) True(l Literal) bool { return s.values[l] > 0 }

// decisionWork is how many literals take the time of a decision in propagation.
const decisionWork = 8

// decide opens a level in which a literal is true.
func (s *Solver) decide(l Literal) {
	s.Decisions++
	s.Work += decisionWork
	s.enter()
	s.assign(l, none, s.level())
}

// enter opens a level.
func (s *Solver) enter() {
	s.limits = append(s.limits, int32(len(s.trail)))
	s.entered()
}

// imply makes a literal true at the latest level, and reports whether it was not false.
func (s *Solver) imply(l Literal, reason uint32) bool {
	if s.values[l] == 0 {
		s.assign(l, reason, s.level())
	}
	return s.values[l] > 0
}

func (s *Solver) assign(l Literal, reason uint32, level int) {
	s.values[l], s.values[l^1] = 1, -1
	s.facts[l>>1] = fact{int32(level), reason}
	s.trail = append(s.trail, l)
}

// undo takes back all levels above the given one.
func (s *Solver) undo(level int) {
	if s.level() <= level {
		return
	}
	limit := int(s.limits[level])
	s.untell(limit)
	for _, l := range s.trail[limit:] {
		s.values[l], s.values[l^1] = 0, 0
	}
	s.opened(s.trail[limit:])
	s.Work += int64(len(s.trail) - limit)
	s.trail, s.limits, s.queue = s.trail[:limit], s.limits[:level], limit
	s.kept = min(s.kept, limit)
	s.branching.left(level)
	s.closed(level, false)
}

// propagate follows the trail to its end, or to a conflict; then it reports false.
func (s *Solver) propagate() bool {
	for s.queue < len(s.trail) {
		l := s.trail[s.queue]
		s.queue++
		if s.starts[l] < s.starts[l+1] && !s.follow(l) || !s.tell(l) {
			return false
		}
		if len(s.blocks) > 0 && s.blockStarts[l] < s.blockStarts[l+1] && !s.visitBlocks(l) {
			return false
		}
		if list := s.watches[l^1]; len(list) > 0 && !s.visit(l^1, list) {
			return false
		}
	}
	return true
}

// follow makes true what follows from a literal by clauses of two literals. It reports false at a conflict.
func (s *Solver) follow(l Literal) bool {
	values, facts, nowhere := s.values, s.facts, Literal(s.variables)
	why := fact{int32(s.level()), pairReason | uint32(l^1)}
	n, trail := len(s.trail), s.trail[:cap(s.trail)]
	for _, then := range s.of(l) {
		value := values[then]
		if value < 0 {
			s.trail = trail[:n]
			s.pair = [2]Literal{then, l ^ 1}
			s.conflict = s.pair[:]
			return false
		}
		v := then >> 1 // without branches, since a branch would be foretold badly: what is true already is written to no avail
		if value != 0 {
			v = nowhere
		}
		facts[v] = why
		values[then], values[then^1] = 1, -1
		trail[n] = then
		n += 1 - int(value)
	}
	s.trail = trail[:n]
	return true
}

// visitBlocks looks at the blocks of a literal that became true. It reports false at a conflict.
func (s *Solver) visitBlocks(l Literal) bool {
	values, first := s.values, s.blockStarts[l]
	blocks := s.blocks[first : s.blockStarts[l+1]+1]
	for i, b := range blocks[1:] {
		if values[b.second] > 0 {
			continue
		}
		for _, third := range s.thirds[blocks[i].end:b.end] {
			switch values[b.second] + values[third.other] {
			case -2:
				s.conflict = s.clause(third.at)
				return false
			case -1:
				then := third.other
				if values[then] < 0 {
					then = b.second
				}
				s.assign(then, third.at, len(s.limits))
			}
		}
	}
	return true
}

// visit looks at the clauses that watch a literal that became false. It reports false at a conflict. A clause with a true literal
// may keep its false one: that loses its value no later.
func (s *Solver) visit(falsified Literal, list []watch) bool {
	values, arena := s.values, s.arena
next:
	for n := 0; ; n++ {
		for len(list)-n >= 4 { // most have a true literal
			four := (*[4]watch)(list[n:])
			if values[four[0].other]+values[four[1].other]+values[four[2].other]+values[four[3].other] < 4 {
				break
			}
			n += 4
		}
		for n < len(list) && values[list[n].other] > 0 {
			n++
		}
		if n >= len(list) {
			return true
		}
		at := list[n].at
		first, last := at+1, at+uint32(arena[at])
		other := arena[first] ^ arena[first+1] ^ falsified
		value := values[other]
		if value <= 0 {
			for i := first + 2; i <= last; i++ {
				l := arena[i]
				value := values[l]
				if value < 0 {
					continue
				}
				if value > 0 {
					list[n].other = l
					continue next
				}
				arena[first], arena[first+1], arena[i] = other, l, falsified
				s.watches[l] = append(s.watches[l], watch{other, at})
				list[n] = list[len(list)-1]
				list = list[:len(list)-1]
				s.watches[falsified] = list
				n--
				continue next
			}
		}
		list[n].other = other
		if value > 0 {
			continue
		}
		if value < 0 {
			s.conflict = s.clause(at)
			s.used(at)
			return false
		}
		values[other], values[other^1] = 1, -1
		s.facts[other>>1] = fact{int32(len(s.limits)), at}
		s.trail = append(s.trail, other)
	}
}

// antecedents returns the false literals by which a variable got its value; nothing for a decision. For a clause, its own literal
// is among them.
func (s *Solver) antecedents(v Literal) []Literal {
	reason := s.facts[v].reason
	switch {
	case reason == none:
		return nil
	case reason&pairReason != 0:
		s.pair[0] = Literal(reason &^ pairReason)
		return s.pair[:1]
	}
	return s.arena[reason+1:][:s.arena[reason]]
}
