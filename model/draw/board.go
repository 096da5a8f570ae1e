package draw

import (
	"fmt"
	"strings"

	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/document"
)

// Board is the drawing of one grid for pages that write its heading and its notes themselves.
type Board struct {
	// SVG is the picture, an element for an HTML page. It has presentation attributes only, so that a page that forbids inline styles
	// shows it. [Palette] gives it other colours.
	SVG           string
	Width, Height float64
	Cells         []Square // by variable
	Notes         []string // how to read the picture, and values that are not in cells
}

// Square is the place of a cell.
type Square struct {
	X, Y, Size float64
	// Lanes are the rows of places for candidates if clues take some of the cell's room: the middle of the first place, the distance
	// between places, and their height. Nil: the places fill the cell but for 1.5 at each side.
	Lanes [][]float64
}

// NewBoard draws a picture as [SVG] does, without its caption. The error is [ErrNoGrid].
func NewBoard(of *document.Document, p Picture) (*Board, error) {
	if of.Model.Grid == nil {
		return nil, ErrNoGrid
	}
	d := newDrawing(of)
	b := &Board{Width: d.layout.width, Height: d.layout.height, Notes: d.notes([]Picture{p})}
	if others := d.otherValues(p); others != "" {
		b.Notes = append(b.Notes, others)
	}
	w := svg.New(b.Width, b.Height, d.title(), describe([]Picture{p}))
	w.Element("rect", "width", b.Width, "height", b.Height, "fill", paper)
	d.grid(w, d.ofCells(p))
	b.SVG = w.String()
	for v := range model.Var(of.Model.Grid.Cells()) {
		square := Square{X: d.x[int(v)%d.columns], Y: d.y[int(v)/d.columns], Size: cellSize}
		if d.spaces[v] != nil {
			for _, l := range d.candidateLanes(v) {
				square.Lanes = append(square.Lanes, []float64{l.x, l.y, l.step, l.height})
			}
		}
		b.Cells = append(b.Cells, square)
	}
	return b, nil
}

// Palette returns style rules that make boards inside of elements that match a selector dark, for a page with a switch of its own.
func Palette(selector string) string {
	var rules strings.Builder
	fmt.Fprintf(&rules, "%s svg {fill: %s}\n", selector, night[1][1])
	for _, c := range night {
		for _, of := range []string{"fill", "stroke"} {
			fmt.Fprintf(&rules, "%s %s\n", selector, nightRule(of, c))
		}
	}
	return rules.String()
}
