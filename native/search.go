package native

import (
	"qmsat/model"
	"qmsat/model/engine"
)

// search looks for the solutions that the run wants in the current state, which is propagated and at depth 0. It reports false if
// the run must end.
func (b *branching) search() bool {
	run := &b.session.run
	few := run.limit > 0 && run.limit <= fewSolutions || run.wanted != nil
	if run.restarting = b.firstRestart > 0 && few; run.restarting && run.restarts == nil {
		run.restarts = &restarts{
			left: b.firstRestart, allowed: b.firstRestart, watches: make([][]watch, len(b.session.model.Variables)),
		}
	}
	if run.limit == 1 && !b.byValue {
		return b.follow(0, 1, b.all, b.ends)
	}
	return b.follow(0, 1, b.outputs, b.extend)
}

// searchBest looks for better and better solutions.
func (b *branching) searchBest() bool {
	if b.byValue {
		return b.follow(0, 1, b.all[:1], func(depth int) bool { return b.complete(depth, b.all[1:]) })
	}
	return b.follow(0, 1, b.all, b.ends)
}

// extend looks for one solution in a state with all outputs fixed.
func (b *branching) extend(depth int) bool {
	if b.session.dive(depth, b.others) {
		return b.session.solution()
	}
	return !b.session.space.Stopped && b.complete(depth, b.others)
}

// complete looks for one solution in the current state, with only the variables of the steps open. It reports false if the run
// must end.
func (b *branching) complete(depth int, steps []step) bool {
	run, outer := &b.session.run, b.session.run.restarts
	run.restarts, b.extended = nil, false
	b.follow(depth, 0, steps, b.found)
	if run.restarts = outer; b.extended {
		return b.session.solution()
	}
	return !b.session.space.Stopped
}

// follow is the loop of every search with backtracking: it chooses a variable and some of its values, searches below, and takes
// that back. It searches the current state, which is propagated and at the given depth, along the steps (branching.go). It calls below
// once all their variables are fixed. It reports false if the run must end. The weight is the share of the whole search that the state is
// estimated to be: a node's is divided among its branches (Knuth, "Estimating the efficiency of backtrack programs", 1975).
func (b *branching) follow(depth int, weight float64, steps []step, below func(depth int) bool) bool {
	s, restarts := b.session, b.session.run.restarts
	length := restarts.length()
	for !restarts.leave(depth) {
		v, from, to, found := b.next(steps)
		if !found {
			return below(depth)
		}
		if b.byValue {
			return b.each(depth, weight, v, from, steps, below)
		}
		restarts.decided(length, decision{variable: v, value: from})
		lowest, inside := s.space.Lowest(v), s.space.IsWide(v) && to < s.space.Highest(v)
		if !b.branch(depth, &weight, v, from, to, steps, below) {
			if depth > 0 || !restarts.begin() {
				return false
			}
			s.back(0)
			s.trace.event(engine.TraceRestart)
			if !s.bounded() || !s.shaveLate() {
				return !s.space.Stopped
			}
			continue
		}
		if inside && lowest < from { // a wide variable can have no gap: the values below get their own branch
			s.back(depth)
			if !b.branch(depth, &weight, v, lowest, from-1, steps, below) {
				return false
			}
			from = lowest
		}
		s.back(depth)
		restarts.decided(length, decision{variable: v, value: from, refuted: true})
		length++
		if !s.space.DropBetween(v, from, to) || !s.trace.node(depth, v, from, to, true) || !s.bounded() {
			return !s.space.Stopped
		}
	}
	return false
}

// each searches the current state with each value of a variable in turn, from its least or its largest value on.
func (b *branching) each(depth int, weight float64, v model.Var, first int, steps []step, below func(depth int) bool) bool {
	s, direction := b.session, 1
	part, closed := weight/float64(s.space.Size(v)), s.run.closed
	if first != s.space.Lowest(v) {
		direction = -1
	}
	for i := first; i >= 0 && i < s.space.Numberings[v].Size; i += direction {
		if !s.space.Bits(v).Has(i) {
			continue
		}
		closed += part
		if s.try(depth, v, i, i) {
			if !b.follow(depth+1, part, steps, below) {
				return false
			}
			s.run.closed = closed
		}
		if s.space.Stopped {
			return false
		}
		s.back(depth)
	}
	return true
}

