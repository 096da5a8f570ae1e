package draw

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/variant"
)

// layer is a place in the order of drawing.
type layer uint8

// The layers, from the background to the front. The lines of the grid and cages are above the strokes and below the marks.
const (
	tints   layer = iota // of whole cells
	shades               // circles and squares in cells, diagonals
	strokes              // lines through cells
	marks                // on sides and corners of cells, and outside of the grid
	layers
)

// look is how clues of one kind are drawn.
type look struct {
	words   string // for the notes, such as "green line"; "" if the notes need not say it
	paint   [layers]func(p pen, n model.Named)
	cages   func(n model.Named) []cage
	outside func(g *model.Grid, n model.Named) []beside
}

// looks has the looks by type of clue. Kinds without one are named below the picture.
var looks = map[reflect.Type]*look{}

func lookOf[N model.Named](words string) *look {
	of := reflect.TypeFor[N]()
	if looks[of] == nil {
		looks[of] = &look{words: words}
	}
	return looks[of]
}

// lookOfClue returns the look of a clue, or nil. A clue on variables beside the grid has none.
func lookOfClue(g *model.Grid, clue *model.Clue) *look {
	beside := func(v model.Var) bool { return int(v) >= g.Cells() }
	for _, field := range model.Fields(clue.Named) {
		var cells []model.Var
		switch list := field.Interface().(type) {
		case model.Cells:
			cells = list
		case []model.Cells:
			cells = slices.Concat(list...)
		}
		if slices.ContainsFunc(cells, beside) {
			return nil
		}
	}
	return looks[reflect.TypeOf(clue.Named)]
}

// paint sets how clues of a type are painted in a layer.
func paint[N model.Named](words string, l layer, as func(p pen, n N)) {
	lookOf[N](words).paint[l] = func(p pen, n model.Named) { as(p, n.(N)) }
}

// encage sets the cages of clues of a type.
func encage[N model.Named](words string, of func(n N) []cage) {
	lookOf[N](words).cages = func(n model.Named) []cage { return of(n.(N)) }
}

// putBeside sets what clues of a type have outside of the grid.
func putBeside[N model.Named](words string, of func(g *model.Grid, n N) []beside) {
	lookOf[N](words).outside = func(g *model.Grid, n model.Named) []beside { return of(g, n.(N)) }
}

// drawnClues returns clues, with those that consist of others replaced by these. A part that is no clue keeps the whole.
func drawnClues(m *model.Model, clues []*model.Clue) (all []*model.Clue) {
	for _, clue := range clues {
		if parts := partsOf(m, clue); parts != nil {
			all = append(all, drawnClues(m, parts)...)
		} else {
			all = append(all, clue)
		}
	}
	return all
}

// partsOf returns the clues that a clue consists of, or nil.
func partsOf(m *model.Model, clue *model.Clue) (parts []*model.Clue) {
	var entries []model.Entry
	switch n := clue.Named.(type) {
	case *variant.And:
		entries = n.Of
	case *variant.Replicate:
		entries, _ = n.Entries(m)
	}
	for _, e := range entries {
		if e.Named == nil {
			return nil
		}
		parts = append(parts, &model.Clue{Named: e.Named})
	}
	return parts
}

// paintClues paints the clues of a layer, each as a group with its name.
func (d *drawing) paintClues(w *svg.Writer, l layer) {
	for _, clue := range d.clues {
		if as := lookOfClue(d.model.Grid, clue); as != nil && as.paint[l] != nil {
			w.Open("g")
			w.Title(clueTitle(clue))
			as.paint[l](pen{d, w, clue}, clue.Named)
			w.Close()
		}
	}
}

// clueTitle returns a clue's kind and its own name.
func clueTitle(clue *model.Clue) string {
	if name := clue.Label(); name != "" {
		return clue.Kind() + ": " + name
	}
	return clue.Kind()
}

// clueNotes says how kinds are drawn, and which are not.
func (d *drawing) clueNotes() []string {
	var drawn, named []string
	for _, clue := range d.clues {
		kind, as := clue.Kind(), lookOfClue(d.model.Grid, clue)
		switch {
		case as == nil:
			named = append(named, kind)
		case as.words != "":
			drawn = append(drawn, kind+" ("+as.words+")")
		}
	}
	return slices.Concat(kindNote("Clues", drawn), kindNote("Rules that are not drawn", named))
}

