package formats

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/variant"
)

// parts is a puzzle as puzzle formats see it: a grid with its houses, clues, and cells with fewer values than others.
type parts struct {
	*Puzzle
	grid   *model.Grid
	size   int                        // the largest value; the smallest is 1
	clues  []variant.Clue             // the model's, and all-different groups of cells as cages
	fewer  map[model.Var]model.Domain // by cell
	givens map[model.Var]int
	sheet  *document.Sheet // not nil
	lost   []string        // what no puzzle format can express
}

func (p *parts) lose(format string, args ...any) {
	p.lost = append(p.lost, input.Short(fmt.Sprintf(format, args...)))
}

// faults keeps the first fault of a reader.
type faults struct{ err error }

func (f *faults) failf(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

func (p *Puzzle) warn(format string, args ...any) {
	p.Warnings = append(p.Warnings, input.Short(fmt.Sprintf(format, args...)))
}

// addClues adds clues. A line that is too short to mean anything is left out, with a warning.
func (p *Puzzle) addClues(clues ...variant.Clue) error {
	for _, n := range clues {
		err := p.AddClues(n)
		if short := (*variant.TooShortError)(nil); errors.As(err, &short) {
			p.warn("%v; ignored", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// unknownKeys warns of each key of the objects in a JSON value, or in the lists of it, that a table does not have. A key with an empty
// value says nothing. Keys are compared as the decoder compares them.
func (p *Puzzle) unknownKeys(where string, value any, known ...string) {
	unknown := map[string]bool{}
	var look func(value any)
	look = func(value any) {
		list, _ := value.([]any)
		for _, item := range list {
			look(item)
		}
		object, _ := value.(map[string]any)
		for key, item := range object {
			is := func(other string) bool { return strings.EqualFold(key, other) }
			if !isEmpty(item) && !slices.ContainsFunc(known, is) {
				unknown[key] = true
			}
		}
	}
	look(value)
	for _, key := range slices.Sorted(maps.Keys(unknown)) {
		p.warn("found the unknown key %q of %s, ignored", input.Clip(key), where)
	}
}

// isEmpty reports whether a JSON value says nothing.
func isEmpty(value any) bool {
	return slices.Contains([]string{"<nil>", "false", "", "[]", "map[]"}, fmt.Sprint(value))
}

// keep keeps in the sheet what only a format understands.
func (p *Puzzle) keep(format string, foreign map[string]any) error {
	if len(foreign) == 0 {
		return nil
	}
	text, err := json.Marshal(foreign)
	p.Sheet.Foreign = map[string]json.RawMessage{format: text}
	return err
}

// partsOf divides a puzzle. An error says that its cells are not those of puzzle formats.
func partsOf(p *Puzzle) (*parts, error) {
	m := p.Model
	if m.Grid == nil {
		return nil, fmt.Errorf("found a model without a grid, expected a grid")
	}
	values := m.CellValues()
	s := &parts{
		Puzzle: p, grid: m.Grid, size: values.Max(), fewer: map[model.Var]model.Domain{}, givens: map[model.Var]int{}, sheet: p.Sheet,
	}
	if n := m.Grid.Rows; n != m.Grid.Columns || !values.Equal(model.Interval(1, n)) {
		return nil, fmt.Errorf("found %d rows, %d columns and the values %v, expected a square with the values 1 to its size",
			n, m.Grid.Columns, values)
	}
	if s.sheet == nil {
		s.sheet = &document.Sheet{}
	}
	for v := range model.Var(m.Grid.Cells()) {
		if d := m.DomainOf(v); !d.Equal(values) {
			s.fewer[v] = d
		}
	}
	for _, g := range p.Givens {
		if _, again := s.givens[g.Var]; again || int(g.Var) >= m.Grid.Cells() {
			s.lose("the given %s=%d", m.NameOf(g.Var), g.Value)
			continue
		}
		s.givens[g.Var] = g.Value
	}
	s.divide()
	if projected(m, m.Grid.Cells()) {
		s.lose("the outputs")
	}
	if m.Objective != nil {
		s.lose("the objective")
	}
	return s, nil
}

// divide sorts the constraints into houses, clues, and what remains.
func (p *parts) divide() {
	m := p.Model
	for _, n := range p.Clues() {
		killer, is := n.(*variant.Killer)
		noSum := is && killer.Sum != nil && *killer.Sum == 0 // other programs read it as a cage without a sum
		if p.inGrid(n) && !noSum {
			p.clues = append(p.clues, n)
		} else {
			p.lose("%s", p.describe(n))
		}
	}
	if own := m.Grid.Cells(); p.Declared() > own {
		p.lose("%d variables that are no cells", p.Declared()-own)
	}
	unmet := map[string]bool{}
	for _, house := range m.Grid.Houses() {
		unmet[cellsKey(house.Cells)] = true
	}
	var others []model.Constraint
	for _, c := range p.Plain() {
		if _, isHouse := unmet[cellsKey(c.Scope())]; isHouse && c.Kind() == "all-different" {
			unmet[cellsKey(c.Scope())] = false
		} else {
			others = append(others, c)
		}
	}
	for _, house := range slices.Concat(m.Grid.RowHouses(), m.Grid.ColumnHouses()) {
		if unmet[cellsKey(house.Cells)] {
			p.lose("%s with equal values", house.Name)
		}
	}
	missing := lists.Count(m.Grid.RegionHouses(), func(h model.House) bool { return unmet[cellsKey(h.Cells)] })
	if missing > 0 {
		p.lose("%d boxes or regions with equal values", missing)
	}
	p.cages(others)
}

// inGrid reports whether a clue names cells of the grid alone, no other variables.
func (p *parts) inGrid(n variant.Clue) bool {
	return !slices.ContainsFunc(variant.CellsOf(n), func(v model.Var) bool { return int(v) >= p.grid.Cells() })
}

// cages reads groups of cells that differ as cages. A sum of the same cells that follows is the sum of the cage.
func (p *parts) cages(constraints []model.Constraint) {
	for i := 0; i < len(constraints); i++ {
		c := constraints[i]
		if c.Kind() != "all-different" {
			p.lose("%s", model.Describe(p.Model, c))
			continue
		}
		cage := &variant.Killer{Cells: c.Scope()}
		if i+1 < len(constraints) && cellsKey(constraints[i+1].Scope()) == cellsKey(c.Scope()) {
			for _, l := range model.Each[*model.Linear](constraints[i+1 : i+2]) {
				if l.Lo == l.Hi && !slices.ContainsFunc(l.Terms, func(t model.Term) bool { return t.Coefficient != 1 }) {
					cage.Sum = &l.Lo
					i++
				}
			}
		}
		p.clues = append(p.clues, cage)
	}
}

// projected reports whether one of the first n variables is no output, although it has several values.
func projected(m *model.Model, n int) bool {
	known := map[model.Var]bool{}
	for _, v := range m.OutputVars() {
		known[v] = true
	}
	return slices.ContainsFunc(lists.Numbers[model.Var](n), func(v model.Var) bool { return !known[v] && m.DomainOf(v).Size() > 1 })
}

// sameRegions reports whether two grids have the same boxes or regions.
func sameRegions(a, b *model.Grid) bool {
	keys := func(g *model.Grid) []string {
		return slices.Sorted(slices.Values(lists.Map(g.RegionHouses(), func(h model.House) string { return cellsKey(h.Cells) })))
	}
	return slices.Equal(keys(a), keys(b))
}

// cellsKey is the same text for the same cells in any order.
func cellsKey(cells []model.Var) string { return fmt.Sprint(slices.Sorted(slices.Values(cells))) }

// loseClues loses all clues, and values that cells may not have.
func (p *parts) loseClues() {
	for _, n := range p.clues {
		p.lose("%s", p.describe(n))
	}
	p.loseValues()
}

func (p *parts) loseValues() {
	for _, v := range slices.Sorted(maps.Keys(p.fewer)) {
		p.lose("the values %v of %s", p.fewer[v], p.Model.NameOf(v))
	}
}

// ends names the first and the last of some cells.
func (p *Puzzle) ends(cells model.Cells) string {
	if len(cells) == 0 {
		return "no cells"
	}
	return fmt.Sprintf("%s … %s", p.Model.NameOf(cells[0]), p.Model.NameOf(cells[len(cells)-1]))
}

// cageSum returns the sum of a cage. Other programs take 0 for no sum.
func (p *Puzzle) cageSum(sum int) *int {
	if sum != 0 {
		return &sum
	}
	p.warn("found a cage with the sum 0, read as a cage without a sum")
	return nil
}

// describe names a clue for messages: its kind, and its first and last cell.
func (p *parts) describe(n variant.Clue) string {
	v := reflect.ValueOf(n).Elem()
	for i := range v.NumField() {
		if cells, is := v.Field(i).Interface().(model.Cells); is && len(cells) > 0 {
			return variant.KindOf(n) + " on " + p.ends(cells)
		}
	}
	return variant.KindOf(n)
}

// newGrid returns a document of a square with rows, columns and regions all-different. regions has each cell's region from 0, or -1
// for none; nil stands for boxes of the usual shape.
func newGrid(size int, regions []int) (*document.Document, error) {
	if size < 1 || size > model.MaxSize {
		return nil, fmt.Errorf("found a grid of size %d, expected 1 to %d", size, model.MaxSize)
	}
	g := &model.Grid{Rows: size, Columns: size}
	if regions == nil {
		g.BoxRows, g.BoxColumns = model.UsualBoxes(size)
	} else {
		setRegions(g, regions)
	}
	m := model.NewGrid(g, model.Interval(1, size))
	for _, house := range g.Houses() {
		if len(house.Cells) > size {
			return nil, fmt.Errorf("found a %s of %d cells, expected %d at most", house.Name, len(house.Cells), size)
		}
		m.Constraints = append(m.Constraints, &model.AllDifferent{Name: house.Name, Vars: house.Cells})
	}
	return document.New(m), nil
}

// setRegions gives a grid boxes if the regions are equal rectangles, otherwise the regions.
func setRegions(g *model.Grid, regions []int) {
	same := func(cell model.Var) bool { return regions[cell] >= 0 && regions[cell] == regions[0] }
	rows := lists.Count(lists.Numbers[model.Var](g.Rows), func(row model.Var) bool { return same(row * model.Var(g.Columns)) })
	columns := lists.Count(lists.Numbers[model.Var](g.Columns), same)
	if rows > 0 && columns > 0 && g.Rows%rows == 0 && g.Columns%columns == 0 {
		boxed := &model.Grid{Rows: g.Rows, Columns: g.Columns, BoxRows: rows, BoxColumns: columns}
		if slices.Equal(renumbered(regions), lists.Map(lists.Numbers[model.Var](g.Cells()), boxed.RegionOf)) {
			g.BoxRows, g.BoxColumns = rows, columns
			return
		}
	}
	g.Regions = renumbered(regions)
}

// renumbered numbers regions from 0 in the order in which they appear. It returns nil for a grid without regions.
func renumbered(regions []int) []int {
	numbers := map[int]int{-1: -1}
	list := make([]int, len(regions))
	for cell, region := range regions {
		if _, known := numbers[region]; !known {
			numbers[region] = len(numbers) - 1
		}
		list[cell] = numbers[region]
	}
	if len(numbers) == 1 {
		return nil
	}
	return list
}

// joined returns numbers with a separator.
func joined(numbers []int, separator string) string {
	return strings.Join(lists.Map(numbers, strconv.Itoa), separator)
}
