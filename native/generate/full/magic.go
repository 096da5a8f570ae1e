package full

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"qmsat/model"
)

// Magic makes grids of quasi-magic Sudoku with boxes of 4×4 and more: all boxes have the same square, with rows and columns
// rearranged.
//
// If every row, column and broken diagonal of the square sums to r(r²+1)/2 plus or minus Δ, cyclic shifts keep these sums. Entry
// (i, j) of the box in band a and stack b is entry (i+b, j+a) of the square, both modulo r. A row of the grid then has each row
// of the square once, each in other columns, so it has every value once. Δ = 0 needs a pandiagonal square; formulas give one if 4
// divides r, or if neither 2 nor 3 does. For other Δ the square is searched for. For r = 6 there is no pandiagonal square
// (Planck, "Pandiagonal magics of orders 6 and 10 with minimal numbers", The Monist 29, 1919), so Δ = 0 needs another
// arrangement, which is searched for; see arrangement.
type Magic struct {
	Delta int // at least 1 for r = 9, 10 and some larger r
}

// Check reports why there is no such grid of a shape.
func (m Magic) Check(shape Shape) error {
	r := shape.BoxRows
	switch {
	case r != shape.BoxColumns || r < 4:
		return fmt.Errorf("boxes of %d×%d, expected square ones of 4×4 or more", r, shape.BoxColumns)
	case m.Delta == 0 && r != 6 && pandiagonal(r) == nil:
		return fmt.Errorf("found Δ = 0 with boxes of %d×%[1]d, expected r×r with r = 6, a multiple of 4, or no divisor 2 or 3", r)
	}
	return nil
}

func (m Magic) filler(shape Shape, random *rand.Rand) filler {
	if m.Delta == 0 && shape.BoxRows == 6 {
		return newArrangement(random)
	}
	return newShifted(shape.BoxRows, m.Delta, random)
}

// accepts decides whether annealing takes a step that makes things worse by this much: with probability 2^(−4·worse). The
// temperature is constant, and only integers decide, so all machines agree.
func accepts(random *rand.Rand, worse int) bool {
	return worse <= 0 || bits.TrailingZeros64(random.Uint64()) >= 4*worse
}

// shifted is a square with the cyclic shift of each box.
type shifted struct {
	order, delta  int
	bands, stacks []int // by band: how far columns move; by stack: how far rows move
	random        *rand.Rand
	values        []int    // of the square
	lines         [][4]int // by cell: its row, column and broken diagonals
	sums          []int    // by line
	excess        int      // total amount by which sums are out of bounds
	steps         int64    // exchanges tried
}

func newShifted(order, delta int, random *rand.Rand) *shifted {
	f := &shifted{
		order: order, delta: delta, bands: random.Perm(order), stacks: random.Perm(order), random: random,
		values: pandiagonal(order), sums: make([]int, 4*order),
	}
	if delta > 0 || f.values == nil {
		f.values = random.Perm(order * order)
		for cell := range f.values {
			f.values[cell]++
		}
	}
	for cell, value := range f.values {
		i, j := cell/order, cell%order
		f.lines = append(f.lines, [4]int{i, order + j, 2*order + (i+j)%order, 3*order + (i-j+order)%order})
		for _, line := range f.lines[cell] {
			f.sums[line] += value
		}
	}
	for _, sum := range f.sums {
		f.excess += f.beyond(sum)
	}
	return f
}

// beyond returns by how much a sum is out of bounds.
func (f *shifted) beyond(sum int) int {
	off := sum - model.MagicConstant(f.order)
	return max(0, off-f.delta, -off-f.delta)
}

// advance exchanges values of the square by annealing.
func (f *shifted) advance(ctx context.Context, steps int64) bool {
	for end := f.steps + steps; f.excess > 0 && f.steps < end && (f.steps%1024 != 0 || ctx.Err() == nil); f.steps++ {
		a, b := f.random.IntN(len(f.values)), f.random.IntN(len(f.values))
		before := f.excess
		if f.exchange(a, b); !accepts(f.random, f.excess-before) {
			f.exchange(a, b)
		}
	}
	return f.excess == 0
}

func (f *shifted) exchange(a, b int) {
	difference := f.values[b] - f.values[a]
	f.values[a], f.values[b] = f.values[b], f.values[a]
	for i := range f.lines[a] {
		f.move(f.lines[a][i], difference)
		f.move(f.lines[b][i], -difference)
	}
}

func (f *shifted) move(line, by int) {
	f.excess -= f.beyond(f.sums[line])
	f.sums[line] += by
	f.excess += f.beyond(f.sums[line])
}

func (f *shifted) result() []int {
	return boxwise(f.order, func(band, stack, i, j int) int {
		return f.values[(i+f.stacks[stack])%f.order*f.order+(j+f.bands[band])%f.order]
	})
}

// effort counts one step for each exchange, and for each cell of the grid.
func (f *shifted) effort() Effort {
	return Effort{Steps: f.steps + int64(len(f.values)*len(f.values))}
}

// boxwise returns the grid with value(band, stack, i, j) as entry (i, j) of the box in a band and a stack.
func boxwise(order int, value func(band, stack, i, j int) int) []int {
	n := order * order
	grid := make([]int, n*n)
	for cell := range grid {
		row, column := cell/n, cell%n
		grid[cell] = value(row/order, column/order, row%order, column%order)
	}
	return grid
}

// pandiagonal returns a square with the values 1 to order² and equal sums in all rows, columns and broken diagonals. It returns
// nil for orders divisible by 2 or 3 but not by 4; for the even ones of these no such square exists.
//
// The value at (i, j) is order·x + y + 1. If neither 2 nor 3 divides the order, x = i + 2j and y = 2i + j modulo order: along
// each line both take all values. If 4 divides the order, let u be 0, 1, n, n−1, 2, 3, n−2, n−3, …, with n one less than the
// order. x is u at j in even rows, and n − u at j in odd rows; y is the same with rows and columns exchanged. Entries of u two
// places apart sum to n, so every line takes as much from u as from n − u. Places of u and n − u have equal parity, so (x, y)
// determines (i, j).
func pandiagonal(order int) []int {
	u := func(position, parity int) int {
		x := position/4*2 + position%2
		if position%4 >= 2 != (parity%2 == 1) {
			x = order - 1 - x
		}
		return x
	}
	entry := func(i, j int) int { return order*u(j, i) + u(i, j) }
	switch {
	case order%2 != 0 && order%3 != 0:
		entry = func(i, j int) int { return order*((i+2*j)%order) + (2*i+j)%order }
	case order%4 != 0:
		return nil
	}
	square := make([]int, order*order)
	for cell := range square {
		square[cell] = entry(cell/order, cell%order) + 1
	}
	return square
}
