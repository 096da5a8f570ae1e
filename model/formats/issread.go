package formats

import (
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/variant"
)

// issReader turns tokens into a model.
type issReader struct {
	*Puzzle
	m          *model.Model
	layers     []issLayer // the grid, then the groups of cells outside it
	lowest, n  int        // the lowest value, the number of values
	raw        bool       // a grid without houses
	regionSize int
	boxes      *model.Grid // the grid with its boxes, also if they are no houses
	cells      map[string]model.Var
	candidates map[model.Var]model.Domain
	givens     model.Cube
	breakVar   model.Var // 0: none yet
	unknown    []string
	ties       string // of full ranks: none, any, or else no line equal to one with a clue
	faults
}

// issLayer is a grid of cells: the grid itself, or a group outside it such as VA1 … VA9.
type issLayer struct {
	prefix  string // "" for the grid
	first   model.Var
	count   int
	columns int
}

func (l issLayer) has(v model.Var) bool { return v >= l.first && int(v-l.first) < l.count }

func (l issLayer) cells() model.Cells {
	return lists.Map(lists.Numbers[model.Var](l.count), func(v model.Var) model.Var { return l.first + v })
}

// layer returns the layer that a function accepts, or an empty one.
func (r *issReader) layer(accepts func(issLayer) bool) issLayer {
	if i := slices.IndexFunc(r.layers, accepts); i >= 0 {
		return r.layers[i]
	}
	return issLayer{columns: 1}
}

func readISS(text string) (*Puzzle, error) {
	tokens, err := issTokens(text)
	if err != nil {
		return nil, err
	}
	r := &issReader{Puzzle: &Puzzle{}, cells: map[string]model.Var{}, candidates: map[model.Var]model.Domain{}}
	r.layout(tokens)
	tokens = r.flat(r.lastOnly(tokens))
	r.readGivens(tokens)
	for _, token := range tokens {
		if token.name == "Given" {
			continue
		}
		for _, entry := range r.entries(token) {
			r.add(entry)
		}
	}
	if len(r.unknown) > 0 {
		r.failf("found %s, expected constraints that qmsat knows", strings.Join(lists.Distinct(r.unknown), ", "))
	}
	if r.err != nil {
		return nil, r.err
	}
	r.Givens = r.givens
	return r.Puzzle, nil
}

// add adds an entry to the document.
func (r *issReader) add(entry variant.Entry) {
	if r.err == nil {
		r.err = r.Add(entry)
	}
}

var issShape = pattern.New(`^(\d+)x(\d+)(?:~(?:(?:(\d+)-)?(\d+))?(?:~(Sudoku|Raw))?)?$`)

// layout makes the cells and the houses. Tokens of the layout stand at the top only.
func (r *issReader) layout(tokens []issToken) {
	shape, jigsaw, noBoxes := []string{"", "9", "9", "", "", ""}, "", false
	r.regionSize = 0
	for _, token := range tokens {
		switch text := strings.Join(token.args, "~"); token.name {
		case "Shape":
			if shape = issShape().FindStringSubmatch(text); shape == nil {
				r.failf("found .Shape~%s, expected a size such as 9x9, and perhaps values such as 0-8", input.Clip(text))
				return
			}
		case "NoBoxes":
			noBoxes = true
		case "RegionSize":
			r.regionSize = r.number(text)
		case "FullRankTies":
			r.ties = text
		case "Jigsaw":
			jigsaw = text[strings.LastIndexByte(text, '~')+1:]
		}
	}
	rows, columns := r.number(shape[1]), r.number(shape[2])
	if r.err != nil || rows < 1 || columns < 1 || rows > len(issDigits) || columns > len(issDigits) {
		r.failf("found %s rows and %s columns, expected 1 to %d", shape[1], shape[2], len(issDigits))
		return
	}
	r.lowest, r.n, r.raw = 1, max(rows, columns), shape[5] == "Raw"
	if r.regionSize == 0 {
		r.regionSize = r.n
	}
	if shape[3] != "" {
		r.lowest = r.number(shape[3])
	}
	if shape[4] != "" {
		r.n = r.number(shape[4]) - r.lowest + 1
	}
	if r.n < 1 || r.n > 17 || r.lowest > 1 || !r.raw && r.n < max(rows, columns) {
		r.failf("found %d values from %d, expected at most 17 from 0 or 1, and enough for a row and a column", r.n, r.lowest)
		return
	}
	grid := &model.Grid{Rows: rows, Columns: columns}
	r.boxes = &model.Grid{Rows: rows, Columns: columns}
	r.boxes.BoxRows, r.boxes.BoxColumns = issBoxes(rows, columns, r.regionSize)
	if !noBoxes && !r.raw {
		grid.BoxRows, grid.BoxColumns = r.boxes.BoxRows, r.boxes.BoxColumns
	}
	r.makeCells(grid, tokens)
	pieces := r.jigsaw(grid, jigsaw)
	if r.err == nil && !r.raw {
		houses := append(grid.Houses(), pieces...)
		r.m.Constraints = lists.Map(houses, func(h model.House) model.Constraint {
			return &model.AllDifferent{Name: h.Name, Vars: h.Cells}
		})
	}
	r.Document = document.New(r.m)
	r.m = r.Model
	if slices.ContainsFunc(tokens, func(token issToken) bool { return token.name == "ChaosConstruction" }) {
		r.chaos()
	}
}

