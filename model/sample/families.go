package sample

import (
	"maps"
	"math"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Families returns the names of the sorts of instances that [DrawFrom] draws, sorted.
func Families() []string { return slices.Sorted(maps.Keys(families)) }

// AnyFamily is a mixture of all families.
const AnyFamily = "any"

var families = map[string]func(s Source) Instance{
	AnyFamily:      func(s Source) Instance { return pick(s, Draw, almostEqual, thresholds)(s) },
	"unlike":       Draw,
	"almost-equal": almostEqual,
	"thresholds":   thresholds,
}

// DrawFrom draws an instance of a family.
func DrawFrom(family string, s Source) Instance { return families[family](s) }

func almostEqual(s Source) Instance {
	if oneIn(s, 16) {
		return unevenGrid(s)
	}
	return AlmostEqual(s, 1<<24)
}

// unevenGrid draws a 9×9 quasi-magic model with other bounds for a few sums.
func unevenGrid(s Source) Instance {
	d := &drawer{Source: s, model: must(model.QuasiMagic(3, between(s, 2, 4)))}
	d.witness = d.quasiMagicGrid()
	for range between(d, 1, 4) {
		i := d.IntN(len(d.model.Constraints))
		if sum := maps.Collect(model.Each[*model.Linear](d.model.Constraints))[i]; sum != nil {
			d.model.Constraints[i] = d.sparing(&model.Linear{Terms: sum.Terms, Lo: sum.Lo + between(d, -1, 1), Hi: sum.Hi + between(d, -1, 1)}, sum)
		}
	}
	return Instance{d.model, []model.Cube{d.cube()}}
}

// AlmostEqual draws a bare model of 4 to 12 variables, or fewer if it may not have as many assignments, whose constraints are
// copies of a few over other variables: of rows and columns of a grid, of neighbours in a ring, or of any. Copies differ from
// each other by a small change each (see [model.Model.Near]), or are all the same, so that the model is symmetric. One change,
// one given or one domain may break that symmetry.
func AlmostEqual(s Source, assignments int) Instance {
	d := &drawer{Source: s, model: &model.Model{}}
	const mostRows, mostColumns = 4, 4
	rows := between(s, 2, mostRows)
	columns := between(s, (5-rows)/2+1, mostColumns)
	domains := make([]model.Domain, columns)
	alike := d.IntN(3)
	for i := range domains {
		if domains[i] = domains[0]; i == 0 || alike == 2 {
			domains[i] = d.fewValues()
		}
	}
	for size(domains, rows) > assignments || rows*len(domains) > 12 {
		if rows > 2 {
			rows--
		} else {
			domains = domains[1:]
		}
	}
	for range rows {
		for _, domain := range domains {
			d.model.AddVariable(nameOf(len(d.model.Variables)), domain)
		}
	}
	d.room = math.Log2(float64(size(domains, rows)))
	d.room -= float64(between(d, int(d.room/4), int(d.room*3/4)))
	changes := pick(d, 0, 0, 5, 3) // one copy in this many is changed; 0: none
	lists, families := d.scopes(rows, len(domains)), between(d, 1, 5)
	const tries = 30
	for range tries {
		if families > 0 && d.copies(pick(d, lists...), changes) {
			families--
		}
	}
	cube := model.Cube{}
	if changes == 0 {
		cube = d.brokenSymmetry()
	}
	if oneIn(d, 8) {
		d.project()
	}
	d.near = nil
	return Instance{d.model, []model.Cube{cube, d.cube()}}
}

// size returns the number of assignments of some rows of variables with these domains.
func size(domains []model.Domain, rows int) int {
	n := 1
	for _, domain := range domains {
		for range rows {
			n *= domain.Size()
		}
	}
	return n
}

// fewValues draws two to four values, mostly from 1 on, which are states, nodes and places of lists, too.
func (d *drawer) fewValues() model.Domain {
	if domain := d.domain(); oneIn(d, 4) && domain.Size() > 1 {
		return domain
	}
	lo := d.IntN(2)
	return model.Interval(lo, lo+between(d, 1, MaxValues-1))
}

// scopes draws lists of variables that copies of constraints may be about: of each list the n-th variables are alike.
func (d *drawer) scopes(rows, columns int) [][][]model.Var {
	all := lists.Numbers[model.Var](rows * columns)
	var lists [3][][]model.Var
	for r := range rows {
		lists[0] = append(lists[0], all[r*columns:(r+1)*columns])
	}
	for c := range columns {
		var column []model.Var
		for r := range rows {
			column = append(column, all[r*columns+c])
		}
		lists[1] = append(lists[1], column)
	}
	ring := slices.Concat(all, all)
	width := between(d, 1, min(4, len(all)))
	mixed := d.IntN(2) == 1
	for i := range all {
		window := ring[i : i+width]
		if mixed {
			window = shuffled(d, all)[:width]
		}
		lists[2] = append(lists[2], window)
	}
	switch d.IntN(4) {
	case 0:
		return lists[:2]
	case 1:
		return lists[1:]
	case 2:
		return [][][]model.Var{lists[2], {all}}
	default:
		return lists[:]
	}
}

// copies adds a constraint on the first of some scopes, and copies of it on the others. It changes a share of the copies. It adds
// as many as there is room for, and reports whether it added any.
func (d *drawer) copies(scopes [][]model.Var, changes int) bool {
	d.near, d.most = scopes[0], len(scopes[0])
	first := d.model.RandomConstraint(d)
	if first == nil {
		return false
	}
	cost := d.cost(first)
	if cost == 0 || cost > d.room {
		return false
	}
	n := min(len(scopes), int(d.room/cost))
	d.room -= float64(n) * cost
	for _, scope := range scopes[:n] {
		c := first.Substitute(model.Substitution{Var: func(v model.Var) (model.Var, bool) {
			return scope[slices.Index(scopes[0], v)], true
		}})
		if d.near = scope; changes > 0 && oneIn(d, changes) {
			c = d.changed(c)
		}
		d.model.Constraints = append(d.model.Constraints, c)
	}
	return true
}

// cost estimates how many binary digits a constraint takes off the number of solutions.
func (d *drawer) cost(c model.Constraint) float64 {
	const samples = 32
	holds := 0.5 // of none, too, some may
	a := make(model.Assignment, len(d.model.Variables))
	for range samples {
		for _, v := range c.Scope() {
			a[v] = d.ValueOf(v)
		}
		if c.Holds(a) {
			holds++
		}
	}
	return math.Log2((samples + 0.5) / holds)
}

// changed returns a constraint with a small change, or unchanged if that is not possible.
func (d *drawer) changed(c model.Constraint) model.Constraint {
	if near := Near(d.model, d, c); near != nil {
		return near
	}
	return c
}

// brokenSymmetry changes one constraint, one domain, or nothing, or returns one given.
func (d *drawer) brokenSymmetry() model.Cube {
	switch list := d.model.Constraints; d.IntN(4) {
	case 1:
		if len(list) > 0 {
			i := d.IntN(len(list))
			list[i] = d.changed(list[i])
		}
	case 2:
		v := d.Var()
		value := d.Value()
		changed := d.model.DomainOf(v).Minus(model.Values(value))
		if !d.model.DomainOf(v).Contains(value) {
			changed = d.model.DomainOf(v).Union(model.Values(value))
		}
		if !changed.Empty() {
			d.model.Variables[v].Domain = changed
		}
	case 3:
		return model.Cube{d.anyGiven()}
	}
	return model.Cube{}
}

// sizes are numbers of values around those at which engines change how they represent something.
var sizes = []int{31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 255, 256, 257, 320, 511, 513, 1000, 1025, 2049, 4095, 4096, 4097, 5000}

const fewestMany, mostMany = 20, 70 // variables of a model that has many

// thresholds draws a bare model on the far side of sizes: one or two domains of up to 5,000 values beside small ones, tables of
// many tuples, or many variables of two values, most of which are given.
func thresholds(s Source) Instance {
	d := &drawer{Source: s, model: &model.Model{}}
	if oneIn(d, 6) {
		return d.manyVariables()
	}
	for range between(d, 1, 3) {
		d.model.AddVariable(nameOf(len(d.model.Variables)), d.domain())
	}
	for range between(d, 1, 2) {
		d.model.AddVariable(nameOf(len(d.model.Variables)), d.manyValues())
	}
	d.drawWitness()
	for range between(d, 1, maxConstraints) {
		d.constraints(1, 4)
	}
	for i, c := range d.model.Constraints {
		d.model.Constraints[i] = d.sparing(model.Larger(d, c), c)
	}
	for range d.IntN(3) {
		if list := d.model.Constraints; len(list) > 0 {
			d.model.Constraints = append(list, d.changed(pick(d, list...)))
		}
	}
	return Instance{d.model, []model.Cube{{}, d.cube()}}
}

// manyValues draws an interval, once in a while with a gap.
func (d *drawer) manyValues() model.Domain {
	n := pick(d, sizes[:pick(d, len(sizes)/2, len(sizes)*3/4, len(sizes))]...) // smaller ones more often
	if oneIn(d, 3) {
		n = between(d, 2, n)
	}
	lo := pick(d, 1, 0, -n/2, between(d, lowestValue, highestValue))
	domain := model.Interval(lo, lo+n-1)
	if oneIn(d, 4) {
		gap := lo + 1 + d.IntN(n)
		domain = domain.Minus(model.Interval(gap, gap+d.IntN(n)))
	}
	return domain
}

// sparing returns a constraint unless the witness breaks it and not the other one, which is returned then.
func (d *drawer) sparing(c, other model.Constraint) model.Constraint {
	if other.Holds(d.witness) && !c.Holds(d.witness) {
		return other
	}
	return c
}

// manyVariables makes a ring of variables with copies of a few constraints on neighbours. All but a few variables are given in
// one cube, and none in the other.
func (d *drawer) manyVariables() Instance {
	n := between(d, fewestMany, mostMany)
	for i := range n {
		d.model.AddVariable(nameOf(i), model.Interval(0, 1))
	}
	d.drawWitness()
	all := lists.Numbers[model.Var](n)
	ring := slices.Concat(all, all)
	for range between(d, 1, 2) {
		width := between(d, 2, 4)
		var windows [][]model.Var
		for i := range all {
			windows = append(windows, ring[i:i+width])
		}
		d.room = float64(n)
		d.copies(windows, 8)
	}
	d.near = nil
	d.model.Constraints = slices.DeleteFunc(d.model.Constraints, func(c model.Constraint) bool { return !c.Holds(d.witness) })
	cube := lists.Map(shuffled(d, all)[:n-between(d, 4, 12)], d.known)
	return Instance{d.model, []model.Cube{cube, {}}}
}
