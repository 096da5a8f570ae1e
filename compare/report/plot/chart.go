package plot

import (
	"fmt"
	"math"
	"unicode/utf8"

	"qmsat/internal/svg"
)

// Point is a point of a chart, in the units of its axes. A coordinate of +Inf is an unknown value larger than all others. It is
// drawn beyond the axis' end, and [Chart.Beyond] explains it.
type Point struct{ X, Y float64 }

// Series are points that belong together.
type Series struct {
	Name   string
	Style  int // series of the same style look alike, in all charts
	Points []Point
	// Low and High bound X of a single point. If no interval is known, they equal X or are NaN. An infinite bound runs to the
	// chart's side.
	Low, High float64
}

// Kind is how the points of series are shown.
type Kind int

// The kinds of charts.
const (
	Curves  Kind = iota // points are joined; there is a legend
	Dots                // points are scattered
	Rows                // a marker for each thing of the Y axis, with its interval
	Figures             // the same, with the value next to it instead of an interval
)

// Chart is data between two axes.
type Chart struct {
	Kind          Kind
	Title         string // for readers who cannot see it, and as a tooltip; the page says what a chart shows
	Description   string
	X, Y          Axis
	Series        []Series
	Width, Height float64 // of the area between the axes, in pixels; 0: a common size, or what the rows need
	Factors       bool    // both axes have the same scale, with lines where one value is 1, 10 and 1/10 of the other
	Beyond        string  // what coordinates of +Inf mean; "" if there are none
}

// Sizes, in pixels.
const (
	tickSize    = 11.0
	labelSize   = 12.0
	legendLine  = 17.0
	rowHeight   = 20.0
	markerSize  = 3.4
	fewDots     = 60   // that are drawn larger and darker
	beyondWidth = 18.0 // of the strip for values that are larger than all
	sampleWidth = 34.0 // of a curve in the legend
	glyphWidth  = 0.56 // of a digit or letter, of the font's size

	axisColour   = "#333333"
	gridColour   = "#dddddd"
	factorColour = "#999999"
	textColour   = "#111111"
)

// frame is the position of a chart's area in its document, with the scales of its axes.
type frame struct {
	left, top, width, height float64
	x, y                     scale
	beyond                   float64 // how wide the strip beyond each axis' end is
}

// scaled returns the point of the picture for a point of the chart; both coordinates have a place on their scales or are +Inf.
func (f *frame) scaled(p Point) Point {
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

// fitted returns a label that fits a width of two letters or more. It shortens a long label in its middle.
func fitted(label string, width float64) string {
	runes, room := []rune(label), max(int(width/(glyphWidth*labelSize)), 2)
	if len(runes) <= room {
		return label
	}
	return string(runes[:room/2]) + "…" + string(runes[len(runes)-(room-1)/2:])
}

// SVG draws the chart. A scale fits the data; a chart without data has axes all the same.
func (c *Chart) SVG() string {
	f := frame{width: c.Width, height: c.Height}
	if f.width == 0 {
		f.width = 600
	}
	switch {
	case c.Y.Format == nil:
		f.height = rowHeight * max(float64(len(c.Y.Names)), 1)
	case f.height == 0:
		f.height = 360
	}
	if c.Beyond != "" {
		f.beyond = beyondWidth
	}
	f.x, f.y = c.scales()
	xTicks, yTicks := f.x.ticks(int(f.width/64)), f.y.ticks(int(f.height/34))
	f.left = labelSize*1.5 + 10
	for _, t := range yTicks {
		if t.major {
			f.left = max(f.left, labelSize*1.5+14+widthOf(c.Y.text(t.value), tickSize))
		}
	}
	f.top = 8 + f.beyond
	if f.beyond > 0 {
		f.top += tickSize
	}
	column, columns := 0.0, 1
	if c.Kind == Curves {
		for _, s := range c.Series {
			column = max(column, sampleWidth+6+widthOf(s.Name, labelSize)+16)
		}
		columns = max(1, int((f.left+f.width)/max(column, 1)))
	}
	bottom := f.top + f.height + 8 + tickSize + 6 + labelSize + 8
	height := bottom
	if c.Kind == Curves {
		height += legendLine * float64((len(c.Series)+columns-1)/columns)
	}
	w := svg.New(f.left+f.width+f.beyond+22, height, c.Title, c.Description)
	c.drawAxes(w, &f, xTicks, yTicks)
	if c.Factors {
		f.drawFactors(w)
	}
	for i, s := range c.Series {
		c.drawSeries(w, &f, s)
		if c.Kind == Curves {
			s.drawLegend(w, min(f.left, 40)+float64(i%columns)*column, bottom+legendLine*(float64(i/columns)+0.5))
		}
	}
	return w.String()
}

func (c *Chart) scales() (x, y scale) {
	var xs, ys []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
		if c.Kind == Rows {
			xs = append(xs, s.Low, s.High)
		}
	}
	if c.Factors {
		xs = append(xs, ys...)
		ys = xs
	}
	return c.X.scaleOf(xs), c.Y.scaleOf(ys)
}

