package propagate

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/space"
)

// connected keeps the chosen variables connected, and their number within its bounds. It works on parts: variables joined by edges
// that other constraints make equal, so that all are chosen or none. From a chosen part it searches those that may be chosen. What
// it does not reach, or only beyond more parts than may still be chosen, is not chosen. A part is chosen if some chosen ones, or
// enough variables, are reached only through it. Without bounds this finds all values that no solution has. A call takes
// O(parts + edges) steps for each group of chosen parts.
//
// Source: Tarjan, "Depth-first search and linear graph algorithms", 1972, for the articulation points; Interactive Sudoku Solver,
// chaos_handler.js, for the distances from a group.
type connected struct {
	cells       []space.Formula // by part: the atom that it is chosen
	sizes       []int           // by part: its variables
	neighbours  [][]int
	least, most int           // variables that are chosen
	chosen      []space.Truth // by part, in the last call; kept for same
	same        bool          // the last call removed nothing: one that sees the same need not look
	// During a call only:
	order    []int // by part: when the search reached it, from 1; 0 if it did not
	clock    int
	cuts     []cut
	distance []int   // by part, see measure
	buckets  [][]int // the parts at each distance
}

// cut says how many variables, chosen and in all, a search reaches only through an undecided part, which counts; and the most of
// them that are connected without it.
type cut struct{ part, chosen, total, largest int }

func init() {
	space.RegisterKind("connected", space.OfAll, func(b *space.Builder, c *kinds.Connected) {
		part, first := partsOf(b, c)
		n := len(first)
		p := &connected{sizes: make([]int, n), neighbours: make([][]int, n), most: len(c.Vars), chosen: make([]space.Truth, n),
			order: make([]int, n), distance: make([]int, n)}
		if c.Size != nil {
			p.least, p.most = c.Size.Lo, min(c.Size.Hi, p.most)
		}
		p.buckets = make([][]int, p.most+1)
		p.cells = lists.Map(first, func(i int) space.Formula { return b.Compile(model.In{Var: c.Vars[i], Values: c.Values}, true) })
		for _, x := range part {
			p.sizes[x]++
		}
		for _, edge := range c.Edges {
			if x, y := part[edge[0]], part[edge[1]]; x != y && !slices.Contains(p.neighbours[x], y) {
				p.neighbours[x], p.neighbours[y] = append(p.neighbours[x], y), append(p.neighbours[y], x)
			}
		}
		b.PostSlow(p, space.AskValues, c.Vars)
	})
}

// partsOf returns the part of each position, and the first position of each part.
func partsOf(b *space.Builder, c *kinds.Connected) (part, first []int) {
	equal := disjoint{}
	for _, sum := range model.Each[*model.Linear](b.Model.Constraints) {
		if t := sum.Terms; len(t) == 2 && t[0].Coefficient == -t[1].Coefficient && sum.Lo == 0 && sum.Hi == 0 {
			equal.join(int(t[0].Var), int(t[1].Var))
		}
	}
	joined := disjoint{}
	for _, edge := range c.Edges {
		if equal.root(int(c.Vars[edge[0]])) == equal.root(int(c.Vars[edge[1]])) {
			joined.join(edge[0], edge[1])
		}
	}
	part, numbers := make([]int, len(c.Vars)), map[int]int{}
	for i := range c.Vars {
		root := joined.root(i)
		if _, known := numbers[root]; !known {
			numbers[root] = len(first)
			first = append(first, i)
		}
		part[i] = numbers[root]
	}
	return part, first
}

// disjoint holds disjoint sets of numbers: by number, another one of its set, or none for the root.
type disjoint map[int]int

func (d disjoint) root(x int) int {
	for next, more := d[x]; more; next, more = d[x] {
		x = next
	}
	return x
}

func (d disjoint) join(x, y int) {
	if x, y = d.root(x), d.root(y); x != y {
		d[x] = y
	}
}

func (p *connected) Propagate(s *space.Space) bool {
	chosen, open, root := 0, 0, -1
	for i := range p.cells {
		now := p.cells[i].EvaluateAtom(s)
		p.same = p.same && now == p.chosen[i]
		switch p.chosen[i] = now; now {
		case space.IsTrue:
			chosen, root = chosen+p.sizes[i], i
		case space.Undecided:
			open += p.sizes[i]
		}
	}
	if p.same {
		return true
	}
	p.same, p.clock = true, 0
	clear(p.order)
	ok := chosen <= p.most && chosen+open >= p.least && !s.Over(8*len(p.cells))
	if ok && root < 0 {
		ok = p.dropSmall(s)
	} else if ok {
		ok = p.extend(s, root, chosen) && p.dropFar(s, p.most-chosen)
	}
	p.same = p.same && ok
	return ok
}

