package variant

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

func init() {
	register[Killer](Cages, "killer", "all cells differ; they add up to the sum if there is one",
		"{kind: killer, cells: r1c1..r2c2, sum: 15}", "cage", "killer-cage")
	register[Sum](Cages, "sum", "the cells add up to the sum; they may be equal",
		"{kind: sum, cells: r1c1..r2c2, sum: 15}")
	register[ExtraRegion](Cages, "extra-region", "all cells differ",
		"{kind: extra-region, cells: r2c2..r4c4}", "region")
	register[Rellik](Cages, "rellik", "all cells differ; no one or more of them add up to the sum",
		"{kind: rellik, cells: r1c1..r2c2, sum: 10}", "rellik-cage")
	register[EqualityCage](Cages, "equality-cage", "all differ; as many even as odd, as many low as high; no middle value",
		"{kind: equality-cage, cells: r1c1..r2c2}")
	register[EqualSums](Cages, "equal-sums", "the sets have equal sums",
		"{kind: equal-sums, sets: [r1c1-r1c3, r2c1-r2c2]}", "equal-sum")
	register[SameValues](Cages, "same-values", "the sets have the same values, each as often, in any order",
		"{kind: same-values, sets: [r1c1-r1c3, r5c5-r7c5]}")
	register[Clone](Cages, "clone", "the copy has the same values as the cells, in the same places",
		"{kind: clone, cells: r1c1..r2c2, copy: r5c5..r6c6}")
}

// Killer is a cage: all cells differ, and they have a sum if one is given.
type Killer struct {
	Titled
	Cells model.Cells `field:"cells"`
	Sum   *int        `field:"sum,optional"`
}

// Define makes the cells all-different and adds them up.
func (k *Killer) Define(d *Definition) {
	d.Add(different(k.Cells))
	if k.Sum != nil {
		d.Add(sum(k.Cells, *k.Sum, *k.Sum))
	}
}

// Sum adds up cells, which may be equal.
type Sum struct {
	Titled
	Cells model.Cells `field:"cells,repeat"` // a repeated cell counts as often
	Sum   int         `field:"sum"`
}

// Define adds the cells up.
func (s *Sum) Define(d *Definition) { d.Add(sum(s.Cells, s.Sum, s.Sum)) }

// ExtraRegion requires different values, as a row does.
type ExtraRegion struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// Define makes the cells differ.
func (e *ExtraRegion) Define(d *Definition) { d.Add(different(e.Cells)) }

// Rellik is a cage in which no cells add up to the sum.
type Rellik struct {
	Titled
	Cells model.Cells `field:"cells"`
	Sum   int         `field:"sum"`
}

// Define makes the cells differ. For each set of values with the sum, a rule says that some of it does not occur.
func (r *Rellik) Define(d *Definition) {
	d.Add(different(r.Cells))
	lo, hi := ends(d, r.Cells)
	left := maxEntries
	list := sets(lo, hi, len(r.Cells), r.Sum, &left)
	if left <= 0 {
		d.Failf("found too many sets of up to %d values %d..%d with the sum %d, expected a smaller cage", len(r.Cells), lo, hi, r.Sum)
	}
	if left <= 0 || !fits(d, len(list), len(r.Cells)) {
		return
	}
	for _, set := range list {
		d.Add(count(model.AtMost, len(set)-1, of(r.Cells, model.Values(set...))))
	}
}

// sets returns the sets of at least one and at most k values from lo to hi that have the sum, each in increasing order. It takes
// as many steps as are left; left is 0 or less if they did not suffice.
func sets(lo, hi, k, sum int, left *int) (list [][]int) {
	for least := lo; least <= hi && (least <= 0 || least <= sum) && k > 0 && *left > 0; least++ {
		*left--
		if least == sum {
			list = append(list, []int{least})
		}
		if lowest, highest := sums(least+1, hi, k-1); sum-least < lowest || sum-least > highest {
			continue
		}
		for _, others := range sets(least+1, hi, k-1, sum-least, left) {
			*left--
			list = append(list, append([]int{least}, others...))
		}
	}
	return list
}

