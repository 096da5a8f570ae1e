package plot

import (
	"math"

	"qmsat/internal/lists"
	"qmsat/internal/svg"
)

// The styles of series. The cycles have no common divisor, so a style is repeated late. The colours are from Okabe and Ito,
// without the yellow that is too light on paper; people with any colour vision can distinguish them.
var (
	colours = []string{"#0072b2", "#d55e00", "#000000", "#009e73", "#cc79a7", "#8a5a00", "#56b4e9"}
	dashes  = []string{"", "7 3", "2 2", "9 3 2 3", "12 4"}
	// markers are polygons around a centre, in units of their size.
	markers = [][]Point{
		circle(),
		{{-0.88, -0.88}, {0.88, -0.88}, {0.88, 0.88}, {-0.88, 0.88}}, // a square
		{{0, -1.2}, {1.04, 0.72}, {-1.04, 0.72}},                     // a triangle
		{{0, -1.3}, {1.04, 0}, {0, 1.3}, {-1.04, 0}},                 // a diamond
		{{0, 1.2}, {1.04, -0.72}, {-1.04, -0.72}},                    // a wedge
		{{-0.4, -1.1}, {0.4, -1.1}, {0.4, -0.4}, {1.1, -0.4}, {1.1, 0.4}, {0.4, 0.4},
			{0.4, 1.1}, {-0.4, 1.1}, {-0.4, 0.4}, {-1.1, 0.4}, {-1.1, -0.4}, {-0.4, -0.4}}, // a cross
	}
)

// circle is a polygon that looks like a circle at a marker's size.
func circle() []Point {
	return lists.Make(12, func(i int) Point {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 12)
		return Point{cos, sin}
	})
}

// style is the look of a series.
type style int

func (s style) colour() string { return colours[int(s)%len(colours)] }

func (s style) dash() string { return dashes[int(s)%len(dashes)] }

func (s style) marks(w *svg.Writer, points []Point) {
	var path svg.Path
	for _, p := range points {
		var line []float64
		for _, corner := range markers[int(s)%len(markers)] {
			line = append(line, p.X+markerSize*corner.X, p.Y+markerSize*corner.Y)
		}
		path.Line(line...)
		path.Close()
	}
	w.Element("path", "d", path.String(), "fill", s.colour(), "stroke", s.colour(), "stroke-width", 1.0)
}

func (s style) curve(w *svg.Writer, points []Point) {
	var path svg.Path
	var line []float64
	for _, p := range points {
		line = append(line, p.X, p.Y)
	}
	path.Line(line...)
	attributes := svg.Attributes{"d", path.String(), "fill", "none", "stroke", s.colour(), "stroke-width", 1.6, "stroke-linejoin", "round"}
	if s.dash() != "" {
		attributes = append(attributes, "stroke-dasharray", s.dash())
	}
	w.Element("path", attributes...)
}

// dots draws a dot for each point; points that fall on the same half pixel are one dot.
func (s style) dots(w *svg.Writer, points []Point) {
	size, opacity := 3.0, "0.6"
	if len(points) <= fewDots {
		size, opacity = 6, "0.8"
	}
	seen := map[Point]bool{}
	var path svg.Path
	for _, p := range points {
		p = Point{math.Round(p.X*2) / 2, math.Round(p.Y*2) / 2}
		if !seen[p] {
			seen[p] = true
			path.Line(p.X, p.Y, p.X, p.Y)
		}
	}
	// A line without length and with round ends is a dot.
	w.Element("path", "d", path.String(), "stroke", s.colour(), "stroke-width", size, "stroke-linecap", "round",
		"stroke-opacity", opacity, "fill", "none")
}

func (s style) bar(w *svg.Writer, low, high, y float64) {
	w.Line(low, y, high, y, "stroke", s.colour(), "stroke-width", 2.0)
	for _, x := range []float64{low, high} {
		w.Line(x, y-3.5, x, y+3.5, "stroke", s.colour(), "stroke-width", 1.4)
	}
}

// apart chooses the ends of a curve, and between them points at least some pixels from one another.
func apart(points []Point, distance float64) []Point {
	far := func(p, q Point) bool { return math.Hypot(p.X-q.X, p.Y-q.Y) >= distance }
	last := points[len(points)-1]
	chosen := points[:1:1]
	for _, p := range points[1:] {
		if far(p, chosen[len(chosen)-1]) && far(p, last) {
			chosen = append(chosen, p)
		}
	}
	return append(chosen, last)
}
