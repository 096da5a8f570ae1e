package sample

import (
	"slices"

	"qmsat/model"
)

// sizes are numbers of values around those at which engines change how they represent something.
var sizes = []int{31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 255, 256, 257, 320, 511, 513, 1000, 1025, 2049, 4095, 4096, 4097, 5000}

const fewestMany, mostMany = 20, 70 // variables of a model that has many

// Thresholds draws a bare model on the far side of sizes: one or two domains of up to 5,000 values beside small ones, tables of many
// tuples, or many variables of two values, most of which are given.
func Thresholds(s Source) Instance {
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

// manyVariables makes a ring of variables with copies of a few constraints on neighbours. All but a few variables are given in one cube,
// and none in the other.
func (d *drawer) manyVariables() Instance {
	n := between(d, fewestMany, mostMany)
	for i := range n {
		d.model.AddVariable(nameOf(i), model.Interval(0, 1))
	}
	d.drawWitness()
	all := numbers[model.Var](n)
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
	cube := model.Cube{}
	for _, v := range shuffled(d, all)[:n-between(d, 4, 12)] {
		cube = append(cube, model.Given{Var: v, Value: d.witness[v]})
	}
	return Instance{d.model, []model.Cube{cube, {}}}
}
