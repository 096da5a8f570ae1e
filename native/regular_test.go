package native

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/propagate"
	"qmsat/native/space"
)

func TestRegularPropagation(t *testing.T) {
	// 1 any number of times, then 2 at least once, then 3 or nothing.
	regular := &kinds.Regular{Vars: []model.Var{0, 1, 2}, States: 3, Start: 1, Lowest: 1, Accepting: []int{2, 3}, Next: [][]int{{1, 2, 0}, {0, 2, 3}, {0, 0, 0}}}
	testPropagation(t, []propagation{
		{"values of paths", times(3, model.Interval(0, 5)), regular, nil, "1..2 1..2 2..3"},
		{"paths that go on", times(3, model.Interval(0, 5)), regular, model.Cube{{Var: 2, Value: 3}}, "1..2 2 3"},
		{"paths that are left", times(3, model.Interval(0, 5)), regular, model.Cube{{Var: 0, Value: 2}}, "2 2 2..3"},
		{"no path", []model.Domain{model.Interval(1, 3), model.Values(1, 3), model.Values(1, 3)}, regular, nil, impossible},
		{"no column", []model.Domain{model.Values(0, 4), model.Interval(1, 3), model.Interval(1, 3)}, regular, nil, impossible},
	})
}

func TestCircuitPropagation(t *testing.T) {
	circuit := &kinds.Circuit{Next: []model.Var{0, 1, 2, 3}}
	testPropagation(t, []propagation{
		{"nodes that there are, but oneself", times(4, model.Interval(0, 5)), circuit, nil, "2..4 1,3..4 1..2,4 1..3"},
		{"a path is not closed", times(4, model.Interval(1, 4)), circuit, model.Cube{{Var: 0, Value: 2}, {Var: 1, Value: 3}}, "2 3 4 1"},
		{"two paths", times(4, model.Interval(1, 4)), circuit, model.Cube{{Var: 0, Value: 2}, {Var: 2, Value: 4}}, "2 3 4 1"},
		{"two cycles", times(4, model.Interval(1, 4)), circuit, model.Cube{{Var: 0, Value: 2}, {Var: 1, Value: 1}}, impossible},
		{"one node", times(4, model.Interval(0, 4)), &kinds.Circuit{Next: []model.Var{2}}, nil, "0..4 0..4 1 0..4"},
	})
}

// TestCircuits counts the circuits of complete graphs: (n − 1)!.
func TestCircuits(t *testing.T) {
	for n, want := 1, uint64(1); n <= 7; n++ {
		m := variables(times(n, model.Interval(1, n))...)
		all := make([]model.Var, n)
		for i := range all {
			all[i] = model.Var(i)
		}
		m.Constraints = []model.Constraint{&kinds.Circuit{Next: all}}
		if want *= uint64(max(n-1, 1)); runCount(t, openSession(t, m), nil) != want {
			t.Errorf("%d nodes: expected %d circuits", n, want)
		}
	}
}

// TestShortRegular compares with regular on random automata and domains, with repeated variables, and with layers that are too long.
func TestShortRegular(t *testing.T) {
	possible, refused := 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 9))
		m := variables(times(1+r.IntN(5), model.Interval(0, r.IntN(5)))...)
		c := &kinds.Regular{States: 1 + r.IntN(8), Start: 1}
		for range 1 + r.IntN(6) {
			c.Vars = append(c.Vars, model.Var(r.IntN(len(m.Variables))))
		}
		for state := range c.States {
			var row []int
			for range m.Variables[0].Domain.Size() {
				row = append(row, max(0, r.IntN(c.States+3)-2))
			}
			if c.Next = append(c.Next, row); r.IntN(2) == 0 {
				c.Accepting = append(c.Accepting, state+1)
			}
		}
		b := space.NewBuilder(t.Context(), m, nil, nil)
		if b.InWord = 64; seed%4 == 0 {
			b.InWord = 2
		}
		p := &propagate.Regular{Vars: c.Vars, Layers: make([]propagate.Layer, len(c.Vars))}
		p.Unroll(b, c)
		q, ok := p.Short(b)
		if !ok {
			refused++
			continue
		}
		for v := range m.Variables {
			if domain := b.Space.Bits(model.Var(v)); r.IntN(2) == 0 {
				domain[0] &= r.Uint64() | 1<<r.IntN(domain.Size())
			}
		}
		state := slices.Clone(b.State)
		got, want := fixpoint(m, state, q), fixpoint(m, state, p)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %b, expected %b", seed, got, want)
		}
		if want != nil {
			possible++
		}
	}
	if possible == 0 || refused == 0 {
		t.Errorf("%d possible and %d refused, expected some of each", possible, refused)
	}
}
