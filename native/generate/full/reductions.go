package full

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/bitset"
)

// subsets looks in each house for up to size open cells with as many candidates between them, and takes these from the house's
// other cells; and for up to size values with as many places between them, which is a subset of the other cells seen from
// outside: reduction 1. Subsets of one are the board's own, naked and hidden singles.
func subsets(b *board, size int) bool {
	for house, members := range b.members {
		b.steps += int64(2 * len(members))
		at := func(place, value int) (int, int) { return int(members[place]), value }
		var cells []subset
		for place, cell := range members {
			if b.values[cell] < 0 && int(b.sizes[cell]) <= size {
				cells = append(cells, subset{place, b.of(int(cell))})
			}
		}
		naked := func(chosen []int, values bitset.Set) bool {
			return len(chosen) == values.Size() && b.take(b.others(chosen), values, at)
		}
		if !b.unions(cells, size, naked) {
			return false
		}
		var values []subset
		for value := range b.n {
			if p := int(b.places[house*b.n+value]); p > 1 && p <= size {
				values = append(values, subset{value, b.placesIn(house, value)})
			}
		}
		hidden := func(chosen []int, places bitset.Set) bool {
			return len(chosen) == places.Size() && b.take(places, b.others(chosen), at)
		}
		if !b.unions(values, size, hidden) {
			return false
		}
	}
	return b.settle()
}

// subset is a member of a subset, and what it has: a cell and its candidates, a value and its places, a line and the lines that
// cross it.
type subset struct {
	member int
	has    bitset.Set
}

// unions finds the ways to choose two to size of the members that have no more between them than they are, and calls found with
// each. It goes on until that returns false, which it reports. What members have is as it was at the beginning.
func (b *board) unions(members []subset, size int, found func(chosen []int, has bitset.Set) bool) bool {
	var extend func(from int, chosen []int, union bitset.Set) bool
	extend = func(from int, chosen []int, union bitset.Set) bool {
		if len(chosen) > 1 && union.Size() <= len(chosen) {
			return found(chosen, union)
		}
		if len(chosen) == size {
			return true
		}
		for i := from; i < len(members); i++ {
			b.steps++
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

// unionAt returns room for the union of one member more than so many.
func (b *board) unionAt(chosen int) bitset.Set {
	for len(b.unionsOf) <= chosen {
		b.unionsOf = append(b.unionsOf, bitset.New(b.n))
	}
	return b.unionsOf[chosen]
}

// placesIn returns the places of a value in a house, by the cells' numbers there.
func (b *board) placesIn(house, value int) bitset.Set {
	places := bitset.New(b.n)
	for i, cell := range b.members[house] {
		if b.may(int(cell), value) {
			places.Add(i)
		}
	}
	return places
}

// others returns the numbers that were not chosen.
func (b *board) others(chosen []int) bitset.Set {
	others := bitset.Full(b.n)
	for _, number := range chosen {
		others.Remove(number)
	}
	return others
}

// take takes candidates from open cells: those at some rows and columns of what a subset was looked for in.
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

// locked looks at each line and box that meet: values that are no candidates in the line outside the box go from the box
// outside the line, and the other way round: reduction 2, there called xor.
func locked(b *board, _ int) bool {
	if b.crossings == nil {
		b.crossings = b.shape.grid().Crossings()
	}
	for _, c := range b.crossings {
		if !b.lock(c.Both, c.Line, c.Box) || !b.lock(c.Both, c.Box, c.Line) {
			return false
		}
	}
	return b.settle()
}

// lock takes from a house what another one has only in the cells of both: outside are the other's further cells.
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

// fish looks, for each value, for up to size rows whose places lie in as many columns, and takes the value from those
// columns' other rows; and with rows and columns exchanged: reduction 3.
func fish(b *board, size int) bool {
	for value := range b.n {
		for _, first := range [2]int{0, b.n} {
			if !b.fishOf(value, first, size) {
				return false
			}
		}
	}
	return b.settle()
}

// fishOf looks for fish of a value in lines of one direction, which begin with the given house.
func (b *board) fishOf(value, first, size int) bool {
	b.steps += int64(b.n)
	var lines []subset
	for line := range b.n {
		if p := int(b.places[(first+line)*b.n+value]); p > 1 && p <= size {
			lines = append(lines, subset{line, b.placesIn(first+line, value)})
		}
	}
	at := func(line, place int) (int, int) { return int(b.members[first+line][place]), value }
	return b.unions(lines, size, func(chosen []int, crossing bitset.Set) bool {
		return len(chosen) == crossing.Size() && b.take(b.others(chosen), crossing, at)
	})
}

// shaving tries each candidate of each open cell, and removes what leads to a contradiction at once: reduction 4, there called
// heuristic search.
func shaving(b *board) bool {
	for cell := range b.values {
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
