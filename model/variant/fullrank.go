package variant

import (
	"fmt"
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
)

func init() {
	register[FullRank](Outside, "full-rank", "read as a number, a row or column is the k-th smallest of all, in both directions",
		"{kind: full-rank, row: 2, rank: 7}")
	register[DifferentLines](WholeGrid, "different-lines", "no two rows or columns are equal, read in both directions",
		"{kind: different-lines}", "full-rank-ties")
}

// FullRank gives the rank of a line, read as a number, among all 4n rows and columns of a square grid, read in both directions: 1
// more than the number of lines that are smaller.
type FullRank struct {
	Side
	Rank int  `field:"rank"`
	Ties bool `field:"ties,optional"` // the line may equal other ones
}

// DifferentLines keeps rows and columns, read in both directions, from being equal.
type DifferentLines struct{ Titled }

// Define uses that on each side of the grid one line starts with each value. So the rank tells the first value, and how many of
// the three other lines with that value are smaller. There is a variable for each of these: 1 if it is. Lines with ranks and the
// same first value are also compared directly.
func (f *FullRank) Define(d *Definition) {
	line := f.cells(d)
	sides := squareSides(d)
	n := len(line)
	if sides == nil || n == 0 {
		return
	}
	lo, _, _ := span(d)
	if f.Rank < 1 || f.Rank > 4*n {
		d.Failf("found rank %d, expected 1 to %d", f.Rank, 4*n)
		return
	}
	first, smaller := model.Is(line[0], lo+(f.Rank-1)/4), (f.Rank-1)%4
	d.Add(rule(first))
	zero, one := d.Auxiliary(model.Values(0)), d.Auxiliary(model.Values(1))
	ranked := f.others(d)
	var less model.Cells
	for _, side := range sides {
		if slices.ContainsFunc(side, func(other model.Cells) bool { return slices.Equal(other, line) }) {
			continue
		}
		isLess := d.Auxiliary(model.Interval(smaller/3, min(1, smaller)))
		less = append(less, isLess)
		known := false
		for _, other := range ranked {
			if slices.ContainsFunc(side, func(on model.Cells) bool { return slices.Equal(on, other.cells) }) {
				d.Add(f.against(other.Rank, isLess, line, other.cells)...)
				known = true
			}
		}
		for _, other := range side {
			if known || slices.Contains(line[1:], other[0]) || slices.Contains(other[1:], line[0]) {
				continue // the first values differ
			}
			same := &model.In{Var: other[0], Values: first.Values}
			d.Add(&kinds.Lexicographic{Smaller: with(isLess, other), Than: with(one, line), Strict: true, If: same, Half: true},
				&kinds.Lexicographic{Smaller: with(zero, line), Than: with(isLess, other), Strict: !f.Ties, If: same, Half: true})
		}
	}
	d.Add(sum(less, smaller, smaller))
}

// rankedLine is a line with its rank.
type rankedLine struct {
	*FullRank
	cells model.Cells
}

// others returns the other lines with ranks that have the same first value. It leaves out ranks within other clues, since they
// may not hold.
func (f *FullRank) others(d *Definition) (ranked []rankedLine) {
	for _, n := range d.Others(false, func(n Clue) bool { _, is := n.(*FullRank); return is }) {
		if other := n.(*FullRank); other != f && (other.Rank-1)/4 == (f.Rank-1)/4 {
			ranked = append(ranked, rankedLine{other, other.cells(d)})
		}
	}
	return ranked
}

// against says how a line compares with another one that has a rank and the same first value.
func (f *FullRank) against(rank int, isLess model.Var, line, other model.Cells) []model.Constraint {
	if rank < f.Rank {
		return []model.Constraint{rule(model.Is(isLess, 1)), &kinds.Lexicographic{Smaller: other, Than: line, Strict: true}}
	}
	after := &kinds.Lexicographic{Smaller: line, Than: other, Strict: rank > f.Rank || !f.Ties}
	return []model.Constraint{rule(model.Is(isLess, 0)), after}
}

// with returns a line with its first cell replaced.
func with(first model.Var, line model.Cells) model.Cells {
	return append(model.Cells{first}, line[1:]...)
}

// Define says of two lines which one is smaller: a variable is 1 if the first one is. If two lines are equal, so are they
// backwards, and lines of the same side differ in their first values. So few pairs suffice.
func (*DifferentLines) Define(d *Definition) {
	sides := squareSides(d)
	if sides == nil {
		return
	}
	for _, pair := range [][2]int{{0, 1}, {2, 3}, {0, 2}, {0, 3}} {
		opposite := pair[1] == pair[0]+1
		for i, line := range sides[pair[0]] {
			for j, other := range sides[pair[1]] {
				if opposite && i >= j {
					continue
				}
				isLess := d.Auxiliary(model.Interval(0, 1))
				yes, no := model.Is(isLess, 1), model.Is(isLess, 0)
				d.Add(&kinds.Lexicographic{Smaller: line, Than: other, Strict: true, If: &yes, Half: true},
					&kinds.Lexicographic{Smaller: other, Than: line, Strict: true, If: &no, Half: true})
			}
		}
	}
}

// squareSides returns the lines that are seen from the left, the right, the top and the bottom of a grid of n rows, n columns and
// n values, whose rows and columns are all-different.
func squareSides(d *Definition) [][]model.Cells {
	n := side(d)
	if n == 0 {
		return nil
	}
	if _, _, values := span(d); values != n {
		d.Failf("found %d values, expected %d", values, n)
		return nil
	}
	inGrid(d)
	different := map[string]bool{} // by the text of the cells
	for _, c := range model.Each[*model.AllDifferent](d.Constraints) {
		different[fmt.Sprint(c.Vars)] = true
	}
	var sides [][]model.Cells
	for _, houses := range [][]model.House{d.Grid.RowHouses(), d.Grid.ColumnHouses()} {
		var forwards, backwards []model.Cells
		for _, house := range houses {
			if !different[fmt.Sprint(house.Cells)] {
				d.Failf("found %s with repeated values, expected all of them different", house.Name)
				return nil
			}
			reversed := slices.Clone(house.Cells)
			slices.Reverse(reversed)
			forwards, backwards = append(forwards, house.Cells), append(backwards, reversed)
		}
		sides = append(sides, forwards, backwards)
	}
	return sides
}