// kindNote lists kinds once each, in order.
func kindNote(title string, kinds []string) []string {
	if len(kinds) == 0 {
		return nil
	}
	slices.Sort(kinds)
	return []string{title + ": " + strings.Join(slices.Compact(kinds), ", ") + "."}
}

// pen paints clues.
type pen struct {
	*drawing
	*svg.Writer
	clue *model.Clue // that is painted, or nil
}

// point is a place in the picture.
type point struct{ x, y float64 }

// at returns the middle of a cell.
func (p pen) at(v model.Var) point {
	x, y := p.centre(v)
	return point{x, y}
}

// between returns the middle of cells: of a side if there are two, of a corner if there are four.
func (p pen) between(cells ...model.Var) point {
	middle := point{}
	for _, v := range cells {
		at := p.at(v)
		middle.x, middle.y = middle.x+at.x/float64(len(cells)), middle.y+at.y/float64(len(cells))
	}
	return middle
}

// toward returns the point at a distance from a on the way to b.
func (a point) toward(b point, distance float64) point {
	length := a.distance(b)
	return point{a.x + (b.x-a.x)/length*distance, a.y + (b.y-a.y)/length*distance}
}

// distance returns the distance of two points.
func (a point) distance(b point) float64 { return math.Hypot(b.x-a.x, b.y-a.y) }

// points returns the middles of cells.
func (p pen) points(cells []model.Var) []point { return lists.Map(cells, p.at) }

// path draws lines through points, and back to the first one if they have a fill.
func (p pen) path(points []point, fill, stroke string, width float64, attributes ...any) {
	var path svg.Path
	path.Line(slices.Concat(lists.Map(points, func(at point) []float64 { return []float64{at.x, at.y} })...)...)
	if fill != "none" {
		path.Close()
	}
	p.Element("path", append(svg.Attributes{"d", path.String(), "fill", fill, "stroke", stroke, "stroke-width", width}, attributes...)...)
}

// line draws a line through the middles of cells. One cell gets a dot.
func (p pen) line(cells []model.Var, colour string, width float64) {
	points := p.points(cells)
	if len(points) == 1 {
		points = append(points, points[0])
	}
	p.path(points, "none", colour, width, "stroke-linecap", "round", "stroke-linejoin", "round")
}

// arrowhead draws the head of an arrow from a to b, with its tip at b.
func (p pen) arrowhead(a, b point, colour string, size, width float64) {
	back := b.toward(a, size)
	across := point{(back.y - b.y) * 0.7, (b.x - back.x) * 0.7}
	p.path([]point{{back.x + across.x, back.y + across.y}, b, {back.x - across.x, back.y - across.y}}, "none", colour, width)
}

// disc draws a circle.
func (p pen) disc(at point, radius float64, fill, stroke string, width float64) {
	p.Element("circle", "cx", at.x, "cy", at.y, "r", radius, "fill", fill, "stroke", stroke, "stroke-width", width)
}

// square draws a square with sides of the given length.
func (p pen) square(at point, side float64, fill string) {
	p.Element("rect", "x", at.x-side/2, "y", at.y-side/2, "width", side, "height", side, "fill", fill)
}

// diamond draws a square on its corner.
func (p pen) diamond(at point, radius float64, fill, stroke string, width float64) {
	p.path([]point{{at.x, at.y - radius}, {at.x + radius, at.y}, {at.x, at.y + radius}, {at.x - radius, at.y}}, fill, stroke, width)
}

// shade fills cells.
func (p pen) shade(cells []model.Var, colour string) {
	for _, v := range cells {
		p.square(p.at(v), cellSize, colour)
	}
}

// label writes text around a point.
func (p pen) label(at point, text string, size float64, colour string, attributes ...any) {
	p.Text(at.x, at.y+0.36*size, text, append(svg.Attributes{"font-size", size, "text-anchor", "middle", "fill", colour}, attributes...)...)
}
