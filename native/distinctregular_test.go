package native

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
	"qmsat/native/propagate"
	"qmsat/native/space"
)

// An automaton over cells that all differ leaves just the values that solutions have, and the solutions.
func TestDistinctRegular(t *testing.T) {
	posted := 0
	modeltest.CheckUntil(t, "an automaton is posted", func() bool { return posted > 0 }, func(t *rapid.T) {
		m := variables(times(rapid.IntRange(3, 4).Draw(t, "cells"), model.Interval(1, 4))...)
		states := rapid.IntRange(1, 3).Draw(t, "states")
		c := &kinds.Regular{Vars: rapid.Permutation(m.OutputVars()).Draw(t, "order"), States: states, Start: 1,
			Lowest: rapid.IntRange(0, 1).Draw(t, "lowest"), Accepting: []int{states}}
		for range states {
			c.Next = append(c.Next, rapid.SliceOfN(rapid.IntRange(0, states), 4, 4).Draw(t, "next"))
		}
		m.Constraints = []model.Constraint{&model.AllDifferent{Vars: m.OutputVars()}, c}
		b := space.NewBuilder(t.Context(), m, nil, nil)
		propagate.PostDistinctRegular(b, m.Constraints)
		posted += len(b.Propagators)
		s := must(newSession(b, m.Constraints))
		s.branching = must(newBranching(s, nil))
		s.propagateRoot()
		solutions := modeltest.BruteForce(m, nil)
		if s.impossible != (len(solutions) == 0) {
			t.Fatalf("%d solutions, found to be impossible: %v", len(solutions), s.impossible)
		}
		for v := range m.Variables {
			some := uint64(0)
			for _, a := range solutions {
				some |= 1 << (a[v] - 1)
			}
			if got := s.root[s.space.Offsets[v]]; len(solutions) > 0 && got != some {
				t.Fatalf("variable %d has %b, expected %b", v, got, some)
			}
		}
		sameSolutions(t, m, s, nil)
	})
}

// Automata that differ only in their cells share layers, others do not.
func TestSharedLayers(t *testing.T) {
	m := variables(times(6, model.Interval(1, 3))...)
	ends := func(next int, cells ...model.Var) model.Constraint {
		return &kinds.Regular{Vars: cells, States: 2, Start: 1, Lowest: 1, Accepting: []int{2}, Next: [][]int{{1, 1, 2}, {next, 1, 2}}}
	}
	m.Constraints = []model.Constraint{
		&model.AllDifferent{Vars: []model.Var{0, 1, 2}}, &model.AllDifferent{Vars: []model.Var{3, 4, 5}},
		ends(1, 0, 1, 2), ends(1, 5, 3, 4), ends(2, 3, 4, 5),
	}
	b := space.NewBuilder(t.Context(), m, nil, nil)
	propagate.PostDistinctRegular(b, m.Constraints)
	var layers []*propagate.Layer
	for _, p := range b.Propagators {
		layers = append(layers, &p.(*propagate.Regular).Layers[0])
	}
	if len(layers) != 3 || layers[0] != layers[1] || layers[1] == layers[2] {
		t.Errorf("layers %p, expected the first two to be the same", layers)
	}
	sameSolutions(t, m, openSession(t, m), nil)
}
