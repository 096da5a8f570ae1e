package native

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/order"
)

// In a tree whose nodes all have as many branches, the share that is done is that of the solutions, in each order that tries value by
// value.
func TestShareOfUniformTree(t *testing.T) {
	m := &model.Model{}
	for _, name := range []string{"a", "b", "c"} {
		m.AddVariable(name, model.Interval(1, 4))
	}
	for _, name := range []string{"rows", "fewest", "degree"} {
		s, err := openGeneral(t.Context(), m, engine.Options{order.Setting.Name: name})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		if _, err := s.Run(t.Context(), nil, 0, func(model.Assignment) bool {
			if expected := float64(found) / 64; math.Abs(s.run.closed-expected) > 1e-12 {
				t.Errorf("%s: before solution %d of 64 the share is %v, expected %v", name, found+1, s.run.closed, expected)
			}
			found++
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if found != 64 || math.Abs(s.run.closed-1) > 1e-12 {
			t.Errorf("%s: %d solutions, and the share is %v in the end, expected 64 and 1", name, found, s.run.closed)
		}
	}
}

// The share of a search never falls, and is 1 at most, in every order. A run that restarts tells none.
func TestShareRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		options := engine.Options{order.Setting.Name: rapid.SampledFrom(order.Setting.Values()).Draw(t, "order")}
		s, err := openGeneral(context.Background(), m, options)
		if err != nil {
			t.Skip(err)
		}
		limit := uint64(rapid.SampledFrom([]int{0, 1, 2, 40}).Draw(t, "limit"))
		told := 0.0
		look := func() {
			share := s.run.closed
			if s.run.restarting {
				return
			}
			if share < told || share > 1+1e-9 {
				t.Fatalf("the share is %v after %v", share, told)
			}
			told = share
		}
		if _, err := s.Run(context.Background(), cube, limit, func(model.Assignment) bool { look(); return true }); err != nil {
			t.Fatal(err)
		}
		look()
		if restarts := s.run.restarts != nil; restarts != s.run.restarting {
			t.Fatalf("restarts: %t, but it says %t", restarts, s.run.restarting)
		}
	})
}

// What is shown are shares that are known, and not at every call.
func TestShownShares(t *testing.T) {
	shows := 0
	show := shown(func(p engine.Progress) { shows++ })
	for range 100 * callsPerLook {
		show(7, 0)
	}
	if shows > 0 {
		t.Errorf("a share that is not known is shown %d times", shows)
	}
	for _, open := range []string{searchAuto, searchGeneral} {
		session, err := engine.Open(t.Context(), "native", must(model.Sudoku(3, 3)), engine.Options{"search": open})
		if err != nil {
			t.Fatal(err)
		}
		if _, reports := session.(engine.Reporter); !reports {
			t.Errorf("native[search=%s] does not report its progress", open)
		}
		session.Close()
	}
}
