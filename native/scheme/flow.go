package scheme

import (
	"qmsat/model"
	"qmsat/native/space"
)

// flow is a network whose arcs stand for values of variables. A solution of the constraint is an integral flow that meets the
// supply and demand of each node. If an arc carries no flow in any of them, no solution has its values.
//
// The flow is kept from call to call, even in other states. If it uses a closed arc, the unit gets another path, or there is no
// solution. The strongly connected components of the residual network then show which arcs can carry flow, in O(nodes + arcs)
// steps: an arc without flow can carry some if and only if both its ends are in one component.
//
// Source: Régin, "A filtering algorithm for constraints of difference in CSPs", 1994, and "Generalized arc consistency for
// global cardinality constraint", 1996; Tarjan, "Depth-first search and linear graph algorithms", 1972.
type flow struct {
	arcs     []flowArc
	bits     []valueBit      // of all arcs, arc by arc
	adjacent [][]residualArc // by node: the arcs that start or end there
	balance  []int           // by node: its supply plus the incoming flow, minus the outgoing flow
	checked  bool            // the open arcs are unchanged since the last call, which found a flow

	// During a call only:
	from       []residualArc // by node: how it was reached
	seen       []bool
	frontier   []int32
	components components
}

// flowArc is an arc of capacity one. It is open if one of its values is left. An arc without values is always open.
type flowArc struct {
	from, to      int32
	first, end    int32 // its bits
	open, carries bool
}

// valueBit is the bit of a value of a variable in a state.
type valueBit struct {
	variable int32
	offset   int32  // of the word in the state that holds the value's bit
	bit      uint64 // the value's bit
}

// residualArc is an arc, followed forward or backward.
type residualArc struct {
	arc  int32
	back bool
}

// bitOf returns the bit of the value with a number of a variable.
func bitOf(l *space.Layout, v model.Var, number int) valueBit {
	return valueBit{int32(v), int32(l.Offsets[v] + number/64), 1 << (number % 64)}
}

// nowhere is the offset of a bit that does not exist.
const nowhere = -1

// has reports whether the state has the value.
func has(s *space.Space, p valueBit) bool { return p.offset != nowhere && s.State[p.offset]&p.bit != 0 }

func dropAt(s *space.Space, p valueBit) bool {
	if !has(s, p) {
		return true
	}
	s.Save(model.Var(p.variable), int(p.offset))
	s.State[p.offset] &^= p.bit
	return s.Narrowed(model.Var(p.variable))
}

// node adds a node that supplies this much; a negative supply is a demand.
func (f *flow) node(supply int) int32 {
	f.balance = append(f.balance, supply)
	f.adjacent = append(f.adjacent, nil)
	return int32(len(f.balance) - 1)
}

// arc adds an arc that stands for some values, or for none.
func (f *flow) arc(from, to int32, bits ...valueBit) {
	id, first := int32(len(f.arcs)), int32(len(f.bits))
	f.bits = append(f.bits, bits...)
	f.arcs = append(f.arcs, flowArc{from: from, to: to, first: first, end: int32(len(f.bits)), open: true})
	f.adjacent[from] = append(f.adjacent[from], residualArc{id, false})
	f.adjacent[to] = append(f.adjacent[to], residualArc{id, true})
}

// post posts the propagator after all nodes and arcs were added.
func (f *flow) post(b *space.Builder, scope []model.Var) {
	n := len(f.balance)
	f.from, f.seen, f.frontier = make([]residualArc, n), make([]bool, n), make([]int32, 0, n)
	f.components = newComponents(n)
	b.PostSlow(f, space.AskValues, scope)
}

func (f *flow) Propagate(s *space.Space) bool {
	if s.Over(len(f.arcs)) {
		return false
	}
	if !f.close(s) && f.checked {
		return true
	}
	f.checked = false
	for node := range f.balance {
		for f.balance[node] > 0 {
			if !f.route(int32(node)) {
				return false
			}
		}
	}
	f.components.find(f)
	for i := range f.arcs {
		a := &f.arcs[i]
		if !a.open || a.carries || a.first == a.end || f.components.same(a.from, a.to) {
			continue
		}
		a.open = false
		for _, p := range f.bits[a.first:a.end] {
			if !dropAt(s, p) {
				return false
			}
		}
	}
	f.checked = true
	return true
}

// close updates which arcs are open in the state, and removes the flow from closed ones. It reports whether anything changed.
func (f *flow) close(s *space.Space) (changed bool) {
	for i := range f.arcs {
		a := &f.arcs[i]
		if a.first == a.end {
			continue
		}
		open := false
		for _, p := range f.bits[a.first:a.end] {
			open = open || has(s, p)
		}
		if open == a.open {
			continue
		}
		a.open, changed = open, true
		if a.carries && !open {
			f.balance[a.from]++
			f.balance[a.to]--
			a.carries = false
		}
	}
	return changed
}

// end returns the end of an arc in the residual network. ok is false if the arc is closed, or has no room forward or no flow to
// take back.
func (f *flow) end(w residualArc) (node int32, ok bool) {
	a := &f.arcs[w.arc]
	if w.back {
		return a.from, a.carries
	}
	return a.to, a.open && !a.carries
}

// route brings a unit from a node to the nearest node with a demand. It reports false if there is no path.
func (f *flow) route(start int32) bool {
	clear(f.seen)
	f.seen[start] = true
	f.frontier = append(f.frontier[:0], start)
	for next := 0; next < len(f.frontier); next++ {
		for _, w := range f.adjacent[f.frontier[next]] {
			node, ok := f.end(w)
			if !ok || f.seen[node] {
				continue
			}
			f.seen[node], f.from[node] = true, w
			if f.balance[node] < 0 {
				f.push(start, node)
				return true
			}
			f.frontier = append(f.frontier, node)
		}
	}
	return false
}

// push sends a unit from start to end along the path that was found.
func (f *flow) push(start, end int32) {
	f.balance[start]--
	f.balance[end]++
	for node := end; node != start; {
		w := f.from[node]
		a := &f.arcs[w.arc]
		a.carries = !w.back
		if node = a.from; w.back {
			node = a.to
		}
	}
}

// PostMatching posts hyper-arc consistency of all-different variables: it keeps exactly the values that occur in a matching of
// variables to values. A call takes O(values left) steps, and as many again for each value of the last matching that was removed.
func PostMatching(b *space.Builder, variables []model.Var) {
	union := b.UnionOf(variables)
	n := space.NewNumbering(union)
	f := &flow{}
	sink := int32(-1)
	supply := -1
	if n.Size > len(variables) {
		supply, sink = 0, f.node(-len(variables)) // some values may be unused
	}
	values := make([]int32, n.Size)
	for i := range values {
		values[i] = f.node(supply)
		if sink >= 0 {
			f.arc(values[i], sink)
		}
	}
	for _, v := range variables {
		from := f.node(1)
		own := &b.Numberings[v]
		for i := range b.Bits(v).All() {
			if b.Over(1) {
				return
			}
			f.arc(from, values[n.Below(own.Value(i))], bitOf(b.Layout, v, i))
		}
	}
	f.post(b, variables)
}
