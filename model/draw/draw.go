package draw

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"qmsat/internal/lists"
	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/document"
)

// Picture is one grid.
type Picture struct {
	Caption  string           // written above the grid; may be empty
	Givens   model.Cube       // written bold; two that clash are both written in their cell
	Solution model.Assignment // values for the other output cells; nil if there is none
	Found    model.Cube       // known values besides the givens, if there is no solution
	// Candidates are, by variable, values to write small in cells without a value; nil for none. Marks and Links refer to
	// candidates.
	Candidates []model.Domain
	Marks      []Mark
	Links      []Link
	Differ     []model.Var // cells to tint, since another solution differs there
	grid       *svg.Writer // if it is drawn
}

// ErrNoGrid says that a model has no cells to draw.
var ErrNoGrid = errors.New("the model has no grid, expected one with cells to draw")

// mostCells limits the cells of a document. That many are drawn in a fifth of a second, and viewers can show them.
const mostCells = 100_000

// Most returns how many pictures of a model with a grid one document should have at most.
func Most(m *model.Model) int { return max(1, mostCells/m.Grid.Cells()) }

// Ahead returns a function that draws the grid of a picture before its document is written. It may be called for each picture as it is
// found, so that little is left to do at the end.
func Ahead(of *document.Document) func(Picture) Picture { return newDrawing(of).ahead }

func (d *drawing) ahead(p Picture) Picture {
	if p.grid == nil {
		p.grid = new(svg.Writer)
		d.grid(p.grid, d.ofCells(p))
	}
	return p
}

// SVG writes pictures of one puzzle as one file, one below the other. The model's name is above them, and notes on how to read
// them are below. The error is [ErrNoGrid] or a write error.
func SVG(w io.Writer, of *document.Document, pictures []Picture) error {
	if of.Model.Grid == nil {
		return ErrNoGrid
	}
	d := newDrawing(of)
	return d.write(w, pictures, len(d.clues) > 0)
}

// Puzzle writes the document of [SVG]. It is dark for readers who prefer that, as the documents of models with clues are.
func Puzzle(w io.Writer, of *document.Document, pictures []Picture) error {
	if of.Model.Grid == nil {
		return ErrNoGrid
	}
	return newDrawing(of).write(w, pictures, true)
}

func (d *drawing) write(w io.Writer, pictures []Picture, adaptive bool) error {
	document := d.document(pictures)
	if adaptive {
		follow(document)
	}
	_, err := document.WriteTo(w)
	return err
}

// Element returns the document of [SVG] as an element for an HTML page.
func Element(of *document.Document, pictures []Picture) (string, error) {
	if of.Model.Grid == nil {
		return "", ErrNoGrid
	}
	return newDrawing(of).document(pictures).String(), nil
}

// Lengths, in user units.
const (
	cellSize    = 40.0
	margin      = 14.0
	gutter      = 34.0 // between boxes with sums of lines
	titleSize   = 14.0
	captionSize = 12.0
	noteSize    = 10.0
	sumSize     = 10.0
	valueSize   = 22.0
	domainSize  = 7.0
	leastWidth  = 250.0 // room for notes under a small grid
	lineHeight  = 1.35  // of a font's size
	digitWidth  = 0.64  // of a font's size, in the widest usual fonts
	thick, thin = 2.2, 0.6
)

// drawing is a model, its drawn features, and their layout.
type drawing struct {
	model *model.Model
	sheet *document.Sheet
	features
	layout
	isOutput []bool
	values   model.Domain // possible values of most cells; cells with fewer show them
	width    float64
	// What is drawn in cells, set while a grid is drawn.
	spaces map[model.Var]*space
	labels map[model.Var][]label
}

func newDrawing(of *document.Document) *drawing {
	m := of.Model
	d := &drawing{model: m, sheet: of.Sheet, values: m.CellValues(), features: featuresOf(of), isOutput: make([]bool, len(m.Variables))}
	for _, v := range m.OutputVars() {
		d.isOutput[v] = true
	}
	d.layout = newLayout(m.Grid, len(d.magic) > 0, edges(m.Grid, d.outside, d.sketch.reach(m.Grid)))
	d.width = max(d.layout.width, leastWidth)
	return d
}

// notes says how to read the pictures.
func (d *drawing) notes(pictures []Picture) []string {
	notes := append(d.features.notes(), d.clueNotes()...)
	if g := d.model.Grid; !d.values.Equal(model.Interval(1, max(g.Rows, g.Columns))) {
		notes = append(notes, fmt.Sprintf("Cells have the values %v.", d.values))
	}
	if slices.ContainsFunc(pictures, func(p Picture) bool { return len(p.Givens) > 0 }) {
		notes = slices.Insert(notes, 0, "Given values are bold.")
	}
	if slices.ContainsFunc(pictures, func(p Picture) bool { return len(p.Differ) > 0 }) {
		notes = append(notes, "The solutions differ in the tinted cells.")
	}
	return append(notes, markNotes(pictures)...)
}

