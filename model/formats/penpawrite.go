package formats

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

func writePenpa(p *Puzzle) (string, []string, error) {
	s, err := partsOf(p)
	if err != nil {
		return "", nil, err
	}
	w := &penpaReader{Puzzle: p, width: s.size + 4, all: (s.size + 4) * (s.size + 4), top: 2, left: 2, size: s.size}
	w.penpaBoard = penpaBoard{map[string][]any{}, map[string][]any{}, map[string]any{}, [][]int{}, map[string]any{}, [][]int{}, [][]int{}}
	for v, value := range s.givens {
		w.Numbers[strconv.Itoa(w.numbers(model.Cells{v})[0])] = []any{strconv.Itoa(value), 1, "1"}
	}
	w.border(s.grid)
	if back, err := newGrid(s.size, w.regions()); err != nil || !sameRegions(back.Model.Grid, s.grid) && len(s.grid.RegionHouses()) > 0 {
		s.lose("the boxes or regions")
		clear(w.Edges)
	}
	s.loseValues()
	for _, n := range s.clues {
		switch n := n.(type) {
		case *variant.Killer:
			if at, clear := w.sumCell(n, s.clues); clear {
				w.cage(n, at)
				continue
			}
		case *variant.Thermometer:
			if w.Thermos = append(w.Thermos, w.numbers(n.Line)); !n.Slow {
				continue
			}
			w.Thermos = w.Thermos[:len(w.Thermos)-1]
		case *variant.Arrow:
			if len(n.Bulb) == 1 {
				for _, shaft := range n.Shafts {
					w.Arrows = append(w.Arrows, w.numbers(append(n.Bulb, shaft...)))
				}
				continue
			}
		}
		s.lose("%s", s.describe(n))
	}
	text, err := w.text(s)
	return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + text + "\n", s.lost, err
}

func (r *penpaReader) numbers(cells model.Cells) []int {
	return lists.Map(cells, func(v model.Var) int { return r.number(int(v)/r.size, int(v)%r.size) })
}

// border draws thick lines between regions.
func (r *penpaReader) border(g *model.Grid) {
	for v := range model.Var(g.Cells()) {
		row, column, _ := g.Coordinates(v)
		at := r.all + r.number(row, column)
		if column < r.size-1 && g.RegionOf(v) != g.RegionOf(v+1) {
			r.Edges[fmt.Sprintf("%d,%d", at-r.width, at)] = 2
		}
		if row < r.size-1 && g.RegionOf(v) != g.RegionOf(v+model.Var(r.size)) {
			r.Edges[fmt.Sprintf("%d,%d", at-1, at)] = 2
		}
	}
}

// sumCell returns the cell of a cage where its sum stands: one that no other cage has, since a reader would not know whose sum it is.
func (r *penpaReader) sumCell(k *variant.Killer, clues []variant.Clue) (model.Var, bool) {
	if k.Sum == nil || len(k.Cells) == 0 {
		return 0, k.Sum == nil
	}
	i := slices.IndexFunc(k.Cells, func(v model.Var) bool {
		return !slices.ContainsFunc(clues, func(n variant.Clue) bool {
			other, is := n.(*variant.Killer)
			return is && other != k && slices.Contains(other.Cells, v)
		})
	})
	return k.Cells[max(i, 0)], i >= 0
}

// cage draws a cage. The sum stands in a cell.
func (r *penpaReader) cage(k *variant.Killer, at model.Var) {
	r.Cages = append(r.Cages, r.numbers(k.Cells))
	for _, key := range r.around(k) {
		r.CageLine[key] = 10
	}
	if k.Sum != nil {
		r.Corners[strconv.Itoa(4*(r.all+r.numbers(model.Cells{at})[0]))] = []any{strconv.Itoa(*k.Sum), 1}
	}
}

