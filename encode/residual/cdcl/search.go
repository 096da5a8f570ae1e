package cdcl

// Limits are the sizes at which the solver changes its methods. Only tests lower them: see qmsat/model/engine.Thresholds.
type Limits struct {
	LeastLearned    int `limit:"100 1 3"`   // clauses in the store of a small formula
	MostLearned     int `limit:"10000 2 5"` // and of a large one
	Growing         int `limit:"1000 1 3"`  // a store of at least that many grows
	LeastThirds     int `limit:"2 0 1"`     // in a block on average, where blocks are made
	RestartInterval int `limit:"20 1 3"`    // conflicts between two restarts, times the Luby sequence
	ManyConflicts   int `limit:"2 0 1"`     // for each solution, up to which nodes are repeated and groups are chosen by size
	KeyWords        int `limit:"32 0 2"`    // of what is left of the formula below a node, where solutions are repeated
	LeastLog        int `limit:"4096 0 1"`  // words of solutions listed before any are repeated
	NodesPerPoll    int `limit:"256 1 4"`   // decisions and conflicts between two looks at whether to stop
}

// pending is a literal that holds from a level on, but became true above it, at the floor: when the floor sinks, it is asserted again.
type pending struct {
	literal Literal
	level   int32
	reason  uint32
}

// restarts says when to restart.
type restarts struct {
	limits *Limits
	number int64
	next   int64 // conflicts
}

// luby is the sequence of Luby, Sinclair, Zuckerman, Optimal speedup of Las Vegas algorithms, 1993, from 1.
func luby(i int64) int64 {
	for {
		power := int64(1)
		for power < i+1 {
			power *= 2
		}
		if power == i+1 {
			return power / 2
		}
		i -= power/2 - 1
	}
}

// Begin begins a run: a search for all models under assumptions. With multiply set, variables in no clause get no values one after
// the other: each solution stands for 2 to the power of [Solver.Free].
func (s *Solver) Begin(assumed []Literal, multiply bool) {
	s.inconsistent = s.inconsistent || !s.propagate()
	s.kept, s.multiplied, s.multiply, s.exhausted = 0, 0, multiply, s.inconsistent
	s.memo.forget()
	s.solutions, s.conflictsBefore, s.Follows = 0, s.Conflicts, false
	s.enter()
	s.root, s.floor = 1, 1
	for _, l := range assumed {
		s.exhausted = s.exhausted || !s.imply(l, none)
	}
	for _, l := range s.free {
		switch output := s.outputs[l>>1]; {
		case s.values[l] != 0:
		case !output || multiply:
			if output {
				s.multiplied++
			}
			s.imply(l, none)
		case s.place[l>>1] < 0:
			s.insert(int32(l >> 1))
		}
	}
	s.restarts.next, s.restarts.number = s.Conflicts+int64(s.restarts.limits.RestartInterval), 1
	s.rank()
}

// Free returns how many variables of the run are in no clause.
func (s *Solver) Free() int { return s.multiplied }

// End ends a run.
func (s *Solver) End() {
	s.undo(0)
	s.inconsistent = s.inconsistent || !s.reassert()
}

// Search goes on with a run, and reports whether it found all solutions. found is called with each: the literals that became true
// since the latest call. The number of solutions is 0 if a later call completes them, and more than one only in runs that multiply.
// found returns whether to go on; if not, the run is over. stop is asked from time to time whether to stop.
func (s *Solver) Search(found func(fresh []Literal, solutions int64) bool, stop func() bool) (exhausted bool) {
	for poll := 0; !s.exhausted; poll-- {
		if poll == 0 {
			if poll = s.restarts.limits.NodesPerPoll; stop() {
				return false
			}
			if s.listen(); len(s.memo.log) > mostLog {
				s.memo.forget()
			}
		}
		if !s.propagate() {
			s.Conflicts++
			if s.level() > s.floor {
				s.learn()
			} else {
				s.flip()
			}
			continue
		}
		if s.Conflicts >= s.restarts.next {
			s.restarts.number++
			s.restarts.next = s.Conflicts + luby(s.restarts.number)*int64(s.restarts.limits.RestartInterval)
			s.undo(s.floor)
			s.rank()
		}
		goesOn := true
		if r := s.recall(); r != nil {
			s.solutions += r.solutions
			fresh := s.note(repeated, Literal(r.start), Literal(r.end))
			if s.multiply {
				goesOn = found(nil, r.solutions)
			} else {
				goesOn = found(fresh, 0) && s.repeat(r.start, r.end, false, found)
			}
			s.floor = s.level()
		} else if l, open := s.choose(); open {
			s.decide(l)
			continue
		} else {
			s.solutions++
			goesOn = found(s.note(solution), 1)
			s.floor = s.lastOutput()
			s.undo(s.floor)
		}
		s.flip()
		if !goesOn {
			return false
		}
	}
	return true
}

// lastOutput returns the highest level whose decision is an output.
func (s *Solver) lastOutput() int {
	level := s.level()
	for level > s.root && !s.outputs[s.trail[s.limits[level-1]]>>1] {
		level--
	}
	return level
}

// flip leaves the floor's level, where everything is listed: the negation of its decision holds at the level below. If
// nothing is left the run is exhausted.
func (s *Solver) flip() {
	for s.floor > s.root {
		decided := s.trail[s.limits[s.floor-1]]
		s.floor--
		s.closed(s.floor, true)
		s.undo(s.floor)
		s.assign(decided^1, none, s.floor)
		if s.reassert() {
			return
		}
	}
	s.exhausted = true
}

// reassert makes the pending literals true again that hold at the present level. It reports false if one is false.
func (s *Solver) reassert() bool {
	now := int32(s.level())
	kept := s.pending[:0]
	for _, p := range s.pending {
		if p.level <= now {
			kept = append(kept, p)
		}
	}
	s.pending = kept
	for _, p := range kept {
		if s.values[p.literal] == 0 {
			s.assign(p.literal, p.reason, int(p.level))
		} else if s.values[p.literal] < 0 {
			return false
		}
	}
	kept = s.pending[:0]
	for _, p := range s.pending {
		if p.level < now {
			kept = append(kept, p)
		}
	}
	s.pending = kept
	return true
}

// learn learns from a conflict above the floor, and goes back as far as the learned clause has one literal left, but not below
// the floor.
func (s *Solver) learn() {
	level := s.analyze()
	clause := s.analysis.learned
	s.Work += int64(len(clause))
	s.branching.step *= 1 / 0.98
	reason := uint32(none)
	if len(clause) > 1 {
		reason = s.keep()
	}
	to := max(level, s.floor)
	s.undo(to)
	s.assign(clause[0], reason, level)
	if level < to {
		s.pending = append(s.pending, pending{clause[0], int32(level), reason})
	}
	s.reduce()
}
