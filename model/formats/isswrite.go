package formats

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// issWriter turns a model into tokens. A clue that ISS does not know is written as its definition: sums, groups of different cells,
// relations of two cells, automata.
type issWriter struct {
	m         *model.Model
	lowest, n int
	names     []string // by variable; "" for one that cannot be written
	tokens    []string
	found     *issReader      // what a reader finds in the layout
	regions   bool            // it finds the same boxes or regions
	ties      string          // what FullRankTies says; "" if it is not written
	places    map[string]bool // of outside clues and quadruples that are written: see [issToken.place]
	lost      []string
}

func writeISS(p *Puzzle) (text string, lost []string, err error) {
	m := p.Model
	if m.Grid == nil {
		return "", nil, fmt.Errorf("found a model without a grid, expected a grid")
	}
	values := m.CellValues()
	w := &issWriter{m: m, lowest: values.Min(), n: values.Max() - values.Min() + 1, places: map[string]bool{}}
	rows, columns := m.Grid.Rows, m.Grid.Columns
	if max(rows, columns, w.n) > len(issDigits) || w.lowest < 0 || w.lowest > 1 {
		return "", nil, fmt.Errorf("found %d rows, %d columns and the values %v, expected at most %d of each, and values from 0 or 1",
			rows, columns, values, len(issDigits))
	}
	houses := w.layout()
	w.variables()
	whole := m.Whole()
	w.ties = tiesOf(whole)
	written := model.Definitions(whole)
	for _, clue := range whole {
		if tokens, is := w.entry(model.Entry{Named: clue.Named}, clue.Constraints); is {
			w.tokens = append(w.tokens, tokens...)
		} else {
			w.lost = append(w.lost, (&parts{Puzzle: p}).describe(clue.Named))
		}
	}
	for _, c := range m.Constraints {
		if written[c] || houses[c] {
			continue
		}
		if tokens, is := w.constraint(c); is {
			w.tokens = append(w.tokens, tokens...)
		} else {
			w.lost = append(w.lost, model.Describe(m, c))
		}
	}
	if w.ties != "" {
		w.tokens = append(w.tokens, issText("FullRankTies", w.ties))
	}
	w.candidates(p.Givens)
	if projected(m, len(m.Variables)) {
		w.lost = append(w.lost, "the outputs")
	}
	if m.Objective != nil {
		w.lost = append(w.lost, "the objective")
	}
	return strings.Join(w.tokens, "") + "\n", w.lost, nil
}

// issText returns a token.
func issText(name string, args ...string) string {
	return "." + strings.Join(append([]string{name}, args...), "~")
}

var issGroupCell = regexp.MustCompile(`^V([A-Z]+)([1-9][0-9]*)?$`)

// tiesOf returns what FullRankTies says of all ranks: none if all lines differ, any if each rank allows ties.
func tiesOf(clues []*model.Clue) string {
	ties, strict := "", false
	for _, clue := range clues {
		switch n := clue.Named.(type) {
		case *variant.DifferentLines:
			return "none"
		case *variant.FullRank:
			ties, strict = "any", strict || !n.Ties
		}
	}
	if strict {
		return ""
	}
	return ties
}

