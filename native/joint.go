package native

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/bitset"
	"qmsat/native/propagate"
	"qmsat/native/space"
)

// joint is the propagator of a group of constraints, all on variables in the scope of one of them: a box's all-different and its
// eight lines, a cage's all-different and its sum. It lists the tuples that meet the whole group, and keeps the values of the
// tuples that are still possible. This finds more than any single constraint: the 1,072 fillings of a box for Δ = 2 show that 1
// and 2 never share a line. A call takes O(values · tuples/64) steps.
//
// Source: the sets of tuples by value are those of Demeulenaere et al., "Compact-Table: efficiently filtering table
// constraints with reversible sparse bit-sets", CP 2016, without data kept from call to call.
type joint struct {
	variables []model.Var
	words     int        // of a set of tuples
	supports  [][]uint64 // by position: the set of tuples of each value; the set of value i begins at word i·words
	alive     bitset.Set // the possible tuples; this set and the following ones during a call only
	some      bitset.Set // the tuples with a value that one variable still has
	lost      bitset.Set // the values of one variable that no possible tuple has
}

// jointFinder looks for groups of constraints for which a joint pays.
type jointFinder struct {
	builder     *space.Builder
	constraints []model.Constraint
	scopes      [][]model.Var
	sorts       []string             // see sortsOf
	byVariable  [][]int              // by variable: its constraints
	mixed       []bool               // by variable: whether its constraints are of several kinds
	taken       []bool               // by constraint: whether it is part of a joint
	mentions    []int                // by constraint: a count, during a call of group only
	known       map[string]tupleList // by a fragment's text
	checker     *engine.Checker
	limits      *limits
}

// tupleList is the result of a search for the tuples of a group.
type tupleList struct {
	tuples   [][]int
	complete bool // no limit was exceeded
}

// postJoints posts joints for groups of the constraints, wide scopes first, and returns the other constraints. If the builder is
// stopped, some may be missing. It reuses known lists of tuples, by the texts of fragments, and adds new ones.
func postJoints(b *space.Builder, constraints []model.Constraint, known map[string]tupleList, limits *limits) []model.Constraint {
	f := &jointFinder{
		builder: b, constraints: constraints,
		byVariable: make([][]int, len(b.Model.Variables)), mixed: make([]bool, len(b.Model.Variables)),
		taken: make([]bool, len(constraints)), mentions: make([]int, len(constraints)), known: known,
		checker: engine.NewChecker(space.EngineName, b.Model),
		limits:  limits,
	}
	f.sorts = f.sortsOf(constraints)
	seeds := make([]int, len(constraints))
	for i, c := range constraints {
		if b.Over(space.WorkPerConstraint) {
			return nil
		}
		seeds[i] = i
		f.scopes = append(f.scopes, c.Scope())
		for _, v := range f.scopes[i] {
			f.byVariable[v] = append(f.byVariable[v], i)
			f.mixed[v] = f.mixed[v] || f.sorts[f.byVariable[v][0]] != f.sorts[i]
		}
	}
	slices.SortStableFunc(seeds, func(a, b int) int { return cmp.Compare(len(f.scopes[b]), len(f.scopes[a])) })
	for _, seed := range seeds {
		if b.Over(space.WorkPerConstraint) {
			return nil
		}
		f.post(seed)
	}
	var left []model.Constraint
	for i, c := range constraints {
		if !f.taken[i] {
			left = append(left, c)
		}
	}
	b.Err = f.checker.Err
	return left
}

// post posts a joint for the constraints within the scope of the constraint seed, if a joint pays.
func (f *jointFinder) post(seed int) {
	scope := f.scopes[seed]
	if f.sorts[seed] == alone {
		return
	}
	if f.taken[seed] || !f.narrow(scope) || !slices.ContainsFunc(scope, func(v model.Var) bool { return f.mixed[v] }) {
		return // connected groups then have only one kind of constraint
	}
	group := f.group(scope)
	if f.builder.Stopped || !f.worthwhile(group) {
		return
	}
	whole := f.fragment(group, scope)
	list := f.list(whole)
	if !list.complete {
		return
	}
	p := newJoint(f.builder, scope, list.tuples)
	whole.Check(f.checker, "joint", len(list.tuples), func(i int) []int { return list.tuples[i] },
		func(values []int) bool { return p.allows(f.builder.Layout, values) })
	f.builder.Source = space.Source{Constraint: whole.Originals[0], More: len(group) - 1}
	defer func() { f.builder.Source = space.Source{} }()
	if !f.builder.PostPair(space.NewTuples(f.builder, &model.Table{Vars: scope, Tuples: list.tuples}), false) {
		f.builder.PostSlow(p, space.AskValues, scope)
	}
	for _, c := range group {
		f.taken[c] = true
	}
	for _, c := range model.Each[*model.Linear](whole.Originals) {
		if len(c.Terms) == len(scope) {
			propagate.PostRequired(f.builder, c)
		}
	}
}

