package grids

import (
	"context"
	"maps"
	"slices"

	"qmsat/internal/orbit"
)

// band is the row sets of the three boxes of a band, as indices of partitions: the rows hold every digit once. Two
// choices of upper and lower rows belong to it, mirror images of each other, since the choice in one box decides
// that in the others. By transposition a band also is the column sets of a stack.
type band [side]uint16

// pair is the rest of a band whose first entry is known.
type pair [2]uint16

// tables are what every count for one Δ starts from.
type tables struct {
	bound      bound
	partitions []partition          // the partitions of some quasi-magic filling
	index      map[partition]uint16 // of a partition in partitions
	// partners has, for each partition, those that may be the columns of a filling whose rows it is. Each such pair is four
	// fillings, which differ by the exchange of outer rows and of outer columns. The relation is symmetric.
	partners [][]uint16
	rest     [][]pair // for each partition the bands that begin with it
	// parts has all bands, sorted within each part. Bands of one part have middle rows that relabellings and permutations of
	// the three boxes take to each other. So each part is closed under these, and a sum over bands can be ordered by
	// parts.
	parts [][]band
}

// newTables prepares the counts for a Δ. Like all that is prepared here, it ends with the context's cause if that ends first.
func newTables(ctx context.Context, b bound) (*tables, error) {
	t := &tables{bound: b}
	if err := t.pairUp(ctx); err != nil {
		return nil, err
	}
	return t, t.joinBands(ctx)
}

// pairUp finds the partitions and which of them go together in a filling.
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

// images calls visit with what the generators of relabellings and of permutations of the boxes make of a band.
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