// chaos adds the unknown regions: CC1 is the number of the first cell's region, and so on.
func (r *issReader) chaos() {
	first := model.Var(len(r.m.Variables))
	r.add(variant.Entry{Clue: &variant.ChaosConstruction{Size: r.regionSize}})
	if r.err != nil {
		return
	}
	cells := r.m.Grid.Cells()
	r.layers = append(r.layers, issLayer{"CC", first, cells, r.m.Grid.Columns})
	for i := range cells {
		r.cells["CC"+strconv.Itoa(i+1)] = first + model.Var(i)
	}
}

// issBoxes returns the size of boxes of size cells that tile a grid, flat ones first; 0 if no boxes do.
func issBoxes(rows, columns, size int) (boxRows, boxColumns int) {
	for small := size; small >= 2; small-- {
		large := size / max(small, 1)
		if small*large != size || small > large {
			continue
		}
		if rows%small == 0 && columns%large == 0 {
			return small, large
		}
		if rows%large == 0 && columns%small == 0 {
			return large, small
		}
	}
	return 0, 0
}

// jigsaw makes the pieces of the region size regions of the grid. If there are boxes too, it returns them as houses.
func (r *issReader) jigsaw(grid *model.Grid, text string) []model.House {
	if text == "" || r.err != nil {
		return nil
	}
	if len(text) != grid.Cells() {
		r.failf("found a jigsaw of %d cells, expected %d", len(text), grid.Cells())
		return nil
	}
	pieces := *grid
	pieces.BoxRows, pieces.BoxColumns, pieces.Regions = 0, 0, make([]int, len(text))
	number := map[byte]int{}
	for cell := range len(text) {
		piece, known := number[text[cell]]
		switch {
		case strings.Count(text, text[cell:cell+1]) != r.regionSize:
			piece = -1
		case !known:
			piece = len(number)
			number[text[cell]] = piece
		}
		pieces.Regions[cell] = piece
	}
	if len(number) < 2 {
		return nil
	}
	if !grid.HasBoxes() {
		setRegions(grid, pieces.Regions)
		return nil
	}
	return pieces.RegionHouses()
}

// makeCells makes the variables: cells of the grid, then those of the groups.
func (r *issReader) makeCells(grid *model.Grid, tokens []issToken) {
	values := model.Interval(r.lowest, r.lowest+r.n-1)
	r.m = model.NewGrid(grid, values)
	r.layers = []issLayer{{count: grid.Cells(), columns: grid.Columns}}
	for cell := range grid.Cells() {
		r.cells[issCell(cell/grid.Columns, cell%grid.Columns)] = model.Var(cell)
	}
	for _, token := range tokens {
		switch token.name {
		case "Var":
			r.variables(token.args, values)
		case "Doppelganger":
			r.group("DGR", grid.Columns, grid.Columns, values)
			r.group("DGC", grid.Rows, grid.Columns, values)
			r.group("DGB", grid.Boxes(), max(grid.BoxColumns, 1), values)
		}
	}
}

