package full

import (
	"context"
	"math/rand/v2"

	"qmsat/model"
)

// arrangement is a grid of 6×6 boxes in which every row, column and diagonal of a box sums to 111, so Δ is 0; no pandiagonal
// square of order 6 exists. Each box has the rows and the columns of one square, in its own order, such that both diagonals sum
// to 111. The grid's rows have every value if no two boxes of a band have the same row of the square at the same height; columns
// likewise. Annealing chooses the orders for all boxes, among those that keep the diagonal sums.
type arrangement struct {
	random  *rand.Rand
	choices []rearranged // those that keep the diagonal sums
	chosen  [36]int      // by box
	rows    [6][6][6]int // by band, height and row of the square: its boxes
	columns [6][6][6]int // by stack, position and column of the square
	clashes int          // number of surplus boxes, over these
	steps   int64        // new choices tried
}

// rearranged is the rows and the columns of the square in the order of a box.
type rearranged struct{ rows, columns [6]int }

// six is a square whose rows and columns sum to 111, and 23 of its transversals too; a random square has about ten such
// transversals. Annealing found it.
var six = [6][6]int{
	{23, 6, 31, 34, 7, 10},
	{14, 24, 11, 19, 15, 28},
	{8, 26, 21, 33, 5, 18},
	{17, 3, 30, 9, 20, 32},
	{13, 27, 16, 4, 29, 22},
	{36, 25, 2, 12, 35, 1},
}

func newArrangement(random *rand.Rand) *arrangement {
	f := &arrangement{random: random, choices: keepingDiagonals()}
	for box := range f.chosen {
		f.chosen[box] = random.IntN(len(f.choices))
		f.put(box, 1)
	}
	return f
}

// keepingDiagonals returns the rearrangements of the square in which both diagonals sum to 111.
func keepingDiagonals() (choices []rearranged) {
	orders := permutations(6)
	for _, transversal := range orders {
		if total(transversal) != model.MagicConstant(6) {
			continue
		}
		for _, rows := range orders {
			var columns, other [6]int
			for i, row := range rows {
				columns[i] = transversal[row]
			}
			for i, row := range rows {
				other[row] = columns[5-i]
			}
			if total(other) == model.MagicConstant(6) {
				choices = append(choices, rearranged{rows, columns})
			}
		}
	}
	return choices
}

// total returns the sum of a transversal, given by the column in each row.
func total(transversal [6]int) (sum int) {
	for row, column := range transversal {
		sum += six[row][column]
	}
	return sum
}

// permutations returns the permutations of 0 to 5 that keep n and everything above.
func permutations(n int) [][6]int {
	if n == 0 {
		return [][6]int{{0, 1, 2, 3, 4, 5}}
	}
	var all [][6]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			q := p
			q[i], q[n-1] = q[n-1], q[i]
			all = append(all, q)
		}
	}
	return all
}

// put adds a box's choice to the clashes; with by = −1 it removes it.
func (f *arrangement) put(box, by int) {
	choice := &f.choices[f.chosen[box]]
	for i := range 6 {
		for _, boxes := range [2]*int{&f.rows[box/6][i][choice.rows[i]], &f.columns[box%6][i][choice.columns[i]]} {
			before := max(0, *boxes-1)
			*boxes += by
			f.clashes += max(0, *boxes-1) - before
		}
	}
}

func (f *arrangement) advance(ctx context.Context, steps int64) bool {
	for end := f.steps + steps; f.clashes > 0 && f.steps < end && (f.steps%1024 != 0 || ctx.Err() == nil); f.steps++ {
		box := f.random.IntN(len(f.chosen))
		before, choice := f.clashes, f.chosen[box]
		f.choose(box, f.random.IntN(len(f.choices)))
		if !accepts(f.random, f.clashes-before) {
			f.choose(box, choice)
		}
	}
	return f.clashes == 0
}

func (f *arrangement) choose(box, choice int) {
	f.put(box, -1)
	f.chosen[box] = choice
	f.put(box, 1)
}

func (f *arrangement) result() []int {
	return boxwise(6, func(band, stack, i, j int) int {
		choice := &f.choices[f.chosen[6*band+stack]]
		return six[choice.rows[i]][choice.columns[j]]
	})
}

func (f *arrangement) effort() Effort { return Effort{Steps: f.steps} }
