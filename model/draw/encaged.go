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

const quadrupleRadius = 12.0

// numbered returns one cage with a number if there is one.
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
	encage("cage marked #, number in a circle", func(n *variant.CountDistinct) []cage { return marked("#", nil, n.Cells) })
	paint("", strokes, func(p pen, n *variant.CountDistinct) { p.circles(n.Control) })
	paint("circles", strokes, func(p pen, n *variant.CountingCircles) { p.circles(n.Cells) })
	paint("shaded", tints, func(p pen, n *variant.ExtraRegion) { p.shade(n.Cells, paleGrey) })
	paint("shaded", shades, func(p pen, n *variant.Clone) {
		for _, cells := range []model.Cells{n.Cells, n.Copy} {
			p.shade(cells, grey)
			var path svg.Path
			p.outline(&path, cells, 1.5)
			p.Element("path", "d", path.String(), "fill", "none", "stroke", darkGrey, "stroke-width", 1)
		}
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
	p.disc(at, quadrupleRadius, paper, givenColour, 1)
	rows := slices.Collect(slices.Chunk(n.Values, 2))
	for i, row := range rows {
		p.label(point{at.x, at.y + (float64(i)-float64(len(rows)-1)/2)*labelSize}, joined(row, " "), labelSize, givenColour)
	}
}