// narrow reports whether the variables are not wide, and within the limits.
func (f *jointFinder) narrow(scope []model.Var) bool {
	values := 0
	for _, v := range scope {
		values += min(f.builder.Size(v), f.limits.JointValues+1)
	}
	return len(scope) <= f.limits.JointVariables && values <= f.limits.JointValues && !slices.ContainsFunc(scope, f.builder.IsWide)
}

// group returns, in ascending order, the constraints with all variables in scope that are in no joint yet.
func (f *jointFinder) group(scope []model.Var) []int {
	var mentioned, group []int
	for _, v := range scope {
		if f.builder.Over(len(f.byVariable[v])) {
			break
		}
		for _, c := range f.byVariable[v] {
			if f.mentions[c]++; f.mentions[c] == 1 {
				mentioned = append(mentioned, c)
			}
		}
	}
	for _, c := range mentioned {
		if f.mentions[c] == len(f.scopes[c]) && !f.taken[c] && f.sorts[c] != alone {
			group = append(group, c)
		}
		f.mentions[c] = 0
	}
	slices.Sort(group)
	return group
}

const (
	noJoint = ""      // the sort of constraints that cannot be in a joint
	alone   = "alone" // the sort of constraints left out of joints: they have many tuples, or propagating them takes long
)

// sortsOf returns the kinds of constraints; x ≠ y + k counts as all-different. Kinds without propagators are in no joint, and
// neither are long tables, since these would slow the search for tuples.
func (f *jointFinder) sortsOf(constraints []model.Constraint) []string {
	sorts := make([]string, len(constraints))
	for i, c := range constraints {
		if space.Kinds.Entries[c.Kind()] != nil {
			sorts[i] = c.Kind()
		}
		if c.Kind() == "lexicographic" || c.Kind() == "either" {
			sorts[i] = alone
		}
	}
	for i, sum := range model.Each[*model.ReifiedLinear](constraints) {
		if sum.If == nil && sum.Outside && sum.Lo == sum.Hi && len(sum.Terms) == 2 {
			sorts[i] = "all-different"
		}
	}
	for i, table := range model.Each[*model.Table](constraints) {
		if len(table.Tuples) > f.limits.JointTuples {
			sorts[i] = noJoint
		}
	}
	return sorts
}

// worthwhile reports whether a group has constraints of different sorts. Several of one sort, such as the houses of a Latin
// square, mostly find as much on their own.
func (f *jointFinder) worthwhile(group []int) bool {
	several := false
	for _, c := range group {
		if f.sorts[c] == noJoint {
			return false
		}
		several = several || f.sorts[c] != f.sorts[group[0]]
	}
	return several
}

// fragment returns a group as its own model.
func (f *jointFinder) fragment(group []int, scope []model.Var) *space.Fragment {
	var constraints []model.Constraint
	for _, c := range group {
		constraints = append(constraints, f.constraints[c])
	}
	return space.FragmentOf(f.builder.Model, constraints, scope)
}

// list lists the tuples of a fragment. Those that differ only in their variables, such as boxes, are searched once.
func (f *jointFinder) list(whole *space.Fragment) tupleList {
	if f.builder.Over(space.WorkPerConstraint * len(whole.Originals)) {
		return tupleList{}
	}
	key := whole.Text()
	list, known := f.known[key]
	if !known {
		list = f.listTuples(whole.Model)
		f.known[key] = list
	}
	return list
}

// listTuples lists the solutions of a small model, up to the limits. It has no wide variables.
func (f *jointFinder) listTuples(m *model.Model) tupleList {
	s, err := newSession(space.NewBuilder(f.builder.Ctx, m, nil, f.builder.Limits), m.Constraints)
	if err != nil {
		return tupleList{} // the builder meets the constraint again, and reports why
	}
	if s.branching, err = newBranching(s, nil); err != nil {
		return tupleList{}
	}
	var list tupleList
	s.run = run{maxNodes: int64(f.limits.JointNodes), limit: uint64(f.limits.JointTuples) + 1, yield: func(a model.Assignment) bool {
		list.tuples = append(list.tuples, slices.Clone(a))
		return true
	}}
	list.complete = s.search(nil, func() bool { return !s.hopeless() && s.branching.search() })
	return list
}