// drawAxes draws the area, its ticks and the axes' titles.
func (c *Chart) drawAxes(w *svg.Writer, f *frame, xTicks, yTicks []tick) {
	right, bottom := f.left+f.width, f.top+f.height
	var lines, marks svg.Path
	w.Open("g", "font-size", tickSize, "fill", textColour)
	for _, t := range xTicks {
		x := f.left + f.width*f.x.at(t.value)
		length := 3.0
		if t.major {
			length = 6
			lines.Line(x, f.top, x, bottom)
			w.Text(x, bottom+8+tickSize, c.X.text(t.value), "text-anchor", "middle")
		}
		marks.Line(x, bottom, x, bottom+length)
	}
	for _, t := range yTicks {
		y := bottom - f.height*f.y.at(t.value)
		length := 3.0
		if t.major {
			length = 6
			lines.Line(f.left, y, right, y)
			w.Text(f.left-9, y+0.36*tickSize, c.Y.text(t.value), "text-anchor", "end")
		}
		marks.Line(f.left-length, y, f.left, y)
	}
	w.Close()
	w.Element("path", "d", lines.String(), "stroke", gridColour, "stroke-width", 0.8, "fill", "none")
	w.Element("path", "d", marks.String(), "stroke", axisColour, "stroke-width", 0.8, "fill", "none")
	if f.beyond > 0 {
		c.drawBeyond(w, f)
	}
	w.Element("rect", "x", f.left, "y", f.top, "width", f.width, "height", f.height, "fill", "none", "stroke", axisColour, "stroke-width", 1.0)
	w.Open("g", "font-size", labelSize, "fill", textColour, "text-anchor", "middle")
	w.Text(f.left+f.width/2, bottom+8+tickSize+6+labelSize, fitted(c.X.Label, f.width+f.left/2))
	upwards(w, -90, labelSize, f.top+f.height/2, fitted(c.Y.Label, f.height+f.top))
	w.Close()
}

// upwards writes text that runs upwards.
func upwards(w *svg.Writer, degrees int, x, y float64, text string) {
	w.Text(x, y, text, "transform", fmt.Sprintf("rotate(%d %s %s)", degrees, svg.Number(x), svg.Number(y)))
}

// drawBeyond draws the strips for values that are larger than all.
func (c *Chart) drawBeyond(w *svg.Writer, f *frame) {
	right := f.left + f.width
	w.Open("g", "fill", "#f2f2f2")
	w.Element("rect", "x", f.left, "y", f.top-f.beyond, "width", f.width+f.beyond, "height", f.beyond)
	w.Element("rect", "x", right, "y", f.top, "width", f.beyond, "height", f.height)
	w.Close()
	w.Open("g", "font-size", tickSize-1, "fill", "#555555", "text-anchor", "middle")
	w.Text(f.left+f.width/2, f.top-f.beyond-4, c.Beyond)
	upwards(w, 90, right+f.beyond+4, f.top+f.height/2, c.Beyond)
	w.Close()
}

// drawFactors draws the lines where y is x, 10x and x/10. Both scales are the same and logarithmic.
func (f *frame) drawFactors(w *svg.Writer) {
	for i, factor := range []float64{1, 10, 0.1} {
		from, to := max(f.x.lo, f.y.lo/factor), min(f.x.hi, f.y.hi/factor)
		if from < to {
			a, b := f.scaled(Point{from, from * factor}), f.scaled(Point{to, to * factor})
			w.Line(a.X, a.Y, b.X, b.Y, "stroke", factorColour, "stroke-width", 1.0, "stroke-dasharray", [...]string{"none", "5 3", "5 3"}[i])
		}
	}
}

// drawSeries draws the points that the scales have a place for.
func (c *Chart) drawSeries(w *svg.Writer, f *frame, s Series) {
	look := style(s.Style)
	known := func(a Axis, v float64) bool { return a.has(v) || c.Beyond != "" && math.IsInf(v, 1) }
	var points []Point
	for _, p := range s.Points {
		if known(c.X, p.X) && known(c.Y, p.Y) {
			points = append(points, f.scaled(p))
		}
	}
	switch {
	case len(points) == 0:
	case c.Kind == Dots:
		look.dots(w, points)
	case c.Kind == Curves:
		look.curve(w, apart(points, 1))
		look.marks(w, apart(points, 55))
	case c.Kind == Rows:
		if s.Low != s.High && !math.IsNaN(s.Low) && !math.IsNaN(s.High) {
			end := func(bound, side float64) float64 {
				if c.X.has(bound) {
					return f.left + f.width*f.x.at(bound)
				}
				return side
			}
			look.bar(w, end(s.Low, f.left), end(s.High, f.left+f.width), points[0].Y)
		}
		look.marks(w, points)
	default:
		look.marks(w, points)
		x, anchor := points[0].X+7, "start"
		if x > f.left+f.width/2 {
			x, anchor = x-14, "end"
		}
		w.Text(x, points[0].Y+0.36*tickSize, c.X.text(s.Points[0].X), "font-size", tickSize, "text-anchor", anchor, "fill", textColour)
	}
}

// drawLegend draws a sample of the series with its name.
func (s Series) drawLegend(w *svg.Writer, x, y float64) {
	style(s.Style).curve(w, []Point{{x, y}, {x + sampleWidth, y}})
	style(s.Style).marks(w, []Point{{x + sampleWidth/2, y}})
	w.Text(x+sampleWidth+6, y+0.36*labelSize, s.Name, "font-size", labelSize, "fill", textColour)
}
