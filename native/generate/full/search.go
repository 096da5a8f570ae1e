package full

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Search fills the open cell with the fewest candidates (the first on a tie), trying its candidates in random order. It places
// naked and hidden singles. After a contradiction it goes back one choice. After a number of contradictions it restarts, since
// the end of the search cannot repair a bad beginning of a large grid.
//
// Its grids are not equally likely. A choice takes O(n²) steps to find the cell and, with its consequences, O(n²) removals on
// average.
type Search struct {
	Failures int // contradictions before a restart; 0: [DefaultFailures]
}

// DefaultFailures is the number of contradictions before a restart. Of 500, 1,000, 2,000 and 4,000, at 64×64 and 81×81, 2,000
// took the least time.
const DefaultFailures = 2000

func (s Search) filler(shape Shape, random *rand.Rand) filler {
	f := &searcher{board: newBoard(shape, true), random: random, limit: s.Failures}
	if f.limit == 0 {
		f.limit = DefaultFailures
	}
	return f
}

// searcher is one search.
type searcher struct {
	board    *board
	random   *rand.Rand
	limit    int
	failures int // since the last restart
	stack    []choice
	done     Effort
}

// choice is a chosen cell with the values still to be tried.
type choice struct {
	before mark
	cell   int
	values []int // in reverse order
}

func (f *searcher) advance(ctx context.Context, steps int64) bool {
	for end := f.board.steps + steps; f.board.steps < end; {
		if f.board.full() {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		f.choose()
		for !f.try() {
			f.fail()
		}
	}
	return f.board.full()
}

// choose puts the next cell on the stack. It stops at a cell with two candidates, since cells with one are already filled.
func (f *searcher) choose() {
	best, least := -1, int32(f.board.n+1)
	for cell, size := range f.board.sizes {
		if f.board.values[cell] < 0 && size < least {
			if best, least = cell, size; size == 2 {
				break
			}
		}
	}
	values := slices.Collect(f.board.of(best).All())
	f.random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	f.stack = append(f.stack, choice{f.board.mark(), best, values})
}

// try takes the next value of the choice on top.
func (f *searcher) try() bool {
	top := &f.stack[len(f.stack)-1]
	last := len(top.values) - 1
	value := top.values[last]
	top.values = top.values[:last]
	f.done.Placements++
	return f.board.place(top.cell, value)
}

// fail goes back to the latest choice with a value left, or restarts.
func (f *searcher) fail() {
	f.done.Failures++
	f.failures++
	for f.board.undo(f.stack[len(f.stack)-1].before); len(f.stack[len(f.stack)-1].values) == 0; {
		f.stack = f.stack[:len(f.stack)-1]
		f.board.undo(f.stack[len(f.stack)-1].before)
	}
	if f.failures > f.limit {
		f.board.undo(mark{})
		f.stack, f.failures = f.stack[:0], 0
		f.done.Restarts++
		f.choose()
	}
}

func (f *searcher) effort() Effort {
	e := f.done
	e.Steps = f.board.steps
	return e
}

func (f *searcher) result() []int { return f.board.grid() }
