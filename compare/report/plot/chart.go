package plot

import (
	"fmt"
	"math"
	"unicode/utf8"

	"qmsat/model/draw/svg"
)

// Point is a place in a chart, in the units of its axes. A coordinate of +Inf stands for a value that is not known, but larger
// than all: it is drawn beyond the axis' end, where [Chart.Beyond] says what it means.
type Point struct{ X, Y float64 }

// Series are points that belong together.
type Series struct {
	Name   string
	Style  int // series of the same style look alike, in all charts
	Points []Point
}

// Chart is data between two axes.
type Chart struct {
	Title         string // for readers who cannot see it, and as a tooltip; the page says what a chart shows
	Description   string
	X, Y          Axis
	Series        []Series
	Width, Height float64 // of the area between the axes, in pixels; 0: a common size
	Dots          bool    // points are scattered, not joined to curves, and there is no legend
	Factors       bool    // both axes have the same scale, with lines where one value is 1, 10 and 1/10 of the other
	Beyond        string  // what coordinates of +Inf mean; "" where there are none
}

// Sizes, in pixels.
const (
	tickSize    = 11.0
	labelSize   = 12.0
	legendSize  = 12.0
	legendLine  = 17.0
	markerSize  = 3.4
	dotSize     = 2.2
	fewDots     = 60   // that are drawn larger and darker
	manyDots    = 500  // that are drawn smaller
	beyondWidth = 18.0 // of the strip for values that are larger than all
	sampleWidth = 34.0 // of a curve in the legend
	glyphWidth  = 0.56 // of a digit or letter, of the font's size

	axisColour   = "#333333"
	gridColour   = "#dddddd"
	factorColour = "#999999"
	textColour   = "#111111"
)

// frame is where a chart's area lies in its document, and what its axes mean.
type frame struct {
	left, top, width, height float64
	x, y                     scale
	beyond                   float64 // how wide the strip beyond each axis' end is
}

// place returns where a point stands; both coordinates have a place on their scales or are +Inf.
func (f *frame) place(p Point) Point {
	x, y := f.left+f.width+f.beyond/2, f.top-f.beyond/2
	if !math.IsInf(p.X, 1) {
		x = f.left + f.width*f.x.at(p.X)
	}
	if !math.IsInf(p.Y, 1) {
		y = f.top + f.height*(1-f.y.at(p.Y))
	}
	return Point{x, y}
}

// widthOf estimates the width of text.
func widthOf(text string, size float64) float64 {
	return glyphWidth * size * float64(utf8.RuneCountInString(text))
}

// fitted returns a label that fits a width, and its font size: smaller than usual where it is long, and with its middle left out
// where it would be too small to read.
func fitted(label string, width float64) (text string, size float64) {
	const least = 9.0
	size = labelSize
	for size > least && widthOf(label, size) > width {
		size--
	}
	runes := []rune(label)
	for cut := 1; widthOf(label, size) > width && cut < len(runes)-2; cut++ {
		head := (len(runes) - cut) / 2
		label = string(runes[:head]) + "…" + string(runes[head+cut:])
	}
	return label, size
}

// SVG draws the chart. A scale fits the data; a chart without data has axes all the same.
func (c *Chart) SVG() string {
	f := frame{width: c.Width, height: c.Height}
	if f.width == 0 {
		f.width, f.height = 600, 360
	}
	if c.Beyond != "" {
		f.beyond = beyondWidth
	}
	f.x, f.y = c.scales()
	xTicks, yTicks := f.x.ticks(int(f.width/64)), f.y.ticks(int(f.height/34))
	f.left = labelSize*1.5 + 10
	for _, t := range yTicks {
		if t.major {
			f.left = max(f.left, labelSize*1.5+14+widthOf(c.Y.Format(t.value), tickSize))
		}
	}
	f.top = 8 + f.beyond
	if f.beyond > 0 {
		f.top += tickSize
	}
	legend := c.legend(f.left + f.width)
	bottom := f.top + f.height + 8 + tickSize + 6 + labelSize + 8
	w := svg.New(f.left+f.width+f.beyond+22, bottom+float64(len(legend))*legendLine, c.Title, c.Description)
	c.drawAxes(w, &f, xTicks, yTicks)
	if c.Factors {
		f.drawFactors(w)
	}
	for _, s := range c.Series {
		c.drawSeries(w, &f, s)
	}
	c.drawLegend(w, legend, f.left, bottom)
	return w.String()
}

// scales returns the scales of both axes.
func (c *Chart) scales() (x, y scale) {
	var xs, ys []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	if c.Factors {
		xs = append(xs, ys...)
		ys = xs
	}
	return c.X.scaleOf(xs), c.Y.scaleOf(ys)
}

