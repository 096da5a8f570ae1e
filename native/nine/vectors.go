package nine

import "math/bits"

// widths are those of the vectors that there is assembly for, the fastest first.
var widths = [...]int{512, 256}

// AnyVectors allows each width of vectors.
const AnyVectors = 512

// assembly is what there is for vectors of a width.
type assembly struct {
	bits   int
	expand expand
	filter filter
}

// widest returns the assembly for the widest vectors up to so many bits that the processor has, or none.
func widest(most int) assembly {
	for _, bits := range widths {
		if a := assemblyOf(bits); bits <= most && a.bits != 0 {
			return a
		}
	}
	return assembly{}
}

// states holds two states, words 0 to 3 and words 4 to 7 of each position in a box. Three of a state's four words are bands, each with
// three of four lanes of 16 bits for the boxes from left to right: bit d for digit d.
type states = [9][8]uint64

// expand sets a state to another without some digits in one lane of one position, propagated like bandState.propagate: until nothing
// changes. It sets pairs to its cells with two digits, and returns lanes if the state is possible, and if it has more to decide. With 512
// bits it does so for two states at once: low and high are what these lose.
//
// Each round makes all deductions, for all cells and digits at once, without a branch: on the hardest puzzles four rounds a state.
type expand func(to, pairs, from *uint64, low, high uint32, position, lane uint64) (possible, open uint32)

// vectors search plain Sudoku in place of bandState, whose twin they are: all that the same deductions give is done, and the branch is
// the same, so the search is the same.
type vectors struct {
	*run
	assembly
	levels [83]struct {
		states, pairs states
		second        node // with 512 bits
	}
}

// node is one of the two states of a level.
type node struct {
	level          int
	half           uint // the words before it
	possible, open bool
}

// first sets the first state of a level to that of n without the low digits in a cell, propagated. Perhaps it makes the second, too, since
// two at once take the time of one.
func (v *vectors) first(level int, n node, low, high uint32, position, lane uint) node {
	to, from := &v.levels[level], &v.levels[n.level].states[0][n.half&4]
	possible, open := v.expand(&to.states[0][0], &to.pairs[0][0], from, low, high, uint64(position), uint64(lane))
	if v.bits == 512 {
		to.second = node{level, 4, possible>>16 != 0, open>>16 != 0}
		possible, open = possible&0xffff, open&0xffff
	}
	return node{level, 0, possible != 0, open != 0}
}

// second sets the second state of a level, after first with the same n, which may be the second state until then.
func (v *vectors) second(level int, n node, high uint32, position, lane uint) node {
	to, from := &v.levels[level], &v.levels[n.level].states[0][n.half&4]
	if v.bits == 512 {
		return to.second
	}
	possible, open := v.expand(&to.states[0][4], &to.pairs[0][4], from, high, 0, uint64(position), uint64(lane))
	return node{level, 4, possible != 0, open != 0}
}

// solve searches for the solutions of the givens. It reports false if the search must end.
func (v *vectors) solve(givens *Grid) bool {
	root := &v.levels[0].states
	for position := range 9 {
		for band := range 3 {
			cell := CellAt(3*band, position)
			root[position][band] = digitsOf[givens[cell]&15] | digitsOf[givens[cell+3]&15]<<16 | digitsOf[givens[cell+6]&15]<<32
		}
	}
	n := v.first(0, node{}, 0, 0, 0, 0)
	return !n.possible || v.search(n, 1)
}

// search works like [Bands.search].
func (v *vectors) search(n node, weight float64) bool {
	below := n.level + 1
	for n.open {
		if v.stopped() {
			return false
		}
		digit, position, lane := v.branch(n)
		weight /= 2
		closed := v.closed + weight
		is, isNot := uint32(fullRow&^(1<<digit)), uint32(1<<digit) // what the cell loses
		if first := v.first(below, n, is, isNot, position, lane); first.possible && !v.search(first, weight) {
			return false
		}
		v.closed = closed
		if n = v.second(below, n, isNot, position, lane); !n.possible {
			return true
		}
	}
	return v.solution(n)
}

// solution works like [Bands.solution].
func (v *vectors) solution(n node) bool {
	if v.yield != nil {
		for position := range 9 {
			for box := range 9 {
				word := v.levels[n.level].states[position][n.half&4+uint(box/3)]
				v.grid[CellAt(box, position)] = uint8(bits.TrailingZeros64(word>>(16*(box%3)))) + 1
			}
		}
	}
	return v.found()
}

// digitsOf has, by given, the digits that the cell may have.
var digitsOf = [16]uint64{fullRow, 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8}

