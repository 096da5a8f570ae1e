package grids

import (
	"context"
	"slices"
)

// fixedCounter counts the grids that a symmetry takes to themselves. It does not share the method of [Count].
//
// Such a grid is known when one mini-grid of each orbit of boxes is. For one box of each orbit the set of mini-grids that
// are still possible is kept; choosing one of them narrows the others through the rows and columns they share.
type fixedCounter struct {
	*catalogue
	// By mini-grid, those that can stand beside it in a band, and below it in a stack.
	beside, below []minigridSet
}

// lines is the three row sets, or column sets, of a mini-grid in order.
type lines [side]digitSet

func (m Minigrid) rowLines() lines    { return lines{m.rowSet(0), m.rowSet(1), m.rowSet(2)} }
func (m Minigrid) columnLines() lines { return lines{m.columnSet(0), m.columnSet(1), m.columnSet(2)} }

func (l lines) disjoint(other lines) bool {
	return l[0]&other[0] == 0 && l[1]&other[1] == 0 && l[2]&other[2] == 0
}

func newFixedCounter(c *catalogue) *fixedCounter {
	return &fixedCounter{c, c.companions(Minigrid.rowLines), c.companions(Minigrid.columnLines)}
}

// companions returns, by mini-grid, the set of those whose lines share nothing with its own.
func (c *catalogue) companions(of func(Minigrid) lines) []minigridSet {
	with := map[lines]minigridSet{}
	for i, m := range c.minigrids {
		l := of(m)
		if with[l] == nil {
			with[l] = make(minigridSet, c.words)
		}
		with[l].insert(i)
	}
	disjoint := map[lines]minigridSet{}
	for l := range with {
		union := make(minigridSet, c.words)
		for other, set := range with {
			if l.disjoint(other) {
				union.unite(set)
			}
		}
		disjoint[l] = union
	}
	list := make([]minigridSet, len(c.minigrids))
	for i, m := range c.minigrids {
		list[i] = disjoint[of(m)]
	}
	return list
}

// boxOrbit is the boxes that powers of a symmetry take a box to.
type boxOrbit struct {
	boxes    []int
	contents [][]int32   // by position in boxes and by what the first box has: what the box has then
	possible minigridSet // what the first box can have, as far as the orbit alone goes
}

// orbit returns the orbit of boxes; each box must be the image of the one before.
func (f *fixedCounter) orbit(s *symmetry, boxes []int) *boxOrbit {
	content := make([]int32, len(f.minigrids))
	for m := range content {
		content[m] = int32(m)
	}
	o := &boxOrbit{boxes: boxes}
	for _, box := range boxes {
		o.contents = append(o.contents, content)
		next := make([]int32, len(content))
		for m := range next {
			next[m] = int32(f.index[s.minigrid(box, f.minigrids[content[m]])])
		}
		content = next
	}
	o.possible = make(minigridSet, f.words)
	for m, last := range content {
		if int(last) == m && f.agrees(o, m) {
			o.possible.insert(m)
		}
	}
	return o
}

// agrees reports whether the boxes of an orbit can stand together when the first has mini-grid m.
func (f *fixedCounter) agrees(o *boxOrbit, m int) bool {
	for i, box := range o.boxes {
		x := f.minigrids[o.contents[i][m]]
		for j, other := range o.boxes[:i] {
			y := f.minigrids[o.contents[j][m]]
			if sameBand(box, other) && !x.rowLines().disjoint(y.rowLines()) ||
				sameStack(box, other) && !x.columnLines().disjoint(y.columnLines()) {
				return false
			}
		}
	}
	return true
}

// count returns the number of grids that the symmetry takes to themselves.
func (f *fixedCounter) count(ctx context.Context, s symmetry) (uint64, error) {
	run := f.open(ctx, s)
	return run.count(0, 1<<len(run.orbits)-1)
}

// open prepares a search.
func (f *fixedCounter) open(ctx context.Context, s symmetry) *fixedRun {
	run := &fixedRun{fixedCounter: f, ctx: ctx}
	for _, boxes := range orbits([]int{0, 1, 2, 3, 4, 5, 6, 7, 8}, func(box int, visit func(int)) { visit(s.box(box)) }) {
		run.orbits = append(run.orbits, f.orbit(&s, boxes))
	}
	for range run.orbits {
		level := make([]minigridSet, len(run.orbits))
		for i, o := range run.orbits {
			level[i] = slices.Clone(o.possible)
		}
		run.possible = append(run.possible, level)
	}
	return run
}

// fixedRun is the search for the grids that one symmetry fixes.
type fixedRun struct {
	*fixedCounter
	ctx      context.Context
	orbits   []*boxOrbit
	possible [][]minigridSet // by depth and orbit
}

// count returns the number of ways to choose mini-grids for the orbits whose bits in open are set.
func (r *fixedRun) count(depth int, open uint) (uint64, error) {
	next, fewest := 0, 0
	for i, possible := range r.possible[depth] {
		if open>>i&1 == 0 {
			continue
		}
		switch size := possible.size(); {
		case size == 0:
			return 0, nil
		case fewest == 0 || size < fewest:
			next, fewest = i, size
		}
	}
	open &^= 1 << next
	if open == 0 {
		return uint64(fewest), nil
	}
	var total uint64
	for m := range r.possible[depth][next].members() {
		if err := r.ctx.Err(); err != nil {
			return 0, err
		}
		if !r.narrow(depth, r.orbits[next], m, open) {
			continue
		}
		n, err := r.count(depth+1, open)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// narrow sets what is possible at the next depth for the open orbits when the first box of an orbit has mini-grid m, and
// reports whether each has something left.
func (r *fixedRun) narrow(depth int, chosen *boxOrbit, m int, open uint) bool {
	for i, o := range r.orbits {
		if open>>i&1 == 0 {
			continue
		}
		left := r.possible[depth+1][i]
		copy(left, r.possible[depth][i])
		for j, box := range chosen.boxes {
			content := chosen.contents[j][m]
			if sameBand(box, o.boxes[0]) && !left.intersect(left, r.beside[content]) ||
				sameStack(box, o.boxes[0]) && !left.intersect(left, r.below[content]) {
				return false
			}
		}
	}
	return true
}
