package draw

import (
	"slices"
	"strconv"

	"qmsat/model"
	"qmsat/model/variant"
)

// Widths of lines, and radii.
const (
	lineWidth  = 8.0
	wideWidth  = 13.0 // of thermometers
	arrowWidth = 3.0
	thinWidth  = 1.5
	bulbRadius = 17.0
	endRadius  = 15.0
)

func init() {
	paint("grey, from a bulb", strokes, func(p pen, n *variant.Thermometer) { p.thermometer(n) })
	paint("circle with arrows", fine, func(p pen, n *variant.Arrow) { p.arrows(n.Bulb, n.Shafts) })
	paint("grey line", strokes, func(p pen, n *variant.Palindrome) { p.line(n.Line, grey, lineWidth+2) })
	paint("green line", strokes, func(p pen, n *variant.Whispers) {
		p.line(n.Line, green, lineWidth)
		p.small(n.Line, nonZero(n.Difference))
	})
	paint("purple line", strokes, func(p pen, n *variant.Renban) { p.line(n.Line, purple, lineWidth) })
	paint("mustard line", strokes, func(p pen, n *variant.Nabner) { p.line(n.Line, mustard, lineWidth) })
	paint("lilac line", strokes, func(p pen, n *variant.Zipper) { p.line(n.Line, lilac, lineWidth) })
	paint("blue line", strokes, func(p pen, n *variant.RegionSum) { p.line(n.Line, blue, lineWidth) })
	paint("orange line", strokes, func(p pen, n *variant.Entropic) { p.line(n.Line, orange, lineWidth) })
	paint("teal line", strokes, func(p pen, n *variant.Modular) {
		p.line(n.Line, teal, lineWidth)
		p.small(n.Line, nonZero(n.Modulus))
	})
	paint("thin line between circles", fine, func(p pen, n *variant.Between) {
		p.line(n.Line, darkGrey, arrowWidth)
		p.ends(n.Line, func(at point) { p.disc(at, endRadius, paper, darkGrey, arrowWidth/2) })
	})
	paint("line between diamonds", strokes, func(p pen, n *variant.Lockout) {
		p.line(n.Line, blueTint, lineWidth)
		p.ends(n.Line, func(at point) { p.diamond(at, endRadius+2, paper, blueTint, arrowWidth) })
		p.small(n.Line, nonZero(n.Difference))
	})
	paint("pink line between circles", fine, func(p pen, n *variant.DoubleArrow) {
		p.line(n.Line, pink, arrowWidth)
		p.ends(n.Line, func(at point) { p.disc(at, endRadius, paper, pink, arrowWidth) })
	})
	paint("yellow line, sum at its start", strokes, func(p pen, n *variant.SumLine) {
		line := n.Line
		if n.Loop {
			line = append(line[:len(line):len(line)], line[0])
		}
		p.line(line, yellow, lineWidth)
		p.small(n.Line, strconv.Itoa(n.Sum))
	})
	paint("red line", strokes, func(p pen, n *variant.ValueIndexing) {
		p.line(n.Line, redTint, lineWidth)
		p.disc(p.at(n.Line[0]), endRadius, redTint, "none", 0)
	})
	paint("pale wide line, sum at its start", strokes, func(p pen, n *variant.Lunchbox) {
		p.line(n.Line, blueTint, wideWidth+10)
		p.small(n.Line, strconv.Itoa(n.Sum))
	})
	paint("dashed line", fine, func(p pen, n *variant.Relation) { p.custom(append(n.Line[:len(n.Line):len(n.Line)], n.Cells...)) })
	paint("dashed line", fine, func(p pen, n *variant.Regex) { p.custom(n.Line) })
	saysIf(func(*model.Grid, *variant.Relation) bool { return false })
	saysIf(func(*model.Grid, *variant.Regex) bool { return false })
	saysIf(func(g *model.Grid, n *variant.SumLine) bool {
		ends := model.Cells{n.Line[0], n.Line[len(n.Line)-1]}
		return !n.Loop || len(n.Line) > 2 && isPath(g, ends)
	})
	saysIf(func(g *model.Grid, n *variant.Arrow) bool {
		for _, shaft := range n.Shafts {
			if !slices.ContainsFunc(n.Bulb, func(v model.Var) bool { return isPath(g, append(model.Cells{v}, shaft...)) }) {
				return false
			}
		}
		return isPath(g, n.Bulb) && allApart(append(slices.Concat(n.Shafts...), n.Bulb...))
	})
}

// thermometer draws a bulb and a line; a slow one is hollow.
func (p pen) thermometer(n *variant.Thermometer) {
	p.disc(p.at(n.Line[0]), bulbRadius, grey, "none", 0)
	p.line(n.Line, grey, wideWidth)
	if n.Slow {
		p.disc(p.at(n.Line[0]), bulbRadius-arrowWidth, paper, "none", 0)
		p.line(n.Line, paper, wideWidth-2*arrowWidth)
	}
}

// arrows draws a circle, or a pill around several cells, and its shafts.
func (p pen) arrows(bulb model.Cells, shafts []model.Cells) {
	for _, shaft := range shafts {
		from := p.nearest(bulb, shaft[0])
		points := append([]point{from}, p.points(shaft)...)
		last := len(shaft)
		points[last] = points[last].toward(points[last-1], -7)
		p.arrowhead(points[last-1], points[last], darkGrey, 10, arrowWidth)
		points[last] = points[last].toward(points[last-1], arrowWidth/2)
		p.path(points, "none", darkGrey, arrowWidth, "stroke-linejoin", "round")
	}
	p.line(bulb, darkGrey, 2*endRadius+arrowWidth)
	p.line(bulb, paper, 2*endRadius-arrowWidth)
}

// nearest returns the middle of the cell of a set that is nearest to another cell.
func (p pen) nearest(set model.Cells, to model.Var) point {
	best := p.at(set[0])
	for _, v := range set[1:] {
		if at := p.at(v); at.distance(p.at(to)) < best.distance(p.at(to)) {
			best = at
		}
	}
	return best
}

// ends draws something at both ends of a line.
func (p pen) ends(line model.Cells, as func(at point)) {
	as(p.at(line[0]))
	as(p.at(line[len(line)-1]))
}

// custom draws a line with a meaning of its own.
func (p pen) custom(line model.Cells) {
	p.path(p.points(line), "none", darkGrey, arrowWidth, "stroke-dasharray", "6 4")
}

// nonZero returns a number as text, or "" for 0.
func nonZero(number int) string {
	if number == 0 {
		return ""
	}
	return strconv.Itoa(number)
}
