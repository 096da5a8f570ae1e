package cdcl

// analysis finds, after a conflict, a clause to learn: the first unique implication point (Marques-Silva, Sakallah, GRASP, 1999;
// Moskewicz and others, 2001).
type analysis struct {
	seen    []bool    // by variable
	clear   []Literal // variables with seen
	learned []Literal // the clause
	stack   []Literal
	stamps  []uint32 // by level
	marks   []uint32 // by variable
	stamp   uint32
}

// analyze makes the clause of the latest conflict. Its first literal is the only one of the latest level; its second one has the
// highest level of the others, which is returned.
func (s *Solver) analyze() (level int) {
	a := &s.analysis
	a.learned = append(a.learned[:0], 0)
	now := int32(s.level())
	open, at := 0, len(s.trail)-1
	clause := s.conflict
	for {
		for _, l := range clause {
			v := l >> 1
			if a.seen[v] || s.facts[v].level == 0 {
				continue
			}
			a.seen[v] = true
			a.clear = append(a.clear, v)
			s.bump(v)
			if s.facts[v].level == now {
				open++
			} else {
				a.learned = append(a.learned, l)
			}
		}
		for !a.seen[s.trail[at]>>1] || s.facts[s.trail[at]>>1].level != now {
			at--
		}
		l := s.trail[at]
		at--
		if open--; open == 0 {
			a.learned[0] = l ^ 1
			break
		}
		clause = s.antecedents(l >> 1)
		s.used(s.facts[l>>1].reason)
	}
	s.minimize()
	for _, v := range a.clear {
		a.seen[v] = false
	}
	a.clear = a.clear[:0]
	for i, l := range a.learned[1:] {
		if other := int(s.facts[l>>1].level); other > level {
			level = other
			a.learned[1], a.learned[i+1] = a.learned[i+1], a.learned[1]
		}
	}
	return level
}

// minimize drops literals of the learned clause that the others imply (Sörensson, Biere, Minimizing learned clauses, 2009), and those
// that imply its first one by a clause of two literals (Audemard, Simon, Predicting learnt clauses quality, 2009).
func (s *Solver) minimize() {
	a := &s.analysis
	a.stamp++
	for _, l := range a.learned[1:] {
		a.stamps[s.facts[l>>1].level] = a.stamp
	}
	kept := a.learned[:1]
	for _, l := range a.learned[1:] {
		if s.facts[l>>1].reason == none || !s.redundant(l) {
			kept = append(kept, l)
		}
	}
	a.stamp++
	for _, l := range kept[1:] {
		a.marks[l>>1] = a.stamp
	}
	for _, then := range s.of(kept[0] ^ 1) {
		if s.values[then] > 0 {
			a.marks[then>>1] = 0
		}
	}
	a.learned = kept[:1]
	for _, l := range kept[1:] {
		if a.marks[l>>1] == a.stamp {
			a.learned = append(a.learned, l)
		}
	}
}

// redundant reports whether the other literals of the learned clause imply one. It marks variables that they do not imply.
func (s *Solver) redundant(l Literal) bool {
	a := &s.analysis
	a.stack = append(a.stack[:0], l>>1)
	known := len(a.clear)
	for len(a.stack) > 0 {
		from := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		for _, l := range s.antecedents(from) {
			v := l >> 1
			if a.seen[v] || s.facts[v].level == 0 {
				continue
			}
			if s.facts[v].reason == none || a.stamps[s.facts[v].level] != a.stamp || a.marks[v] == a.stamp {
				a.marks[from] = a.stamp
				for _, v := range a.clear[known:] {
					a.seen[v] = false
				}
				a.clear = a.clear[:known]
				return false
			}
			a.seen[v] = true
			a.clear = append(a.clear, v)
			a.stack = append(a.stack, v)
		}
	}
	return true
}

// spread returns the number of levels in a clause (Audemard, Simon, 2009).
func (s *Solver) spread(clause []Literal) (levels int32) {
	a := &s.analysis
	a.stamp++
	for _, l := range clause {
		if level := s.facts[l>>1].level; a.stamps[level] != a.stamp {
			a.stamps[level] = a.stamp
			levels++
		}
	}
	return levels
}
