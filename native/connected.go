package native

import (
	"qmsat/internal/lists"
	"qmsat/model"
)

// connected keeps the chosen variables connected, and their number within its bounds. From a chosen variable it searches those that
// may be chosen. What it does not reach is not chosen; a variable without which it would not reach another chosen one is chosen.
// Without bounds this finds all values that no solution has. A call takes O(variables + edges) steps.
//
// Source: Tarjan, "Depth-first search and linear graph algorithms", 1972, for the articulation points.
type connected struct {
	cells      []formula // by position: the atom that it is chosen
	neighbours [][]int
	least      int
	most       int
	// During a call only, by position:
	chosen []truth
	order  []int // when the search reached it, from 1; 0 if it did not
	clock  int
	part   []int // the positions reached by one search
	must   []int // the positions that must be chosen
}

func init() {
	registerKind("connected", ofAll, func(b *builder, c *model.Connected) {
		n := len(c.Vars)
		p := &connected{neighbours: make([][]int, n), most: n, chosen: make([]truth, n), order: make([]int, n)}
		if c.Size != nil {
			p.least, p.most = c.Size.Lo, min(c.Size.Hi, n)
		}
		p.cells = lists.Map(c.Vars, func(v model.Var) formula { return b.compile(model.In{Var: v, Values: c.Values}, true) })
		for _, edge := range c.Edges {
			p.neighbours[edge[0]] = append(p.neighbours[edge[0]], edge[1])
			p.neighbours[edge[1]] = append(p.neighbours[edge[1]], edge[0])
		}
		b.postSlow(p, onChange, askValues, c.Vars)
	})
}

func (p *connected) propagate(s *space) bool {
	chosen, open, root := 0, 0, -1
	for i := range p.cells {
		p.order[i] = 0
		switch p.chosen[i] = p.cells[i].evaluateAtom(s); p.chosen[i] {
		case isTrue:
			chosen, root = chosen+1, i
		case undecided:
			open++
		}
	}
	p.clock, p.must = 0, p.must[:0]
	if chosen > p.most || chosen+open < p.least || s.over(8*len(p.cells)) {
		return false
	}
	if root < 0 {
		return p.dropSmall(s)
	}
	p.part = p.part[:0]
	if _, with := p.search(root, -1); with < chosen || len(p.part) < p.least {
		return false
	}
	for i := range p.cells {
		out := p.order[i] == 0 || chosen == p.most && p.chosen[i] == undecided
		if p.chosen[i] != isFalse && out && !p.cells[i].require(s, false) {
			return false
		}
	}
	if len(p.part) == p.least {
		p.must = append(p.must[:0], p.part...)
	}
	for _, i := range p.must {
		if !p.cells[i].require(s, true) {
			return false
		}
	}
	return chosen == p.most || p.dropFar(s, root)
}

// search searches what may be chosen, depth first. It returns the earliest position that an edge leads to from there, and the
// number of chosen positions from there on. A position must be chosen if some chosen ones are reached only through it.
func (p *connected) search(at, from int) (earliest, chosen int) {
	p.clock++
	p.order[at], earliest = p.clock, p.clock
	p.part = append(p.part, at)
	if p.chosen[at] == isTrue {
		chosen = 1
	}
	needed := false
	for _, next := range p.neighbours[at] {
		switch {
		case p.chosen[next] == isFalse || next == from:
		case p.order[next] > 0:
			earliest = min(earliest, p.order[next])
		default:
			low, with := p.search(next, at)
			earliest, chosen = min(earliest, low), chosen+with
			needed = needed || low >= p.order[at] && with > 0
		}
	}
	if needed && p.chosen[at] == undecided {
		p.must = append(p.must, at)
	}
	return earliest, chosen
}

// dropSmall removes the parts with fewer variables than must be chosen, while none is chosen; or all, if none may be.
func (p *connected) dropSmall(s *space) bool {
	for i := range p.cells {
		if p.least < 2 && p.most > 0 || p.chosen[i] == isFalse || p.order[i] > 0 {
			continue
		}
		p.part = p.part[:0]
		p.search(i, -1)
		for _, at := range p.part {
			if (len(p.part) < p.least || p.most == 0) && !p.cells[at].require(s, false) {
				return false
			}
		}
	}
	return true
}

// dropFar removes what is too far from a chosen variable: as many steps as variables may be chosen, or more.
func (p *connected) dropFar(s *space, root int) bool {
	if p.most >= len(p.part) {
		return true
	}
	for i := range p.order {
		p.order[i] = 0
	}
	p.part, p.order[root] = append(p.part[:0], root), 1
	for k := 0; k < len(p.part); k++ {
		at := p.part[k]
		if p.order[at] > p.most && !p.cells[at].require(s, false) {
			return false
		}
		for _, next := range p.neighbours[at] {
			if p.chosen[next] != isFalse && p.order[next] == 0 {
				p.part, p.order[next] = append(p.part, next), p.order[at]+1
			}
		}
	}
	return true
}