const (
	// everyLane times a set of digits has it in each lane of a word that is a box.
	everyLane = 1<<32 | 1<<16 | 1
	highBits  = everyLane << 15
)

// branch works like [bandState.branch].
func (v *vectors) branch(n node) (digit, position, lane uint) {
	pairs, half := &v.levels[n.level].pairs, n.half&4
	var inPairs counts
	inPairs.count(pairs, half)
	if inPairs.any() == 0 {
		return v.branchWide(n)
	}
	digit = inPairs.most(fullRow)
	others := uint64(0)
	for p := range pairs {
		row := (*[3]uint64)(pairs[p][half:])
		others |= lanesWith(row[0], digit) | lanesWith(row[1], digit) | lanesWith(row[2], digit)
	}
	others |= others>>16 | others>>32
	other := inPairs.most(others & fullRow &^ (1 << digit))
	both, band := uint64(1<<digit|1<<other)*everyLane, uint(0)
	for p := range pairs {
		row := (*[3]uint64)(pairs[p][half:])
		if equal := [...]uint64{lanesOf(row[0], both), lanesOf(row[1], both), lanesOf(row[2], both)}; equal[0]|equal[1]|equal[2] != 0 {
			for equal[band] == 0 {
				band++
			}
			return digit, uint(p), 4*band + uint(bits.TrailingZeros64(equal[band]))/16
		}
	}
	panic("nine: a pair that was counted is not there")
}

// lanesWith returns the lanes of a word that have a digit.
func lanesWith(word uint64, digit uint) uint64 {
	return word & (word >> (digit & 15) & everyLane * fullRow)
}

// lanesOf returns the high bits of the lanes that are equal to those of another word: a lane borrows from its high bit, which no set of
// digits has, if it is.
func lanesOf(word, other uint64) uint64 { return ^((word ^ other | highBits) - everyLane) & highBits }

// counts has the number of each digit's cells: bit d of word i is bit i of the number of digit d. Bits above the digits mean nothing.
type counts [7]uint64

// add adds three bits of one weight, in each place of a word.
func add(a, b, c uint64) (sum, carry uint64) { return a ^ b ^ c, a&b | (a^b)&c }

// count counts the sets of digits in all lanes of half a level.
func (c *counts) count(cells *states, half uint) {
	var one, two [13]uint64 // by weight: what is to be added up
	var four, eight [6]uint64
	for p := range 9 {
		one[p], two[p] = add(cells[p][half&4], cells[p][half&4+1], cells[p][half&4+2])
	}
	for i := range 3 {
		one[i], two[9+i] = add(one[3*i], one[3*i+1], one[3*i+2])
	}
	one[0], two[12] = add(one[0], one[1], one[2])
	for i := range 4 {
		two[i], four[i] = add(two[3*i], two[3*i+1], two[3*i+2])
	}
	two[0], four[4] = add(two[0], two[1], two[2])
	two[0], four[5] = add(two[0], two[3], two[12])
	for i := range 2 {
		four[i], eight[i] = add(four[3*i], four[3*i+1], four[3*i+2])
	}
	four[0], eight[2] = add(four[0], four[1], 0)
	eight[0], c[5] = add(eight[0], eight[1], eight[2])
	carry, ripple := uint64(0), uint64(0)
	for i, w := range [...]uint64{one[0], two[0], four[0], eight[0], c[5], 0} { // the three lanes
		sum, more := add(w, w>>16, w>>32)
		c[i], ripple = add(sum, carry, ripple)
		carry = more
	}
	c[6] = carry | ripple
}

// any returns the digits that have cells.
func (c *counts) any() uint64 { return (c[0] | c[1] | c[2] | c[3] | c[4] | c[5] | c[6]) & fullRow }

// most returns which of the digits has the greatest number, the lowest of several.
func (c *counts) most(digits uint64) uint {
	for i := range c {
		if greater := digits & c[len(c)-1-i]; greater != 0 {
			digits = greater
		}
	}
	return uint(bits.TrailingZeros64(digits))
}

// branchWide works like [bandState.branchWide].
func (v *vectors) branchWide(n node) (digit, position, lane uint) {
	fewest, digits := 10, uint64(0)
	for p := range uint(9) {
		for band := range uint(3) {
			w := v.levels[n.level].states[p][n.half&4+band]
			for stack := range uint(3) {
				set := w >> (16 * stack) & fullRow
				if n := bits.OnesCount64(set); n > 1 && n < fewest {
					fewest, digits, position, lane = n, set, p, 4*band+stack
				}
			}
		}
	}
	return uint(bits.TrailingZeros64(digits)), position, lane
}
