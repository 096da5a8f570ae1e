package generate

import (
	"math/rand/v2"

	"qmsat/model"
)

// chainsPerCell is how many Kempe chains a shuffled pattern goes through, for each of its cells.
const chainsPerCell = 4

// kempeChains changes a full grid of plain Sudoku by exchanging the two values of random Kempe chains, count times. A chain
// is what hangs together of the cells with one of two values, where cells of a row, column or box do; every house has
// both values in the same chain, so that the exchange keeps the grid valid. Unlike the shuffles of [Sudoku], it leaves the
// class of a grid under its symmetries. A chain takes a time linear in the number of rows.
//
// Source: the chains of A. B. Kempe, "On the geographical problem of the four colours", 1879, on the Sudoku graph.
func kempeChains(random *rand.Rand, boxRows, boxColumns int, grid model.Assignment, count int) {
	n := boxRows * boxColumns
	k := &kempe{n: n, boxRows: boxRows, boxColumns: boxColumns, grid: grid, at: make([][3][]int, n)}
	for value := range k.at {
		for kind := range k.at[value] {
			k.at[value][kind] = make([]int, n)
		}
	}
	for cell := range grid {
		k.note(cell)
	}
	for range count {
		cell, step := random.IntN(len(grid)), 1+random.IntN(n-1)
		k.exchange(cell, (grid[cell]-1+step)%n+1)
	}
}

// kempe is a grid, and where each value stands in each row, column and box.
type kempe struct {
	n, boxRows, boxColumns int
	grid                   model.Assignment
	at                     [][3][]int // by value less one, kind of house, and house
}

// houses returns the numbers of a cell's row, column and box.
func (k *kempe) houses(cell int) [3]int {
	row, column := cell/k.n, cell%k.n
	return [3]int{row, column, row/k.boxRows*k.boxRows + column/k.boxColumns}
}

// note records where a cell's value stands.
func (k *kempe) note(cell int) {
	for kind, house := range k.houses(cell) {
		k.at[k.grid[cell]-1][kind][house] = cell
	}
}

// exchange exchanges the value of a cell and another one in the chain of both that the cell is in.
func (k *kempe) exchange(cell, other int) {
	sum := k.grid[cell] + other
	chain, seen := []int{cell}, map[int]bool{cell: true}
	for i := 0; i < len(chain); i++ {
		partner := sum - k.grid[chain[i]]
		for kind, house := range k.houses(chain[i]) {
			if next := k.at[partner-1][kind][house]; !seen[next] {
				seen[next] = true
				chain = append(chain, next)
			}
		}
	}
	for _, c := range chain {
		k.grid[c] = sum - k.grid[c]
	}
	for _, c := range chain {
		k.note(c)
	}
}
