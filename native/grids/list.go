package grids

import (
	"context"
	"iter"
	"slices"

	"qmsat/native/bitset"
)

// List yields all quasi-magic grids with Δ = delta, 0 to 9, each once, in lexicographic order of their cells. It is for Δ =
// 2; from Δ = 4 on nobody sees the end of the sequence.
//
// It does not share the method of [Count]: cells are filled row by row, and for each box the set of the fillings that are
// still possible is kept. The sequence ends if ctx does, whose error then says so.
func List(ctx context.Context, delta int) (iter.Seq[Grid], error) {
	b, err := newBound(delta)
	if err != nil {
		return nil, err
	}
	return func(yield func(Grid) bool) {
		if l, err := newLister(ctx, b); err == nil {
			l.fill(0, yield)
		}
	}, nil
}

// lister fills a grid cell by cell.
type lister struct {
	ctx  context.Context
	grid Grid
	// The digits that stand in each row, column and box so far. What they exclude the sets below exclude too, but slower.
	rows, columns, boxes [digits]digitSet
	// By depth and box, the fillings that are still possible. Those of boxes that the last cell's digit does not
	// concern are shared with the depth before.
	possible [cells + 1][digits]bitset.Set
	room     [cells][digits]bitset.Set  // memory for sets that are not shared
	with     [digits][digits]bitset.Set // by cell of the box and digit: the fillings with it there
	// By row or column of the box and digit: the fillings without it there.
	rowWithout, columnWithout [side][digits]bitset.Set
}

func newLister(ctx context.Context, b bound) (*lister, error) {
	c, err := newCatalogue(ctx, b)
	if err != nil {
		return nil, err
	}
	l := &lister{ctx: ctx}
	all := bitset.Full(len(c.fillings))
	for box := range digits {
		l.possible[0][box] = all
	}
	for depth := range cells {
		for box := range digits {
			if p := places[depth]; sameBand(p.box, box) || sameStack(p.box, box) {
				l.room[depth][box] = c.set()
			}
		}
	}
	for d := range digits {
		for cell := range digits {
			l.with[cell][d] = c.set()
		}
	}
	for i, m := range c.fillings {
		if i%fillingsPerPoll == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for cell, d := range m {
			l.with[cell][d-1].Add(i)
		}
	}
	for d := range digits {
		for i := range side {
			l.rowWithout[i][d], l.columnWithout[i][d] = slices.Clone(all), slices.Clone(all)
			for j := range side {
				l.rowWithout[i][d].Subtract(l.with[side*i+j][d])
				l.columnWithout[i][d].Subtract(l.with[side*j+i][d])
			}
		}
	}
	return l, nil
}

// fill yields all grids with the cells before depth as they are, and reports whether more are wanted.
func (l *lister) fill(depth int, yield func(Grid) bool) bool {
	if l.ctx.Err() != nil {
		return false
	}
	if depth == cells {
		return yield(l.grid)
	}
	row, column, box := &l.rows[depth/digits], &l.columns[depth%digits], &l.boxes[places[depth].box]
	for open := allOf &^ (*row | *column | *box); open != 0; open &= open - 1 {
		d := open.least()
		if !l.place(depth, d-1) {
			continue
		}
		l.grid[depth] = d
		digit := setOf(d)
		*row, *column, *box = *row|digit, *column|digit, *box|digit
		more := l.fill(depth+1, yield)
		*row, *column, *box = *row&^digit, *column&^digit, *box&^digit
		if !more {
			return false
		}
	}
	return true
}

// place puts a digit into a cell, and reports whether each box still has possible fillings.
func (l *lister) place(depth int, digit uint8) bool {
	p := places[depth]
	// The cell's own box comes first, since it fails most often.
	if !l.narrow(depth, p.box, l.with[p.cell][digit]) {
		return false
	}
	for box, possible := range l.possible[depth] {
		switch {
		case box == p.box:
		case sameBand(box, p.box):
			if !l.narrow(depth, box, l.rowWithout[p.cell/side][digit]) {
				return false
			}
		case sameStack(box, p.box):
			if !l.narrow(depth, box, l.columnWithout[p.cell%side][digit]) {
				return false
			}
		default:
			l.possible[depth+1][box] = possible
		}
	}
	return true
}

func (l *lister) narrow(depth, box int, to bitset.Set) bool {
	l.possible[depth+1][box] = l.room[depth][box]
	return l.room[depth][box].Intersect(l.possible[depth][box], to)
}
