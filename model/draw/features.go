package draw

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/variant"
)

// features are the drawn parts of a model's constraints.
type features struct {
	magic   map[int]bounds // the quasi-magic boxes, by number
	regions [][]model.Var  // all-different sets that replace boxes
	cages   []cage         // other sets of cells
	undrawn map[string]int // how many constraints of each kind are not drawn
	clues   []variant.Clue
	outside []beside
	sketch  sketch // what links only draw
	domains bool   // some cells have their own values

	objective string // as text, since it is not drawn otherwise
	loose     int    // number of houses of the grid that need not be all-different
}

// bounds are the bounds of a sum.
type bounds struct{ lo, hi int }

// cage is a set of cells with a requirement.
type cage struct {
	cells     []model.Var // in row-major order
	different bool        // all-different
	differ    bool        // its values differ, because it is all-different or lies in a set that is
	sums      []string    // as written
	connected bool        // by sides of cells, so one outline can surround it
	level     int         // number of outlines outside this one

	clue variant.Clue // nil for a cage of constraints
	text string       // of a clue's cage
}

// featuresOf sorts a document's clues and constraints by how they are drawn. It omits houses, because the lines of the grid show them.
func featuresOf(of *document.Document) features {
	m, plain := of.Model, of.Plain()
	f := features{undrawn: map[string]int{}, clues: drawnClues(m, of.Clues())}
	f.outside, f.sketch = outsideOf(m.Grid, f.clues), sketchOf(of)
	if m.Objective != nil {
		f.objective = m.Objective.Word() + " " + m.SumText(m.Objective.Terms)
	}
	var lines []bool // by constraint: whether it is a line of a quasi-magic box
	f.magic, lines = magicBoxes(m.Grid, plain)
	apart, _ := model.Take[*model.AllDifferent](m.Constraints)
	differ := func(cells []model.Var) bool {
		return slices.ContainsFunc(apart, func(c *model.AllDifferent) bool { return within(cells, c.Vars) })
	}
	houses := map[string]bool{}
	for _, house := range m.Grid.Houses() {
		houses[key(house.Cells)] = true
		if !differ(house.Cells) {
			f.loose++
		}
	}
	sets := map[string]*cage{}
	differents, sums := maps.Collect(model.Each[*model.AllDifferent](plain)), maps.Collect(model.Each[*model.Linear](plain))
	for i, c := range plain {
		if lines[i] {
			continue
		}
		cells := slices.Sorted(slices.Values(c.Scope()))
		name := key(cells)
		different, sum := differents[i] != nil, sums[i] != nil
		switch {
		case different && houses[name]:
			continue
		case !different && !sum, len(cells) == 0, int(cells[len(cells)-1]) >= m.Grid.Cells():
			f.undrawn[c.Kind()]++
			continue
		}
		set := sets[name]
		if set == nil {
			set = &cage{cells: cells, connected: isConnected(cells, m.Grid)}
			sets[name] = set
		}
		set.different = set.different || different
		if sum {
			set.sums = append(set.sums, sumText(sums[i]))
		}
	}
	for _, set := range sets {
		set.differ = differ(set.cells)
	}
	all := slices.SortedFunc(maps.Values(sets), func(a, b *cage) int { return slices.Compare(a.cells, b.cells) })
	f.part(m.Grid, all)
	for v := range model.Var(m.Grid.Cells()) {
		f.domains = f.domains || !m.DomainOf(v).Equal(m.DomainOf(0))
	}
	return f
}

func within(cells, others []model.Var) bool {
	return !slices.ContainsFunc(cells, func(v model.Var) bool { return !slices.Contains(others, v) })
}

// part divides the sets into regions and cages. In a grid without boxes, the regions are the connected all-different sets, if
// there are several and they share no cell.
func (f *features) part(g *model.Grid, sets []*cage) {
	var regions, cages []*cage
	for _, set := range sets {
		if set.different && set.connected && len(set.sums) == 0 && !g.HasBoxes() && g.Regions == nil {
			regions = append(regions, set)
		} else {
			cages = append(cages, set)
		}
	}
	if len(regions) < 2 || overlap(regions) {
		regions, cages = nil, sets
	}
	f.regions = lists.Map(regions, func(set *cage) []model.Var { return set.cells })
	if g.Regions != nil {
		f.regions = lists.Map(g.RegionHouses(), func(h model.House) []model.Var { return h.Cells })
	}
	f.cages = nest(append(cages, f.clueCages(g)...))
}

// clueCages returns the cages of clues. They are outlined even if they have several parts.
func (f *features) clueCages(g *model.Grid) []*cage {
	var all []*cage
	for _, clue := range f.clues {
		as := lookOfClue(g, clue)
		if as == nil || as.cages == nil {
			continue
		}
		for _, c := range as.cages(clue) {
			c.cells, c.connected, c.clue = slices.Sorted(slices.Values(c.cells)), true, clue
			all = append(all, &c)
		}
	}
	return all
}

// overlap reports whether two of the sets share a cell.
func overlap(sets []*cage) bool {
	all := slices.Concat(lists.Map(sets, func(set *cage) []model.Var { return set.cells })...)
	return len(lists.Distinct(all)) < len(all)
}

// nest gives each cage the lowest level that no earlier cage has in any of its cells.
func nest(sets []*cage) []cage {
	taken := map[model.Var]map[int]bool{}
	var cages []cage
	for _, set := range sets {
		free := func(level int) bool {
			return !slices.ContainsFunc(set.cells, func(v model.Var) bool { return taken[v][level] })
		}
		for !free(set.level) {
			set.level++
		}
		for _, v := range set.cells {
			if taken[v] == nil {
				taken[v] = map[int]bool{}
			}
			taken[v][set.level] = true
		}
		cages = append(cages, *set)
	}
	return cages
}