// title returns the model's name with its author.
func (d *drawing) title() string {
	title := cmp.Or(d.model.Name, "grid")
	if d.sheet != nil && d.sheet.Author != "" {
		title += ", by " + d.sheet.Author
	}
	return title
}

func (d *drawing) document(pictures []Picture) *svg.Writer {
	title := d.title()
	heading := svg.Wrap(title, d.width-2*margin, titleSize)
	var above, below [][]string // by grid
	height := margin + float64(len(heading))*titleSize*lineHeight + captionSize/2
	for _, p := range pictures {
		caption, others := svg.Wrap(p.Caption, d.width-2*margin, captionSize), svg.Wrap(d.otherValues(p), d.width-2*margin, captionSize)
		above, below = append(above, caption), append(below, others)
		height += d.layout.height + float64(len(caption)+len(others))*captionSize*lineHeight
	}
	var notes []string
	for _, note := range d.notes(pictures) {
		notes = append(notes, svg.Wrap(note, d.width-2*margin, noteSize)...)
	}
	height += float64(len(notes))*noteSize*lineHeight + margin

	w := svg.New(d.width, height, title, describe(pictures))
	w.Element("rect", "width", d.width, "height", height, "fill", paper)
	y := d.lines(w, margin, heading, titleSize, "font-weight", "bold") + captionSize/2
	for i, p := range pictures {
		y = d.lines(w, y, above[i], captionSize)
		w.Open("g", "transform", fmt.Sprintf("translate(0 %s)", svg.Number(y)))
		w.Include(d.ahead(p).grid)
		w.Close()
		y = d.lines(w, y+d.layout.height, below[i], captionSize)
	}
	d.lines(w, y, notes, noteSize, "fill", candidateColour)
	return w
}

// lines writes lines of text from y downwards, and returns the y below them.
func (d *drawing) lines(w *svg.Writer, y float64, lines []string, size float64, attributes ...any) float64 {
	for _, line := range lines {
		w.Text(margin, y+size, line, append(svg.Attributes{"font-size", size}, attributes...)...)
		y += size * lineHeight
	}
	return y
}

// describe says in words what the document shows.
func describe(pictures []Picture) string {
	solved := lists.Count(pictures, func(p Picture) bool { return p.Solution != nil })
	return fmt.Sprintf("grids: %d, with a solution: %d", len(pictures), solved)
}

// grid draws one grid, background first.
func (d *drawing) grid(w *svg.Writer, p Picture) {
	cells := d.cellValues(p)
	d.spaces, d.labels = map[model.Var]*space{}, map[model.Var][]label{}
	d.drawColours(w)
	for _, v := range p.Differ {
		w.Element("rect", "x", d.x[int(v)%d.columns], "y", d.y[int(v)/d.columns], "width", cellSize, "height", cellSize, "fill", roleStyles[Second].fill)
	}
	d.drawSketch(w, false)
	d.paintClues(w, tints)
	d.paintClues(w, shades)
	d.paintClues(w, strokes)
	d.paintClues(w, fine)
	d.drawThrough(w)
	d.drawLines(w)
	d.drawCages(w)
	d.drawSketch(w, true)
	d.paintClues(w, marks)
	d.drawLabels(w)
	d.drawOutside(w)
	d.drawDomains(w)
	d.drawCandidates(w, p, cells)
	if p.Candidates == nil {
		d.drawMarks(w, cells)
	}
	d.drawValues(w, cells)
	d.drawSums(w, cells)
}

// cellValue is the content of a cell.
type cellValue struct {
	text  string // "" for an open cell
	given bool
	value int
	known bool // text is a single value
}

func (d *drawing) cellValues(p Picture) []cellValue {
	given := map[model.Var][]int{}
	for _, g := range p.Givens {
		if !slices.Contains(given[g.Var], g.Value) {
			given[g.Var] = append(given[g.Var], g.Value)
		}
	}
	cells := make([]cellValue, d.model.Grid.Cells())
	for i := range cells {
		v := model.Var(i)
		switch values := given[v]; {
		case len(values) > 0:
			cells[i] = cellValue{strings.Join(lists.Map(values, strconv.Itoa), "/"), true, values[0], len(values) == 1}
		case p.Solution != nil && d.isOutput[v]:
			cells[i] = cellValue{strconv.Itoa(p.Solution[v]), false, p.Solution[v], true}
		}
	}
	found := slices.Clone(p.Found)
	for v, mark := range d.marked {
		if mark.Value != nil && p.Candidates == nil {
			found = append(found, model.Given{Var: v, Value: *mark.Value})
		}
	}
	for _, g := range found {
		if cells[g.Var].text == "" {
			cells[g.Var] = cellValue{strconv.Itoa(g.Value), false, g.Value, true}
		}
	}
	return cells
}

