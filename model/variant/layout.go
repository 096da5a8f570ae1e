package variant

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

func init() {
	register[ChaosConstruction](
		Layout, "chaos-construction", "connected regions of equal size, all different, that are not known",
		"{kind: chaos-construction}", "chaos", "unknown-regions")
	register[ChaosArrow](Layout, "chaos-arrow", "how far the first cell's unknown region reaches along the arms",
		"{kind: chaos-construction}\n- {kind: chaos-arrow, control: r1c1, arms: [r1c1-r1c9, r1c1-r9c1]}")
	register[ChaosCount](Layout, "chaos-count", "how many of the cells are in the first one's unknown region",
		"{kind: chaos-construction}\n- {kind: chaos-count, control: r1c1, cells: r1c1..r2c2}")
	register[ConnectedValues](Layout, "connected-values", "the cells with one of the values are one region, connected by sides",
		"{kind: connected-values, values: [1, 2], size: 18}")
}

// ChaosConstruction divides the grid into connected regions, of equal size and all-different, that are not known. The number of each
// cell's region is an output, such as region_r1c1. Regions are numbered from the lowest value: first those of some cells too far apart
// to share one, such as r1c1, r2c9 and r9c2; the others in the order of their first cells.
type ChaosConstruction struct {
	Titled
	Size int `field:"size,optional"` // cells of a region; 0: as many as the longer side has
}

// ChaosArrow counts the cells of runs within a region of a chaos construction.
type ChaosArrow struct {
	Titled
	Control model.Cells   `field:"control"`         // one cell
	Arms    []model.Cells `field:"arms"`            // all start with the same cell, which counts once
	Others  bool          `field:"others,optional"` // the first cell does not count
}

// ChaosCount counts the cells in the first cell's region of a chaos construction.
type ChaosCount struct {
	Titled
	Control model.Cells `field:"control"` // one cell
	Cells   model.Cells `field:"cells"`
	Others  bool        `field:"others,optional"` // the first cell does not count
}

// regionName is the name of the variable for a cell's region.
func regionName(d *Definition, cell model.Var) string { return "region_" + d.NameOf(cell) }

// Define makes each region connected. A variable for each cell's region and value together makes the regions all-different. An
// automaton numbers the regions.
func (c *ChaosConstruction) Define(d *Definition) {
	lo, _, n := span(d)
	if inGrid(d); d.Grid == nil {
		return
	}
	cells, size := d.Grid.Cells(), c.Size
	if size == 0 {
		size = max(d.Grid.Rows, d.Grid.Columns)
	}
	if size < 1 || size > n || cells%size != 0 {
		d.Failf("found regions of %d cells in a grid of %d cells with %d values, expected a size that divides it", size, cells, n)
		return
	}
	count := cells / size
	var regions, both, all model.Cells
	for v := range model.Var(cells) {
		regions = append(regions, d.Variable(regionName(d, v), model.Interval(lo, lo+count-1)))
		all = append(all, v)
	}
	edges := d.Grid.Neighbours(all)
	for region := range count {
		d.Add(&kinds.Connected{Vars: regions, Edges: edges, Values: model.Values(lo + region), Size: &model.Range{Lo: size, Hi: size}})
	}
	for v := range model.Var(cells) {
		pair := d.Auxiliary(model.Interval(0, count*n-1))
		both = append(both, pair)
		t := &model.Table{Vars: []model.Var{v, regions[v], pair}}
		for value := range d.DomainOf(v).All() {
			for region := range count {
				t.Tuples = append(t.Tuples, []int{value, lo + region, (value-lo)*count + region})
			}
		}
		d.Add(t)
	}
	d.Add(different(both))
	line := lists.Map(numberedFirst(d.Grid, size), func(v model.Var) model.Var { return regions[v] })
	automaton(d, line, lo, func(next, region int) (int, bool) {
		return max(next, region+1), region <= next
	}, func(int) bool { return true })
}

// numberedFirst returns the cells in the order in which their regions get numbers: first cells at the border no two of which can be
// in one region, then the others. The known numbers of the first make propagation stronger: 9×9 grids have three of them.
//
// Source: the canonical anchors of Interactive Sudoku Solver.
func numberedFirst(g *model.Grid, size int) (cells model.Cells) {
	for v := range model.Var(g.Cells()) {
		row, column, _ := g.Coordinates(v)
		border := row == 0 || row == g.Rows-1 || column == 0 || column == g.Columns-1
		near := func(other model.Var) bool {
			r, c, _ := g.Coordinates(other)
			return max(row-r, r-row)+max(column-c, c-column) < size
		}
		if border && !slices.ContainsFunc(cells, near) {
			cells = append(cells, v)
		}
	}
	for v := range model.Var(g.Cells()) {
		if !slices.Contains(cells, v) {
			cells = append(cells, v)
		}
	}
	return cells
}

// regionVars returns the variables for the regions of some cells.
func regionVars(d *Definition, cells model.Cells) model.Cells {
	names := d.Names()
	var vars model.Cells
	for _, cell := range cells {
		v, known := names[regionName(d, cell)]
		if !known {
			d.Failf("found no region of %s, %w", d.NameOf(cell), ErrEarly)
			return nil
		}
		vars = append(vars, v)
	}
	return vars
}

