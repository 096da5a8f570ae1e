package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/variant"
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

// drawCages draws the outlines of cages. What a cage requires is a label of its first cell.
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
	for _, c := range d.cages {
		for _, v := range c.cells {
			if c.connected {
				d.spaceIn(v).take(c.inset() + labelGap)
			}
		}
		if text := c.label(); text != "" {
			d.labels[c.cells[0]] = append(d.labels[c.cells[0]], label{text: text})
		}
	}
}

// drawSums writes the sums of the lines of quasi-magic boxes, for lines with a value in every cell: sums of rows at their right
// ends, of columns below, of diagonals at the corners on the right.
func (d *drawing) drawSums(w *svg.Writer, cells []cellValue) {
	if len(d.magic) == 0 {
		return
	}
	w.Open("g", "font-size", sumSize, "fill", lineColour)
	g := d.model.Grid
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
			text, weight := strconv.Itoa(sum), "normal"
			if sum < within.lo || sum > within.hi {
				text += "!"
			}
			if 2*sum == within.lo+within.hi {
				weight = "bold"
			}
			x, y, anchor := d.sumPosition(g, box, i)
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

const quadrupleRadius = 12.0

// numbered returns one cage with a number; nil stands for no number.
func numbered(cells model.Cells, number *int) []cage {
	c := cage{cells: cells}
	if number != nil {
		c.text = strconv.Itoa(*number)
	}
	return []cage{c}
}

func init() {
	encage("", func(n *variant.Killer) []cage { return numbered(n.Cells, n.Sum) })
	encage("cage, values may be equal", func(n *variant.Sum) []cage { return marked("%d*", n.Sum, n.Cells) })
	encage("cages marked =", func(n *variant.EqualSums) []cage { return marked("=", nil, n.Sets...) })
	encage("cages marked ≡", func(n *variant.SameValues) []cage { return marked("≡", nil, n.Sets...) })
	encage("cage marked O=E", func(n *variant.EqualityCage) []cage { return marked("O=E", nil, n.Cells) })
	encage("cage marked ¬", func(n *variant.Rellik) []cage { return marked("¬%d", n.Sum, n.Cells) })
	encage("cage with values, ! if no more", func(n *variant.Contain) []cage {
		text := joined(n.Values, " ")
		if n.Exactly {
			text += "!"
		}
		return marked(text, nil, n.Cells)
	})
	encage("cage, 25 is two fives", func(n *variant.LookAndSay) []cage {
		says := lists.Map(n.Says, func(pair []int) string { return joined(pair, "") })
		return marked(strings.Join(says, " "), nil, n.Cells)
	})
	saysIf(func(_ *model.Grid, n *variant.LookAndSay) bool { // 112 is a 12, or eleven 2s
		return !slices.ContainsFunc(n.Says, func(pair []int) bool { return pair[0] > 9 || pair[1] > 9 })
	})
	encage("cage marked #, number in a circle", func(n *variant.CountDistinct) []cage { return marked("#", nil, n.Cells) })
	paint("", strokes, func(p pen, n *variant.CountDistinct) { p.circles(n.Control) })
	paint("circles", strokes, func(p pen, n *variant.CountingCircles) { p.circles(n.Cells) })
	paint("shaded", tints, func(p pen, n *variant.ExtraRegion) { p.shade(n.Cells, paleGrey) })
	paint("shaded with an outline", shades, func(p pen, n *variant.Clone) {
		for _, cells := range []model.Cells{n.Cells, n.Copy} {
			p.shade(cells, grey)
			var path svg.Path
			p.outline(&path, cells, 1.5)
			p.Element("path", "d", path.String(), "fill", "none", "stroke", darkGrey, "stroke-width", 1)
		}
	})
	saysIf(func(g *model.Grid, n *variant.Clone) bool {
		shift := func(i int) [2]int {
			row, column, _ := g.Coordinates(n.Cells[i])
			toRow, toColumn, _ := g.Coordinates(n.Copy[i])
			return [2]int{toRow - row, toColumn - column}
		}
		moved := func(i int) bool { return shift(i) != shift(0) }
		return isConnected(n.Cells, g) && !slices.ContainsFunc(lists.Numbers[int](len(n.Cells)), moved)
	})
	paint("", marks, func(p pen, n *variant.Quadruple) { p.quadruple(n) })
}

// marked returns cages with the same text, of a format with a number unless that is nil.
func marked(format string, number any, sets ...model.Cells) []cage {
	if number != nil {
		format = fmt.Sprintf(format, number)
	}
	return lists.Map(sets, func(cells model.Cells) cage { return cage{cells: cells, text: format} })
}

func joined(values []int, separator string) string {
	return strings.Join(lists.Map(values, strconv.Itoa), separator)
}

// circles draws a circle in each cell.
func (p pen) circles(cells model.Cells) {
	for _, v := range cells {
		p.disc(p.at(v), endRadius, paper, darkGrey, thinWidth)
	}
}

// quadruple draws a circle where four cells meet, with the values in rows of at most two.
func (p pen) quadruple(n *variant.Quadruple) {
	at := p.between(n.Cells...)
	p.takeBetween(n.Cells, quadrupleRadius+0.5)
	p.disc(at, quadrupleRadius, paper, givenColour, 1)
	rows := slices.Collect(slices.Chunk(n.Values, 2))
	for i, row := range rows {
		p.label(point{at.x, at.y + (float64(i)-float64(len(rows)-1)/2)*labelSize}, joined(row, " "), labelSize, givenColour)
	}
}