// around returns the keys of the lines around a cage, through the four points of each of its cells.
func (r *penpaReader) around(k *variant.Killer) (keys []string) {
	cells := r.numbers(k.Cells)
	in := func(cell int) bool { return slices.Contains(cells, cell) }
	line := func(draw bool, cell, i, next, j int) {
		if draw {
			keys = append(keys, fmt.Sprintf("%d,%d", 4*(r.all+cell)+i, 4*(r.all+next)+j))
		}
	}
	for _, c := range cells {
		up, left, right, down := c-r.width, c-1, c+1, c+r.width
		line(!in(up), c, 0, c, 1)
		line(!in(left), c, 0, c, 2)
		line(!in(right), c, 1, c, 3)
		line(!in(down), c, 2, c, 3)
		line(in(right) && !(in(up) && in(up+1)), c, 1, right, 0)
		line(in(right) && !(in(down) && in(down+1)), c, 3, right, 2)
		line(in(down) && !(in(left) && in(down-1)), c, 2, down, 0)
		line(in(down) && !(in(right) && in(down+1)), c, 3, down, 1)
	}
	return keys
}

// text packs the drawing. Its lines are the head, the space around, the state of the editor, the puzzle, an empty answer, the cells,
// and settings.
func (r *penpaReader) text(s *parts) (string, error) {
	escape := func(text string) string {
		for i := 0; i < len(penpaEscapes); i += 2 {
			text = strings.ReplaceAll(text, penpaEscapes[i+1], penpaEscapes[i])
		}
		return text
	}
	canvas, middle := 38*(r.size+1), (r.width+1)*(r.size/2+2) // the middle cell, or the vertex in the middle
	if r.size%2 == 0 {
		middle = r.all + (r.width+1)*(r.size/2+1)
	}
	head := fmt.Sprintf("square,%d,%d,38,0,1,1,%d,%d,%d,%d,0,0,0,0,Title: %s,Author: %s,,%s,OFF,false", r.size, r.size, canvas, canvas,
		middle, middle, escape(s.Model.Name), escape(s.sheet.Author), escape(s.sheet.Rules))
	const empty = `{"command_redo":{"__a":[]},"command_undo":{"__a":[]},"command_replay":{"__a":[]},"surface":{},"number":{},"numberS":{},` +
		`"symbol":{},"freeline":{},"freelineE":{},"thermo":[],"arrows":[],"direction":[],"squareframe":[],"polygon":[],"line":{},` +
		`"lineE":{},"wall":{},"cage":{},"deletelineE":{},"killercages":[],"nobulbthermo":[]}`
	var all map[string]any
	drawn, err := json.Marshal(r.penpaBoard)
	for _, part := range []string{empty, string(drawn)} {
		if err == nil {
			err = json.Unmarshal([]byte(part), &all)
		}
	}
	if err != nil {
		return "", err
	}
	question, _ := json.Marshal(all)
	differences := make([]int, r.size*r.size)
	for i, before := 0, 0; i < len(differences); i++ {
		at := r.number(i/r.size, i%r.size)
		differences[i], before = at-before, at
	}
	const state = `{"qa":"pu_q","grid":["1","2","1"],"pu_q":{"edit_mode":"number","surface":["",1],"line":["1",2],"lineE":["1",2],"wall":["",2],` +
		`"cage":["1",10],"number":["1",1],"symbol":["circle_L",1],"special":["thermo",""],"board":["",""],"move":["1",""],` +
		`"combi":["battleship",""],"sudoku":["1",1]},"pu_a":{"edit_mode":"sudoku","surface":["",1],"line":["1",3],"lineE":["1",3],` +
		`"wall":["",3],"cage":["1",10],"number":["1",2],"symbol":["circle_L",1],"special":["thermo",""],"board":["",""],` +
		`"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}}`
	text := strings.Join([]string{
		head, "[0,0,0,0]", state, string(question), empty, "[" + joined(differences, ", ") + "]", "[]", "{}", `"x"`, `"x"`, "[3,0,10]",
		state, `"x"`, "0", empty, empty, "{}", "[]", "false",
	}, "\n")
	for i := 0; i < len(penpaShort); i += 2 {
		text = strings.ReplaceAll(text, penpaShort[i], penpaShort[i+1])
	}
	return deflated(text)
}

// deflated packs a text.
func deflated(text string) (string, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes()), err
}
