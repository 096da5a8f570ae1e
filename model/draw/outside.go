package draw

import (
	"fmt"

	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/variant"
)

// beside is something outside of the grid: at a row and column of a frame around it, from -1.
type beside struct {
	row, column int
	text        string
	down, right int // where an arrow points; both 0 for none
	clue        *model.Clue
	level       int // number of others at the same place and nearer to the grid
}

// slot is the room for something outside of the grid.
const slot = 25.0

// outsideOf collects what the clues have outside of the grid.
func outsideOf(g *model.Grid, clues []*model.Clue) []beside {
	var all []beside
	level := map[[2]int]int{}
	for _, clue := range clues {
		as := lookOfClue(clue)
		if as == nil || as.outside == nil {
			continue
		}
		for _, b := range as.outside(g, clue.Named) {
			place := [2]int{b.row, b.column}
			b.clue, b.level = clue, level[place]
			level[place]++
			all = append(all, b)
		}
	}
	return all
}

// edges returns the room that is needed above, left of, below and right of a grid, at least so much.
func edges(g *model.Grid, all []beside, room [4]float64) [4]float64 {
	for _, b := range all {
		for i, outside := range []bool{b.row < 0, b.column < 0, b.row >= g.Rows, b.column >= g.Columns} {
			if outside {
				room[i] = max(room[i], slot*float64(b.level+1))
			}
		}
	}
	return room
}

// place returns the middle of something outside of the grid.
func (p pen) place(b beside) point {
	away := slot * (float64(b.level) + 0.5)
	along := func(starts []float64, i int) float64 {
		switch last := len(starts) - 1; {
		case i < 0:
			return starts[0] - away
		case i > last:
			return starts[last] + cellSize + away
		default:
			return starts[i] + cellSize/2
		}
	}
	return point{along(p.x, b.column), along(p.y, b.row)}
}

// drawOutside writes what is outside of the grid. An arrow points from beside the text into the grid.
func (d *drawing) drawOutside(w *svg.Writer) {
	for _, b := range d.outside {
		p := pen{d, w, nil}
		at := p.place(b)
		w.Open("g")
		w.Title(clueTitle(b.clue))
		if b.down != 0 || b.right != 0 {
			tip := point{at.x + 12*float64(b.right), at.y + 12*float64(b.down)}
			tail := point{at.x + 3*float64(b.right), at.y + 3*float64(b.down)}
			at = point{at.x - 4*float64(b.right), at.y - 4*float64(b.down)}
			p.path([]point{tail, tip}, "none", givenColour, 1)
			p.arrowhead(tail, tip, givenColour, 4, 1)
		}
		p.label(at, b.text, min(14, 1.6*slot/float64(len(b.text)+1)), givenColour)
		w.Close()
	}
}

// ofLane returns a text at the end of a row or column, both counted from 1.
func ofLane(g *model.Grid, l variant.Lane, end bool, what any) []beside {
	b := beside{row: l.Row - 1, column: l.Column - 1, text: fmt.Sprint(what)}
	switch {
	case end && l.Row > 0:
		b.column = g.Columns
	case end:
		b.row = g.Rows
	}
	return []beside{b}
}

func init() {
	putBeside("", func(g *model.Grid, n *variant.Sandwich) []beside { return ofLane(g, n.Lane, false, n.Sum) })
}
