package residual

import (
	"context"
	"math/big"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// TreeSink takes a depth-first search for all solutions as it goes. A decision assumes a literal at the current node. A
// node ends where propagation meets a conflict, and with a solution; then the negation of its decision is assumed in the node above, which
// ends likewise.
type TreeSink interface {
	Decide(l encode.Literal)
	// Solution takes the literals that complete what propagation assigned, of variables that are no outputs.
	Solution(rest []encode.Literal)
}

// Tree lists the solutions of a model under a cube and has a sink follow the search, of which it keeps only what stands. Errors
// are those of [engine.Session].
func Tree(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, sink TreeSink) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	s := &session{model: m, encoding: encoding}
	l, err := s.load(ctx, cube)
	if err != nil {
		return engine.Result{Count: new(big.Int)}, refused(ctx, err)
	}
	t := &tree{listing: listing{propagator: l.propagator, ctx: ctx, outputs: l.outputs, open: [][]int32{nil}}, sink: sink}
	for i := range l.outputs {
		t.open[0] = append(t.open[0], int32(i))
	}
	if l.consistent {
		t.node(0)
	}
	return engine.NewResult(ctx, 0, new(big.Int).SetUint64(t.count), !t.stopped,
		engine.Measure{Name: "decisions", Value: l.decisions}, engine.Measure{Name: "conflicts", Value: l.conflicts}), nil
}

// tree is a listing that assumes of each value which it has tried that it is not the one.
type tree struct {
	listing
	sink  TreeSink
	count uint64
}

// node searches below the latest level, which is consistent and may become otherwise.
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

// leaf writes the solution of an assignment that gives each output a value, or the search that shows that there is none.
func (t *tree) leaf() {
	levels, assigned := len(t.levels), len(t.trail)
	t.attempts = t.attempts[:0]
	var rest []encode.Literal
	switch {
	case t.complete():
		for _, l := range t.trail[assigned:] {
			rest = append(rest, l.external())
		}
		t.count++
		t.sink.Solution(rest)
	case !t.stopped:
		for _, l := range t.attempts {
			t.sink.Decide(l.external())
		}
	}
	for len(t.levels) > levels {
		t.undo()
	}
}
