package draw

import (
	"math"
	"unicode/utf8"

	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/variant"
)

// space is the room for small values in a cell. What clues and cages draw in the cell takes some of it.
type space struct {
	sides   [4]float64 // the distance from the left, upper, right and lower side
	corners [4]point   // the width and height of what is in a corner: upper left, upper right, lower left, lower right
}

// label is a text in the upper left corner of a cell.
type label struct {
	text string
	clue variant.Clue // nil for a cage, whose outline has its name
}

const (
	spaceInset = 1.5  // between small values and the sides of a cell
	smallShare = 0.85 // of a place's height: the size of its text
)

// The sides of a space, and of a cell in the order of steps to neighbours.
var sideSteps = [4]direction{{0, -1}, {-1, 0}, {0, 1}, {1, 0}}

// spaceIn returns the space of a cell.
func (d *drawing) spaceIn(v model.Var) *space {
	if d.spaces[v] == nil {
		d.spaces[v] = &space{sides: [4]float64{spaceInset, spaceInset, spaceInset, spaceInset}}
	}
	return d.spaces[v]
}

// take takes the room up to a distance from each side of a cell.
func (s *space) take(distance float64) {
	for i := range s.sides {
		s.sides[i] = max(s.sides[i], distance)
	}
}

// takeBetween takes the room around the side between two cells, or around the corner where four meet, for a mark that reaches into them.
func (d *drawing) takeBetween(cells model.Cells, reach float64) {
	for _, v := range cells {
		s := d.spaceIn(v)
		for _, other := range cells {
			step := direction{int(other)/d.columns - int(v)/d.columns, int(other)%d.columns - int(v)%d.columns}
			switch {
			case step.down != 0 && step.right != 0:
				s.corners[max(0, step.right)+2*max(0, step.down)] = point{reach, reach}
			case len(cells) == 2:
				d.takeSide(v, step, reach)
			}
		}
	}
}

// takeSide takes the room up to a distance from the side of a cell towards a neighbour.
func (d *drawing) takeSide(v model.Var, step direction, reach float64) {
	for i, of := range sideSteps {
		if s := d.spaceIn(v); of == step {
			s.sides[i] = max(s.sides[i], reach)
		}
	}
}

// drawLabels writes the labels of cages and lines in the upper left corners of their cells, side by side and inside all outlines there. Many are
// smaller, so that they stay in the cell.
func (d *drawing) drawLabels(w *svg.Writer) {
	for v := range model.Var(d.model.Grid.Cells()) {
		labels := d.labels[v]
		if len(labels) == 0 {
			continue
		}
		s := d.spaceIn(v)
		left, top := max(s.sides[0], s.corners[0].x, 2), max(s.sides[1], 2)
		count := 0
		for _, l := range labels {
			count += utf8.RuneCountInString(l.text)
		}
		size := min(labelSize, (cellSize-left-spaceInset-2*labelGap*float64(len(labels)-1))/(digitWidth*float64(count)))
		x, y := d.x[int(v)%d.columns]+left, d.y[int(v)/d.columns]+top+capHeight*size
		for _, l := range labels {
			if l.clue != nil {
				w.Open("g")
				w.Title(clueTitle(l.clue))
			}
			w.Text(x, y, l.text, append(svg.Attributes{"font-size", size, "fill", givenColour}, d.halo(2)...)...)
			if l.clue != nil {
				w.Close()
			}
			x += size*digitWidth*float64(utf8.RuneCountInString(l.text)) + 2*labelGap
		}
		s.corners[0] = point{x - d.x[int(v)%d.columns] - labelGap, top + capHeight*size + labelGap}
	}
}

// lane is a row of places for small values in a cell: the middle of the first place, the distance between places, and their height.
type lane struct{ x, y, step, height float64 }

// at returns the middle of a place, and its size.
func (l lane) at(i int) (x, y, size float64) {
	return l.x + float64(i)*l.step, l.y, min(l.height, max(l.step, 0.8*l.height))
}

// fontSize returns the size of a text in a place.
func (l lane) fontSize(text string) float64 {
	return min(smallShare*l.height, l.step/(digitWidth*float64(utf8.RuneCountInString(text))))
}

// lanes divides the room in a cell into rows of places. The first and the last row give way to what is in corners, or all rows do if
// the values stay larger so.
func (d *drawing) lanes(v model.Var, side int) []lane {
	s := space{sides: [4]float64{spaceInset, spaceInset, spaceInset, spaceInset}}
	if taken := d.spaces[v]; taken != nil {
		s = *taken
	}
	x, y := d.x[int(v)%d.columns], d.y[int(v)/d.columns]
	divide := func(top, bottom float64) (rows []lane, smallest float64) {
		height := (cellSize - top - bottom) / float64(side)
		smallest = math.Inf(1)
		for i := range side {
			left, right := s.sides[0], s.sides[2]
			upper, lower := top+float64(i)*height, bottom+float64(side-1-i)*height // its distances from the sides
			for corner, size := range s.corners {
				if away := []float64{upper, lower}[corner/2]; away >= size.y {
					continue
				}
				if corner%2 == 0 {
					left = max(left, size.x)
				} else {
					right = max(right, size.x)
				}
			}
			step := (cellSize - left - right) / float64(side)
			rows = append(rows, lane{x + left + step/2, y + upper + height/2, step, height})
			smallest = min(smallest, rows[i].fontSize("8"))
		}
		return rows, smallest
	}
	beside, larger := divide(s.sides[1], s.sides[3])
	below, smaller := divide(max(s.sides[1], s.corners[0].y, s.corners[1].y), max(s.sides[3], s.corners[2].y, s.corners[3].y))
	if smaller > larger {
		return below
	}
	return beside
}

// candidateLanes returns the places of candidates in a cell, a row each.
func (d *drawing) candidateLanes(v model.Var) []lane {
	return d.lanes(v, int(math.Ceil(math.Sqrt(float64(d.values.Size())))))
}

// small writes a small text in the upper left corner of a line's first cell.
func (p pen) small(line model.Cells, text string) {
	if text != "" {
		p.labels[line[0]] = append(p.labels[line[0]], label{text, p.clue})
	}
}
