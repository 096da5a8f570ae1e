package draw

import (
	"cmp"
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
	fine                 // thin lines, which wide ones would hide
	marks                // on sides and corners of cells, and outside of the grid
	layers
)

// look is how clues of one kind are drawn.
type look struct {
	words   string // for the notes, such as "green line"; "" if the notes need not say it
	paint   [layers]func(p pen, n variant.Clue)
	cages   func(n variant.Clue) []cage
	outside func(g *model.Grid, n variant.Clue) []beside
	says    func(g *model.Grid, n variant.Clue) bool // whether the picture says all of a clue; nil: see [look.saysAll]
}

// looks has the looks by type of clue. Kinds without one are named below the picture.
var looks = map[reflect.Type]*look{}

func lookOf[N variant.Clue](words string) *look {
	of := reflect.TypeFor[N]()
	if looks[of] == nil {
		looks[of] = &look{words: words}
	}
	return looks[of]
}

// lookOfClue returns the look of a clue, or nil. A clue on variables beside the grid has none, nor has a mark between cells that do not
// meet: its place would be that of other cells.
func lookOfClue(g *model.Grid, clue variant.Clue) *look {
	as, cells := looks[reflect.TypeOf(clue)], variant.CellsOf(clue)
	if as == nil || slices.ContainsFunc(cells, func(v model.Var) bool { return int(v) >= g.Cells() }) {
		return nil
	}
	if rows, columns := extent(g, cells); as.paint[marks] != nil && (max(rows, columns) > 2 || rows*columns > len(cells)) {
		return nil
	}
	return as
}

// extent returns how many rows and columns there are from the first to the last of some cells.
func extent(g *model.Grid, cells []model.Var) (rows, columns int) {
	first, last := [2]int{g.Rows, g.Columns}, [2]int{}
	for _, v := range cells {
		row, column, _ := g.Coordinates(v)
		first, last = [2]int{min(first[0], row), min(first[1], column)}, [2]int{max(last[0], row), max(last[1], column)}
	}
	return last[0] - first[0] + 1, last[1] - first[1] + 1
}

// isPath reports whether a line goes from each cell to one that it meets, and never comes back to a cell.
func isPath(g *model.Grid, line []model.Var) bool {
	for i := 1; i < len(line); i++ {
		if rows, columns := extent(g, line[i-1:i+1]); max(rows, columns) > 2 {
			return false
		}
	}
	return allApart(line)
}

func allApart(cells []model.Var) bool { return len(lists.Distinct(cells)) == len(cells) }

// saysAll reports whether the picture says all of a clue. A line must not jump or come back, and a cage must be in one part.
func (as *look) saysAll(g *model.Grid, n variant.Clue) bool {
	if line, is := variant.Fields(n)["line"]; is && (as.paint[strokes] != nil || as.paint[fine] != nil) && !isPath(g, line.Interface().(model.Cells)) {
		return false
	}
	inParts := func(c cage) bool { return !isConnected(c.cells, g) || !allApart(c.cells) }
	if as.cages != nil && slices.ContainsFunc(as.cages(n), inParts) {
		return false
	}
	return as.says == nil || as.says(g, n)
}

// hasTwin reports whether one of some looks, of another kind, is the same. Words after a comma explain parts.
func (as *look) hasTwin(among map[*look]bool) bool {
	for other := range among {
		a, b := as.words+",", other.words+","
		if other != as && min(len(a), len(b)) > 1 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
			return true
		}
	}
	return false
}

// overlaps reports whether clues are painted over each other, if one has all cells of the other. Marks are only in equal cells.
func (as *look) overlaps(other *look, equal bool) bool {
	for l := range layers {
		if as.paint[l] != nil && other.paint[l] != nil && (equal || l != marks) {
			return true
		}
	}
	return false
}

// saysIf sets when a picture says all of clues of a type, which has a look.
func saysIf[N variant.Clue](says func(g *model.Grid, n N) bool) {
	looks[reflect.TypeFor[N]()].says = func(g *model.Grid, n variant.Clue) bool { return says(g, n.(N)) }
}