// drawAxes draws the area, its ticks and what the axes are.
func (c *Chart) drawAxes(w *svg.Writer, f *frame, xTicks, yTicks []tick) {
	right, bottom := f.left+f.width, f.top+f.height
	var lines, marks svg.Path
	w.Open("g", "font-size", tickSize, "fill", textColour)
	for _, t := range xTicks {
		x := f.left + f.width*f.x.at(t.value)
		length := 3.0
		if t.major {
			length = 6
			lines.MoveTo(x, f.top)
			lines.LineTo(x, bottom)
			w.Text(x, bottom+8+tickSize, c.X.Format(t.value), "text-anchor", "middle")
		}
		marks.MoveTo(x, bottom)
		marks.LineTo(x, bottom+length)
	}
	for _, t := range yTicks {
		y := bottom - f.height*f.y.at(t.value)
		length := 3.0
		if t.major {
			length = 6
			lines.MoveTo(f.left, y)
			lines.LineTo(right, y)
			w.Text(f.left-9, y+0.36*tickSize, c.Y.Format(t.value), "text-anchor", "end")
		}
		marks.MoveTo(f.left-length, y)
		marks.LineTo(f.left, y)
	}
	w.Close()
	w.Element("path", "d", lines.String(), "stroke", gridColour, "stroke-width", 0.8, "fill", "none")
	w.Element("path", "d", marks.String(), "stroke", axisColour, "stroke-width", 0.8, "fill", "none")
	if f.beyond > 0 {
		c.drawBeyond(w, f)
	}
	w.Element("rect", "x", f.left, "y", f.top, "width", f.width, "height", f.height, "fill", "none", "stroke", axisColour, "stroke-width", 1.0)
	label, size := fitted(c.X.Label, f.width+f.left/2)
	w.Text(f.left+f.width/2, bottom+8+tickSize+6+labelSize, label, "font-size", size, "fill", textColour, "text-anchor", "middle")
	middle := f.top + f.height/2
	label, size = fitted(c.Y.Label, f.height+f.top)
	w.Text(labelSize, middle, label, "font-size", size, "fill", textColour, "text-anchor", "middle",
		"transform", fmt.Sprintf("rotate(-90 %s %s)", svg.Number(labelSize), svg.Number(middle)))
}

// drawBeyond draws the strips for values that are larger than all.
func (c *Chart) drawBeyond(w *svg.Writer, f *frame) {
	right := f.left + f.width
	w.Element("path", "d", corneredStrip(f), "fill", "#f2f2f2", "stroke", "none")
	w.Open("g", "font-size", tickSize-1, "fill", "#555555", "text-anchor", "middle")
	w.Text(f.left+f.width/2, f.top-f.beyond-4, c.Beyond)
	x, y := right+f.beyond+4, f.top+f.height/2
	w.Text(x, y, c.Beyond, "transform", fmt.Sprintf("rotate(90 %s %s)", svg.Number(x), svg.Number(y)))
	w.Close()
}

// corneredStrip is the strip along the upper side of the area and down its right side.
func corneredStrip(f *frame) string {
	right, bottom := f.left+f.width, f.top+f.height
	var path svg.Path
	for i, p := range []Point{
		{f.left, f.top}, {f.left, f.top - f.beyond}, {right + f.beyond, f.top - f.beyond}, {right + f.beyond, bottom}, {right, bottom}, {right, f.top},
	} {
		if i == 0 {
			path.MoveTo(p.X, p.Y)
		} else {
			path.LineTo(p.X, p.Y)
		}
	}
	path.Close()
	return path.String()
}

// drawFactors draws the lines where y is x, 10x and x/10. Both scales are the same and logarithmic.
func (f *frame) drawFactors(w *svg.Writer) {
	for _, line := range []struct {
		factor float64
		dash   string
	}{{1, ""}, {10, "5 3"}, {0.1, "5 3"}} {
		from, to := max(f.x.lo, f.y.lo/line.factor), min(f.x.hi, f.y.hi/line.factor)
		if from >= to {
			continue
		}
		a, b := f.place(Point{from, from * line.factor}), f.place(Point{to, to * line.factor})
		attributes := svg.Attributes{"stroke", factorColour, "stroke-width", 1.0}
		if line.dash != "" {
			attributes = append(attributes, "stroke-dasharray", line.dash)
		}
		w.Line(a.X, a.Y, b.X, b.Y, attributes...)
	}
}