// probes is the number of random descents that decide whether a search is hopeless. 19 of 20 searches for tuples in puzzles of
// Interactive Sudoku Solver ended at a limit, and they took 95 % of the time to open. With 32 descents 5 of 824 others are given
// up, and opening takes a quarter of the time.
const probes = 32

// hopeless estimates the nodes and the solutions of a search by random descents, and reports whether there are more than its
// limits.
//
// Source: Knuth, "Estimating the efficiency of backtrack programs", 1975.
func (s *session) hopeless() bool {
	started, random := s.run, rand.New(rand.NewPCG(1, 0))
	nodes, solutions := int64(0), uint64(0)
	s.run.maxNodes = 0
	for range probes {
		width := int64(1)
		for depth := 0; ; depth++ {
			v, found := s.order.Choose(s.space, s.outputs)
			if !found {
				solutions += uint64(width)
				break
			}
			width *= int64(s.space.Size(v))
			if nodes += width; nodes > probes*started.maxNodes {
				return true
			}
			value := s.nth(v, random.IntN(s.space.Size(v)))
			if !s.try(depth, v, value, value) {
				break
			}
		}
		s.back(0)
	}
	s.run = started
	return solutions > probes*started.limit
}

// newJoint indexes the tuples by value.
func newJoint(b *space.Builder, scope []model.Var, list [][]int) *joint {
	p := &joint{variables: scope, words: bitset.Words(len(list))}
	p.alive, p.some = bitset.New(len(list)), bitset.New(len(list))
	widest := 0
	for i, v := range scope {
		n := &b.Numberings[v]
		sets := make([]uint64, n.Size*p.words)
		for t, tuple := range list {
			number, _ := n.Index(tuple[i])
			bitset.Set(sets[number*p.words : (number+1)*p.words]).Add(t)
		}
		p.supports = append(p.supports, sets)
		widest = max(widest, len(b.Bits(v)))
	}
	p.lost = make(bitset.Set, widest)
	return p
}

func (p *joint) Propagate(s *space.Space) bool {
	for i := range p.alive {
		p.alive[i] = ^uint64(0)
	}
	for i, v := range p.variables {
		p.narrow(s, i, v)
	}
	if p.alive.Empty() {
		return false
	}
	for i, v := range p.variables {
		if !s.Fixed(v) && !s.Drop(v, p.unsupported(s, i, v)) {
			return false
		}
	}
	return true
}

// tuplesOf returns the tuples in which the variable at a position has the value with the given number.
func (p *joint) tuplesOf(position, number int) bitset.Set {
	return p.supports[position][number*p.words : (number+1)*p.words]
}

// allows reports whether values within the domains are a tuple of the joint.
func (p *joint) allows(l *space.Layout, values []int) bool {
	for i := range p.alive {
		p.alive[i] = ^uint64(0)
	}
	for i, v := range p.variables {
		number, _ := l.Numberings[v].Index(values[i])
		p.alive.Intersect(p.alive, p.tuplesOf(i, number))
	}
	return !p.alive.Empty()
}

// narrow removes from alive the tuples whose value at a position is not possible.
func (p *joint) narrow(s *space.Space, position int, v model.Var) {
	clear(p.some)
	for w, word := range s.Bits(v) {
		for ; word != 0; word &= word - 1 {
			p.some.Unite(p.tuplesOf(position, 64*w+bits.TrailingZeros64(word)))
		}
	}
	p.alive.Intersect(p.alive, p.some)
}

// unsupported returns the possible values of a variable that no alive tuple has.
func (p *joint) unsupported(s *space.Space, position int, v model.Var) bitset.Set {
	domain := s.Bits(v)
	lost := p.lost[:len(domain)]
	for w, word := range domain {
		lost[w] = 0
		for ; word != 0; word &= word - 1 {
			if bit := word & -word; !p.alive.Meets(p.tuplesOf(position, 64*w+bits.TrailingZeros64(bit))) {
				lost[w] |= bit
			}
		}
	}
	return lost
}
