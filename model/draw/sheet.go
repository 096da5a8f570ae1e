package draw

import (
	"fmt"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/svg"
	"qmsat/model"
)

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
	const size, away = 9.0, 13.0
	corners := []point{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, -1}, {0, 1}}
	p := pen{d, w, nil}
	for v, mark := range d.marked {
		if cells[v].text != "" {
			continue
		}
		at := p.at(v)
		for i, value := range mark.Corner {
			to := corners[i%len(corners)]
			p.label(point{at.x + away*to.x, at.y + away*to.y}, fmt.Sprint(value), size, foundColour)
		}
		if text := strings.Join(lists.Map(mark.Centre, func(value int) string { return fmt.Sprint(value) }), ""); text != "" {
			p.label(at, text, min(11, (cellSize-4)/(digitWidth*float64(len(text)))), foundColour)
		}
	}
}

// marked yields the cells that the sheet marks, in order.
func (d *drawing) marked(yield func(model.Var, model.Mark) bool) {
	if d.model.Sheet == nil {
		return
	}
	for v := range model.Var(d.model.Grid.Cells()) {
		if mark, is := d.model.Sheet.Marks[v]; is && !yield(v, mark) {
			return
		}
	}
}
