package sat

import (
	"slices"

	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

const depthFirstName = "depth-first"

// Search by propagation, without blocking; after many conflicts, ask the solver.
func init() {
	strategies.Register(depthFirstName, strategy{
		scopes: true,
		run: func(e *enumeration) (bool, error) {
			d := newDepthFirst(e)
			return e.round(nil, d.search)
		},
	})
}

// depthFirst is a depth-first search in the scopes of a solver. At each node it takes the output with the fewest values left (the
// first if several tie), and enters a scope for each of these values. Scopes with different values share no solution, so nothing
// needs to be blocked, and the cost per solution does not grow.
type depthFirst struct {
	*enumeration
	solver                      scoped
	literals                    [][]encode.Literal // of each output
	levels                      []*level           // by depth
	patience, tidiness, renewal int64
	stopped                     bool
	err                         error
}

// level is the state of the node at a depth.
type level struct {
	open   []int    // the outputs open there, as indices of literals
	values []int    // the chosen output's possible values, as indices of its literals
	counts []uint64 // of solutions, for the first of these values
}

func newDepthFirst(e *enumeration) *depthFirst {
	d := &depthFirst{enumeration: e, solver: e.solver.(scoped), levels: []*level{{}}}
	l := e.session.limits
	d.patience, d.tidiness, d.renewal = int64(l.Patience), int64(l.Tidiness), int64(l.Renewal)
	for i, v := range e.outputs {
		d.literals = append(d.literals, e.vars.Literals(v))
		d.levels[0].open = append(d.levels[0].open, i)
	}
	return d
}

func (d *depthFirst) search() (complete bool, err error) {
	if d.solver.Push() {
		d.unfinished = d.node(0)
	}
	d.solver.Pop()
	return !d.stopped && d.err == nil, d.err
}

// node searches the innermost scope, which must be consistent. If stopped, it returns the finished part.
func (d *depthFirst) node(depth int) *engine.Unfinished {
	d.tell()
	if d.ctx.Err() != nil {
		d.stopped = true
		return nil
	}
	output, found := d.choose(depth)
	if !found {
		d.leaf()
		return nil
	}
	at := d.levels[depth]
	at.values, at.counts = at.values[:0], at.counts[:0]
	for i, l := range d.literals[output] {
		if !d.solver.Implied(-l) {
			at.values = append(at.values, i)
		}
	}
	solutions, conflicts := d.count, d.conflicts
	for n, i := range at.values {
		l := d.literals[output][i]
		if d.solver.Implied(-l) {
			at.counts = append(at.counts, 0)
			continue
		}
		before := d.count
		below, goesOn := d.part(depth, l, n == len(at.values)-1 && before > solutions)
		if d.stopped {
			return d.stoppedAt(at, output, below)
		}
		if !goesOn {
			return nil
		}
		at.counts = append(at.counts, d.count-before)
		if d.count == solutions && d.conflicts-conflicts >= d.patience || d.conflicts-d.searched >= d.tidiness {
			if !d.hasSolutions() {
				if d.stopped {
					return d.stoppedAt(at, output, nil)
				}
				return nil
			}
			conflicts = d.conflicts
		}
		if d.conflicts-d.renewed >= d.renewal {
			d.renewed = d.conflicts
			d.solver.Forget(d.ctx)
		}
	}
	return nil
}

// part searches the part of a node where a literal of its output holds. If stopped, it returns the finished part. goesOn is false
// if the rest of the node has no solutions. Nothing is learnt from a conflict in the last part if other parts have solutions:
// what that would imply in the node is of no use. It saves 4 % of the processor time on Δ = 2 puzzles.
func (d *depthFirst) part(depth int, l encode.Literal, last bool) (below *engine.Unfinished, goesOn bool) {
	if d.solver.Implied(l) { // no other value is left
		return d.node(depth + 1), false
	}
	if d.solver.Push(l) {
		below = d.node(depth + 1)
		return below, d.solver.Pop()
	}
	d.conflicts++
	if last {
		d.solver.Drop()
		return nil, false
	}
	return nil, d.solver.Pop()
}

// stoppedAt returns the finished part of a node, including that of the node below it.
func (d *depthFirst) stoppedAt(at *level, output int, below *engine.Unfinished) *engine.Unfinished {
	v := d.outputs[output]
	open := lists.Map(at.values, d.vars.Left(v).Value)
	return &engine.Unfinished{
		Split: engine.Split{Var: v, Open: model.Values(open...)}, Counts: slices.Clone(at.counts), Next: below,
	}
}

// fewestPossible is the fewest values of an undecided output.
const fewestPossible = 2

// choose returns the open output with the fewest values left (the first if several tie). It keeps a list of the outputs that may
// be open in the nodes below.
func (d *depthFirst) choose(depth int) (output int, found bool) {
	if depth+1 == len(d.levels) {
		d.levels = append(d.levels, &level{})
	}
	still := d.levels[depth+1].open[:0]
	fewest := 0
	for k, i := range d.levels[depth].open {
		left, decided := 0, false
		for _, l := range d.literals[i] {
			if d.solver.Implied(l) {
				decided = true
				break
			}
			if !d.solver.Implied(-l) {
				left++
			}
		}
		if decided {
			continue
		}
		still = append(still, i)
		if !found || left < fewest {
			output, fewest, found = i, left, true
		}
		if left == fewestPossible {
			still = append(still, d.levels[depth].open[k+1:]...) // some may be decided
			break
		}
	}
	d.levels[depth+1].open = still
	return output, found
}

// leaf takes the solution of a scope with a value for each output, if the other variables can be completed. If propagation gave
// every variable a value, the assignment is a model.
func (d *depthFirst) leaf() {
	if !d.solver.Assigned(d.vars.Variables()) {
		switch answer, err := d.solver.Solve(d.ctx); {
		case err != nil || answer == unknown:
			d.stopped, d.err = true, err
			return
		case answer == unsatisfiable:
			d.conflicts++
			return
		}
		d.searched = d.conflicts
	}
	if d.count > 0 && d.yield == nil { // nobody wants to see it
		d.stopped = !d.counts()
		return
	}
	more, err := d.found()
	d.stopped, d.err = !more, err
}

// hasSolutions asks the solver whether the innermost scope has solutions.
func (d *depthFirst) hasSolutions() bool {
	d.searched = d.conflicts
	answer, err := d.solver.Solve(d.ctx)
	if err != nil || answer == unknown {
		d.stopped, d.err = true, err
		return false
	}
	return answer == satisfiable && d.solver.Resume()
}
