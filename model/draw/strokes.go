package draw

import (
	"qmsat/model/variant"
)

// Widths and sizes of lines.
const (
	lineWidth   = 8.0
	arrowWidth  = 3.0
	thinWidth   = 1.5
	bulbRadius  = 17.0
	circleSize  = 15.0
	mercury     = 13.0 // the width of a thermometer
	palindromes = 10.0
)

func init() {
	paint("", strokes, func(p pen, n *variant.Thermometer) {
		p.disc(p.at(n.Line[0]), bulbRadius, grey, "none", 0)
		p.line(n.Line, grey, mercury)
	})
}
