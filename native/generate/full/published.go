package full

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"time"
)

// Published is the parallel creation of T. Dudziak (2006). It places a random candidate in a random open cell, and applies
// reductions until none changes anything. After a contradiction it takes placements back, more of them if many candidates are
// left. There are two phases with their own reductions, and restarts from the empty grid.
//
// Our choices, where the text is silent: a reduction is repeated until it changes nothing; a contradiction is a cell without
// candidates; a value that led to one is not excluded; the depth is the number of placements.
type Published struct {
	Early, Late []string // the reductions of the two phases, among [reductionNames], in order
	// Break is where the second phase begins: the number of candidates in open cells, or with BreakByCells of open cells, divided
	// by all cells. The text counts candidates; but 25×25 grids finish soon only by cells.
	Break        float64
	BreakByCells bool
	// Back is a number of candidates left, divided by all cells: for each such number one more placement is taken back, besides
	// the first.
	Back float64
	// Restart is how often one depth may be reached, divided by all cells, before a restart; at least once.
	Restart float64
	Subset  int // the largest subset and fish to look for
}

// AsPublished returns the method with the published parameters; the largest subset is our choice.
func AsPublished() Published {
	return Published{
		Early: []string{"singles", "subsets", "locked"}, Late: []string{"singles", "shaving"},
		Break: 0.5, Back: 1, Restart: 0.5, Subset: 3,
	}
}

// reductions holds the reductions by name, except naked singles, which the board places itself. Each removes candidates, and
// reports false on a contradiction. If ctx ends, it stops early and may report either.
var reductions = map[string]func(ctx context.Context, b *board, size int) bool{
	"singles": func(_ context.Context, b *board, _ int) bool { return b.settle() },
	"subsets": subsets,
	"locked":  locked,
	"fish":    fish,
	"shaving": shaving,
}

// reductionNames returns the names of reductions, sorted.
func reductionNames() []string { return slices.Sorted(maps.Keys(reductions)) }

func (p Published) filler(shape Shape, random *rand.Rand) filler {
	p.Subset = min(p.Subset, shape.Side())
	f := &creator{Published: p, random: random, board: newBoard(shape, false), reductions: map[string]Reduction{}}
	f.phase()
	return f
}

// creator is one search.
type creator struct {
	Published
	board      *board
	random     *rand.Rand
	marks      []mark // by placement: the board before it
	reached    []int  // by depth: how often it was reached
	done       Effort
	reductions map[string]Reduction
}

// advance continues until the steps are used up. It checks the context at each placement and within reductions.
func (f *creator) advance(ctx context.Context, steps int64) bool {
	for end := f.board.steps + steps; f.board.steps < end && !f.board.full() && ctx.Err() == nil; {
		f.place(ctx)
	}
	return f.board.full()
}

// place places a random candidate in a random open cell.
func (f *creator) place(ctx context.Context) {
	depth := len(f.marks)
	for len(f.reached) <= depth {
		f.reached = append(f.reached, 0)
	}
	if f.reached[depth]++; float64(f.reached[depth]) > max(1, f.Restart*float64(len(f.board.values))) {
		f.start()
		f.done.Restarts++
		return
	}
	var open []int
	for cell, value := range f.board.values {
		if value < 0 {
			open = append(open, cell)
		}
	}
	cell := open[f.random.IntN(len(open))]
	f.marks = append(f.marks, f.board.mark())
	f.done.Placements++
	if !f.board.place(cell, f.candidate(cell)) || !f.reduce(ctx) {
		f.done.Failures++
		f.back()
	}
}

func (f *creator) candidate(cell int) int {
	return slices.Collect(f.board.of(cell).All())[f.random.IntN(int(f.board.sizes[cell]))]
}

func (f *creator) late() bool {
	left := f.board.left
	if f.BreakByCells {
		left = len(f.board.values) - len(f.board.fixed)
	}
	return float64(left) <= f.Break*float64(len(f.board.values))
}

// phase returns the reductions of the phase, and makes the board place the singles among them.
func (f *creator) phase() []string {
	names := f.Early
	if f.late() {
		names = f.Late
	}
	f.board.singles = slices.Contains(names, "singles")
	return names
}

// reduce applies the reductions of the phase until none changes anything. It reports false on a contradiction.
func (f *creator) reduce(ctx context.Context) bool {
	for {
		before := len(f.board.removed)
		for _, name := range f.phase() {
			began, removed := time.Now(), len(f.board.removed)
			possible := reductions[name](ctx, f.board, f.Subset)
			r := f.reductions[name]
			r.Calls++
			r.Removed += int64(len(f.board.removed) - removed)
			r.Time += time.Since(began)
			f.reductions[name] = r
			if !possible {
				return false
			}
		}
		if len(f.board.removed) == before || ctx.Err() != nil {
			return true
		}
	}
}

func (f *creator) back() {
	count := int(float64(f.board.left)/(f.Back*float64(len(f.board.values)))) + 1
	depth := max(len(f.marks)-count, 0)
	f.board.undo(f.marks[depth])
	f.marks = f.marks[:depth]
}

func (f *creator) start() {
	f.board.undo(mark{})
	f.marks, f.reached = f.marks[:0], f.reached[:0]
}

func (f *creator) result() []int { return f.board.grid() }

func (f *creator) effort() Effort {
	e := f.done
	e.Steps, e.Reductions = f.board.steps, f.reductions
	return e
}

// beyond returns how many candidates are left, and whether the second phase has begun.
func (f *creator) beyond() (left int, late bool) { return f.board.left, f.late() }

// adopt continues from the position of another creator.
func (f *creator) adopt(other filler) {
	from := other.(*creator)
	f.board.copyFrom(from.board)
	f.marks = append(f.marks[:0], from.marks...)
	f.reached = append(f.reached[:0], from.reached...)
	f.done.Adopted++
}
