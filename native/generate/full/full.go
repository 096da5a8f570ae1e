package full

import (
	"context"
	"math/rand/v2"
	"time"

	"qmsat/model"
)

// Shape is the shape of a grid's boxes. The grid has BoxRows·BoxColumns rows, columns, boxes and values.
type Shape struct{ BoxRows, BoxColumns int }

// Side returns the number of rows.
func (s Shape) Side() int { return s.BoxRows * s.BoxColumns }

func (s Shape) grid() *model.Grid {
	return &model.Grid{Rows: s.Side(), Columns: s.Side(), BoxRows: s.BoxRows, BoxColumns: s.BoxColumns}
}

// Method is a way to fill a grid.
type Method interface {
	filler(shape Shape, random *rand.Rand) filler
}

// Fill fills a grid with one worker. If ctx ends first, the error is its cause; the effort is returned even then.
func Fill(ctx context.Context, method Method, shape Shape, random *rand.Rand) ([]int, Effort, error) {
	return Team{Workers: 1}.Fill(ctx, method, shape, func(int) *rand.Rand { return random })
}

// filler is a method at work on one grid.
type filler interface {
	// advance works for about steps counted steps, or until the grid is full or ctx ends. It reports whether the grid is full.
	advance(ctx context.Context, steps int64) (full bool)
	// result returns the values of a full grid, row by row, counted from 1.
	result() []int
	effort() Effort
}

// Effort is the effort of filling a grid.
type Effort struct {
	Steps      int64 // candidates removed and cells examined; for several workers the largest number, since they work in parallel
	Total      int64 // the same, summed over all workers
	Placements int64 // values placed by choice
	Failures   int64 // contradictions
	Restarts   int64 // new starts from the empty grid
	Adopted    int64 // positions taken from another worker
	Reductions map[string]Reduction
}

// Reduction counts the effects of one reduction.
type Reduction struct {
	Calls   int64
	Removed int64 // candidates, including the consequences of their removal
	Time    time.Duration
}

// add adds the effort of another, concurrent worker.
func (e *Effort) add(other Effort) {
	e.Steps = max(e.Steps, other.Steps)
	e.Total += other.Steps
	e.Placements += other.Placements
	e.Failures += other.Failures
	e.Restarts += other.Restarts
	e.Adopted += other.Adopted
	for name, r := range other.Reductions {
		if e.Reductions == nil {
			e.Reductions = map[string]Reduction{}
		}
		sum := e.Reductions[name]
		e.Reductions[name] = Reduction{sum.Calls + r.Calls, sum.Removed + r.Removed, sum.Time + r.Time}
	}
}