// cellsOf returns the cells with these regions; none if some of the variables are no regions.
func cellsOf(d *Definition, regions model.Cells) (cells model.Cells) {
	if d.Grid == nil {
		return nil
	}
	names := d.Names()
	for v := range model.Var(d.Grid.Cells()) {
		if region, known := names[regionName(d, v)]; known && slices.Contains(regions, region) {
			cells = append(cells, v)
		}
	}
	if len(cells) < len(regions) {
		return nil
	}
	return cells
}

// joined returns some of the cells that share their regions with others of them, because their neighbours are all among them.
// No two of them have a common neighbour.
func joined(d *Definition, cells model.Cells) (list model.Cells) {
	all := lists.Numbers[model.Var](d.Grid.Cells())
	if regions := regionVars(d, cells); len(regions) == 0 || d.DomainOf(regions[0]).Size() == len(all) {
		return nil // regions of one cell
	}
	beside := make([]model.Cells, len(all))
	for _, edge := range d.Grid.Neighbours(all) {
		beside[edge[0]], beside[edge[1]] = append(beside[edge[0]], all[edge[1]]), append(beside[edge[1]], all[edge[0]])
	}
	var used model.Cells
	for _, v := range cells {
		around := append(beside[v], v)
		if len(without(around, cells)) == 0 && len(without(around, used)) == len(around) {
			list, used = append(list, v), append(used, around...)
		}
	}
	return list
}

// sight is the state of an automaton that counts cells of the first one's region.
type sight struct {
	read, region, length int
	over                 bool // no further cell counts
}

// counted reads the regions of cells, then a number: how many of them are in the first one's region, less some. If unbroken is set,
// cells after one of another region do not count.
func counted(d *Definition, cells model.Cells, number model.Var, less int, unbroken bool) {
	automaton(d, append(regionVars(d, cells), number), sight{}, func(at sight, value int) (sight, bool) {
		switch {
		case at.read == len(cells):
			return sight{read: at.read + 1}, value == at.length-less
		case at.read > len(cells):
			return at, false
		case at.read == 0:
			at.region = value
		}
		if at.over = at.over || value != at.region && unbroken; !at.over && value == at.region {
			at.length++
		}
		if at.read++; at.over || at.read == len(cells) {
			at.region = 0
		}
		return at, true
	}, func(at sight) bool { return at.read > len(cells) })
}

// Define counts each arm in a variable of its own and adds them up; a single arm is counted in the control cell.
func (c *ChaosArrow) Define(d *Definition) {
	less := less(c.Others)
	if !hasControl(d, c.Control) || len(c.Arms) == 0 {
		d.Failf("found no arms, expected at least one")
		return
	}
	near := c.Arms[0][:1:1]
	for _, arm := range c.Arms {
		near = append(near, arm[1:min(len(arm), 2)]...)
	}
	atLeast(d, c.Control[0], near, less)
	if len(c.Arms) == 1 {
		counted(d, c.Arms[0], c.Control[0], less, true)
		return
	}
	total := &model.Linear{Terms: plain(c.Control, -1), Lo: len(c.Arms) - 1 + less, Hi: len(c.Arms) - 1 + less}
	for _, arm := range c.Arms {
		if arm[0] != c.Arms[0][0] {
			d.Failf("found arms from %s and %s, expected the same first cell", d.NameOf(c.Arms[0][0]), d.NameOf(arm[0]))
		}
		length := d.Auxiliary(model.Interval(1, len(arm)))
		counted(d, arm, length, 0, true)
		total.Terms = append(total.Terms, model.Term{Coefficient: 1, Var: length})
	}
	d.Add(total)
}

// Define counts by an automaton.
func (c *ChaosCount) Define(d *Definition) {
	if hasControl(d, c.Control) {
		atLeast(d, c.Control[0], c.Cells, less(c.Others))
		counted(d, c.Cells, c.Control[0], less(c.Others), false)
	}
}

// atLeast says that a number, of the cells in the first one's region less some, is at least 2 less some if the first has all its
// neighbours among the cells.
func atLeast(d *Definition, number model.Var, cells model.Cells, less int) {
	if first := joined(d, cells); len(first) > 0 && first[0] == cells[0] {
		d.Add(rule(in(number, 2-less, max(2-less, d.DomainOf(number).Max()))))
	}
}

func hasControl(d *Definition, control model.Cells) bool {
	if len(control) != 1 {
		d.Failf("control: found %d cells, expected one", len(control))
	}
	return len(control) == 1
}

func less(others bool) int {
	if others {
		return 1
	}
	return 0
}

// ConnectedValues requires that the cells with some values are one region, connected by sides.
type ConnectedValues struct {
	Titled
	Cells  model.Cells `field:"cells,optional"` // nil: the grid
	Values []int       `field:"values"`
	Size   *int        `field:"size,optional"` // how many cells have these values
}

// Define connects the cells that have the values; there is at least one.
func (c *ConnectedValues) Define(d *Definition) {
	if values(d); d.Grid == nil {
		return
	}
	cells, size := c.Cells, &model.Range{Lo: 1, Hi: len(c.Cells)}
	for v := model.Var(0); c.Cells == nil && int(v) < d.Grid.Cells(); v++ {
		cells, size.Hi = append(cells, v), int(v)+1
	}
	if c.Size != nil {
		size = &model.Range{Lo: *c.Size, Hi: *c.Size}
	}
	d.Add(&kinds.Connected{Vars: cells, Edges: d.Grid.Neighbours(cells), Values: model.Values(c.Values...), Size: size})
}
