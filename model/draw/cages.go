package draw

import (
	"unicode/utf8"

	"qmsat/internal/svg"
	"qmsat/model"
)

// The outline of a cage keeps cageInset from the sides of its cells, and cageStep more for each level; beyond maxLevel
// outlines fall together, for want of room.
const (
	cageInset = 3.5
	cageStep  = 3.0
	maxLevel  = 3
	labelSize = 9.0
	labelGap  = 1.5  // between a label and what is beside it
	capHeight = 0.72 // of a font's size
)

// inset returns how far a cage's outline keeps from the sides of its cells.
func (c *cage) inset() float64 { return cageInset + cageStep*float64(min(c.level, maxLevel)) }

// drawThrough draws a line through the cells of each set that no outline holds.
func (d *drawing) drawThrough(w *svg.Writer) {
	for _, c := range d.cages {
		if c.connected {
			continue
		}
		var path svg.Path
		for i, v := range c.cells {
			x, y := d.centre(v)
			if i == 0 {
				path.MoveTo(x, y)
			} else {
				path.LineTo(x, y)
			}
		}
		w.Element("path", "d", path.String(), "fill", "none", "stroke", throughColour, "stroke-width", 1.5)
	}
}

// drawCages draws the outlines of cages, and what is asked of a set in its first cell, inside of all outlines there.
func (d *drawing) drawCages(w *svg.Writer) {
	for _, c := range d.cages {
		if !c.connected {
			continue
		}
		var path svg.Path
		d.outline(&path, c.cells, c.inset())
		w.Element("path", "d", path.String(), "fill", "none", "stroke", cageColour, "stroke-width", 0.9, "stroke-dasharray", "3 2")
	}
	innermost := map[model.Var]float64{} // how far the outlines in a cell keep from its sides at most
	for _, c := range d.cages {
		for _, v := range c.cells {
			if c.connected {
				innermost[v] = max(innermost[v], c.inset())
			}
		}
	}
	written := map[model.Var]float64{} // how much of a cell's first line is taken
	for _, c := range d.cages {
		label, first := c.label(), c.cells[0]
		x := d.x[int(first)%d.columns] + innermost[first] + labelGap + written[first]
		y := d.y[int(first)/d.columns] + innermost[first] + labelGap + capHeight*labelSize
		w.Text(x, y, label, append(svg.Attributes{"font-size", labelSize, "fill", givenColour}, d.halo(2)...)...)
		written[first] += labelSize*digitWidth*float64(utf8.RuneCountInString(label)) + 2*labelGap
	}
}
