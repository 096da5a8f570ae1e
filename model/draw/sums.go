package draw

import (
	"strconv"

	"qmsat/internal/svg"
	"qmsat/model"
)

// drawSums writes, beside each quasi-magic box, the sums of its lines whose cells all have a value: those of rows at their
// right ends, of columns below them, of diagonals at the corners on the right.
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
			x, y, anchor := d.sumPlace(g, box, i)
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

// sumOf adds the values of cells up; known is false where one has none.
func sumOf(cells []model.Var, values []cellValue) (sum int, known bool) {
	for _, v := range cells {
		if !values[v].known {
			return 0, false
		}
		sum += values[v].value
	}
	return sum, true
}

// sumPlace returns where the sum of a line of a box is written; lines are numbered as by [model.Grid.BoxLines].
func (d *drawing) sumPlace(g *model.Grid, box, line int) (x, y float64, anchor string) {
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
