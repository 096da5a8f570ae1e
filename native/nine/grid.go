package nine

import "qmsat/internal/stop"

// Grid holds a digit 1 to 9 for each of the 81 cells, row by row, or 0 for an empty cell.
type Grid [81]uint8

// Outcome is the result of a search.
type Outcome struct {
	Solutions uint64
	Nodes     int64 // values or fillings tried
	Exhausted bool  // there is no further solution
}

// workPerPoll is the work between two checks of done, in nodes of about a microsecond: some fifty microseconds.
const workPerPoll = 1 << 6

// run holds the arguments and counts of one search.
type run struct {
	limit   uint64
	yield   func(*Grid) bool
	done    <-chan struct{}
	outcome Outcome
	work    int     // since done was last checked
	closed  float64 // the weights of the branches that are done, the estimated share of the search
	tell    func(nodes int64, share float64)
	grid    Grid // what is yielded
}

func (r *run) begin(limit uint64, done <-chan struct{}, yield func(*Grid) bool) {
	r.limit, r.done, r.yield, r.outcome, r.closed = limit, done, yield, Outcome{}, 0
}

// Tell makes the next searches call tell with their nodes so far and the share of the search that is done, whenever they check done.
// A node's weight is divided among its branches (Knuth, 1975); the share is the weight of those that are done. It may be nil.
func (r *run) Tell(tell func(nodes int64, share float64)) { r.tell = tell }

func (r *run) end(exhausted bool) Outcome {
	r.outcome.Exhausted = exhausted
	return r.outcome
}

// stopped counts a node, and reports whether the search must end.
func (r *run) stopped() bool {
	r.outcome.Nodes++
	if r.work++; r.work < workPerPoll {
		return false
	}
	r.work = 0
	stop.Yield()
	if r.tell != nil {
		r.tell(r.outcome.Nodes, r.closed)
	}
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// found counts a solution, and yields the grid. It reports false if the search must end.
func (r *run) found() bool {
	r.outcome.Solutions++
	if r.yield != nil && !r.yield(&r.grid) {
		return false
	}
	return r.outcome.Solutions != r.limit
}

// CellAt returns the cell at a position of a box.
func CellAt(box, position int) int { return 27*(box/3) + 3*(box%3) + 9*(position/3) + position%3 }

// BoxAt returns the box of a cell and the cell's position in it.
func BoxAt(cell int) (box, position int) { return cell/27*3 + cell%9/3, cell/9%3*3 + cell%3 }
