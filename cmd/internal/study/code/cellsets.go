package code

import (
	"cmp"
	"context"
	"slices"

	"qmsat/native/bitset"
)

// cells returns the cells of a set in ascending order.
func (s cellSet) cells() []int { return slices.Collect(bitset.Set(s[:]).All()) }

func single(cell int) (s cellSet) {
	s.add(cell)
	return s
}

func (s cellSet) with(cell int) cellSet {
	s.add(cell)
	return s
}

func (s cellSet) without(t cellSet) cellSet { return cellSet{s[0] &^ t[0], s[1] &^ t[1]} }

// of returns a word's values in the cells of a set, and no values elsewhere.
func (s cellSet) of(w *Word) (some Word) {
	for _, cell := range s.cells() {
		some[cell] = w[cell]
	}
	return some
}

// empty returns the cells without a value in an incomplete word.
func empty(some *Word) (s cellSet) {
	for cell, value := range some {
		if value == 0 {
			s.add(cell)
		}
	}
	return s
}

// allCells are the cells of a word.
var allCells = cellSet{1<<64 - 1, 1<<(Length-64) - 1}

func (s cellSet) meets(t cellSet) bool { return s[0]&t[0]|s[1]&t[1] != 0 }

func compareSets(s, t cellSet) int {
	return cmp.Or(cmp.Compare(s[0], t[0]), cmp.Compare(s[1], t[1]))
}

// cellSetClasses returns the classes of sets of a number of cells under moves, each by its least set, and their sizes. It extends
// each class with one cell less by every cell, so time grows about tenfold with each cell; five cells take seconds.
func cellSetClasses(ctx context.Context, moves [][Length]uint8, size int) (map[cellSet]int, error) {
	classes := map[cellSet]int{{}: 1}
	for range size {
		larger := map[cellSet]int{}
		for set := range classes {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for cell := range Length {
				if set.has(cell) {
					continue
				}
				next := set
				next.add(cell)
				cells := next.cells()
				least, times := next, 0
				for i := range moves {
					var image cellSet
					for _, cell := range cells {
						image.add(int(moves[i][cell]))
					}
					switch order := compareSets(image, least); {
					case order < 0:
						least, times = image, 1
					case order == 0:
						times++
					}
				}
				larger[least] = len(moves) / times
			}
		}
		classes = larger
	}
	return classes, nil
}