// variables names the cells and declares groups of variables: those with names as ISS gives them, then all others.
func (w *issWriter) variables() {
	w.names = make([]string, len(w.m.Variables))
	cells := w.m.Grid.Cells()
	for v := range cells {
		w.names[v] = issCell(v/w.m.Grid.Columns, v%w.m.Grid.Columns)
	}
	added := w.ownNames()
	sizes := map[string]int{}
	for v := model.Var(cells); int(v) < len(w.names); v++ {
		match := issGroupCell.FindStringSubmatch(w.m.NameOf(v))
		if !added[v] && match != nil && (match[2] == "" || match[2] == strconv.Itoa(sizes[match[1]]+1)) {
			sizes[match[1]]++
			w.names[v] = fmt.Sprintf("V%s%d", match[1], sizes[match[1]])
		}
	}
	other := "X"
	for sizes[other] > 0 {
		other += "X"
	}
	for v := model.Var(cells); int(v) < len(w.names); v++ {
		if w.names[v] == "" && !added[v] {
			sizes[other]++
			w.names[v] = fmt.Sprintf("V%s%d", other, sizes[other])
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(sizes)) {
		w.tokens = append(w.tokens, issText("Var", prefix, "", strconv.Itoa(sizes[prefix])))
		if only := slices.Index(w.names, "V"+prefix+"1"); sizes[prefix] == 1 && only >= 0 {
			w.names[only] = "V" + prefix // a group of one has no number
		}
	}
}

// ownNames names the variables that tokens bring with them, and returns those that are not declared.
func (w *issWriter) ownNames() map[model.Var]bool {
	added := map[model.Var]bool{}
	for v, variable := range w.m.Variables {
		if variable.Domain.Equal(model.Values(w.lowest + w.n)) {
			added[model.Var(v)], w.names[v] = true, segmentBreak
		}
	}
	for _, clue := range w.m.Whole() {
		for _, v := range clue.Variables {
			added[v] = true
		}
		if n, is := clue.Named.(*variant.ChaosConstruction); is && w.chaos(n) != nil {
			for i := range w.m.Grid.Cells() {
				w.names[clue.Variables[i]] = "CC" + strconv.Itoa(i+1)
			}
		}
		if n, is := clue.Named.(*variant.Doppelganger); is && w.doppelganger(n) != nil {
			for prefix, cells := range map[string]model.Cells{"DGC": n.Rows, "DGR": n.Columns, "DGB": n.Boxes} {
				for i, v := range cells {
					added[v], w.names[v] = true, prefix+strconv.Itoa(i+1)
				}
			}
		}
	}
	return added
}

// layout writes the shape and the regions, and returns the constraints that they mean.
func (w *issWriter) layout() map[model.Constraint]bool {
	g, meant := w.m.Grid, map[model.Constraint]bool{}
	groups := map[string]model.Constraint{}
	for _, c := range model.Each[*model.AllDifferent](w.m.Constraints) {
		groups[cellsKey(c.Vars)] = c
	}
	all := func(houses []model.House) bool {
		missing := slices.ContainsFunc(houses, func(h model.House) bool { return groups[cellsKey(h.Cells)] == nil })
		for _, h := range houses {
			if c := groups[cellsKey(h.Cells)]; c != nil && !missing {
				meant[c] = true
			}
		}
		return !missing
	}
	args, side := []string{fmt.Sprintf("%dx%d", g.Rows, g.Columns)}, max(g.Rows, g.Columns)
	if w.lowest != 1 || w.n != side {
		args = append(args, fmt.Sprintf("%d-%d", w.lowest, w.lowest+w.n-1))
	}
	if w.n < side || !all(slices.Concat(g.RowHouses(), g.ColumnHouses())) {
		if len(args) == 1 {
			args = append(args, "")
		}
		args = append(args, "Raw")
	}
	if w.tokens = append(w.tokens, issText("Shape", args...)); args[len(args)-1] != "Raw" {
		w.divide(all)
	}
	w.found = &issReader{cells: map[string]model.Var{}}
	tokens, _ := parseTokens(strings.Join(w.tokens, ""))
	w.found.layout(tokens)
	w.regions = w.found.err == nil && sameRegions(w.found.m.Grid, g)
	return meant
}

// divide writes boxes and regions that are all-different and of one size.
func (w *issWriter) divide(all func([]model.House) bool) {
	const letters = "0ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	g, houses, size := w.m.Grid, w.m.Grid.RegionHouses(), 0
	if len(houses) > 0 {
		size = len(houses[0].Cells)
	}
	rows, columns := issBoxes(g.Rows, g.Columns, size)
	boxes := g.HasBoxes() && rows == g.BoxRows && columns == g.BoxColumns
	uneven := slices.ContainsFunc(houses, func(h model.House) bool { return len(h.Cells) != size })
	if uneven || !boxes && (len(houses) < 2 || len(houses) >= len(letters)) || !all(houses) {
		w.tokens = append(w.tokens, issText("NoBoxes"))
		return
	}
	if size != max(g.Rows, g.Columns) {
		w.tokens = append(w.tokens, issText("RegionSize", strconv.Itoa(size)))
	}
	if boxes {
		return
	}
	layout := make([]byte, g.Cells())
	for cell := range layout {
		layout[cell] = letters[g.RegionOf(model.Var(cell))+1]
	}
	if strings.Count(string(layout), "0") == size { // they would be a region
		layout[slices.Index(layout, '0')] = '1'
	}
	w.tokens = append(w.tokens, issText("Jigsaw", string(layout)), issText("NoBoxes"))
}

// candidates writes givens and cells with fewer values.
func (w *issWriter) candidates(givens model.Cube) {
	allowed := map[model.Var]model.Domain{}
	all := model.Interval(w.lowest, w.lowest+w.n-1)
	for v := range w.m.Variables {
		d := w.m.DomainOf(model.Var(v))
		if w.names[v] == "" || w.names[v] == segmentBreak || d.Equal(all) || strings.HasPrefix(w.names[v], "CC") {
			continue
		}
		if !d.Minus(all).Empty() {
			w.lost = append(w.lost, fmt.Sprintf("the values %v of %s", d, w.m.NameOf(model.Var(v))))
		}
		if d = d.Intersect(all); !d.Empty() {
			allowed[model.Var(v)] = d
		}
	}
	var args []string
	for _, given := range givens {
		name, one := w.names[given.Var], model.Values(given.Value)
		d, fewer := allowed[given.Var]
		switch {
		case name == "" || name == segmentBreak || !all.Contains(given.Value):
			w.lost = append(w.lost, fmt.Sprintf("the given %s=%d", w.m.NameOf(given.Var), given.Value))
		case fewer && !d.Contains(given.Value): // no solution: the cell has two lists of values
			args = append(args, name+"_"+strconv.Itoa(given.Value))
		default:
			allowed[given.Var] = one
		}
	}
	for v := range model.Var(len(w.m.Variables)) {
		if d, fewer := allowed[v]; fewer {
			args = append(args, w.names[v]+"_"+joined(slices.Collect(d.All()), "_"))
		}
	}
	if len(args) > 0 {
		w.tokens = append(w.tokens, issText("", args...))
	}
}

// joined returns numbers with a separator.
func joined(numbers []int, separator string) string {
	return strings.Join(lists.Map(numbers, strconv.Itoa), separator)
}

// named returns the names of cells; it reports false if one has none.
func (w *issWriter) named(cells []model.Var) ([]string, bool) {
	names := lists.Map(cells, func(v model.Var) string { return w.names[v] })
	return names, !slices.Contains(names, "") && !slices.Contains(names, segmentBreak)
}

// issConstraints writes constraints of the kinds that ISS can express.
var issConstraints []func(w *issWriter, c model.Constraint) ([]string, bool)

func init() {
	issConstraints = []func(w *issWriter, c model.Constraint) ([]string, bool){
		ofKind(func(w *issWriter, c *model.AllDifferent) ([]string, bool) {
			names, known := w.named(c.Vars)
			return []string{issText("AllDifferent", names...)}, known
		}),
		ofKind(func(w *issWriter, c *model.Linear) ([]string, bool) {
			_, known := w.named(c.Scope())
			text, is := w.sumText(c)
			return []string{text}, is && known
		}),
		ofKind(func(w *issWriter, c *model.Regular) ([]string, bool) {
			text, is := w.automatonText(c)
			return []string{text}, is
		}),
		ofKind((*issWriter).either),
		ofKind((*issWriter).group),
	}
}

// ofKind makes a writer of one kind a writer of all, which refuses the others.
func ofKind[C model.Constraint](write func(w *issWriter, c C) ([]string, bool)) func(*issWriter, model.Constraint) ([]string, bool) {
	return func(w *issWriter, c model.Constraint) ([]string, bool) {
		for _, own := range model.Each[C]([]model.Constraint{c}) {
			return write(w, own)
		}
		return nil, false
	}
}

// constraint returns a constraint as tokens, if ISS can express it.
func (w *issWriter) constraint(c model.Constraint) ([]string, bool) {
	if len(c.Scope()) == 0 {
		return []string{}, c.Holds(make(model.Assignment, len(w.m.Variables)))
	}
	for _, write := range issConstraints {
		if texts, is := write(w, c); is {
			return texts, true
		}
	}
	names, known := w.named(c.Scope())
	if !known || len(names) > 2 {
		return nil, false
	}
	return w.relation(c, names)
}

// group writes a connected group outside the grid that ISS has laid out in the same way.
func (w *issWriter) group(c *model.Connected) ([]string, bool) {
	names, known := w.named(c.Vars)
	match := issGroupCell.FindStringSubmatch(names[0])
	alike := slices.Equal(c.Edges, rowByRow(len(names), w.m.Grid.Columns))
	if !known || !alike || match == nil || match[2] != "1" || c.Size == nil {
		return nil, false
	}
	if all := (model.Range{Lo: 1, Hi: len(names)}); c.Size.Lo != c.Size.Hi && *c.Size != all {
		return nil, false
	}
	place := func(i int) string { return "V" + match[1] + strconv.Itoa(i+1) }
	if !slices.Equal(names, lists.Make(len(names), place)) || slices.Contains(w.names, place(len(names))) {
		return nil, false // the token is about the whole group
	}
	args := []string{"V" + match[1], joined(slices.Collect(c.Values.All()), "_")}
	if c.Size.Lo == c.Size.Hi {
		args = append(args, strconv.Itoa(c.Size.Lo))
	}
	return []string{issText("ConnectedValues", args...)}, true
}

// sumText writes Σ = sum.
func (w *issWriter) sumText(c *model.Linear) (string, bool) {
	by, plain := []int{}, true
	for _, t := range c.Terms {
		if by = append(by, t.Coefficient); t.Coefficient < -100 || t.Coefficient > 100 {
			return "", false
		}
		plain = plain && t.Coefficient == 1
	}
	sum := strconv.Itoa(c.Lo)
	if !plain {
		sum += "_=_" + joined(by, "_")
	}
	names, known := w.named(lists.Map(c.Terms, func(t model.Term) model.Var { return t.Var }))
	return issText("Sum", append([]string{sum}, names...)...), known && c.Lo == c.Hi && max(c.Lo, -c.Lo) <= maxISSNumber
}

// relation writes a constraint on one or two cells by the values that satisfy it.
func (w *issWriter) relation(c model.Constraint, names []string) ([]string, bool) {
	scope, a := c.Scope(), make(model.Assignment, len(w.m.Variables))
	var pairs [][]int
	var alone []int
	for x := w.lowest; x < w.lowest+w.n; x++ {
		a[scope[0]] = x
		if len(scope) == 1 {
			if c.Holds(a) {
				alone = append(alone, x)
			}
			continue
		}
		for y := w.lowest; y < w.lowest+w.n; y++ {
			if a[scope[1]] = y; c.Holds(a) {
				pairs = append(pairs, []int{x, y})
			}
		}
	}
	if len(scope) == 1 {
		return []string{issText("", names[0]+"_"+joined(alone, "_"))}, len(alone) > 0
	}
	return []string{issText("Pair", append([]string{w.key(pairs), "_" + issName(c.Label())}, names...)...)}, true
}

// either writes a choice of branches.
func (w *issWriter) either(c *model.Either) ([]string, bool) {
	text := ".Or"
	for _, branch := range c.Of {
		text += ".And"
		for _, part := range branch {
			tokens, is := w.constraint(part)
			if !is {
				return nil, false
			}
			text += strings.Join(tokens, "")
		}
		text += ".End"
	}
	return []string{text + ".End"}, true
}
