package grids

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/model/modeltest"
)

func newUniform(t *testing.T) *Uniform {
	t.Helper()
	u, err := NewUniform(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// The symmetries map the first grid of a class to each grid of the class equally often, and the classes have all 248,832 grids
// (Roach et al. 2009).
func TestUniformReachesEveryGrid(t *testing.T) {
	u := newUniform(t)
	seen := map[Grid]int{}
	for _, class := range u.classes {
		clear(seen)
		for i := range u.symmetries {
			seen[u.symmetries[i].apply(&class.Representative)]++
		}
		if len(seen) != class.Size {
			t.Errorf("%v: %d grids, expected %d", class.Representative, len(seen), class.Size)
		}
		for g, times := range seen {
			if times*class.Size != len(u.symmetries) {
				t.Fatalf("%v comes out of %d symmetries of %d, class size %d", g, times, len(u.symmetries), class.Size)
			}
		}
	}
	if u.total != 248832 {
		t.Errorf("%d grids, expected 248832", u.total)
	}
}

// All grids come in order, each once, with the classes of the table.
func TestUniformAll(t *testing.T) {
	u := newUniform(t)
	all, classes, err := u.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != u.total {
		t.Errorf("%d grids, expected %d", len(all), u.total)
	}
	for i := range all[1:] {
		if bytes.Compare(all[i][:], all[i+1][:]) >= 0 {
			t.Fatalf("%v comes before %v", all[i], all[i+1])
		}
	}
	sizes := make([]int, len(u.classes))
	for _, class := range classes {
		sizes[class]++
	}
	for i, class := range u.classes {
		if sizes[i] != class.Size {
			t.Errorf("%d grids of class %d, expected %d", sizes[i], i, class.Size)
		}
	}
	if !slices.Equal(u.Classes(), u.classes) {
		t.Error("the classes differ from those of the table")
	}
	m := modeltest.QuasiMagic(t, 2)
	for i := 0; i < len(all); i += len(all) / 50 {
		checkGrid(t, m, all[i])
	}
}

// Drawn grids are quasi-magic, the same for the same source of randomness, and come from all classes.
func TestUniformGrid(t *testing.T) {
	u, m := newUniform(t), modeltest.QuasiMagic(t, 2)
	random, again := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	seen := map[Grid]bool{}
	for range 500 {
		g := u.Grid(random)
		checkGrid(t, m, g)
		if other := u.Grid(again); g != other {
			t.Fatalf("the same source gives %v and %v", g, other)
		}
		seen[g] = true
	}
	// About half of all sources repeat no grid; ten repetitions in 500 draws from 248,832 are out of the question.
	if len(seen) < 490 {
		t.Errorf("%d grids in 500 choices", len(seen))
	}
}

func TestUniformInfeasible(t *testing.T) {
	for _, delta := range []int{-1, 0, 3, 9} {
		if _, err := NewUniform(t.Context(), delta); !errors.Is(err, ErrInfeasible) {
			t.Errorf("Δ = %d: error %v, expected that it is not feasible", delta, err)
		}
	}
}
