package heuristic

import (
	"math/bits"
	"slices"
)

// factor is a constraint over cells. Its message on a value of a cell follows from the messages of its other cells.
type factor interface {
	cells() []int
	// send computes the messages to the cells from the cells' messages, not normalised. Messages are in the order of cells, then
	// of values. If the incoming message of a value is 0, the outgoing one has no effect and is 0.
	send(w *tables, in, out []float64)
}

// chain is a factor in which each slot in turn adds a value to a set, or removes one from it. All cells of a house add a value to
// the empty set and fill it. For two sets of cells with the same values, the first adds its values and the second removes them.
type chain struct {
	of     []int
	adding int       // the slots before this one add values, the others remove them
	size   int       // of a house
	levels [][]int32 // by number of values: the possible sets
	last   int       // the final set
}

func (c *chain) cells() []int { return c.of }

// tables is the working memory of factors. All factors of a run share it.
type tables struct {
	maximum         bool        // max-product; else sum-product
	ahead, behind   [][]float64 // by slot and set: the total weight of all ways from the start to it, and from it to the end
	weights, reach  []float64   // of a coloured factor, by row and column
	present, absent []float64
}

func newTables(maximum bool, size, slots int) *tables {
	w := &tables{maximum: maximum, weights: make([]float64, size*size), reach: make([]float64, size*size)}
	w.present, w.absent = make([]float64, size), make([]float64, size)
	for range slots + 1 {
		w.ahead = append(w.ahead, make([]float64, 1<<size))
		w.behind = append(w.behind, make([]float64, 1<<size))
	}
	return w
}

// collect adds a product to a sum, or to a maximum. The product is rounded first, so that all machines get the same sums.
func (w *tables) collect(to *float64, a, b float64) {
	product := float64(a * b)
	switch {
	case !w.maximum:
		*to += product
	case product > *to:
		*to = product
	}
}

// send is a dynamic program over sets of values: it takes O(n·2ⁿ) for all messages of a house of n cells, instead of n! terms.
// terms.
//
// Source: Goldberger, "Solving Sudoku using combined message passing algorithms", 2007, for what the messages are.
func (c *chain) send(w *tables, in, out []float64) {
	clear(out)
	for k := range len(c.of) + 1 {
		clear(w.ahead[k])
		clear(w.behind[k])
	}
	w.ahead[0][0] = 1
	w.behind[len(c.of)][c.last] = 1
	for k := range c.of {
		message, possible := in[k*c.size:(k+1)*c.size], nonzero(in[k*c.size:(k+1)*c.size])
		for _, set := range c.levels[c.level(k)] {
			if weight := w.ahead[k][set]; weight > 0 {
				for left := c.choices(k, possible, set); left != 0; left &= left - 1 {
					x := bits.TrailingZeros32(left)
					w.collect(&w.ahead[k+1][set^1<<x], weight, message[x])
				}
			}
		}
	}
	for k := len(c.of) - 1; k >= 0; k-- {
		message, possible := in[k*c.size:(k+1)*c.size], nonzero(in[k*c.size:(k+1)*c.size])
		for _, set := range c.levels[c.level(k)] {
			weight := w.ahead[k][set]
			if weight == 0 {
				continue
			}
			for left := c.choices(k, possible, set); left != 0; left &= left - 1 {
				x := bits.TrailingZeros32(left)
				if behind := w.behind[k+1][set^1<<x]; behind > 0 {
					w.collect(&out[k*c.size+x], weight, behind)
					w.collect(&w.behind[k][set], behind, message[x])
				}
			}
		}
	}
}

// level returns the number of values in the set before a slot.
func (c *chain) level(slot int) int {
	if slot <= c.adding {
		return slot
	}
	return 2*c.adding - slot
}

// choices returns the values that a slot can add to a set, or remove from it.
func (c *chain) choices(slot int, possible uint32, set int32) uint32 {
	if slot < c.adding {
		return possible &^ uint32(set)
	}
	return possible & uint32(set)
}

// nonzero returns the values with a message that is not 0.
func nonzero(message []float64) (set uint32) {
	for x, m := range message {
		if m > 0 {
			set |= 1 << x
		}
	}
	return set
}

// levelsOf lists the sets of values below size that keep accepts, by their number of values.
func levelsOf(size int, keep func(set uint32) bool) [][]int32 {
	levels := make([][]int32, size+1)
	for set := range uint32(1) << size {
		if keep(set) {
			n := bits.OnesCount32(set)
			levels[n] = append(levels[n], int32(set))
		}
	}
	return levels
}

// newHouses returns the factors of rows, columns and boxes, each once.
func (l *layout) newHouses() []factor {
	levels := levelsOf(l.size, func(uint32) bool { return true })
	var factors []factor
	for i, house := range l.houses {
		if !slices.ContainsFunc(l.houses[:i], func(other []int) bool { return slices.Equal(other, house) }) {
			factors = append(factors, &chain{house, l.size, l.size, levels, 1<<l.size - 1})
		}
	}
	return factors
}

// newSame returns a factor for each line and box that meet: the line's cells outside the box have the same values as the box's
// cells outside the line. This is C1 of the paper.
func (l *layout) newSame() []factor {
	levels := levelsOf(l.size, func(uint32) bool { return true })
	var factors []factor
	for _, c := range l.model.Grid.Crossings() {
		if len(c.Line) > 0 {
			factors = append(factors, &chain{numbersOf(slices.Concat(c.Line, c.Box)), len(c.Line), l.size, levels, 0})
		}
	}
	return factors
}
