// Package paper is the engine `paper`: the solver of Roach, Jones, Perkins and Grimstead for quasi-magic Sudoku, as published in
// 2009. It exists to measure that solver's effort again.
//
//	type     meaning
//	session  a model, opened
//	layout   the shared data of a session's states: houses, peers, lines, rules
//	state    a grid: the candidates of its cells, and their propagation
//	rules    the pruning rules, as checks of newly fixed cells
package paper

import (
	"context"
	"math/big"
	"math/bits"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/order"
)

// engineName is the engine's name.
const engineName = "paper"

// mostValues is the largest number of values of a cell: each is one bit of a word.
const mostValues = 64

// cellsPerPoll is the number of cells copied between two checks of the context. An iteration takes microseconds at 9×9 and about
// a millisecond at 64×64.
const cellsPerPoll = 1 << 13

// thirdCellSetting chooses what the paper means for a line with two fixed cells: "check the flag vector of the unassigned cell".
var thirdCellSetting = &engine.Setting{
	Name:   "third-cell",
	Usage:  "paper, at a line of a box with one open cell: check tests the sum when it tries a value, remove removes wrong values at once",
	Values: func() []string { return []string{"check", "remove"} }, Default: "check",
	Flag: true,
}

func init() {
	engine.Register(&engine.Engine{
		Name:      engineName,
		Summary:   "the quasi-magic solver of Roach et al. 2009, unchanged",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true},
		Route:     "native",
		Settings:  []*engine.Setting{order.Setting, thirdCellSetting},
		Open:      open,
	})
}

// session is the published solver, opened on a model: a backtracking search that copies the grid for every tried value, and
// prunes by propagation, sums of lines, and rules.
//
// Source: Roach, Jones, Perkins, Grimstead, "A knowledge-rich approach to the rapid enumeration of quasi-magic Sudoku search
// spaces", ICAART 2009. The paper has only 9×9 grids; other box sizes use the same algorithm.
//
// The paper leaves these points open:
//   - A line with one open cell is checked; the setting "third-cell" says whether impossible values are also removed.
//   - Ties in the order "fewest" go to the first cell in row-major order.
//   - An invalid propagation prunes the branch; the tried value still counts as an iteration.
//   - A cell fixed by the search or the puzzle is propagated and checked against the rules like a cell that lost its other
//     candidates. Otherwise the rules would make the order "fewest" worse, not better.
//   - Only fixed cells break a rule. Reading candidates as well changes the iterations by about one in a hundred.
//
// An iteration costs a copy of the n² cells; and for each newly fixed cell, a pass over its lines and its fewer than 3n peers.
type session struct {
	model      *model.Model
	layout     *layout
	choose     func(*state) int   // the order: returns the open cell to branch on, or -1
	states     []*state           // by depth of the search; made when first needed
	output     model.Assignment   // passed to yield
	ruleCounts []engine.RuleCount // of the current run; nil if it does not count
}

// open opens a session on plain or quasi-magic Sudoku.
func open(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
	name, chosen, err := order.Chosen(options, orderAsPublished)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	family, ok := m.Family()
	if !ok {
		return nil, engine.Unsupported(engineName, "found another model, expected plain or quasi-magic Sudoku, with or without the pruning rules")
	}
	if n := m.Grid.Rows; n > mostValues {
		return nil, engine.Unsupported(engineName, "%d values, expected at most %d", n, mostValues)
	}
	s := &session{
		model:  m,
		layout: newLayout(m, family),
		choose: choice(name, chosen),
		output: make(model.Assignment, m.Grid.Cells()),
	}
	s.layout.remove = thirdCellSetting.Value(options) == "remove"
	if chosen.Weighted {
		s.layout.weigh()
	}
	return s, nil
}

// Run prepares the grid with the cube and searches it.
func (s *session) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(engineName, &err)
	memory.Growing(ctx, "paper's search")
	s.layout.weights.Reset()
	r := run{session: s, ctx: ctx, limit: limit, yield: yield, stopped: ctx.Err() != nil}
	if !r.stopped && s.state(0).prepare(cube) {
		r.search(0)
	}
	return engine.NewResult(ctx, limit, new(big.Int).SetUint64(r.count), !r.stopped,
		engine.Measure{Name: engine.Iterations, Value: r.iterations}), nil
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// state returns the state for a depth, which is at most one more than the deepest so far.
func (s *session) state(depth int) *state {
	if depth == len(s.states) {
		s.states = append(s.states, newState(s.layout))
	}
	return s.states[depth]
}

// run is one search.
type run struct {
	session    *session
	ctx        context.Context
	limit      uint64 // 0: none
	yield      func(model.Assignment) bool
	count      uint64 // of solutions; counted one by one, so it cannot overflow
	iterations int64  // values tried by assignment
	copied     int    // cells, since the context was last checked
	stopped    bool   // by the limit, by yield or by the context
}

// search finds the solutions below the state of the given depth. It branches on the next open cell, lowest candidate first, each
// on its own copy of the grid. It goes on after a solution.
func (r *run) search(depth int) {
	s := r.session.state(depth)
	cell := r.session.choose(s)
	if cell < 0 {
		r.found(s)
		return
	}
	next := r.session.state(depth + 1)
	for values := s.candidates[cell]; values != 0 && !r.poll(); values &= values - 1 {
		r.iterations++
		next.copyFrom(s)
		if next.assign(cell, values&-values) {
			r.search(depth + 1)
		}
	}
}

// poll reports whether the search must stop.
func (r *run) poll() bool {
	if r.copied += len(r.session.layout.cells); r.copied >= cellsPerPoll {
		r.copied = 0
		r.stopped = r.stopped || r.ctx.Err() != nil
	}
	return r.stopped
}

// found counts a state without open cells and hands it out.
func (r *run) found(s *state) {
	r.count++
	if r.yield != nil {
		for cell, candidates := range s.candidates {
			r.session.output[cell] = bits.TrailingZeros64(candidates) + 1
		}
		r.stopped = !r.yield(r.session.output)
	}
	if r.count == r.limit {
		r.stopped = true
	}
}
