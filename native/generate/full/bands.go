package full

import (
	"context"
	"math/rand/v2"
)

// Bands fills one band after the other, without backtracking. In a band, first each box deals its n values to its columns, and
// then each row takes one value from each column.
//
// Both always succeed. In a stack with k full bands, each value is still missing in BoxColumns−k columns, and each column misses
// BoxRows·(BoxColumns−k) values. So a share of 1/(BoxColumns−k) in each is a fractional deal, and an integral one exists. Take
// the bipartite graph of values and the band's columns, with an edge if the column was dealt the value. Every vertex has BoxRows
// neighbours, so the graph splits into BoxRows perfect matchings, one for each row (Kőnig 1916).
//
// Every grid is possible, since each deal and each matching has a positive probability, but they are not equally likely. It takes
// O(n³) steps and usually few more than n².
type Bands struct{}

func (Bands) filler(shape Shape, random *rand.Rand) filler {
	n := shape.Side()
	f := &dealer{shape: shape, random: random, used: make([][]bool, n), grid: make([]int, n*n)}
	for column := range f.used {
		f.used[column] = make([]bool, n)
	}
	return f
}

// dealer fills bands.
type dealer struct {
	shape  Shape
	random *rand.Rand
	used   [][]bool // by column and value
	grid   []int    // full up to the next band
	bands  int      // number of filled bands
}

func (f *dealer) advance(ctx context.Context, _ int64) bool {
	for ; f.bands < f.shape.BoxColumns && ctx.Err() == nil; f.bands++ {
		f.band(f.bands * f.shape.BoxRows)
	}
	return f.bands == f.shape.BoxColumns
}

// band fills the band that begins with row top.
func (f *dealer) band(top int) {
	n := f.shape.Side()
	dealt := make([][]int, n) // by value: the columns that were dealt it
	for left := 0; left < n; left += f.shape.BoxColumns {
		columns := match(f.random, n, f.shape.BoxColumns, f.shape.BoxRows, func(value, column int) bool {
			return !f.used[left+column][value]
		})
		for value, column := range columns {
			dealt[value] = append(dealt[value], left+column)
			f.used[left+column][value] = true
		}
	}
	taken := make(map[[2]int]bool, n*f.shape.BoxRows)
	for row := top; row < top+f.shape.BoxRows; row++ {
		joined := make([]bool, n*n)
		for value, columns := range dealt {
			for _, column := range columns {
				joined[value*n+column] = !taken[[2]int{value, column}]
			}
		}
		for value, column := range match(f.random, n, n, 1, func(value, column int) bool { return joined[value*n+column] }) {
			f.grid[row*n+column] = value + 1
			taken[[2]int{value, column}] = true
		}
	}
}

// effort counts one step for each filled cell.
func (f *dealer) effort() Effort {
	return Effort{Steps: int64(f.bands * f.shape.BoxRows * f.shape.Side())}
}

func (f *dealer) result() []int { return f.grid }

// match gives each item a bin that fits, with at most capacity items in a bin, by augmenting paths (Kuhn 1955). Items and bins
// are in random order. The caller must know that this is possible.
func match(random *rand.Rand, items, bins, capacity int, fits func(item, bin int) bool) []int {
	held := make([][]int, bins)
	in := make([]int, items)
	var visited []bool
	var augment func(item int) bool
	augment = func(item int) bool {
		for _, i := range random.Perm(bins) {
			if visited[i] || !fits(item, i) {
				continue
			}
			visited[i] = true
			if len(held[i]) < capacity {
				held[i] = append(held[i], item)
				in[item] = i
				return true
			}
			for position, other := range held[i] {
				if augment(other) {
					held[i][position] = item
					in[item] = i
					return true
				}
			}
		}
		return false
	}
	for _, item := range random.Perm(items) {
		visited = make([]bool, bins)
		if !augment(item) {
			panic("full: a band without a matching")
		}
	}
	return in
}