// sums returns the lowest and the highest sum of at most k different values from lo to hi.
func sums(lo, hi, k int) (lowest, highest int) {
	below, above := min(k, max(0, min(hi, -1)-lo+1)), min(k, max(0, hi-max(lo, 1)+1)) // how many negative and positive values
	return below * (2*lo + below - 1) / 2, above * (2*hi - above + 1) / 2
}

// EqualityCage has as many even values as odd ones, and as many low values as high ones.
type EqualityCage struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// Define makes the cells differ, and counts the even and the low values.
func (e *EqualityCage) Define(d *Definition) {
	if len(e.Cells)%2 > 0 {
		d.Failf("found %d cells, expected an even number", len(e.Cells))
	}
	lo, hi, n := span(d)
	if !fits(d, n, len(e.Cells)) {
		return
	}
	even := model.Values(lists.Filter(slices.Collect(d.ValuesOf(e.Cells).All()), func(value int) bool { return value%2 == 0 })...)
	low, high := model.Interval(lo, lo+n/2-1), model.Interval(hi-n/2+1, hi)
	d.Add(different(e.Cells))
	for _, values := range []model.Domain{even, low, high} {
		d.Add(count(model.Exactly, len(e.Cells)/2, of(e.Cells, values)))
	}
}

// EqualSums gives one sum to several sets of cells.
type EqualSums struct {
	Titled
	Sets []model.Cells `field:"sets,repeat"`
}

// Define equates the sums.
func (e *EqualSums) Define(d *Definition) {
	expectTwo(d, e.Sets)
	d.Add(equalSums(e.Sets)...)
}

// expectTwo refuses fewer than two sets.
func expectTwo(d *Definition, sets []model.Cells) {
	if len(sets) < 2 {
		d.Failf("found %d set, expected at least 2", len(sets))
	}
}

// equalSums returns that the sets have equal sums: each has that of the smallest set.
func equalSums(sets []model.Cells) (list []model.Constraint) {
	sorted := slices.SortedStableFunc(slices.Values(sets), func(a, b model.Cells) int { return len(a) - len(b) })
	for i := 1; i < len(sorted); i++ {
		list = append(list, equal(sorted[0], sorted[i])...)
	}
	return list
}

// SameValues says that sets of cells have the same values, each as often.
type SameValues struct {
	Titled
	Sets []model.Cells `field:"sets"`
}

// Define compares each set with the first: of the cells that have a value in one set and those that have another in the other set,
// there are as many as a set has. Cells in both do not matter.
func (s *SameValues) Define(d *Definition) {
	expectTwo(d, s.Sets)
	all := d.ValuesOf(slices.Concat(s.Sets...))
	if len(s.Sets[0]) == 1 {
		if cells := cellsOf(d, slices.Concat(s.Sets...)); len(cells) > 1 {
			d.Add(different(cells)) // because their regions are equal
		}
	}
	for _, set := range s.Sets[1:] {
		if len(set) != len(s.Sets[0]) {
			d.Failf("found sets of %d and %d cells, expected as many", len(s.Sets[0]), len(set))
			return
		}
		a, b := without(s.Sets[0], set), without(set, s.Sets[0])
		if len(a) == 1 {
			d.Add(equal(a, b)...)
			continue
		}
		for value := range all.All() {
			d.Add(count(model.Exactly, len(a), append(holding(a, value), of(b, all.Minus(model.Values(value)))...)))
		}
	}
}

// without returns the cells that are not among others.
func without(cells, others model.Cells) model.Cells {
	return lists.Filter(cells, func(v model.Var) bool { return !slices.Contains(others, v) })
}

// Clone repeats the values of some cells in others.
type Clone struct {
	Titled
	Cells model.Cells `field:"cells,repeat"`
	Copy  model.Cells `field:"copy,repeat"` // as many, in the same order
}

// Define equates the cells one by one.
func (c *Clone) Define(d *Definition) {
	if len(c.Cells) != len(c.Copy) {
		d.Failf("found %d and %d cells, expected as many", len(c.Cells), len(c.Copy))
		return
	}
	for i := range c.Cells {
		d.Add(equal(c.Cells[i:i+1], c.Copy[i:i+1])...)
	}
}
