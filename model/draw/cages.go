package draw

import (
	"strconv"
	"unicode/utf8"

	"qmsat/internal/svg"
	"qmsat/model"
)

// The outline of a cage lies cageInset inside its cells, and cageStep more for each level. Beyond maxLevel outlines coincide,
// since there is no room.
const (
	cageInset = 3.5
	cageStep  = 3.0
	maxLevel  = 3
	labelSize = 9.0
	labelGap  = 1.5  // between a label and its neighbour
	capHeight = 0.72 // of a font's size
)

// inset returns the distance of a cage's outline from the sides of its cells.
func (c *cage) inset() float64 { return cageInset + cageStep*float64(min(c.level, maxLevel)) }

// drawThrough draws a line through the cells of each set without an outline.
func (d *drawing) drawThrough(w *svg.Writer) {
	for _, c := range d.cages {
		if c.connected {
			continue
		}
		var path svg.Path
		var line []float64
		for _, v := range c.cells {
			x, y := d.centre(v)
			line = append(line, x, y)
		}
		path.Line(line...)
		w.Element("path", "d", path.String(), "fill", "none", "stroke", throughColour, "stroke-width", 1.5)
	}
}

// drawCages draws the outlines of cages. In a cage's first cell it writes what the cage requires, inside all outlines there.
func (d *drawing) drawCages(w *svg.Writer) {
	for _, c := range d.cages {
		if !c.connected {
			continue
		}
		var path svg.Path
		d.outline(&path, c.cells, c.inset())
		if c.clue != nil {
			w.Open("g")
			w.Title(clueTitle(c.clue))
		}
		w.Element("path", "d", path.String(), "fill", "none", "stroke", cageColour, "stroke-width", 0.9, "stroke-dasharray", "3 2")
		if c.clue != nil {
			w.Close()
		}
	}
	innermost := map[model.Var]float64{} // the largest inset of the outlines in a cell
	for _, c := range d.cages {
		for _, v := range c.cells {
			if c.connected {
				innermost[v] = max(innermost[v], c.inset())
			}
		}
	}
	written := map[model.Var]float64{} // how much of a cell's first line is used
	for _, c := range d.cages {
		label, first := c.label(), c.cells[0]
		if label == "" {
			continue
		}
		x := d.x[int(first)%d.columns] + innermost[first] + labelGap + written[first]
		y := d.y[int(first)/d.columns] + innermost[first] + labelGap + capHeight*labelSize
		w.Text(x, y, label, append(svg.Attributes{"font-size", labelSize, "fill", givenColour}, d.halo(2)...)...)
		written[first] += labelSize*digitWidth*float64(utf8.RuneCountInString(label)) + 2*labelGap
	}
}

// drawSums writes the sums of the lines of quasi-magic boxes, for lines with a value in every cell: sums of rows at their right
// ends, of columns below, of diagonals at the corners on the right.
func (d *drawing) drawSums(w *svg.Writer, cells []cellValue) {
	if len(d.magic) == 0 {
		return
	}
	g := d.model.Grid
	w.Open("g", "font-size", sumSize, "fill", lineColour)
	for box := range g.Boxes() {
		within, magic := d.magic[box]
		if !magic {
			continue
		}
		for i, line := range g.BoxLines(box) {
			sum, known := sumOf(line.Cells, cells)
			if !known {
				continue
			}
			x, y, anchor := d.sumPosition(g, box, i)
			text, weight := strconv.Itoa(sum), "normal"
			if sum < within.lo || sum > within.hi {
				text += "!"
			}
			if 2*sum == within.lo+within.hi {
				weight = "bold"
			}
			w.Text(x, y, text, "text-anchor", anchor, "font-weight", weight)
		}
	}
	w.Close()
}

// sumOf adds up the values of cells; known is false if a cell has none.
func sumOf(cells []model.Var, values []cellValue) (sum int, known bool) {
	for _, v := range cells {
		if !values[v].known {
			return 0, false
		}
		sum += values[v].value
	}
	return sum, true
}

// sumPosition returns the position of the sum of a box's line; lines are numbered as in [model.Grid.BoxLines].
func (d *drawing) sumPosition(g *model.Grid, box, line int) (x, y float64, anchor string) {
	const away = 5.0
	size := g.BoxRows
	row, column := g.BandOf(box)*size, g.StackOf(box)*size
	beside, above := d.right(column+size-1)+away, d.y[row]-away
	below := d.bottom(row+size-1) + away + capHeight*sumSize
	switch {
	case line < size:
		return beside, d.y[row+line] + cellSize/2 + 0.36*sumSize, "start"
	case line < 2*size:
		return d.x[column+line-size] + cellSize/2, below, "middle"
	case line == 2*size:
		return beside, below, "start"
	default:
		return beside, above, "start"
	}
}
