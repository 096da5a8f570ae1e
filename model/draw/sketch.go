package draw

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/document"
)

// sketch is what a link only draws, as SudokuPad has it. Places are rows and columns in cells from the upper left corner of the grid;
// thicknesses and sizes of text are in 64ths of a cell.
type sketch struct {
	Lines, Arrows       []sketchedLine
	Underlays, Overlays []sketchedShape
}

type place [2]float64

type sketchedLine struct {
	WayPoints             []place
	Color                 string
	Thickness, HeadLength float64
}

type sketchedShape struct {
	Center                              place
	Width, Height, FontSize             float64
	Rounded                             bool
	BorderColor, BackgroundColor, Color string
	Text                                any
}

// fpSketch is what a link of f-puzzles only draws.
type fpSketch struct {
	Line []struct {
		Lines    [][]string
		OutlineC string
		Width    float64
	}
	Circle, Rectangle, Text []fpShape
}

type fpShape struct {
	Cells                  []string
	BaseC, OutlineC, FontC string
	Width, Height, Size    float64
	Value                  any
}

// sketchOf returns what the links of the document's sheet only draw. It leaves out what it cannot read.
func sketchOf(of *document.Document) (s sketch) {
	if of.Sheet == nil {
		return s
	}
	var fp fpSketch
	_ = json.Unmarshal(of.Sheet.Foreign["sudokupad"], &s)
	_ = json.Unmarshal(of.Sheet.Foreign["fpuzzles"], &fp)
	for _, line := range fp.Line {
		for _, cells := range line.Lines {
			s.Lines = append(s.Lines, sketchedLine{WayPoints: lists.Map(cells, placeOf), Color: line.OutlineC, Thickness: 32 * line.Width})
		}
	}
	for i, shapes := range [][]fpShape{fp.Rectangle, fp.Circle, fp.Text} {
		s.Overlays = append(s.Overlays, lists.Map(shapes, func(f fpShape) sketchedShape { return f.shape(i == 1) })...)
	}
	return s
}

// placeOf returns the middle of a cell such as R1C1. Cells outside of the grid have a row or column 0, or one more than the grid has.
func placeOf(cell string) (p place) {
	_, _ = fmt.Sscanf(strings.ToUpper(cell), "R%fC%f", &p[0], &p[1])
	return place{p[0] - 0.5, p[1] - 0.5}
}

// shape returns a shape as SudokuPad has it: in the middle of the cells.
func (f fpShape) shape(rounded bool) sketchedShape {
	s := sketchedShape{Width: f.Width, Height: f.Height, FontSize: 40 * cmp.Or(f.Size, 0.7), Rounded: rounded, Text: f.Value}
	s.BorderColor, s.BackgroundColor, s.Color = f.OutlineC, f.BaseC, f.FontC
	for _, p := range lists.Map(f.Cells, placeOf) {
		s.Center[0] += p[0] / float64(len(f.Cells))
		s.Center[1] += p[1] / float64(len(f.Cells))
	}
	return s
}

// reach returns how far texts and shapes lie above, left of, below and right of a grid, at most a given number of cells.
func (s sketch) reach(g *model.Grid) (reach [4]float64) {
	const most = 3
	for _, shape := range append(s.Underlays[:len(s.Underlays):len(s.Underlays)], s.Overlays...) {
		row, column := shape.Center[0], shape.Center[1]
		for i, far := range []float64{-row, -column, row - float64(g.Rows), column - float64(g.Columns)} {
			if far > 0 {
				reach[i] = max(reach[i], min(far+0.5, most)*cellSize)
			}
		}
	}
	return reach
}

func (p pen) sketched(at place) point { return point{p.x[0] + at[1]*cellSize, p.y[0] + at[0]*cellSize} }

// drawSketch draws what is below or above the lines of the grid.
func (d *drawing) drawSketch(w *svg.Writer, above bool) {
	p := pen{d, w, nil}
	if above {
		p.shapes(d.sketch.Overlays)
		return
	}
	p.shapes(d.sketch.Underlays)
	const scale = cellSize / 64
	for _, line := range append(d.sketch.Lines[:len(d.sketch.Lines):len(d.sketch.Lines)], d.sketch.Arrows...) {
		points, colour := lists.Map(line.WayPoints, p.sketched), colourOr(line.Color, givenColour)
		if len(points) < 2 {
			continue
		}
		p.path(points, "none", colour, line.Thickness*scale, "stroke-linecap", "round", "stroke-linejoin", "round")
		if a, b := points[len(points)-2], points[len(points)-1]; line.HeadLength > 0 && a != b {
			p.arrowhead(a, b, colour, line.HeadLength*cellSize, line.Thickness*scale)
		}
	}
}

func (p pen) shapes(shapes []sketchedShape) {
	for _, s := range shapes {
		at, width, height := p.sketched(s.Center), s.Width*cellSize, s.Height*cellSize
		radius := 0.0
		if s.Rounded {
			radius = min(width, height) / 2
		}
		p.Element("rect", "x", at.x-width/2, "y", at.y-height/2, "width", width, "height", height, "rx", radius,
			"fill", colourOr(s.BackgroundColor, "none"), "stroke", colourOr(s.BorderColor, "none"))
		if s.Text != nil {
			p.label(at, fmt.Sprint(s.Text), cmp.Or(s.FontSize, 28)*cellSize/64, colourOr(s.Color, givenColour))
		}
	}
}

// drawColours fills the cells that the sheet colours, side by side if there are several colours.
func (d *drawing) drawColours(w *svg.Writer) {
	for v, mark := range d.marked {
		x, y := d.x[int(v)%d.columns], d.y[int(v)/d.columns]
		width := cellSize / float64(len(mark.Colours))
		for i, colour := range mark.Colours {
			w.Element("rect", "x", x+float64(i)*width, "y", y, "width", width, "height", cellSize,
				"fill", colourOr(colour, grey), "fill-opacity", 0.6)
		}
	}
}

// drawMarks writes the small values of cells without a value: central ones in a row, the others in the corners and then along the
// upper and lower side.
func (d *drawing) drawMarks(w *svg.Writer, cells []cellValue) {
	const size = 9.0
	corners := [][2]int{{0, 0}, {0, 2}, {2, 0}, {2, 2}, {0, 1}, {2, 1}} // row and place in it, of three
	p := pen{d, w, nil}
	for v, mark := range d.marked {
		if cells[v].text != "" {
			continue
		}
		at, rows := p.at(v), d.lanes(v, 3)
		for i, value := range mark.Corner {
			to := corners[i%len(corners)]
			x, y, _ := rows[to[0]].at(to[1])
			p.label(point{x, y}, fmt.Sprint(value), min(size, rows[to[0]].fontSize(fmt.Sprint(value))), foundColour)
		}
		if text := strings.Join(lists.Map(mark.Centre, func(value int) string { return fmt.Sprint(value) }), ""); text != "" {
			p.label(at, text, min(11, (cellSize-2*max(2, d.spaceIn(v).sides[0]))/(digitWidth*float64(len(text)))), foundColour)
		}
	}
}

// marked yields the cells that the sheet marks, in order.
func (d *drawing) marked(yield func(model.Var, document.Mark) bool) {
	if d.sheet == nil {
		return
	}
	for v := range model.Var(d.model.Grid.Cells()) {
		if mark, is := d.sheet.Marks[v]; is && !yield(v, mark) {
			return
		}
	}
}
