package plot

import (
	"math"

	"qmsat/model/draw/svg"
)

// The looks of series: the three cycles have no common divisor, so that it takes long until one comes again. The colours are
// those of Okabe and Ito, without the yellow that is too light on paper; they are told apart with any colour vision.
var (
	colours = []string{"#0072b2", "#d55e00", "#000000", "#009e73", "#cc79a7", "#8a5a00", "#56b4e9"}
	dashes  = []string{"", "7 3", "2 2", "9 3 2 3", "12 4"}
	markers = []func(path *svg.Path, x, y, r float64){circle, square, triangle, diamond, wedge, cross}
)

// style is the look of a series.
type style int

func (s style) colour() string { return colours[int(s)%len(colours)] }

func (s style) dash() string { return dashes[int(s)%len(dashes)] }

// hollow reports whether markers are drawn white inside, which doubles their number.
func (s style) hollow() bool { return int(s)/len(markers)%2 == 1 }

// marks draws markers at points, all as one path.
func (s style) marks(w *svg.Writer, points []Point, r float64) {
	if len(points) == 0 {
		return
	}
	var path svg.Path
	for _, p := range points {
		markers[int(s)%len(markers)](&path, p.X, p.Y, r)
	}
	fill := s.colour()
	if s.hollow() {
		fill = "#ffffff"
	}
	w.Element("path", "d", path.String(), "fill", fill, "stroke", s.colour(), "stroke-width", 1.0)
}

// polygon adds a closed line through points given around a centre, in units of r.
func polygon(path *svg.Path, x, y, r float64, corners ...[2]float64) {
	for i, c := range corners {
		if i == 0 {
			path.MoveTo(x+r*c[0], y+r*c[1])
		} else {
			path.LineTo(x+r*c[0], y+r*c[1])
		}
	}
	path.Close()
}

// circle is drawn as a polygon that nobody can tell from one at this size.
func circle(path *svg.Path, x, y, r float64) {
	const corners = 12
	var around [][2]float64
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		around = append(around, [2]float64{cos, sin})
	}
	polygon(path, x, y, r, around...)
}

func square(path *svg.Path, x, y, r float64) {
	polygon(path, x, y, 0.88*r, [2]float64{-1, -1}, [2]float64{1, -1}, [2]float64{1, 1}, [2]float64{-1, 1})
}

func triangle(path *svg.Path, x, y, r float64) {
	polygon(path, x, y, 1.2*r, [2]float64{0, -1}, [2]float64{0.87, 0.6}, [2]float64{-0.87, 0.6})
}

func wedge(path *svg.Path, x, y, r float64) {
	polygon(path, x, y, 1.2*r, [2]float64{0, 1}, [2]float64{0.87, -0.6}, [2]float64{-0.87, -0.6})
}

func diamond(path *svg.Path, x, y, r float64) {
	polygon(path, x, y, 1.3*r, [2]float64{0, -1}, [2]float64{0.8, 0}, [2]float64{0, 1}, [2]float64{-0.8, 0})
}

func cross(path *svg.Path, x, y, r float64) {
	const a, b = 0.3, 1.0
	polygon(path, x, y, 1.1*r, [2]float64{-a, -b}, [2]float64{a, -b}, [2]float64{a, -a}, [2]float64{b, -a}, [2]float64{b, a}, [2]float64{a, a},
		[2]float64{a, b}, [2]float64{-a, b}, [2]float64{-a, a}, [2]float64{-b, a}, [2]float64{-b, -a}, [2]float64{-a, -a})
}
