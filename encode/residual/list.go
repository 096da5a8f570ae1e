package residual

import (
	"context"
	"math/big"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// listing is a depth-first search by propagation alone. At each node it takes the output with the fewest values left (the first
// if several tie), and tries each of these values.
type listing struct {
	*propagator
	ctx     context.Context
	outputs [][]literal // by output: the literals of its values; exactly one is true
	open    [][]int32   // by depth: the outputs that may be open there
	found   func() bool // called with each solution; the search ends if it returns false
	most    int64       // stop after this many decisions; 0: never
	stopped bool
	tell    func() // tells the effort so far; may be nil

	attempts []literal // decisions of complete; nil: they are not kept
}

// search finds all solutions below the latest level, which must be consistent. It reports whether it finished.
func (s *listing) search() (complete bool) {
	s.open = [][]int32{lists.Numbers[int32](len(s.outputs))}
	s.node(0)
	return !s.stopped
}

// node searches below the latest level. The level is consistent, but node may change that.
func (s *listing) node(depth int) {
	if s.tell != nil {
		s.tell()
	}
	if s.ctx.Err() != nil || s.most > 0 && s.decisions > s.most {
		s.stopped = true
		return
	}
	output, found := s.choose(depth)
	if !found {
		s.leaf()
		return
	}
	for _, l := range s.outputs[output] {
		if s.values[l] != 0 {
			continue
		}
		if s.decide(l) {
			s.node(depth + 1)
		}
		s.undo()
		if s.stopped {
			return
		}
	}
}

// fewestPossible is the fewest values of an undecided output.
const fewestPossible = 2

// choose returns the open output with the fewest values left (the first if several tie). It keeps a list of the outputs that may
// be open in the nodes below.
func (s *listing) choose(depth int) (output int32, found bool) {
	if depth+1 == len(s.open) {
		s.open = append(s.open, nil)
	}
	still := s.open[depth+1][:0]
	fewest := 0
	for k, i := range s.open[depth] {
		left, decided := 0, false
		for _, l := range s.outputs[i] {
			value := s.values[l]
			if value > 0 {
				decided = true
				break
			}
			if value == 0 {
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
		if left <= fewestPossible {
			still = append(still, s.open[depth][k+1:]...) // some may be decided
			break
		}
	}
	s.open[depth+1] = still
	return output, found
}

// leaf takes the solution of an assignment with a value for each output, if the other variables can be completed.
func (s *listing) leaf() {
	kept := len(s.levels)
	if s.complete() {
		s.stopped = !s.found()
	}
	for len(s.levels) > kept {
		s.undo()
	}
}

// complete gives each open variable a value, if the formula has a model with the assignment. It searches depth-first by the
// numbers of the variables. The caller undoes the levels that it adds.
func (s *listing) complete() bool {
	s.levels = append(s.levels, len(s.trail)) // for consequences of failed attempts
	kept := len(s.levels)
	for v := 0; !s.assigned(); v++ {
		if s.ctx.Err() != nil {
			s.stopped = true
			return false
		}
		l := literal(v)<<1 | 1
		if s.values[l] != 0 {
			continue
		}
		if s.attempts != nil {
			s.attempts = append(s.attempts, l)
		}
		if s.decide(l) {
			continue
		}
		for consistent := false; !consistent; consistent = s.imply(l.not()) {
			if len(s.levels) == kept {
				return false
			}
			l = s.trail[s.levels[len(s.levels)-1]]
			s.undo()
		}
		v = l.variable()
	}
	return true
}

// TreeSink follows a depth-first search for all solutions. A decision assumes a literal at the current node. A node ends after a
// conflict of propagation or after a solution. Then its parent assumes the negation of the decision, and may end in the same way.
type TreeSink interface {
	Decide(l encode.Literal)
	// Solution takes the literals that complete the propagated assignment. Their variables are not outputs.
	Solution(rest []encode.Literal)
}

// Tree lists the solutions of a model under a cube while a sink follows the search. Tree itself keeps only the current path.
// Errors are as in [engine.Session].
func Tree(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, sink TreeSink) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	s := &session{model: m, encoding: encoding}
	l, err := s.load(ctx, cube)
	if err != nil {
		return engine.Result{Count: new(big.Int)}, sat.Refused(ctx, Name, err)
	}
	t := &tree{listing: listing{propagator: l.propagator, ctx: ctx, outputs: l.outputs, attempts: []literal{}}, sink: sink}
	t.open = [][]int32{lists.Numbers[int32](len(l.outputs))}
	if l.consistent {
		t.node(0)
	}
	return engine.NewResult(ctx, 0, new(big.Int).SetUint64(t.count), !t.stopped,
		engine.Measure{Name: "decisions", Value: l.decisions}, engine.Measure{Name: "conflicts", Value: l.conflicts}), nil
}

// tree is a listing that assumes the negation of each value already tried.
type tree struct {
	listing
	sink  TreeSink
	count uint64
}

// node searches below the latest level. The level is consistent, but node may change that.
func (t *tree) node(depth int) {
	for {
		if t.ctx.Err() != nil {
			t.stopped = true
			return
		}
		output, found := t.choose(depth)
		if !found {
			t.leaf()
			return
		}
		values := t.outputs[output]
		for t.values[values[0]] != 0 {
			values = values[1:]
		}
		l := values[0]
		t.sink.Decide(l.external())
		if t.decide(l) {
			t.node(depth + 1)
		}
		t.undo()
		if t.stopped || !t.imply(l.not()) {
			return
		}
	}
}

// leaf writes the solution of an assignment with a value for each output, or a search that shows there is none.
func (t *tree) leaf() {
	levels, assigned := len(t.levels), len(t.trail)
	t.attempts = t.attempts[:0]
	switch {
	case t.complete():
		t.count++
		t.sink.Solution(lists.Map(t.trail[assigned:], literal.external))
	case !t.stopped:
		for _, l := range t.attempts {
			t.sink.Decide(l.external())
		}
	}
	for len(t.levels) > levels {
		t.undo()
	}
}
