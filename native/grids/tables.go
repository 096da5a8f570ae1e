package grids

import (
	"context"
	"maps"
	"slices"

	"qmsat/internal/orbit"
)

// band is the row sets of the three boxes of a band, as indices of partitions: the rows hold every digit once. It has two choices
// of upper and lower rows, mirror images of each other, because the choice in one box decides the others. By transposition a band
// is also the column sets of a stack.
type band [side]uint16

// pair is a band without its first entry, which is known.
type pair [2]uint16

// tables are the common data of all counts for one Δ.
type tables struct {
	bound      bound
	partitions []partition          // those that some quasi-magic filling has
	index      map[partition]uint16 // of a partition in partitions
	// partners has, for each partition as rows, the partitions that may be the columns of the same filling. Each such pair gives
	// four fillings, which differ by the exchange of outer rows and of outer columns. The relation is symmetric.
	partners [][]uint16
	rest     [][]pair // by partition: the bands that begin with it
	// parts has all bands, sorted within each part. Bands belong to one part if relabellings and permutations of the three boxes
	// can map their middle rows to each other. So each part is closed under these, and a sum over bands can be ordered by parts.
	parts [][]band
}

// newTables prepares the counts for a Δ. Like all functions that prepare here, it returns the context's cause if the context ends
// first.
func newTables(ctx context.Context, b bound) (*tables, error) {
	t := &tables{bound: b}
	if err := t.pairUp(ctx); err != nil {
		return nil, err
	}
	return t, t.joinBands(ctx)
}

// pairUp finds the partitions, and which of them combine in a filling.
func (t *tables) pairUp(ctx context.Context) error {
	all := t.bound.partitions()
	goTogether := func(rows, columns partition) bool {
		_, ok := t.bound.filling(rows, columns)
		return ok
	}
	t.index = map[partition]uint16{}
	for _, p := range all {
		if slices.ContainsFunc(all, func(q partition) bool { return goTogether(p, q) }) {
			t.index[p] = uint16(len(t.partitions))
			t.partitions = append(t.partitions, p)
		}
	}
	t.partners = make([][]uint16, len(t.partitions))
	for i, rows := range t.partitions {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for j, columns := range t.partitions {
			if goTogether(rows, columns) {
				t.partners[i] = append(t.partners[i], uint16(j))
			}
		}
	}
	return nil
}

// joinBands finds the bands, and sorts them into parts.
func (t *tables) joinBands(ctx context.Context) error {
	t.rest = make([][]pair, len(t.partitions))
	byMiddles := map[[side]digitSet][]band{}
	for x, p := range t.partitions {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for y, q := range t.partitions {
			if p.middle&q.middle != 0 {
				continue
			}
			for _, q := range []partition{q, {q.middle, q.other, q.outer}} {
				if p.outer&q.outer != 0 || p.other&q.other != 0 {
					continue
				}
				third := newPartition(allOf&^p.middle&^q.middle, allOf&^p.outer&^q.outer, allOf&^p.other&^q.other)
				if z, ok := t.index[third]; ok {
					t.rest[x] = append(t.rest[x], pair{uint16(y), z})
					middles := [side]digitSet{p.middle, q.middle, third.middle}
					slices.Sort(middles[:])
					byMiddles[middles] = append(byMiddles[middles], band{uint16(x), uint16(y), z})
				}
			}
		}
	}
	generators, _ := t.bound.relabellings()
	compare := func(a, b [side]digitSet) int { return slices.Compare(a[:], b[:]) }
	all, err := orbit.All(ctx, slices.SortedFunc(maps.Keys(byMiddles), compare), func(middles [side]digitSet, visit func([side]digitSet)) {
		for _, g := range generators {
			image := [side]digitSet{g.set(middles[0]), g.set(middles[1]), g.set(middles[2])}
			slices.Sort(image[:])
			visit(image)
		}
	})
	for _, orbit := range all {
		var part []band
		for _, middles := range orbit {
			part = append(part, byMiddles[middles]...)
		}
		slices.SortFunc(part, func(a, b band) int { return slices.Compare(a[:], b[:]) })
		t.parts = append(t.parts, part)
	}
	return err
}

// images calls visit with the images of a band under the generators of relabellings and of box permutations.
func (t *tables) images(generators []relabelling) func(band, func(band)) {
	moves := make([][]uint16, len(generators))
	for i, g := range generators {
		for _, p := range t.partitions {
			moves[i] = append(moves[i], t.index[g.partition(p)])
		}
	}
	return func(b band, visit func(band)) {
		visit(band{b[1], b[0], b[2]})
		visit(band{b[1], b[2], b[0]})
		for _, move := range moves {
			visit(band{move[b[0]], move[b[1]], move[b[2]]})
		}
	}
}
