package grids

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"qmsat/internal/lists"
	"qmsat/native/nine"
)

// List yields all quasi-magic grids with Δ = delta, 0 to 9, each once, in lexicographic order of their cells. It is for Δ = 2;
// from Δ = 4 on there are too many grids to reach the end.
//
// Its method differs from that of [Count]: [nine.Boxes] searches for the grids that begin with some given cells. If they are few,
// it sorts them; otherwise it fixes one more cell. The sequence ends early if ctx ends; ctx.Err then
// tells.
func List(ctx context.Context, delta int) (iter.Seq[Grid], error) {
	b, err := newBound(delta)
	if err != nil {
		return nil, err
	}
	return func(yield func(Grid) bool) {
		if c, err := newCatalogue(ctx, b); err == nil {
			all := nine.NewCatalogue(lists.Map(c.fillings, func(f filling) nine.Filling { return nine.Filling(f) }))
			l := &lister{ctx: ctx, boxes: nine.NewBoxes([digits]*nine.Catalogue(slices.Repeat([]*nine.Catalogue{all}, digits)), nine.AnyVectors)}
			l.list(0, yield)
		}
	}, nil
}

// mostSorted is the largest number of grids that are sorted at a time.
const mostSorted = 1 << 10

// lister searches grids by their first cells.
type lister struct {
	ctx   context.Context
	boxes *nine.Boxes
	start nine.Grid // the first cells
	found []Grid
}

// list yields all grids that agree with the cells before cell, and reports whether more are wanted.
func (l *lister) list(cell int, yield func(Grid) bool) bool {
	l.found = l.found[:0]
	outcome := l.boxes.Solve(&l.start, mostSorted+1, l.ctx.Done(), func(g *nine.Grid) bool {
		l.found = append(l.found, Grid(*g))
		return true
	})
	if outcome.Exhausted {
		slices.SortFunc(l.found, func(a, b Grid) int { return bytes.Compare(a[:], b[:]) })
		return !slices.ContainsFunc(l.found, func(g Grid) bool { return !yield(g) })
	}
	for digit := uint8(1); digit <= digits && l.ctx.Err() == nil; digit++ {
		l.start[cell] = digit
		if !l.list(cell+1, yield) {
			return false
		}
	}
	l.start[cell] = 0
	return l.ctx.Err() == nil
}
