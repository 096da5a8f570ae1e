package formats

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/variant"
)

var penpaStart = pattern.New(`(?i)^\S*penpa-edit\S*?[#&?]p=`)

func init() {
	Register(Format{
		Name: "penpa", Lines: true, Summary: "Penpa+ link",
		Recognises: func(text string) bool { return pattern.Matches(penpaStart, text, "penpa-edit") }, Read: readPenpa, Write: writePenpa,
	})
}

// penpaShort are the short forms in Penpa+'s text. The last one is replaced first.
var penpaShort = []string{
	"z", "zZ", `"qa"`, "z9", `"pu_q"`, "zQ", `"pu_a"`, "zA", `"grid"`, "zG", `"edit_mode"`, "zM", `"surface"`, "zS", `"line"`, "zL",
	`"lineE"`, "zE", `"wall"`, "zW", `"cage"`, "zC", `"number"`, "zN", `"symbol"`, "zY", `"special"`, "zP", `"board"`, "zB",
	`"command_redo"`, "zR", `"command_undo"`, "zU", `"command_replay"`, "z8", `"numberS"`, "z1", `"freeline"`, "zF", `"freelineE"`,
	"z2", `"thermo"`, "zT", `"arrows"`, "z3", `"direction"`, "zD", `"squareframe"`, "z0", `"polygon"`, "z5", `"deletelineE"`, "z4",
	`"killercages"`, "z6", `"nobulbthermo"`, "z7", `"__a"`, "z_", "null", "zO",
}

// penpaBoard is what Penpa+ draws, without its history. Cells have a number: row by row, with two more rows and columns around.
// Vertices follow after all cells, each at the lower right of its cell; then the sides; then four points within each cell.
type penpaBoard struct {
	Numbers  map[string][]any `json:"number"`
	Corners  map[string][]any `json:"numberS"`
	Edges    map[string]any   `json:"lineE"`
	Cages    [][]int          `json:"killercages"`
	CageLine map[string]any   `json:"cage"`
	Thermos  [][]int          `json:"thermo"`
	Arrows   [][]int          `json:"arrows"`
}

// penpaRead are the keys that are read; others are only drawn.
var penpaRead = []string{
	"number", "numberS", "lineE", "killercages", "cage", "thermo", "arrows", "command_undo", "command_redo", "command_replay",
	"deletelineE",
}

// penpaDigits are the styles of numbers that are digits: normal, small, medium, large, and marks of Sudoku.
var penpaDigits = []string{"1", "5", "6", "10", "7"}

// penpaLines returns the lines of a link's text.
func penpaLines(packed string) ([]string, error) {
	text, err := inflated(packed)
	if err != nil {
		return nil, err
	}
	for i := len(penpaShort) - 2; i >= 0; i -= 2 {
		text = strings.ReplaceAll(text, penpaShort[i+1], penpaShort[i])
	}
	return strings.Split(text, "\n"), nil
}

// penpaReader reads a puzzle of Penpa+.
type penpaReader struct {
	*Puzzle
	penpaBoard
	width     int      // of the whole drawing, with what is around
	all       int      // its cells
	top, left int      // of the grid
	size      int      // of the grid
	unread    []string // keys of which a part is drawn only
}

func readPenpa(text string) (*Puzzle, error) {
	lines, err := penpaLines(payload(penpaStart(), text))
	if err != nil {
		return nil, err
	}
	r := &penpaReader{Puzzle: &Puzzle{}}
	head := strings.Split(lines[0], ",")
	if len(lines) < 6 || len(head) < 11 || head[0] != "square" && head[0] != "sudoku" {
		return nil, fmt.Errorf("found a drawing of type %q, expected square or sudoku", head[0])
	}
	columns, _ := strconv.Atoi(head[1])
	rows, _ := strconv.Atoi(head[2])
	if rows < 1 || columns < 1 || rows > model.MaxSize || columns > model.MaxSize {
		return nil, fmt.Errorf("found %s columns and %s rows, expected 1 to %d", head[1], head[2], model.MaxSize)
	}
	r.width, r.all = columns+4, (columns+4)*(rows+4)
	var keys map[string]any
	var cells []int
	for _, part := range []struct {
		text string
		into any
	}{{lines[3], &r.penpaBoard}, {lines[3], &keys}, {lines[5], &cells}} {
		if _, err := parseJSON(part.text, part.into); err != nil {
			return nil, err
		}
	}
	if err := r.grid(cells); err != nil {
		return nil, err
	}
	r.Model.Name = penpaText(head, 15, "Title: ")
	r.Sheet = &document.Sheet{Author: penpaText(head, 16, "Author: "), Rules: penpaText(head, 18, "")}
	r.givens()
	if err := r.clues(); err != nil {
		return nil, err
	}
	drawn := r.unread
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains(penpaRead, key) && !isEmpty(keys[key]) {
			drawn = append(drawn, key)
		}
	}
	if slices.Sort(drawn); drawn != nil {
		r.warn("%s: drawn only; what it means is not read", strings.Join(drawn, ", "))
	}
	return r.Puzzle, nil
}