// ofCells drops everything on variables that are not cells.
func (d *drawing) ofCells(p Picture) Picture {
	p.Found = slices.DeleteFunc(slices.Clone(p.Found), d.beyond)
	p.Marks = slices.DeleteFunc(slices.Clone(p.Marks), func(m Mark) bool { return d.beyond(m.Given) })
	p.Differ = slices.DeleteFunc(slices.Clone(p.Differ), func(v model.Var) bool { return d.beyond(model.Given{Var: v}) })
	p.Links = slices.DeleteFunc(slices.Clone(p.Links), func(l Link) bool { return d.beyond(l.From) || d.beyond(l.To) })
	return p
}

func (d *drawing) beyond(g model.Given) bool { return int(g.Var) >= d.model.Grid.Cells() }

// otherValues writes the values, or the possible values, of outputs that are not cells. If only givens are known, it writes
// these.
func (d *drawing) otherValues(p Picture) string {
	var words []string
	write := func(v model.Var, what any) { words = append(words, fmt.Sprintf("%s = %v", d.model.NameOf(v), what)) }
	for _, v := range d.model.OutputVars() {
		switch {
		case !d.beyond(model.Given{Var: v}):
		case p.Solution != nil:
			write(v, p.Solution[v])
		case p.Candidates != nil:
			write(v, p.Candidates[v])
		}
	}
	for _, g := range p.Givens {
		if d.beyond(g) && p.Solution == nil && p.Candidates == nil {
			write(g.Var, g.Value)
		}
	}
	return strings.Join(words, ", ")
}

// drawLines draws thin lines between cells, and thick ones around boxes and regions.
func (d *drawing) drawLines(w *svg.Writer) {
	var inner, outer svg.Path
	for _, b := range d.blocks {
		top, left, bottom, right := d.y[b.row], d.x[b.column], d.bottom(b.row+b.rows-1), d.right(b.column+b.columns-1)
		for r := b.row + 1; r < b.row+b.rows; r++ {
			inner.Line(left, d.y[r], right, d.y[r])
		}
		for c := b.column + 1; c < b.column+b.columns; c++ {
			inner.Line(d.x[c], top, d.x[c], bottom)
		}
		outer.Line(left, top, right, top, right, bottom, left, bottom)
		outer.Close()
	}
	for _, region := range d.regions {
		d.outline(&outer, region, 0)
	}
	w.Element("path", "d", inner.String(), "fill", "none", "stroke", thinColour, "stroke-width", thin)
	w.Element("path", "d", outer.String(), "fill", "none", "stroke", lineColour, "stroke-width", thick, "stroke-linejoin", "round")
}

// drawValues writes the cells' contents, givens bold.
func (d *drawing) drawValues(w *svg.Writer, cells []cellValue) {
	for _, style := range []struct {
		given          bool
		colour, weight string
	}{{true, givenColour, "bold"}, {false, foundColour, "normal"}} {
		w.Open("g", append(svg.Attributes{"fill", style.colour, "font-weight", style.weight, "text-anchor", "middle"}, d.halo(4)...)...)
		for i, cell := range cells {
			if cell.text == "" || cell.given != style.given {
				continue
			}
			x, y := d.centre(model.Var(i))
			size := min(valueSize, (cellSize-8)/(digitWidth*float64(utf8.RuneCountInString(cell.text))))
			w.Text(x, y+0.36*size, cell.text, "font-size", size)
		}
		w.Close()
	}
}

// halo gives text a rim of half the width, if lines run through cells, to keep it readable.
func (d *drawing) halo(width float64) svg.Attributes {
	if slices.ContainsFunc(d.cages, func(c cage) bool { return !c.connected }) {
		return svg.Attributes{"stroke", paper, "stroke-width", width, "paint-order", "stroke"}
	}
	return nil
}

// drawDomains writes the possible values of cells that have fewer than others.
func (d *drawing) drawDomains(w *svg.Writer) {
	for i := range d.model.Grid.Cells() {
		domain := d.model.DomainOf(model.Var(i))
		if domain.Equal(d.values) {
			continue
		}
		text := fmt.Sprint(domain)
		size := min(domainSize, (cellSize-4)/(digitWidth*float64(utf8.RuneCountInString(text))))
		x, _ := d.centre(model.Var(i))
		w.Text(x, d.bottom(i/d.columns)-3, text, "font-size", size, "text-anchor", "middle", "fill", cageColour)
		d.takeSide(model.Var(i), direction{down: 1}, 3+domainSize)
	}
}
