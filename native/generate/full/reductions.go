package full

import (
	"context"
	"math/bits"

	"qmsat/model"
	"qmsat/native/bitset"
)

// subsets is reduction 1. In each house it looks for up to size open cells with only as many candidates in all, and removes these
// from the house's other cells. It also looks for up to size values with only as many positions in all, which is the same as a
// subset of the other cells. The board itself handles subsets of one, the naked and hidden singles.
func subsets(ctx context.Context, b *board, size int) bool {
	for house, members := range b.members {
		if ctx.Err() != nil {
			break
		}
		b.steps += int64(2 * len(members))
		at := func(position, value int) (int, int) { return int(members[position]), value }
		var cells []subset
		for position, cell := range members {
			if b.values[cell] < 0 && int(b.sizes[cell]) <= size {
				cells = append(cells, subset{position, b.of(int(cell))})
			}
		}
		naked := func(chosen []int, values bitset.Set) bool {
			return len(chosen) == values.Size() && b.take(b.others(chosen), values, at)
		}
		if !b.unions(ctx, cells, size, naked) {
			return false
		}
		var values []subset
		for value := range b.n {
			if p := int(b.positions[house*b.n+value]); p > 1 && p <= size {
				values = append(values, subset{value, b.positionsIn(house, value)})
			}
		}
		hidden := func(chosen []int, positions bitset.Set) bool {
			return len(chosen) == positions.Size() && b.take(positions, b.others(chosen), at)
		}
		if !b.unions(ctx, values, size, hidden) {
			return false
		}
	}
	return b.settle()
}

// subset is a member of a possible subset, with its elements: a cell and its candidates, a value and its positions, or a line and
// the lines that cross it.
type subset struct {
	member int
	has    bitset.Set
}

// unions finds the choices of two to size members that have no more elements in all than there are members. It calls found with
// each. It stops once found returns false or ctx has ended, and reports whether it finished. It uses the members' elements as they
// were at the beginning.
func (b *board) unions(ctx context.Context, members []subset, size int, found func(chosen []int, has bitset.Set) bool) bool {
	var extend func(from int, chosen []int, union bitset.Set) bool
	extend = func(from int, chosen []int, union bitset.Set) bool {
		if len(chosen) > 1 && union.Size() <= len(chosen) {
			return found(chosen, union)
		}
		if len(chosen) == size {
			return true
		}
		for i := from; i < len(members); i++ {
			if b.steps++; b.steps%(1<<12) == 0 && ctx.Err() != nil {
				return false
			}
			with := b.unionAt(len(chosen))
			copy(with, union)
			with.Unite(members[i].has)
			if with.Size() <= size && !extend(i+1, append(chosen, members[i].member), with) {
				return false
			}
		}
		return true
	}
	return extend(0, make([]int, 0, size), bitset.New(b.n))
}

// unionAt returns memory for the union after one more than chosen members.
func (b *board) unionAt(chosen int) bitset.Set {
	for len(b.unionsOf) <= chosen {
		b.unionsOf = append(b.unionsOf, bitset.New(b.n))
	}
	return b.unionsOf[chosen]
}

// positionsIn returns the positions of a value in a house, as the cells' numbers in the house.
func (b *board) positionsIn(house, value int) bitset.Set {
	positions := bitset.New(b.n)
	for i, cell := range b.members[house] {
		if b.may(int(cell), value) {
			positions.Add(i)
		}
	}
	return positions
}

// others returns the numbers that were not chosen.
func (b *board) others(chosen []int) bitset.Set {
	others := bitset.Full(b.n)
	for _, number := range chosen {
		others.Remove(number)
	}
	return others
}

// take removes candidates from open cells. at maps each of the rows and columns of a subset's table to a cell and value.
func (b *board) take(rows, columns bitset.Set, at func(row, column int) (cell, value int)) bool {
	for i, word := range rows {
		for ; word != 0; word &= word - 1 {
			for column := range columns.All() {
				if cell, value := at(64*i+bits.TrailingZeros64(word), column); b.may(cell, value) && b.values[cell] < 0 && !b.remove(cell, value) {
					return false
				}
			}
		}
	}
	return true
}

// locked is reduction 2, called xor in the text. For each line and box that meet, values that are no candidates in the line
// outside the box are removed from the box outside the line, and the other way round.
func locked(ctx context.Context, b *board, _ int) bool {
	if b.crossings == nil {
		b.crossings = b.shape.grid().Crossings()
	}
	for _, c := range b.crossings {
		if ctx.Err() != nil {
			break
		}
		if !b.lock(c.Both, c.Line, c.Box) || !b.lock(c.Both, c.Box, c.Line) {
			return false
		}
	}
	return b.settle()
}

// lock removes from a house the values that another house has only in the cells of both; outside is the other house's further
// cells.
func (b *board) lock(both, outside, from []model.Var) bool {
	b.steps += int64(len(both) + len(outside))
	for word := range b.words {
		var values uint64
		for _, cell := range both {
			values |= b.candidates[int(cell)*b.words+word]
		}
		for _, cell := range outside {
			if values &^= b.candidates[int(cell)*b.words+word]; values == 0 {
				break
			}
		}
		for _, cell := range from {
			for lost := values & b.candidates[int(cell)*b.words+word]; lost != 0; lost &= lost - 1 {
				if !b.remove(int(cell), 64*word+bits.TrailingZeros64(lost)) {
					return false
				}
			}
		}
	}
	return true
}

// fish is reduction 3. For each value it looks for up to size rows whose positions lie in as many columns, and removes the value
// from these columns' other rows; it also does so with rows and columns exchanged.
func fish(ctx context.Context, b *board, size int) bool {
	for value := range b.n {
		for _, first := range [2]int{0, b.n} {
			if !b.fishOf(ctx, value, first, size) {
				return false
			}
		}
	}
	return b.settle()
}

// fishOf looks for fish of a value in lines of one direction; first is the first of these houses.
func (b *board) fishOf(ctx context.Context, value, first, size int) bool {
	b.steps += int64(b.n)
	var lines []subset
	for line := range b.n {
		if p := int(b.positions[(first+line)*b.n+value]); p > 1 && p <= size {
			lines = append(lines, subset{line, b.positionsIn(first+line, value)})
		}
	}
	at := func(line, position int) (int, int) { return int(b.members[first+line][position]), value }
	return b.unions(ctx, lines, size, func(chosen []int, crossing bitset.Set) bool {
		return len(chosen) == crossing.Size() && b.take(b.others(chosen), crossing, at)
	})
}

// shaving is reduction 4, called heuristic search in the text. It tries each candidate of each open cell, and removes those that
// lead to a contradiction at once.
func shaving(ctx context.Context, b *board, _ int) bool {
	for cell := range b.values {
		if ctx.Err() != nil {
			break
		}
		for value := range b.of(cell).All() {
			if b.values[cell] >= 0 {
				break
			}
			if !b.may(cell, value) {
				continue
			}
			before := b.mark()
			possible := b.place(cell, value)
			b.undo(before)
			if !possible && !(b.remove(cell, value) && b.settle()) {
				return false
			}
		}
	}
	return true
}