// branch searches the state at a depth, restricted to some values of a variable, along the steps. It reports false if the run
// must end. It takes the branch's share off the weight of the node.
func (b *branching) branch(depth int, weight *float64, v model.Var, from, to int, steps []step, below func(depth int) bool) bool {
	s := b.session
	part := *weight * min(float64(to-from+1)/float64(s.space.Size(v)), 0.5)
	closed := s.run.closed + part
	*weight -= part
	possible := s.try(depth, v, from, to)
	s.space.Blames.Decided(v, !possible)
	if possible && !b.follow(depth+1, part, steps, below) || s.space.Stopped {
		return false
	}
	s.run.closed = closed
	return true
}

// next returns the variable to branch on, and the numbers of the values to try first. It reports false if none is open.
func (b *branching) next(steps []step) (v model.Var, from, to int, found bool) {
	s := b.session
	for i := range steps {
		st := &steps[i]
		if v, found = st.choose(s, st.variables); !found {
			continue
		}
		if len(st.houses) > 0 {
			if cell, value, ok := s.space.Place(st.houses, v); ok {
				return cell, value, value, true
			}
		}
		from, to = st.first(s, v)
		return v, from, to, true
	}
	return 0, 0, 0, false
}

// try restricts a variable to some of its values in the state at a depth, and propagates. It reports false if that leaves no
// solution, or the run must end.
func (s *session) try(depth int, v model.Var, from, to int) bool {
	s.deeper(depth)
	return s.space.KeepBetween(v, from, to) && s.trace.node(depth+1, v, from, to, false) && s.bounded()
}

// bounded propagates the current state, including the bound of the best solution found. It reports false if the state has no
// solution, or the run must stop.
func (s *session) bounded() bool {
	if s.run.nodes++; s.run.tooMany() {
		s.space.Stopped = true
		return false
	}
	if s.objective != nil {
		s.space.Due.Push(s.objective.id)
	}
	restarts := s.run.restarts
	for s.consistent() && !s.space.Interrupted() {
		if restarts == nil {
			return true
		}
		removed, ok := restarts.propagate(s.space)
		s.trace.changed("what was refuted before restarts")
		if !ok || !removed {
			return ok || restarts.failed()
		}
	}
	return restarts.failed()
}

// dive looks for a solution in the current state without backtracking: each variable of the steps in turn keeps the values that
// its step tries first. If it fails, it restores the state. It is for models with many variables that the outputs nearly decide:
// most choices are good there.
func (s *session) dive(depth int, steps []step) bool {
	left := false
	for i := range steps {
		for _, v := range steps[i].variables {
			for !s.space.Fixed(v) {
				if !left {
					s.trace.at(depth)
					s.deeper(depth)
					left = true
				}
				from, to := steps[i].first(s, v)
				s.run.nodes++
				if !s.space.KeepBetween(v, from, to) || !s.trace.node(deeper, v, from, to, false) || !s.consistent() || s.space.Interrupted() {
					s.back(depth)
					return false
				}
			}
		}
	}
	return true
}

// deeper begins a node below the current state, which is at a depth.
func (s *session) deeper(depth int) { s.levels = append(s.levels[:depth], s.space.Mark()) }

// back returns to the state at a depth.
func (s *session) back(depth int) { s.space.Undo(s.levels[depth]) }

// solution counts and yields the current state, in which all variables are fixed. It reports false if the run must end.
func (s *session) solution() bool {
	s.run.count++
	s.trace.event(engine.TraceSolution)
	if s.run.yield != nil {
		for v := range s.assignment {
			s.assignment[v] = s.space.Numberings[v].Value(s.space.Lowest(model.Var(v)))
		}
		if !s.run.yield(s.assignment) {
			return false
		}
		s.run.wanted.found(s, s.assignment)
	}
	return s.run.count != s.run.limit
}