// placed returns where the points of a series stand, those left out that a scale has no place for.
func (c *Chart) placed(f *frame, points []Point) []Point {
	var placed []Point
	for _, p := range points {
		known := func(a Axis, v float64) bool { return a.has(v) || c.Beyond != "" && math.IsInf(v, 1) }
		if known(c.X, p.X) && known(c.Y, p.Y) {
			placed = append(placed, f.place(p))
		}
	}
	return placed
}

// drawSeries draws dots, or a curve with some markers.
func (c *Chart) drawSeries(w *svg.Writer, f *frame, s Series) {
	points := c.placed(f, s.Points)
	if len(points) == 0 {
		return
	}
	if c.Dots {
		drawDots(w, style(s.Style), points)
		return
	}
	drawCurve(w, style(s.Style), thinned(points))
	style(s.Style).marks(w, spread(points), markerSize)
}

// drawDots draws a dot for each point; points that fall on the same half pixel are one dot.
func drawDots(w *svg.Writer, s style, points []Point) {
	size, opacity := dotSize, "0.5"
	switch {
	case len(points) <= fewDots:
		size, opacity = 1.4*dotSize, "0.8"
	case len(points) > manyDots:
		size, opacity = 0.65*dotSize, "0.7"
	}
	seen := map[Point]bool{}
	var path svg.Path
	for _, p := range points {
		p = Point{math.Round(p.X*2) / 2, math.Round(p.Y*2) / 2}
		if !seen[p] {
			seen[p] = true
			path.MoveTo(p.X, p.Y)
			path.LineTo(p.X, p.Y)
		}
	}
	// A line without length and with round ends is a dot.
	w.Element("path", "d", path.String(), "stroke", s.colour(), "stroke-width", 2*size, "stroke-linecap", "round",
		"stroke-opacity", opacity, "fill", "none")
}

func drawCurve(w *svg.Writer, s style, points []Point) {
	var path svg.Path
	for i, p := range points {
		if i == 0 {
			path.MoveTo(p.X, p.Y)
		} else {
			path.LineTo(p.X, p.Y)
		}
	}
	attributes := svg.Attributes{"d", path.String(), "fill", "none", "stroke", s.colour(), "stroke-width", 1.6, "stroke-linejoin", "round"}
	if s.dash() != "" {
		attributes = append(attributes, "stroke-dasharray", s.dash())
	}
	w.Element("path", attributes...)
}

// thinned leaves out points of a curve that are less than a pixel from the one before, except the last.
func thinned(points []Point) []Point {
	kept := points[:1:1]
	for i, p := range points[1:] {
		last := kept[len(kept)-1]
		if i == len(points)-2 || math.Abs(p.X-last.X)+math.Abs(p.Y-last.Y) >= 1 {
			kept = append(kept, p)
		}
	}
	return kept
}

// spread chooses the points of a curve that get markers: the ends, and between them points at least some distance apart.
func spread(points []Point) []Point {
	const apart = 55.0 // pixels
	last := points[len(points)-1]
	chosen := points[:1:1]
	far := func(p, q Point) bool { return math.Hypot(p.X-q.X, p.Y-q.Y) >= apart }
	for _, p := range points[1:] {
		if far(p, chosen[len(chosen)-1]) && far(p, last) {
			chosen = append(chosen, p)
		}
	}
	return append(chosen, last)
}

// entry is a place in the legend.
type entry struct {
	series Series
	x      float64
}

// legend parts the series into lines that fit a width, in columns of equal width.
func (c *Chart) legend(width float64) [][]entry {
	if c.Dots || len(c.Series) == 0 {
		return nil
	}
	column := 0.0
	for _, s := range c.Series {
		column = max(column, sampleWidth+6+widthOf(s.Name, legendSize)+16)
	}
	columns := max(1, min(len(c.Series), int(width/column)))
	rows := (len(c.Series) + columns - 1) / columns
	lines := make([][]entry, rows)
	for i, s := range c.Series {
		lines[i%rows] = append(lines[i%rows], entry{s, float64(i/rows) * column})
	}
	return lines
}

// drawLegend draws a sample of each series with its name; entries run down the columns.
func (c *Chart) drawLegend(w *svg.Writer, lines [][]entry, left, top float64) {
	left = min(left, 40)
	for i, line := range lines {
		y := top + float64(i)*legendLine + legendLine/2
		for _, e := range line {
			x := left + e.x
			drawCurve(w, style(e.series.Style), []Point{{x, y}, {x + sampleWidth, y}})
			style(e.series.Style).marks(w, []Point{{x + sampleWidth/2, y}}, markerSize)
			w.Text(x+sampleWidth+6, y+0.36*legendSize, e.series.Name, "font-size", legendSize, "fill", textColour)
		}
	}
}
