package heuristic

import (
	"math/bits"

	"qmsat/internal/lists"
)

// coloured is a factor for one value: exactly one cell in each row, in each column, and perhaps in each box, has it. This is C2
// of the paper. It goes row by row and adds a column to a set; the set determines the used boxes of a band. The paper's figures
// are close to arc consistency without boxes, so C2 omits boxes.
type coloured struct {
	value int
	rows  *chain // of columns
	grid  []int
}

func (c *coloured) cells() []int { return c.grid }

// newColoured returns a factor for each value.
func (l *layout) newColoured(boxes bool) []factor {
	g := l.model.Grid
	levels := levelsOf(l.size, func(set uint32) bool {
		for stack := 0; boxes && stack < g.Stacks(); stack++ {
			n := bits.OnesCount32(set >> (stack * g.BoxColumns) & (1<<g.BoxColumns - 1))
			if full := bits.OnesCount32(set) / g.BoxRows; n != full && (n != full+1 || bits.OnesCount32(set)%g.BoxRows == 0) {
				return false
			}
		}
		return true
	})
	rows, grid := &chain{make([]int, l.size), l.size, l.size, levels, 1<<l.size - 1}, lists.Numbers[int](l.size*l.size)
	var factors []factor
	for value := range l.size {
		factors = append(factors, &coloured{value, rows, grid})
	}
	return factors
}

// send weighs each column of a row by the value's message to the cell there, times the other cells' messages on other values.
func (c *coloured) send(w *tables, in, out []float64) {
	n := c.rows.size
	for row := range n {
		c.read(w, in, row)
		for column := range n {
			weight := w.present[column]
			for other := range n {
				if other != column {
					weight = float64(weight * w.absent[other])
				}
			}
			w.weights[row*n+column] = weight
		}
		normalise(w.weights[row*n : (row+1)*n])
	}
	c.rows.send(w, w.weights, w.reach)
	for row := range n {
		c.read(w, in, row)
		reach := w.reach[row*n : (row+1)*n]
		for column := range n {
			// The other cells' weight without the value, and with it in one of them.
			without, with := 1.0, 0.0
			for other := range n {
				if other == column {
					continue
				}
				with = float64(with * w.absent[other])
				w.collect(&with, float64(without*w.present[other]), reach[other])
				without = float64(without * w.absent[other])
			}
			message := out[(row*n+column)*n : (row*n+column+1)*n]
			for x := range message {
				message[x] = with
			}
			message[c.value] = float64(without * reach[column])
		}
	}
}

// read splits the messages of a row's cells into that of the value and the total of all others.
func (c *coloured) read(w *tables, in []float64, row int) {
	n := c.rows.size
	for column := range n {
		w.present[column], w.absent[column] = 0, 0
		for x, m := range in[(row*n+column)*n : (row*n+column+1)*n] {
			if x == c.value {
				w.present[column] = m
			} else {
				w.collect(&w.absent[column], m, 1)
			}
		}
	}
}