var issVar = pattern.New(`^([A-Z]+)(?:~[^~]*)?(?:~(?:(\d+)x)?(\d+))?$`)

// variables makes the cells of .Var~prefix~label~size.
func (r *issReader) variables(args []string, values model.Domain) {
	match := issVar().FindStringSubmatch(strings.Join(args, "~"))
	if match == nil {
		r.failf("found .Var~%s, expected capital letters, a label and a size", input.Clip(strings.Join(args, "~")))
		return
	}
	rows, columns := 1, r.m.Grid.Columns
	count := 1
	if match[3] != "" {
		count = r.number(match[3])
	}
	if match[2] != "" {
		rows, columns = r.number(match[2]), count
		count *= rows
	}
	r.group("V"+match[1], count, columns, values)
}

// maxISSCells bounds the cells of a puzzle, as in ISS, maxISSTokens the copies that a token makes, and maxISSNumber numbers.
const (
	maxISSCells  = 1000
	maxISSNumber = 9999
	maxISSTokens = 100_000
)

func (r *issReader) group(prefix string, count, columns int, values model.Domain) {
	if r.err != nil || count+len(r.m.Variables) > maxISSCells {
		r.failf("found over %d cells, expected at most as many", maxISSCells)
		return
	}
	r.layers = append(r.layers, issLayer{prefix, model.Var(len(r.m.Variables)), count, columns})
	for i := range count {
		name := prefix + strconv.Itoa(i+1)
		if count == 1 {
			name = prefix
		}
		if _, taken := r.cells[name]; taken {
			r.failf("found the cell %s twice, expected once", name)
		}
		r.cells[name] = r.m.AddVariable(name, values)
	}
}

// number reads a number.
func (r *issReader) number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n > maxISSNumber || n < -maxISSNumber {
		r.failf("found %q, expected a number", input.Clip(text))
		return 0
	}
	return n
}

// numbers reads numbers with _ between them.
func (r *issReader) numbers(text string) []int { return lists.Map(strings.Split(text, "_"), r.number) }

// isCell reports whether a text names a cell, in any case.
func (r *issReader) isCell(text string) (model.Var, bool) {
	v, is := r.cells[text]
	if !is && len(text) == 4 {
		text = "R" + strings.ToLower(text[1:2]) + "C" + strings.ToLower(text[3:])
		v, is = r.cells[text]
	}
	return v, is
}

func (r *issReader) cell(text string) model.Var {
	v, is := r.isCell(text)
	if !is {
		r.failf("found %q, expected a cell", input.Clip(text))
	}
	return v
}

func (r *issReader) line(args []string) model.Cells {
	cells := lists.Map(args, r.cell)
	if len(cells) == 0 {
		r.failf("found no cells, expected at least one")
	}
	return cells
}

// touching returns each two cells of a set that share a side, the one listed first first.
func (r *issReader) touching(set model.Cells) []model.Cells {
	var pairs []model.Cells
	for i, a := range set {
		for _, b := range set[i+1:] {
			if r.adjacent(a, b) {
				pairs = append(pairs, model.Cells{a, b})
			}
		}
	}
	if len(pairs) == 0 {
		r.failf("found no two cells that share a side, expected some")
	}
	for _, v := range set {
		if !slices.Contains(slices.Concat(pairs...), v) {
			r.warn("found %s beside none of the other cells of a clue, ignored", r.m.NameOf(v))
		}
	}
	return pairs
}

func (r *issReader) adjacent(a, b model.Var) bool {
	a, b = min(a, b), max(a, b)
	layer := r.layer(func(l issLayer) bool { return l.has(a) && l.has(b) })
	return layer.count > 0 && (int(b-a) == layer.columns || b == a+1 && int(b-layer.first)%layer.columns != 0)
}