// require decides a part that is undecided.
func (p *connected) require(s *space.Space, part int, want bool) bool {
	p.same = false
	return p.cells[part].Require(s, want)
}

// extend searches from a chosen part. It removes what that does not reach, and requires what the others, or enough variables,
// are reached through.
func (p *connected) extend(s *space.Space, root, chosen int) bool {
	p.cuts = p.cuts[:0]
	_, found := p.search(root, -1)
	if found.chosen < chosen || found.total < p.least {
		return false
	}
	for i := range p.cells {
		if p.chosen[i] == space.Undecided && p.order[i] == 0 && !p.require(s, i, false) {
			return false
		}
	}
	for _, c := range p.cuts {
		if (c.chosen > 0 || found.total-c.total < p.least) && !p.require(s, c.part, true) {
			return false
		}
	}
	return true
}

// search searches what may be chosen, depth first. It returns the earliest part that an edge leads to from there on, and how many
// variables there are. It notes what is reached only through each undecided part.
func (p *connected) search(at, from int) (earliest int, found cut) {
	p.clock++
	p.order[at], earliest = p.clock, p.clock
	found, only := cut{at, 0, p.sizes[at], 0}, cut{at, 0, p.sizes[at], 0}
	if p.chosen[at] == space.IsTrue {
		found.chosen = p.sizes[at]
	}
	for _, next := range p.neighbours[at] {
		switch {
		case p.chosen[next] == space.IsFalse || next == from:
		case p.order[next] > 0:
			earliest = min(earliest, p.order[next])
		default:
			low, more := p.search(next, at)
			earliest = min(earliest, low)
			found.chosen, found.total = found.chosen+more.chosen, found.total+more.total
			if low >= p.order[at] {
				only.chosen, only.total = only.chosen+more.chosen, only.total+more.total
				only.largest = max(only.largest, more.total)
			}
		}
	}
	if p.chosen[at] == space.Undecided {
		p.cuts = append(p.cuts, only)
	}
	return earliest, found
}

// dropSmall removes what is connected with too few variables, while none is chosen; or all, if none may be. If one connected
// set is left, it requires what is needed to reach enough variables.
func (p *connected) dropSmall(s *space.Space) bool {
	sets, total := 0, 0
	p.cuts = p.cuts[:0]
	for i := range p.cells {
		if p.least == 0 && p.most > 0 || p.chosen[i] == space.IsFalse || p.order[i] > 0 {
			continue
		}
		first, cuts := p.clock, len(p.cuts)
		_, found := p.search(i, -1)
		if found.total >= p.least && p.most > 0 {
			sets, total = sets+1, found.total
			continue
		}
		p.cuts = p.cuts[:cuts]
		for j := range p.order {
			if p.order[j] > first && !p.require(s, j, false) {
				return false
			}
		}
	}
	for _, c := range p.cuts {
		if sets == 1 && max(total-c.total, c.largest) < p.least && !p.require(s, c.part, true) {
			return false
		}
	}
	return true
}

// dropFar removes what is too far from a group of chosen parts: if more variables than the rest would be chosen on the way.
func (p *connected) dropFar(s *space.Space, rest int) bool {
	const grouped = -1
	for root := range p.cells {
		if p.chosen[root] != space.IsTrue || p.order[root] == grouped {
			continue
		}
		p.measure(root, rest)
		for i, far := range p.distance {
			switch {
			case p.chosen[i] == space.IsTrue && far == 0:
				p.order[i] = grouped
			case far > rest && (p.chosen[i] == space.IsTrue || p.chosen[i] == space.Undecided && !p.require(s, i, false)):
				return false
			}
		}
	}
	return true
}

// measure finds the distance of each part from a chosen one: the variables that would be chosen on the way. Distances beyond rest
// are not measured.
func (p *connected) measure(root, rest int) {
	for i := range p.distance {
		p.distance[i] = rest + 1
	}
	p.distance[root] = 0
	p.buckets[0] = append(p.buckets[0], root)
	for at := 0; at <= rest; at++ {
		for n := len(p.buckets[at]); n > 0; n = len(p.buckets[at]) {
			part := p.buckets[at][n-1]
			if p.buckets[at] = p.buckets[at][:n-1]; p.distance[part] < at {
				continue
			}
			for _, next := range p.neighbours[part] {
				far := at
				if p.chosen[next] == space.Undecided {
					far += p.sizes[next]
				}
				if p.chosen[next] != space.IsFalse && far < p.distance[next] {
					p.distance[next] = far
					p.buckets[far] = append(p.buckets[far], next)
				}
			}
		}
	}
}
