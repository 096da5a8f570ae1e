package variant

import "qmsat/model"

// Pair is two cells, mostly side by side; kinds of pairs embed it.
type Pair struct {
	Cells model.Cells `field:"cells"`
}

// two returns the cells.
func (p Pair) two() model.Cells { return p.Cells }

// relate adds a table of the values that the two cells may have together.
func (p Pair) relate(d *model.Definition, allowed func(x, y int) bool) {
	if len(p.Cells) != 2 {
		d.Failf("found %d cells, expected 2", len(p.Cells))
		return
	}
	d.Add(pair(d, p.Cells[0], p.Cells[1], allowed))
}

// WhiteDot requires a difference of two cells.
type WhiteDot struct {
	model.Titled
	Pair
	Difference *int `field:"difference,optional"` // nil: 1
}

// BlackDot requires one of two cells to be a multiple of the other.
type BlackDot struct {
	model.Titled
	Pair
	Ratio *int `field:"ratio,optional"` // nil: 2
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "white-dot", Group: Pairs,
		Summary: "two cells differ by 1, or by the difference given",
		Example: "{kind: white-dot, cells: r1c1-r1c2}",
		Also:    []string{"difference", "kropki", "dot"},
		Short:   model.Short{Key: "dots", Word: "white", Field: "cells"},
		New:     func() model.Named { return &WhiteDot{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "black-dot", Group: Pairs,
		Summary: "one of two cells is twice the other, or as many times as the ratio says",
		Example: "{kind: black-dot, cells: r1c1-r1c2, ratio: 3}",
		Also:    []string{"ratio", "kropki", "dot"},
		Short:   model.Short{Key: "dots", Word: "black", Field: "cells"},
		New:     func() model.Named { return &BlackDot{} },
	})
}

// difference returns the difference of the cells.
func (w *WhiteDot) difference() int { return either(w.Difference, 1) }

// ratio returns the ratio of the cells.
func (b *BlackDot) ratio() int { return either(b.Ratio, 2) }

// either returns the number, or another one instead of none.
func either(number *int, other int) int {
	if number == nil {
		return other
	}
	return *number
}

// Define adds a table.
func (w *WhiteDot) Define(d *model.Definition) {
	w.relate(d, func(x, y int) bool { return distance(x, y) == w.difference() })
}

// Define adds a table.
func (b *BlackDot) Define(d *model.Definition) {
	b.relate(d, func(x, y int) bool { return multiple(x, y, b.ratio()) })
}

// multiple reports whether one number is the ratio times the other.
func multiple(x, y, ratio int) bool { return x == ratio*y || y == ratio*x }
