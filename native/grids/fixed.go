package grids

import (
	"context"
	"math/bits"
	"slices"

	"qmsat/internal/orbit"
	"qmsat/native/bitset"
)

// fixedCounter counts the grids that a symmetry maps to themselves. Its method differs from that of [Count].
//
// The filling of one box in each orbit determines such a grid. The search keeps the set of still possible fillings for one box in
// each orbit. Choosing one narrows the others through the rows and columns that they share.
type fixedCounter struct {
	*catalogue
	// By filling: the indices in companions of the sets that can be beside it in a band, and below it in a stack.
	beside, below []uint16
	companions    []bitset.Set
}

// lines is the three row sets, or column sets, of a filling, in order.
type lines [side]digitSet

func (f filling) rowLines() lines    { return lines{f.rowSet(0), f.rowSet(1), f.rowSet(2)} }
func (f filling) columnLines() lines { return lines{f.columnSet(0), f.columnSet(1), f.columnSet(2)} }

func (l lines) disjoint(other lines) bool {
	return l[0]&other[0] == 0 && l[1]&other[1] == 0 && l[2]&other[2] == 0
}

func newFixedCounter(ctx context.Context, b bound) (*fixedCounter, error) {
	c, err := newCatalogue(ctx, b)
	if err != nil {
		return nil, err
	}
	f := &fixedCounter{catalogue: c}
	if f.beside, err = f.findCompanions(ctx, filling.rowLines); err == nil {
		f.below, err = f.findCompanions(ctx, filling.columnLines)
	}
	return f, err
}

// findCompanions finds for each filling its companions: the fillings whose lines share no digit with its own. Fillings with the
// same lines have the same set.
func (f *fixedCounter) findCompanions(ctx context.Context, of func(filling) lines) ([]uint16, error) {
	with := map[lines]bitset.Set{}
	index := map[lines]uint16{}
	list := make([]uint16, len(f.fillings))
	for i, m := range f.fillings {
		l := of(m)
		if with[l] == nil {
			with[l] = f.set()
			index[l] = uint16(len(f.companions))
			f.companions = append(f.companions, f.set())
		}
		with[l].Add(i)
		list[i] = index[l]
	}
	for l, i := range index {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for other, set := range with {
			if l.disjoint(other) {
				f.companions[i].Unite(set)
			}
		}
	}
	return list, nil
}

// boxOrbit is the set of boxes to which the powers of a symmetry move a box.
type boxOrbit struct {
	boxes    []int
	contents [][]int32  // by position in boxes, and by the first box's filling: the filling of the box
	possible bitset.Set // the fillings of the first box that are possible within the orbit
}

// orbit returns the orbit of boxes; each must be the image of the box before it.
func (f *fixedCounter) orbit(ctx context.Context, s *symmetry, boxes []int) (*boxOrbit, error) {
	content := make([]int32, len(f.fillings))
	for m := range content {
		content[m] = int32(m)
	}
	o := &boxOrbit{boxes: boxes}
	for _, box := range boxes {
		o.contents = append(o.contents, content)
		next := make([]int32, len(content))
		for m := range next {
			if m%fillingsPerPoll == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			next[m] = int32(f.index[s.filling(box, f.fillings[content[m]])])
		}
		content = next
	}
	o.possible = f.set()
	for m, last := range content {
		if m%fillingsPerPoll == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if int(last) == m && f.agrees(o, m) {
			o.possible.Add(m)
		}
	}
	return o, nil
}

// agrees reports whether the boxes of an orbit fit together if the first has filling m.
func (f *fixedCounter) agrees(o *boxOrbit, m int) bool {
	for i, box := range o.boxes {
		x := f.fillings[o.contents[i][m]]
		for j, other := range o.boxes[:i] {
			y := f.fillings[o.contents[j][m]]
			if sameBand(box, other) && !x.rowLines().disjoint(y.rowLines()) ||
				sameStack(box, other) && !x.columnLines().disjoint(y.columnLines()) {
				return false
			}
		}
	}
	return true
}

// count returns the number of grids that the symmetry maps to themselves.
func (f *fixedCounter) count(ctx context.Context, s symmetry) (uint64, error) {
	run, err := f.open(ctx, s)
	if err != nil {
		return 0, err
	}
	return run.count(0, 1<<len(run.orbits)-1)
}

