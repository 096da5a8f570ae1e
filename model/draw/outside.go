package draw

import (
	"cmp"
	"slices"
	"strconv"

	"qmsat/internal/svg"
	"qmsat/model"
	"qmsat/model/variant"
)

// beside is something outside of the grid: at a row and column of a frame around it, from -1.
type beside struct {
	row, column int
	text        string
	down, right int // where an arrow points; both 0 for none
	clue        variant.Clue
	level       int // number of others at the same place and nearer to the grid
}

// slot is the room for something outside of the grid.
const slot = 25.0

// outsideOf collects what the clues have outside of the grid. What has an arrow is nearest to it.
func outsideOf(g *model.Grid, clues []variant.Clue) []beside {
	var all []beside
	level := map[[2]int]int{}
	for _, clue := range clues {
		as := lookOfClue(g, clue)
		if as == nil || as.outside == nil {
			continue
		}
		for _, b := range as.outside(g, clue) {
			b.clue = clue
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(a, b beside) int { return cmp.Compare(b.down*b.down, a.down*a.down) })
	for i, b := range all {
		place := [2]int{b.row, b.column}
		all[i].level = level[place]
		level[place]++
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

// drawOutside writes what is outside of the grid. An arrow ends where its diagonal begins.
func (d *drawing) drawOutside(w *svg.Writer) {
	for _, b := range d.outside {
		p := pen{d, w, b.clue}
		at := p.place(b)
		w.Open("g")
		w.Title(clueTitle(b.clue))
		if b.down != 0 || b.right != 0 {
			first := p.at(d.model.Grid.Cell(b.row+b.down, b.column+b.right))
			back := func(distance float64) point {
				return point{first.x - (cellSize/2+distance)*float64(b.right), first.y - (cellSize/2+distance)*float64(b.down)}
			}
			away := slot * float64(b.level)
			tip, tail := back(1), back(away+9)
			at = back(away + 17)
			p.path([]point{tail, tip}, "none", givenColour, 1)
			p.arrowhead(tail, tip, givenColour, 5, 1)
		}
		p.label(at, b.text, min(14, 1.6*slot/float64(len(b.text)+1)), givenColour)
		w.Close()
	}
}

// ofSide returns a text at the end of a row or column, both counted from 1.
func ofSide(g *model.Grid, s variant.Side, what int) []beside {
	b := beside{row: s.Row - 1, column: s.Column - 1, text: strconv.Itoa(what)}
	switch {
	case s.End && s.Row > 0:
		b.column = g.Columns
	case s.End:
		b.row = g.Rows
	}
	return []beside{b}
}

// ofDiagonal returns a sum before the first cell of a diagonal, with an arrow along it. A diagonal of one cell is in a corner.
func ofDiagonal(g *model.Grid, line model.Cells, sum int) []beside {
	row, column, _ := g.Coordinates(line[0])
	b := beside{text: strconv.Itoa(sum), down: 1, right: 1}
	if len(line) > 1 {
		toRow, toColumn, _ := g.Coordinates(line[1])
		b.down, b.right = toRow-row, toColumn-column
	} else {
		if row > 0 {
			b.down = -1
		}
		if column == 0 {
			b.right = -1
		}
	}
	b.row, b.column = row-b.down, column-b.right
	return []beside{b}
}

// isDiagonal reports whether a line goes straight from border to border.
func isDiagonal(g *model.Grid, line model.Cells) bool {
	b := ofDiagonal(g, line, 0)[0]
	step := [2]int{b.down, b.right}
	fromBorder := len(g.Ray(b.row, b.column, step)) == 0
	return fromBorder && isPath(g, line) && slices.Equal(g.Ray(b.row+b.down, b.column+b.right, step), line)
}

func init() {
	putBeside("number outside", func(g *model.Grid, n *variant.Sandwich) []beside { return ofSide(g, variant.Side{Lane: n.Lane}, n.Sum) })
	putBeside("number outside", func(g *model.Grid, n *variant.XSum) []beside { return ofSide(g, n.Side, n.Sum) })
	putBeside("number outside", func(g *model.Grid, n *variant.Skyscraper) []beside { return ofSide(g, n.Side, n.Count) })
	putBeside("number outside", func(g *model.Grid, n *variant.HiddenSkyscraper) []beside { return ofSide(g, n.Side, n.Value) })
	putBeside("number outside", func(g *model.Grid, n *variant.NumberedRoom) []beside { return ofSide(g, n.Side, n.Value) })
	putBeside("number outside, = if lines may be equal", func(g *model.Grid, n *variant.FullRank) []beside {
		all := ofSide(g, n.Side, n.Rank)
		if n.Ties {
			all[0].text += "="
		}
		return all
	})
	putBeside("sum outside with an arrow", func(g *model.Grid, n *variant.LittleKiller) []beside { return ofDiagonal(g, n.Line, n.Sum) })
}
