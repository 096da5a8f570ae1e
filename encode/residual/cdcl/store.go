package cdcl

import "slices"

// store says which learned clauses are kept.
type store struct {
	clauses  []learned // in the order of the arena
	most     int
	grows    bool
	activity float32 // of a clause that is used now
	required int     // clauses that are no learned ones
}

// learned is a learned clause.
type learned struct {
	at       uint32
	levels   int32 // in the clause, at the fewest of the times when it was learned or used; 0: the clause is required
	used     bool  // since the store was last reduced
	locked   bool
	activity float32
}

const (
	activityGrowth = 1 / 0.999
	mostActivity   = 1e20
	leastLevels    = 2 // of a clause that has some use for ever
)

func (s *store) size(l *Limits, words int) {
	s.most = min(max(words/64, l.LeastLearned), l.MostLearned)
	s.grows = s.most >= l.Growing
	s.activity = 1
}

// used notes that a conflict came from a clause.
func (s *Solver) used(reason uint32) {
	if reason < s.learnedFrom || reason&pairReason != 0 {
		return
	}
	c := &s.store.clauses[s.arena[reason-1]]
	c.used = true
	if c.levels > leastLevels {
		c.levels = min(c.levels, s.spread(s.clause(reason)))
	}
	if c.activity += s.store.activity; c.activity > mostActivity {
		for i := range s.store.clauses {
			s.store.clauses[i].activity /= mostActivity
		}
		s.store.activity /= mostActivity
	}
}

// keep stores the learned clause and returns it.
func (s *Solver) keep() uint32 {
	clause := s.analysis.learned
	s.arena = append(s.arena, Literal(len(s.store.clauses)), Literal(len(clause)))
	at := uint32(len(s.arena) - 1)
	s.arena = append(s.arena, clause...)
	s.store.clauses = append(s.store.clauses, learned{at: at, levels: s.spread(clause), used: true, activity: s.store.activity})
	s.attach(at)
	s.store.activity *= activityGrowth
	return at
}

// reduce drops learned clauses if there are too many: about half, those whose literals have the most levels, and of these the least active.
// Where clauses are required, the store gets larger each time: to refute takes more clauses than to list.
func (s *Solver) reduce() {
	st := &s.store
	if len(st.clauses) < st.most+st.required+len(s.pending) {
		return
	}
	if st.required > 0 {
		st.most += min((st.most+2)/3, max(s.restarts.limits.MostLearned-st.most, 0))
	}
	lock := func(at uint32) {
		if at >= s.learnedFrom && at&pairReason == 0 {
			st.clauses[s.arena[at-1]].locked = true
		}
	}
	for _, l := range s.trail {
		lock(s.facts[l>>1].reason)
	}
	for _, p := range s.pending {
		lock(p.reason)
	}
	var order []int32
	for i := range st.clauses {
		c := &st.clauses[i]
		if !c.locked && c.levels > 0 && (c.levels > leastLevels || !st.grows && !c.used) && !(st.grows && c.used && c.levels <= 3) {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := &st.clauses[i], &st.clauses[j]
		switch {
		case a.levels != b.levels:
			return int(b.levels - a.levels)
		case a.activity < b.activity:
			return -1
		case a.activity > b.activity:
			return 1
		}
		return int(i - j)
	})
	for _, i := range order[:len(order)/2] {
		s.detach(st.clauses[i].at)
		st.clauses[i].at = 0
	}
	if st.grows {
		st.most += st.most / 30
	}
	s.compact()
}

// detach ends the watches of a clause.
func (s *Solver) detach(at uint32) {
	for _, l := range s.arena[at+1:][:2] {
		list := s.watches[l]
		i := watchOf(list, at)
		s.watches[l] = append(list[:i], list[i+1:]...)
	}
}

// watchOf returns where a clause stands in a list of watches.
func watchOf(list []watch, at uint32) (i int) {
	for list[i].at != at {
		i++
	}
	return i
}

// compact moves the learned clauses together that still have a place.
func (s *Solver) compact() {
	st := &s.store
	moved := make([]uint32, len(st.clauses)) // by number: where the clause will stand; 0: nowhere
	end := s.learnedFrom
	number := 0
	for i, c := range st.clauses {
		if c.at == 0 {
			continue
		}
		moved[i] = end + 1
		end += 2 + uint32(s.arena[c.at])
	}
	place := func(at uint32) uint32 {
		if at < s.learnedFrom || at&pairReason != 0 {
			return at
		}
		return moved[s.arena[at-1]]
	}
	for _, l := range s.trail {
		f := &s.facts[l>>1]
		f.reason = place(f.reason)
	}
	for i := range s.pending {
		s.pending[i].reason = place(s.pending[i].reason)
	}
	for i, c := range st.clauses {
		if c.at == 0 {
			continue
		}
		to := moved[i]
		for _, l := range s.arena[c.at+1:][:2] {
			list := s.watches[l]
			list[watchOf(list, c.at)].at = to
		}
		copy(s.arena[to:], s.arena[c.at:][:1+s.arena[c.at]])
		s.arena[to-1] = Literal(number)
		c.at, c.used, c.locked = to, false, false
		st.clauses[number] = c
		number++
	}
	st.clauses = st.clauses[:number]
	s.arena = s.arena[:end]
}

// Require adds a clause between two runs, which stays until one of its literals is required by itself. The clause repeats no variable. A
// variable in no clause of the formula that is no output stays false where it is not assumed.
func (s *Solver) Require(clause ...Literal) {
	if s.inconsistent = s.inconsistent || !s.propagate(); s.inconsistent {
		return
	}
	open := s.analysis.learned[:0]
	for _, l := range clause {
		switch s.values[l] {
		case 1:
			return
		case 0:
			open = append(open, l)
		}
	}
	switch s.analysis.learned = open; len(open) {
	case 0:
		s.inconsistent = true
	case 1:
		s.inconsistent = !s.imply(open[0], none)
		s.satisfied(open[0])
	default:
		s.keep()
		s.store.clauses[len(s.store.clauses)-1].levels = 0
		s.store.required++
	}
}

// satisfied drops the clauses of the store that have a literal.
func (s *Solver) satisfied(l Literal) {
	for i := range s.store.clauses {
		c := &s.store.clauses[i]
		if !slices.Contains(s.clause(c.at), l) {
			continue
		}
		if s.detach(c.at); c.levels == 0 {
			s.store.required--
		}
		c.at = 0
	}
	s.compact()
}
