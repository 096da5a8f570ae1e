package plot

import (
	"math"

	"qmsat/model/draw/svg"
)

// Value is a figure with the interval that it lies in; Low and High equal it, or are NaN, where there is none. NaN is a figure that
// is missing.
type Value struct{ Center, Low, High float64 }

// Exact returns a figure without an interval.
func Exact(v float64) Value { return Value{v, v, v} }

// Panel is one figure of every row.
type Panel struct {
	Axis   Axis
	Values []Value // by row
	Write  bool    // the values are written beside their dots
}

// Rows shows figures of some things, a row each: a dot, and a bar where there is an interval. A bound that is infinite runs to the
// panel's side.
type Rows struct {
	Title, Description string
	Names              []string
	Styles             []int // by row
	Panels             []Panel
	Width              float64 // of all panels with the names, in pixels; 0: a common width
}

// Sizes, in pixels.
const (
	rowHeight = 20.0
	panelGap  = 54.0
)

// SVG draws the rows.
func (r *Rows) SVG() string {
	total := r.Width
	if total == 0 {
		total = 860
	}
	names := 0.0
	for _, name := range r.Names {
		names = max(names, widthOf(name, legendSize))
	}
	names += 14
	count := float64(max(len(r.Panels), 1))
	panel := max(110, (total-names)/count-panelGap)
	height := float64(max(len(r.Names), 1)) * rowHeight
	const top = 6.0
	w := svg.New(names+count*(panel+panelGap), top+height+8+tickSize+6+labelSize+8, r.Title, r.Description)
	for i, name := range r.Names {
		w.Text(names-8, top+(float64(i)+0.5)*rowHeight+0.36*legendSize, name, "font-size", legendSize, "text-anchor", "end", "fill", textColour)
	}
	for i, p := range r.Panels {
		f := frame{left: names + float64(i)*(panel+panelGap), top: top, width: panel, height: height}
		f.x = p.Axis.scaleOf(p.all())
		f.y = scale{lo: float64(max(len(r.Names), 1)), hi: 0}
		r.drawPanel(w, &f, p)
	}
	return w.String()
}

// all returns every number that the panel's scale has to have a place for.
func (p Panel) all() []float64 {
	var all []float64
	for _, v := range p.Values {
		all = append(all, v.Center, v.Low, v.High)
	}
	return all
}

func (r *Rows) drawPanel(w *svg.Writer, f *frame, p Panel) {
	axes := Chart{X: p.Axis, Y: Axis{Format: func(float64) string { return "" }}}
	axes.drawAxes(w, f, f.x.ticks(int(f.width/52)), nil)
	for i, v := range p.Values {
		if !p.Axis.has(v.Center) {
			continue
		}
		s := style(r.Styles[i])
		middle := f.place(Point{v.Center, float64(i) + 0.5})
		if v.Low != v.High && !math.IsNaN(v.Low) && !math.IsNaN(v.High) {
			low, high := f.left, f.left+f.width
			if p.Axis.has(v.Low) {
				low = f.place(Point{X: v.Low}).X
			}
			if p.Axis.has(v.High) {
				high = f.place(Point{X: v.High}).X
			}
			w.Line(low, middle.Y, high, middle.Y, "stroke", s.colour(), "stroke-width", 2.0)
			for _, x := range []float64{low, high} {
				w.Line(x, middle.Y-3.5, x, middle.Y+3.5, "stroke", s.colour(), "stroke-width", 1.4)
			}
		}
		s.marks(w, []Point{middle}, markerSize)
		if p.Write {
			p.write(w, f, middle, p.Axis.Format(v.Center))
		}
	}
}

// write writes a value beside its dot, on the side that has more room.
func (p Panel) write(w *svg.Writer, f *frame, dot Point, text string) {
	x, anchor := dot.X+7, "start"
	if dot.X > f.left+f.width/2 {
		x, anchor = dot.X-7, "end"
	}
	w.Text(x, dot.Y+0.36*tickSize, text, "font-size", tickSize, "text-anchor", anchor, "fill", textColour)
}