// penpaEscapes are the characters that would end a field.
var penpaEscapes = []string{"%2C", ",", "%2D", "\n", "%2E", "&", "%2F", "="}

func penpaText(head []string, at int, before string) string {
	if at >= len(head) {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.NewReplacer(penpaEscapes...).Replace(head[at]), strings.TrimSpace(before)))
}

// grid makes the grid from the numbers of its cells, each but the first as the difference to the one before.
func (r *penpaReader) grid(cells []int) (err error) {
	if len(cells) == 0 || len(cells) > r.all {
		return fmt.Errorf("found %d cells, expected a square", len(cells))
	}
	for i := 1; i < len(cells); i++ {
		cells[i] += cells[i-1]
	}
	slices.Sort(cells)
	for r.size*r.size < len(cells) {
		r.size++
	}
	r.top, r.left = cells[0]/r.width, cells[0]%r.width
	for i, cell := range cells {
		if len(cells) != r.size*r.size || cell != r.number(i/r.size, i%r.size) {
			return fmt.Errorf("found %d cells that are no square, expected a square", len(cells))
		}
	}
	r.Document, err = newGrid(r.size, r.regions())
	return err
}

func (r *penpaReader) number(row, column int) int { return (r.top+row)*r.width + r.left + column }

// cell returns the cell of a number.
func (r *penpaReader) cell(number int) (model.Var, bool) {
	row, column := number/r.width-r.top, number%r.width-r.left
	return model.Var(row*r.size + column), row >= 0 && row < r.size && column >= 0 && column < r.size
}

// regions returns the pieces into which thick lines divide the grid if all are of the grid's size.
func (r *penpaReader) regions() []int {
	n := r.size
	grid, pieces := &model.Grid{Rows: n, Columns: n}, lists.Numbers[int](n*n)
	neighbours := grid.Neighbours(lists.Numbers[model.Var](n * n))
	open := lists.Filter(neighbours, func(two [2]int) bool { return !r.thick(r.between(two)) })
	for again := true; again; {
		again = false
		for _, two := range open {
			if a, b := pieces[two[0]], pieces[two[1]]; a != b {
				pieces[two[0]], pieces[two[1]], again = min(a, b), min(a, b), true
			}
		}
	}
	for _, piece := range pieces {
		if lists.Count(pieces, func(other int) bool { return other == piece }) != n {
			pieces = slices.Repeat([]int{-1}, n*n)
			break
		}
	}
	r.decoration(neighbours, pieces)
	return pieces
}

// between returns the key of the line between two cells.
func (r *penpaReader) between(two [2]int) string {
	at := r.all + r.number(two[0]/r.size, two[0]%r.size) // the vertex at the lower right
	if two[1] == two[0]+1 {
		return fmt.Sprintf("%d,%d", at-r.width, at)
	}
	return fmt.Sprintf("%d,%d", at-1, at)
}

func (r *penpaReader) thick(key string) bool {
	return slices.Contains([]string{"2", "21"}, fmt.Sprint(r.Edges[key]))
}

// decoration looks for lines that are neither between two regions nor around the grid.
func (r *penpaReader) decoration(neighbours [][2]int, pieces []int) {
	known := map[string]bool{}
	for _, two := range neighbours {
		if key := r.between(two); r.thick(key) && pieces[two[0]] != pieces[two[1]] {
			known[key] = true
		}
	}
	for i := range r.size {
		for _, side := range []int{-1, r.size - 1} {
			across, down := r.all+r.number(side, i), r.all+r.number(i, side)
			known[fmt.Sprintf("%d,%d", across-1, across)], known[fmt.Sprintf("%d,%d", down-r.width, down)] = true, true
		}
	}
	for key := range r.Edges {
		if !known[key] {
			r.drawn("lineE")
		}
	}
}