// paint sets how clues of a type are painted in a layer.
func paint[N variant.Clue](words string, l layer, as func(p pen, n N)) {
	lookOf[N](words).paint[l] = func(p pen, n variant.Clue) { as(p, n.(N)) }
}

// encage sets the cages of clues of a type.
func encage[N variant.Clue](words string, of func(n N) []cage) {
	lookOf[N](words).cages = func(n variant.Clue) []cage { return of(n.(N)) }
}

// putBeside sets what clues of a type have outside of the grid.
func putBeside[N variant.Clue](words string, of func(g *model.Grid, n N) []beside) {
	lookOf[N](words).outside = func(g *model.Grid, n variant.Clue) []beside { return of(g, n.(N)) }
}

// drawnClues returns clues, with those that consist of others replaced by these. A part that is no clue keeps the whole.
func drawnClues(m *model.Model, clues []variant.Clue) (all []variant.Clue) {
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
func partsOf(m *model.Model, clue variant.Clue) (parts []variant.Clue) {
	var entries []variant.Entry
	switch n := clue.(type) {
	case *variant.And:
		entries = n.Of
	case *variant.Replicate:
		entries, _ = n.Entries(m)
	case *variant.LittleKiller:
		if !isDiagonal(m.Grid, n.Line) {
			return []variant.Clue{&variant.Sum{Titled: n.Titled, Cells: n.Line, Sum: n.Sum}}
		}
	}
	for _, e := range entries {
		if e.Clue == nil {
			return nil
		}
		parts = append(parts, e.Clue)
	}
	return parts
}

// paintClues paints the clues of a layer, each as a group with its name.
func (d *drawing) paintClues(w *svg.Writer, l layer) {
	for _, clue := range d.clues {
		if as := lookOfClue(d.model.Grid, clue); as != nil && as.paint[l] != nil {
			w.Open("g")
			w.Title(clueTitle(clue))
			as.paint[l](pen{d, w, clue}, clue)
			w.Close()
		}
	}
}

// clueTitle returns a clue's kind and its own name.
func clueTitle(clue variant.Clue) string {
	if name := clue.Label(); name != "" {
		return variant.KindOf(clue) + ": " + name
	}
	return variant.KindOf(clue)
}

// clueNotes says how kinds are drawn, and which are not. It has clues in full whose picture does not say all, or that another clue hides.
func (d *drawing) clueNotes() []string {
	var drawn, named, full []string
	g := d.model.Grid
	as := lists.Map(d.clues, func(clue variant.Clue) *look { return lookOfClue(g, clue) })
	cells := lists.Map(d.clues, variant.CellsOf)
	shown, in := map[*look]bool{}, map[model.Var][]int{} // in: the clues that are drawn, by cell
	for i, of := range as {
		if of == nil {
			continue
		}
		shown[of] = true
		for _, v := range cells[i] {
			in[v] = append(in[v], i)
		}
	}
	isHidden := func(i int) bool {
		return len(cells[i]) > 0 && slices.ContainsFunc(in[cells[i][0]], func(j int) bool {
			over := j > i || j < i && as[j] == as[i] // painted later, or as well in the same colour
			return over && within(cells[i], cells[j]) && as[i].overlaps(as[j], len(cells[i]) == len(cells[j]))
		})
	}
	for i, clue := range d.clues {
		kind := variant.KindOf(clue)
		switch {
		case as[i] == nil:
			named = append(named, kind)
		case as[i].words == "":
			drawn = append(drawn, kind)
		default:
			drawn = append(drawn, kind+" ("+as[i].words+")")
		}
		unclear := as[i] == nil || as[i].hasTwin(shown) || isHidden(i) || !as[i].saysAll(g, clue)
		if unclear && looks[reflect.TypeOf(clue)] != nil {
			full = append(full, variant.Line(d.model, clue))
		}
	}
	return slices.Concat(kindNote("Clues", drawn), kindNote("Rules that are not drawn", named), kindNote("Clues in full", full))
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
	clue variant.Clue // that is painted, or nil
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

// toward returns the point at a distance from a on the way to b. Between equal points there is no way: it returns a.
func (a point) toward(b point, distance float64) point {
	length := cmp.Or(a.distance(b), 1)
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