func key(cells []model.Var) string { return fmt.Sprint(slices.Sorted(slices.Values(cells))) }

// isConnected reports whether steps across sides of cells connect all the cells.
func isConnected(cells []model.Var, g *model.Grid) bool {
	edges, reached := g.Neighbours(cells), map[int]bool{0: true}
	for again := true; again; {
		again = false
		for _, e := range edges {
			if reached[e[0]] != reached[e[1]] {
				reached[e[0]], reached[e[1]], again = true, true, true
			}
		}
	}
	return len(reached) == len(cells)
}

// magicBoxes finds the boxes with the same bounds around the magic constant on every line, and which constraints are these lines.
func magicBoxes(g *model.Grid, constraints []model.Constraint) (magic map[int]bounds, lines []bool) {
	magic, lines = map[int]bounds{}, make([]bool, len(constraints))
	if !g.HasBoxes() || g.BoxRows != g.BoxColumns {
		return magic, lines
	}
	type line struct {
		cells string
		bounds
	}
	found := map[line][]int{}
	first := map[string]bounds{}
	for i, linear := range model.Each[*model.Linear](constraints) {
		plain := linear.Lo != model.NoLower && linear.Hi != model.NoUpper && !linear.Weighted()
		if plain && linear.Lo+linear.Hi == 2*model.MagicConstant(g.BoxRows) {
			cells := key(linear.Scope())
			l := line{cells, bounds{linear.Lo, linear.Hi}}
			found[l] = append(found[l], i)
			first[cells] = l.bounds
		}
	}
	for box := range g.Boxes() {
		boxLines := g.BoxLines(box)
		within, ok := first[key(boxLines[0].Cells)]
		for _, l := range boxLines {
			ok = ok && found[line{key(l.Cells), within}] != nil
		}
		if !ok {
			continue
		}
		magic[box] = within
		for _, l := range boxLines {
			for _, i := range found[line{key(l.Cells), within}] {
				lines[i] = true
			}
		}
	}
	return magic, lines
}

func sumText(c *model.Linear) string {
	text := strings.ReplaceAll(strings.ReplaceAll(c.BoundsText(), "..", "–"), " ", "")
	if c.Weighted() {
		return "Σax " + text
	}
	return text
}

// label returns the text in a cage's first cell. As in killer Sudoku, the values of a cage with a sum differ without a mark; a
// mark says if they need not.
func (c *cage) label() string {
	text := strings.Join(c.sums, " ")
	switch {
	case c.clue != nil:
		return c.text
	case text == "":
		return "≠"
	case !c.differ && len(c.cells) > 1:
		return text + "*"
	}
	return text
}

// notes returns paragraphs on how to read the picture.
func (f *features) notes() []string {
	var notes []string
	for _, within := range slices.SortedFunc(maps.Values(f.magic), func(a, b bounds) int { return cmp.Compare(a.lo, b.lo) }) {
		note := fmt.Sprintf("Beside a box: the sums of its rows, columns and, at the corners, diagonals. "+
			"They are %d to %d; those that are exactly %d are bold.", within.lo, within.hi, (within.lo+within.hi)/2)
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	if cages := lists.Filter(f.cages, func(c cage) bool { return c.clue == nil }); len(cages) > 0 {
		notes = append(notes, cageNote(cages))
	}
	if f.domains {
		notes = append(notes, "At the bottom of a cell: the values that it may take, where they are fewer than elsewhere.")
	}
	if f.loose > 0 {
		notes = append(notes, fmt.Sprintf("Values may be equal in %d of the grid's rows, columns and boxes.", f.loose))
	}
	if f.objective != "" {
		notes = append(notes, "An objective that is not drawn: "+f.objective+".")
	}
	if len(f.undrawn) > 0 {
		words := lists.Map(slices.Sorted(maps.Keys(f.undrawn)), func(kind string) string { return fmt.Sprintf("%s (%d)", kind, f.undrawn[kind]) })
		notes = append(notes, "Constraints that are not drawn: "+strings.Join(words, ", ")+".")
	}
	return notes
}

// cageNote explains outlines, lines and their labels.
func cageNote(cages []cage) string {
	var words []string
	has := func(property func(c cage) bool) bool { return slices.ContainsFunc(cages, property) }
	outlined, through := has(func(c cage) bool { return c.connected }), has(func(c cage) bool { return !c.connected })
	switch {
	case outlined && through:
		words = append(words, "Dashed outlines and grey lines mark cells that belong together")
	case outlined:
		words = append(words, "Dashed outlines mark cells that belong together")
	default:
		words = append(words, "Grey lines mark cells that belong together")
	}
	for _, note := range []struct {
		of   func(c cage) bool
		text string
	}{
		{func(c cage) bool { return len(c.sums) > 0 }, "a number is their sum"},
		{func(c cage) bool { return strings.Contains(c.label(), "Σax") }, "Σax one with coefficients"},
		{func(c cage) bool { return len(c.sums) > 0 && c.different }, "beside a number, their values differ"},
		{func(c cage) bool { return strings.HasSuffix(c.label(), "*") }, "* says that they may be equal"},
		{func(c cage) bool { return c.label() == "≠" }, "≠ says that their values differ"},
	} {
		if has(note.of) {
			words = append(words, note.text)
		}
	}
	return strings.Join(words, "; ") + "."
}
