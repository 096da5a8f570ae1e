package setter

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/bitset"
)

// problem draws a problem of few parts. Half of the problems exclude a solution, if there is one.
func problem(t *rapid.T) *Problem {
	m := modeltest.Random(t)
	cube := modeltest.RandomCube(t, m)
	parts := append(Constraints(context.Background(), document.New(m), nil), Givens(cube)...)
	fixed := rapid.IntRange(max(0, len(parts)-8), len(parts)).Draw(t, "fixed")
	p := &Problem{Model: m, Fixed: parts[:fixed], Parts: parts[fixed:]}
	if all := modeltest.BruteForce(m, cube); len(all) > 0 && rapid.Bool().Draw(t, "exclude") {
		p.Excluded = all[0]
	}
	return p
}

// solvable reports by brute force whether a set of parts has a solution that counts.
func solvable(p *Problem, set bitset.Set) bool {
	m, givens := p.Left(set)
	return slices.ContainsFunc(modeltest.BruteForce(m, givens), func(a model.Assignment) bool { return p.Excluded == nil || !p.same(a) })
}

// minimalSets returns all minimal sets without a solution, by brute force.
func minimalSets(p *Problem) (list []bitset.Set) {
	n := len(p.Parts)
	broken := make([]bool, 1<<n)
	for bits := range broken {
		set, needed := bitset.New(n), true
		for i := range n {
			if bits>>i&1 == 1 {
				set.Add(i)
				needed = needed && !broken[bits&^(1<<i)]
			}
		}
		if broken[bits] = !solvable(p, set); broken[bits] && needed {
			list = append(list, set)
		}
	}
	return list
}

// TestNextFindsAllMinimalSets compares the search with brute force: each minimal set once, the smallest first if that is asked.
func TestNextFindsAllMinimalSets(t *testing.T) {
	several := 0
	modeltest.CheckUntil(t, "a problem has several minimal sets", func() bool { return several > 0 }, func(t *rapid.T) {
		p := problem(t)
		want := minimalSets(p)
		if len(want) > 1 {
			several++
		}
		for _, smallest := range []bool{false, true} {
			s, err := NewSearch(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			left, last := slices.Clone(want), 0
			for {
				set, err := s.Next(t.Context(), smallest)
				if err != nil {
					t.Fatal(err)
				}
				if set == nil {
					break
				}
				i := slices.IndexFunc(left, func(w bitset.Set) bool { return slices.Equal(w, set) })
				if i < 0 {
					t.Fatalf("found %v, expected one of %v", set, left)
				}
				left = slices.Delete(left, i, i+1)
				if smallest && set.Size() < last {
					t.Fatalf("a set of %d parts after one of %d", set.Size(), last)
				}
				last = set.Size()
				if !s.Minimal(set) {
					t.Fatalf("%v is not shown to be minimal", set)
				}
				if confirmed, err := p.Confirm(t.Context(), set); err != nil || !confirmed {
					t.Fatalf("native does not confirm %v: %v", set, err)
				}
			}
			if len(left) > 0 {
				t.Fatalf("not found: %v", left)
			}
		}
	})
}

// TestShrinkFollowsTheOrder holds that without cores the result depends on the order alone.
func TestShrinkFollowsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(t)
		s, err := NewSearch(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		set := s.All()
		if solvable(p, set) {
			t.Skip("solvable")
		}
		order := rapid.Permutation(slices.Collect(set.All())).Draw(t, "order")
		if err := s.Shrink(t.Context(), set, order, false); err != nil {
			t.Fatal(err)
		}
		want := s.All()
		for _, i := range order {
			if want.Remove(i); solvable(p, want) {
				want.Add(i)
			}
		}
		if !slices.Equal(set, want) || !s.Minimal(set) {
			t.Fatalf("%v, minimal %v, expected %v", set, s.Minimal(set), want)
		}
	})
}

// TestConfirmRefutes holds that native does not confirm a set with a solution.
func TestConfirmRefutes(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	p := &Problem{Model: m, Parts: Constraints(context.Background(), document.New(m), nil)}
	if confirmed, err := p.Confirm(t.Context(), bitset.Full(len(p.Parts))); confirmed || err != nil {
		t.Errorf("an empty grid is confirmed to have no solution: %v", err)
	}
	session, err := engine.Open(t.Context(), "native", m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := engine.Collect(t.Context(), session, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	p.Excluded = list[0]
	if confirmed, err := p.Confirm(t.Context(), bitset.Full(len(p.Parts))); confirmed || err != nil {
		t.Errorf("an empty grid is confirmed to have one solution: %v", err)
	}
}

// TestStops holds that the search ends with the context, and keeps what it has.
func TestStops(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	cube, err := m.Notation().Parse(m, "11"+strings.Repeat(".", 79))
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(t.Context(), &Problem{Model: m, Parts: append(Constraints(context.Background(), document.New(m), nil), Givens(cube)...)})
	if err != nil {
		t.Fatal(err)
	}
	s.Offer(s.All())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, smallest := range []bool{false, true} {
		if set, err := s.Next(ctx, smallest); set.Size() != len(s.Parts) || err != context.Canceled {
			t.Errorf("smallest %v: %v, %v, expected the set that was offered", smallest, set, err)
		}
	}
}

// watched is a constraint whose solutions are watched.
type watched struct {
	model.Constraint
	holds func(a model.Assignment) bool
}

func (w watched) Holds(a model.Assignment) bool { return w.holds(a) }

// What is left of a search that has ended still has the solution that it checks.
func TestSolveIsLeft(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	s, err := NewSearch(t.Context(), &Problem{Model: m, Parts: Constraints(t.Context(), document.New(m), nil)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended, sizes := make(chan bool), make(chan int)
	s.Parts[0].Constraints = []model.Constraint{watched{s.Parts[0].Constraints[0], func(model.Assignment) bool {
		cancel()
		<-ended
		return true
	}}}
	s.Parts[1].Constraints = []model.Constraint{watched{s.Parts[1].Constraints[0], func(a model.Assignment) bool {
		sizes <- len(a)
		return true
	}}}
	if _, _, _, err := s.Solve(ctx, s.All()); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	close(ended)
	for range 2 { // whether the set has the solution, then which parts hold
		if got := <-sizes; got != len(m.Variables) {
			t.Errorf("%d values are looked at, expected %d", got, len(m.Variables))
		}
	}
}

// Parts are made until the context ends, and a search of them says why it has none.
func TestPartsStop(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	ctx := stop.Often(modeltest.EndingAfter(t.Context(), 10))
	parts := Constraints(ctx, document.New(m), nil)
	if len(parts) == 0 || len(parts) >= len(m.Constraints) {
		t.Errorf("%d parts of %d constraints", len(parts), len(m.Constraints))
	}
	if _, err := NewSearch(ctx, &Problem{Model: m, Parts: parts}); !errors.Is(err, context.Canceled) {
		t.Errorf("a search after the end: error %v", err)
	}
}
