package grids

import (
	"context"

	"qmsat/native/bitset"
	"qmsat/native/nine"
)

// filling is the content of a box, row by row.
type filling nine.Filling

// rowSet and columnSet return what a line contains; i runs from 0 to 2.
func (f filling) rowSet(i int) digitSet    { return setOf(f[3*i], f[3*i+1], f[3*i+2]) }
func (f filling) columnSet(i int) digitSet { return setOf(f[i], f[i+3], f[i+6]) }

// catalogue is all fillings of a box for one Δ, in ascending order. Sets of fillings refer to it.
type catalogue struct {
	fillings []filling
	index    map[filling]int
}

// fillingsPerPoll is the number of fillings examined between two checks of a context.
const fillingsPerPoll = 1 << 10

// boxLines are the rows, columns and diagonals of a box.
var boxLines = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// newCatalogue lists the fillings. It shares no code with the tables of [Count].
func newCatalogue(ctx context.Context, b bound) (*catalogue, error) {
	c := &catalogue{index: map[filling]int{}}
	for i, f := range nine.Fillings(factorial9, func(f *nine.Filling, n int) bool {
		for _, line := range boxLines {
			if line[2] == n-1 && !b.allows(int(f[line[0]]+f[line[1]]+f[line[2]])) {
				return false
			}
		}
		return true
	}) {
		if i%fillingsPerPoll == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		c.fillings = append(c.fillings, filling(f))
		c.index[filling(f)] = i
	}
	return c, nil
}

// factorial9 is the number of fillings of a box by nine digits.
const factorial9 = 362880

func (c *catalogue) set() bitset.Set { return bitset.New(len(c.fillings)) }
