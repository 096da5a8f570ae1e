package propagate

import (
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/space"
)

// circuit keeps paths of fixed successors from closing before they contain all nodes: the first node of such a path may not
// follow the last one. A call takes O(nodes) steps. Other propagators keep successors different.
//
// Source: the constraint nocycle of Caseau and Laburthe, "Solving small TSPs with constraints", ICLP 1997.
type circuit struct {
	next     []model.Var
	after    []int  // by node: its successor if fixed, or -1; this and the next during a call only
	followed []bool // by node: whether it is a successor
}

func init() {
	space.RegisterKind("circuit", space.OfAll, func(b *space.Builder, c *kinds.Circuit) {
		space.PostSingles(b, c.Next)
		b.Post(&circuit{c.Next, make([]int, len(c.Next)), make([]bool, len(c.Next))}, space.OnFix, space.AskBounds, c.Next)
	})
}

func (p *circuit) Propagate(s *space.Space) bool {
	n := len(p.next)
	clear(p.followed)
	for i, v := range p.next {
		if s.Over(1) || !s.Restrict(v, space.Interval{Lo: 1, Hi: n}) {
			return false
		}
		p.after[i] = -1
		if !s.Fixed(v) {
			continue
		}
		to := s.Bounds(v).Lo - 1
		if p.followed[to] {
			return false
		}
		p.after[i], p.followed[to] = to, true
	}
	seen := 0
	for first := range p.next {
		if p.followed[first] {
			continue
		}
		last, length := first, 1
		for ; p.after[last] >= 0; length++ {
			last = p.after[last]
		}
		if seen += length; length == n {
			return true
		}
		if number, ok := s.Numberings[p.next[last]].Index(first + 1); ok && !s.DropIndex(p.next[last], number) {
			return false
		}
	}
	return seen == n || seen == 0 && p.closed()
}

// closed reports whether the successors form one cycle of all nodes. Each node must be a successor.
func (p *circuit) closed() bool {
	node, length := p.after[0], 1
	for ; node != 0; length++ {
		node = p.after[node]
	}
	return length == len(p.next)
}
