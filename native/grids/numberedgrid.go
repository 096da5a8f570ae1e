package grids

import (
	"cmp"
	"context"
	"slices"

	"qmsat/model"
)

// moves returns for each band of a class a symmetry that maps the first band's boxes to its own.
func (t *tables) moves(ctx context.Context, class []band) (map[band]symmetry, error) {
	relabellings, _ := t.bound.relabellings()
	var stacks [][]model.Var
	for _, order := range [][]int{{1, 0, 2}, {1, 2, 0}} {
		stacks = append(stacks, layout.Moved(func(row, column int) (int, int) {
			return row, side*slices.Index(order, column/side) + column%side
		}))
	}
	generators := symmetriesOf(stacks, relabellings)
	moves := map[band]symmetry{class[0]: identitySymmetry()}
	images := t.images(relabellings)
	reached := []band{class[0]}
	for i := 0; i < len(reached) && len(moves) < len(class); i++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		generator := 0
		images(reached[i], func(image band) {
			if _, known := moves[image]; !known {
				moves[image] = moves[reached[i]].compose(generators[generator])
				reached = append(reached, image)
			}
			generator++
		})
	}
	return moves, nil
}

// grid assembles a grid from its parts in w.
func (n *Numbering) grid(w *wanted) (g Grid) {
	bands := [side]band{n.units[w.first.unit].class[0], w.second, w.third}
	for stack, index := range w.columns {
		rows := [side]uint16{bands[0][stack], bands[1][stack], bands[2][stack]}
		columns := n.tables.lines(n.tables.columnSets(rows)[index], w.mirrors>>(side+stack)&1 != 0)
		for i := range side {
			rows := n.tables.lines(bands[i], w.mirrors>>i&1 != 0)
			for cell := range digits {
				digit := rows[stack*side+cell/side] & columns[i*side+cell%side]
				g[cellAt[w.order[i]*side+stack][cell]] = digit.least()
			}
		}
	}
	return w.apply(&g)
}

// locate finds where a grid's bands are once sorted by parts, and the position of the first one. It reports whether there are
// such bands.
func (n *Numbering) locate(g *Grid, w *wanted) bool {
	var positions [side]position
	for i := range side {
		b, _, ok := n.tables.band(g, [side]int{i * side, i*side + 1, i*side + 2}, false)
		if !ok {
			return false
		}
		if positions[i], ok = n.member[b]; !ok {
			return false
		}
	}
	w.order = [side]int{0, 1, 2}
	slices.SortStableFunc(w.order[:], func(i, j int) int {
		return cmp.Compare(n.units[positions[i].unit].part, n.units[positions[j].unit].part)
	})
	w.first = positions[w.order[0]]
	return true
}

// analyse finds everything except the rank, once the symmetry is known. It reports whether such a grid exists.
func (n *Numbering) analyse(g *Grid, w *wanted) bool {
	inverse := w.inverse()
	moved := inverse.apply(g)
	part := func(boxes [side]int, columns bool, bit int) (band, bool) {
		b, mirrored, ok := n.tables.band(&moved, boxes, columns)
		w.mirrors |= boolIndex(mirrored) << bit
		return b, ok
	}
	var bands [side]band
	for i, at := range w.order {
		var ok bool
		if bands[i], ok = part([side]int{at * side, at*side + 1, at*side + 2}, false, i); !ok {
			return false
		}
	}
	w.second, w.third = bands[1], bands[2]
	for stack := range side {
		columns, ok := part([side]int{w.order[0]*side + stack, w.order[1]*side + stack, w.order[2]*side + stack}, true, side+stack)
		w.columns[stack] = slices.Index(n.tables.columnSets([side]uint16{bands[0][stack], bands[1][stack], bands[2][stack]}), columns)
		if !ok || w.columns[stack] < 0 {
			return false
		}
	}
	return true
}

// band returns the row sets, or the column sets, of three boxes of a grid, whether they are the mirror image, and whether
// quasi-magic grids can have such sets.
func (t *tables) band(g *Grid, boxes [side]int, columns bool) (b band, mirrored, ok bool) {
	for i, box := range boxes {
		var sets [side]digitSet
		for cell := range digits {
			line := cell / side
			if columns {
				line = cell % side
			}
			sets[line] |= setOf(g[cellAt[box][cell]])
		}
		p := newPartition(sets[1], sets[0], sets[2])
		if b[i], ok = t.index[p]; !ok {
			return b, false, false
		}
		if i == 0 {
			mirrored = sets[0] != p.outer
		}
	}
	return b, mirrored, true
}

// columnSets returns the column sets of a stack whose boxes have these row sets.
func (t *tables) columnSets(rows [side]uint16) (all []band) {
	for _, first := range t.partners[rows[0]] {
		for _, rest := range t.rest[first] {
			if t.paired(rows[1], rest[0]) && t.paired(rows[2], rest[1]) {
				all = append(all, band{first, rest[0], rest[1]})
			}
		}
	}
	return all
}

// paired reports whether two partitions are the rows and the columns of a filling.
func (t *tables) paired(rows, columns uint16) bool {
	_, found := slices.BinarySearch(t.partners[rows], columns)
	return found
}

// lines returns the sets of the upper, middle and lower rows of the three boxes of a band, or of its mirror image.
func (t *tables) lines(b band, mirrored bool) (sets [digits]digitSet) {
	first := t.partitions[b[0]]
	if mirrored {
		first.outer, first.other = first.other, first.outer
	}
	var upper, lower digitSet // in the boxes so far
	for i, index := range b {
		p := t.partitions[index]
		if i == 0 {
			p = first
		} else if p.outer&upper != 0 || p.other&lower != 0 {
			p.outer, p.other = p.other, p.outer
		}
		sets[side*i], sets[side*i+1], sets[side*i+2] = p.outer, p.middle, p.other
		upper, lower = upper|p.outer, lower|p.other
	}
	return sets
}
