package draw

import (
	"strconv"

	"qmsat/model"
	"qmsat/model/variant"
)

// Radii and sizes of marks.
const (
	dotRadius    = 6.0
	circleRadius = 14.0
	signSize     = 4.5
)

func init() {
	paint("", marks, func(p pen, n *variant.WhiteDot) { p.dot(n.Cells, chalk, ink, n.Difference, 1) })
	paint("", marks, func(p pen, n *variant.BlackDot) { p.dot(n.Cells, ink, chalk, n.Ratio, 2) })
	paint("", marks, func(p pen, n *variant.X) { p.sign(n.Cells, "X") })
	paint("", marks, func(p pen, n *variant.V) { p.sign(n.Cells, "V") })
	paint("number between cells", marks, func(p pen, n *variant.PairSum) { p.sign(n.Cells, strconv.Itoa(n.Sum)) })
	paint("", marks, func(p pen, n *variant.GreaterThan) {
		at, to := p.between(n.Cells...), p.at(n.Cells[1])
		tip := at.toward(to, signSize)
		p.takeBetween(n.Cells, signSize+1)
		p.arrowhead(p.at(n.Cells[0]), tip, givenColour, 2*signSize, thinWidth)
	})
	paint("grey circle", shades, func(p pen, n *variant.Odd) {
		for _, v := range n.Cells {
			p.disc(p.at(v), circleRadius, grey, "none", 0)
		}
	})
	paint("grey square", shades, func(p pen, n *variant.Even) {
		for _, v := range n.Cells {
			p.square(p.at(v), 2*circleRadius, grey)
		}
	})
	paint("grey, signs inwards", tints, func(p pen, n *variant.Minimum) { p.shade(n.Cells, grey) })
	paint("grey, signs outwards", tints, func(p pen, n *variant.Maximum) { p.shade(n.Cells, grey) })
	paint("grey, signs inwards", shades, func(p pen, n *variant.Minimum) { p.extreme(n.Cells, -1) })
	paint("grey, signs outwards", shades, func(p pen, n *variant.Maximum) { p.extreme(n.Cells, 1) })
	paint("", shades, func(p pen, n *variant.PositiveDiagonal) { p.diagonal(-1) })
	paint("", shades, func(p pen, n *variant.NegativeDiagonal) { p.diagonal(1) })
	paint("green", tints, func(p pen, n *variant.RowIndexer) { p.shade(n.Cells, greenTint) })
	paint("red", tints, func(p pen, n *variant.ColumnIndexer) { p.shade(n.Cells, redTint) })
	paint("blue", tints, func(p pen, n *variant.BoxIndexer) { p.shade(n.Cells, blueTint) })
	paint("shaded", tints, func(p pen, _ *variant.Windoku) { p.windoku() })
}

// dot draws a dot between two cells, with its number unless that is the usual one.
func (p pen) dot(cells model.Cells, fill, text string, number *int, usual int) {
	at := p.between(cells...)
	p.takeBetween(cells, dotRadius+1)
	p.disc(at, dotRadius, fill, givenColour, 1)
	if number != nil && *number != usual {
		p.label(at, strconv.Itoa(*number), labelSize, text)
	}
}

// sign writes text between two cells.
func (p pen) sign(cells model.Cells, text string) {
	p.takeBetween(cells, max(6, 12*digitWidth*float64(len(text))/2+1))
	p.label(p.between(cells...), text, 12, givenColour, "stroke", paper, "stroke-width", 4, "paint-order", "stroke")
}

// extreme draws a sign at each side of a set of cells: outwards (1) or inwards (-1).
func (p pen) extreme(cells model.Cells, out float64) {
	in := map[model.Var]bool{}
	for _, v := range cells {
		in[v] = true
	}
	g := p.model.Grid
	for _, v := range cells {
		row, column, _ := g.Coordinates(v)
		for _, to := range []direction{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
			r, c := row+to.down, column+to.right
			if r < 0 || c < 0 || r >= g.Rows || c >= g.Columns || in[g.Cell(r, c)] {
				continue
			}
			p.takeSide(v, to, 7.5)
			at, x, y := p.at(v), float64(to.right), float64(to.down)
			side := point{at.x + 15*x, at.y + 15*y}
			p.arrowhead(point{side.x - 4*out*x, side.y - 4*out*y}, point{side.x + 2*out*x, side.y + 2*out*y}, givenColour, 4, 1)
		}
	}
}

// diagonal draws a line from the left to the right, down (1) or up (-1).
func (p pen) diagonal(down float64) {
	g, half := p.model.Grid, cellSize/2
	left, right := p.at(0), p.at(model.Var(g.Cells()-1))
	if down < 0 {
		left.y, right.y = right.y, left.y
	}
	p.path([]point{{left.x - half, left.y - half*down}, {right.x + half, right.y + half*down}}, "none", diagonalBlue, thinWidth)
}

// windoku shades the boxes that lie a row and a column apart from each other, from the second row and column on.
func (p pen) windoku() {
	g := p.model.Grid
	for v := range model.Var(g.Cells()) {
		row, column, _ := g.Coordinates(v)
		inside := func(i, box, size int) bool { return i%(box+1) > 0 && i-i%(box+1)+box < size }
		if inside(row, g.BoxRows, g.Rows) && inside(column, g.BoxColumns, g.Columns) {
			p.shade([]model.Var{v}, paleGrey)
		}
	}
}