// givens reads black numbers. In the style of Sudoku a number is a list of marks.
func (r *penpaReader) givens() {
	outside := lists.Filter(slices.Collect(maps.Keys(r.Numbers)), func(key string) bool {
		number, err := strconv.Atoi(key)
		_, within := r.cell(number)
		return err != nil || !within
	})
	if len(outside) > 0 {
		r.warn("found %d numbers outside of the grid, ignored", len(outside))
	}
	for v := range model.Var(r.size * r.size) {
		number, there := r.Numbers[strconv.Itoa(r.number(int(v)/r.size, int(v)%r.size))]
		if !there {
			continue
		}
		if len(number) < 3 || fmt.Sprint(number[1]) != "1" || !slices.Contains(penpaDigits, fmt.Sprint(number[2])) {
			r.warn("found %v in %s, expected a black number; ignored", number, r.Model.NameOf(v))
			continue
		}
		value, err := strconv.Atoi(fmt.Sprint(number[0]))
		if marks, is := number[0].([]any); is && lists.Count(marks, func(m any) bool { return m == 1.0 }) == 1 {
			value, err = slices.Index(marks, any(1.0))+1, nil
		}
		if err != nil || value < 1 || value > r.size {
			r.warn("found %v in %s, expected 1 to %d; ignored", number[0], r.Model.NameOf(v), r.size)
			continue
		}
		r.Givens = append(r.Givens, model.Given{Var: v, Value: value})
	}
}

// clues reads cages, thermometers and arrows.
func (r *penpaReader) clues() error {
	var clues []variant.Clue
	cells := func(key string, least int, line []int) (cells model.Cells) {
		for _, number := range line {
			if v, within := r.cell(number); within {
				cells = append(cells, v)
			}
		}
		switch {
		case len(cells) < len(line):
			r.warn("found a clue of %s outside of the grid, ignored", key)
			return nil
		case len(cells) < least:
			r.warn("found a clue of %s with %d cells, expected at least %d; ignored", key, len(cells), least)
			return nil
		}
		return cells
	}
	var cages []*variant.Killer
	for _, cage := range r.Cages {
		if killer := (&variant.Killer{Cells: cells("killercages", 1, cage)}); len(killer.Cells) > 0 {
			cages, clues = append(cages, killer), append(clues, killer)
		}
	}
	r.sums(cages)
	r.borders(cages)
	for _, line := range r.Thermos {
		if line := cells("thermo", 1, line); line != nil {
			clues = append(clues, &variant.Thermometer{Line: line})
		}
	}
	for _, line := range r.Arrows {
		if line := cells("arrows", 2, line); line != nil {
			clues = append(clues, &variant.Arrow{Bulb: line[:1], Shafts: []model.Cells{line[1:]}})
		}
	}
	return r.addClues(clues...)
}

// point returns the cell of one of the four points within each cell.
func (r *penpaReader) point(number int) (model.Var, bool) {
	v, within := r.cell((number - 4*r.all) / 4)
	return v, within && number >= 4*r.all
}

// sums gives cages their sums. A sum stands at a corner of one of the cage's cells. If several cages have the cell, it belongs to the
// cage whose first cell it is.
func (r *penpaReader) sums(cages []*variant.Killer) {
	for _, key := range slices.Sorted(maps.Keys(r.Corners)) {
		point, err := strconv.Atoi(key)
		v, within := r.point(point)
		text := r.Corners[key]
		if len(text) == 0 || text[0] == "" {
			continue
		}
		sum, failed := strconv.Atoi(fmt.Sprint(text[0]))
		having := lists.Filter(cages, func(k *variant.Killer) bool { return slices.Contains(k.Cells, v) })
		if err != nil || failed != nil || !within || len(having) == 0 {
			r.drawn("numberS")
			continue
		}
		if first := lists.Filter(having, func(k *variant.Killer) bool { return slices.Min(k.Cells) == v }); len(having) > 1 && len(first) > 0 {
			having = first
		}
		if len(having) > 1 || having[0].Sum != nil && *having[0].Sum != sum {
			r.warn("found the sum %d in %s, expected one sum for each cage; ignored", sum, r.Model.NameOf(v))
			continue
		}
		having[0].Sum = r.cageSum(sum)
	}
}

// penpaCageLines are the styles of lines that Penpa+ offers for cages.
var penpaCageLines = []any{7.0, 10.0, 15.0, 16.0}

// borders looks for lines of cages other than those that Penpa+ draws around a cage that is read.
func (r *penpaReader) borders(cages []*variant.Killer) {
	known := map[string]bool{}
	for _, cage := range cages {
		for _, key := range r.around(cage) {
			known[key] = true
		}
	}
	for key, style := range r.CageLine {
		if !known[key] || !slices.Contains(penpaCageLines, style) {
			r.drawn("cage")
		}
	}
}

// drawn notes a key of which a part is drawn only.
func (r *penpaReader) drawn(key string) {
	if !slices.Contains(r.unread, key) {
		r.unread = append(r.unread, key)
	}
}