func (f *fixedCounter) open(ctx context.Context, s symmetry) (*fixedRun, error) {
	run := &fixedRun{fixedCounter: f, ctx: ctx, known: map[string]uint64{}}
	all, err := orbit.All(ctx, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, func(box int, visit func(int)) { visit(s.box(box)) })
	if err != nil {
		return nil, err
	}
	for _, boxes := range all {
		o, err := f.orbit(ctx, &s, boxes)
		if err != nil {
			return nil, err
		}
		run.orbits = append(run.orbits, o)
	}
	for range len(run.orbits) {
		var d fixedDepth
		for _, o := range run.orbits {
			d.possible = append(d.possible, slices.Clone(o.possible))
		}
		d.narrowedBy = make([][]uint16, len(run.orbits))
		run.depths = append(run.depths, d)
	}
	return run, nil
}

// fixedRun is the search for the grids that one symmetry maps to themselves.
type fixedRun struct {
	*fixedCounter
	ctx    context.Context
	orbits []*boxOrbit
	depths []fixedDepth
	// known has the results for two open orbits, by the sets that narrowed them. Many choices for the other orbits lead to the
	// same sets. If it is nil, no results are kept.
	known map[string]uint64
	key   []byte
}

// fixedDepth is the state of the search after some choices.
type fixedDepth struct {
	possible   []bitset.Set // by open orbit
	narrowedBy [][]uint16   // by open orbit: the sets of companions that narrowed its fillings
}

// count returns the number of ways to choose fillings for the orbits in open, a set of bits.
func (r *fixedRun) count(depth int, open uint) (uint64, error) {
	next, fewest := 0, 0
	for i, possible := range r.depths[depth].possible {
		if open>>i&1 == 0 {
			continue
		}
		switch size := possible.Size(); {
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
	for m := range r.depths[depth].possible[next].All() {
		if r.ctx.Err() != nil {
			return 0, context.Cause(r.ctx)
		}
		n, err := r.choose(depth, r.orbits[next], m, open)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// choose returns the number of ways to choose fillings for the open orbits if the first box of the chosen one has filling m.
func (r *fixedRun) choose(depth int, chosen *boxOrbit, m int, open uint) (uint64, error) {
	r.restrict(depth, chosen, m, open)
	if bits.OnesCount(open) != 2 || r.known == nil {
		return r.countNarrowed(depth, open)
	}
	r.key = append(r.key[:0], byte(open), byte(open>>8))
	for i, sets := range r.depths[depth+1].narrowedBy {
		if open>>i&1 == 1 {
			r.key = append(r.key, byte(len(sets)))
			for _, set := range sets {
				r.key = append(r.key, byte(set), byte(set>>8))
			}
		}
	}
	if n, ok := r.known[string(r.key)]; ok {
		return n, nil
	}
	key := string(r.key)
	n, err := r.countNarrowed(depth, open)
	if err == nil {
		r.known[key] = n
	}
	return n, err
}

// restrict finds the sets of companions that narrow the open orbits at the next depth.
func (r *fixedRun) restrict(depth int, chosen *boxOrbit, m int, open uint) {
	for i, o := range r.orbits {
		if open>>i&1 == 0 {
			continue
		}
		// The earlier sets come first.
		sets := append(r.depths[depth+1].narrowedBy[i][:0], r.depths[depth].narrowedBy[i]...)
		for j, box := range chosen.boxes {
			if sameBand(box, o.boxes[0]) {
				sets = append(sets, r.beside[chosen.contents[j][m]])
			}
			if sameStack(box, o.boxes[0]) {
				sets = append(sets, r.below[chosen.contents[j][m]])
			}
		}
		r.depths[depth+1].narrowedBy[i] = sets
	}
}

// countNarrowed narrows the open orbits, and counts the ways to choose their fillings.
func (r *fixedRun) countNarrowed(depth int, open uint) (uint64, error) {
	before, after := &r.depths[depth], &r.depths[depth+1]
	for i := range r.orbits {
		if open>>i&1 == 0 {
			continue
		}
		left, from := after.possible[i], before.possible[i]
		for _, set := range after.narrowedBy[i][len(before.narrowedBy[i]):] {
			if !left.Intersect(from, r.companions[set]) {
				return 0, nil
			}
			from = left
		}
		copy(left, from)
	}
	return r.count(depth+1, open)
}
