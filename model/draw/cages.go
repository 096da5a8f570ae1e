package draw

import (
	"unicode/utf8"

	"qmsat/model"
	"qmsat/model/draw/svg"
)

// The outline of a cage keeps cageInset from the sides of its cells, and cageStep more for each level; beyond maxLevel
// outlines fall together, for want of room.
const (
	cageInset = 3.5
	cageStep  = 3.0
	maxLevel  = 3
	labelSize = 9.0
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

// drawCages draws the outlines of cages, and what is asked of a set in its first cell.
func (d *drawing) drawCages(w *svg.Writer) {
	for _, c := range d.cages {
		if !c.connected {
			continue
		}
		var path svg.Path
		d.outline(&path, c.cells, c.inset())
		w.Element("path", "d", path.String(), "fill", "none", "stroke", cageColour, "stroke-width", 0.9, "stroke-dasharray", "3 2")
	}
	written := map[model.Var]float64{} // how much of a cell's first line is taken
	for _, c := range d.cages {
		label, first := c.label(), c.cells[0]
		x, y := d.x[int(first)%d.columns]+3+written[first], d.y[int(first)/d.columns]+labelSize+1
		width := labelSize * digitWidth * float64(utf8.RuneCountInString(label))
		w.Element("rect", "x", x-1, "y", y-labelSize+1, "width", width+2, "height", labelSize, "fill", "#ffffff")
		w.Text(x, y, label, "font-size", labelSize, "fill", givenColour)
		written[first] += width + 4
	}
}
