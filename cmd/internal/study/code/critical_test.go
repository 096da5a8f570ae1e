package code

import (
	"math/rand/v2"
	"testing"

	_ "qmsat/encode/sat" // for its engines
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/grids"
)

func critical(t testing.TB, delta int, name string) *Critical {
	t.Helper()
	chosen, err := engine.ParseChosen(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCritical(t.Context(), delta, chosen[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// Classes of sets of cells have all sets between them.
func TestCellSetClasses(t *testing.T) {
	uniform, err := grids.NewUniform(t.Context(), BookDelta)
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range []int{1, 3, 28} {
		classes, err := cellSetClasses(t.Context(), uniform.Moves(), size)
		if err != nil {
			t.Fatal(err)
		}
		sets := 0
		for _, n := range classes {
			sets += n
		}
		if len(classes) != want || int64(sets) != choose(Length, size).Int64() {
			t.Errorf("%d cells: %d classes of %d sets, expected %d of %v", size, len(classes), sets, want, choose(Length, size))
		}
	}
}

// A word of class 34 is fixed by 50 sets of four cells and none of fewer; another engine proves it of each set. Class 40 has none.
func TestSmallest(t *testing.T) {
	b, c := book(t), critical(t, BookDelta, "native")
	w := &b.Classes[33].Representative
	sets, givens, err := c.Smallest(t.Context(), w, 5)
	if err != nil || givens != 4 || len(sets) != 50 {
		t.Fatalf("%d sets of %d cells, %v; expected 50 of 4", len(sets), givens, err)
	}
	other := critical(t, BookDelta, "gini")
	if !modeltest.Long() {
		sets = sets[:3]
	}
	for i := range sets {
		if err := other.Check(t.Context(), w, &sets[i]); err != nil {
			t.Error(err)
		}
		more := sets[i]
		for cell := range more {
			if more[cell] == 0 {
				more[cell] = w[cell]
				break
			}
		}
		if other.Check(t.Context(), w, &more) == nil {
			t.Errorf("%v has a given to spare, and is called critical", more)
		}
		more = sets[i]
		for cell := range more {
			more[cell] = 0
			if more != sets[i] {
				break
			}
		}
		if other.Check(t.Context(), w, &more) == nil {
			t.Errorf("%v fits several words, and is called critical", more)
		}
	}
	if sets, givens, err := c.Smallest(t.Context(), &b.Classes[39].Representative, 4); err != nil || givens != 5 || len(sets) > 0 {
		t.Errorf("%d sets, fewer than %d cells too few, %v; expected none, and 5", len(sets), givens, err)
	}
}

// Two routes find how many sets of four cells fix words: projections of all words, and unavoidable sets of a word of each class.
func TestFixing(t *testing.T) {
	modeltest.OnlyLong(t)
	b, c := book(t), critical(t, BookDelta, "native")
	most := 3
	if modeltest.Confirms() {
		most = 4
	}
	f, err := b.Fixing(t.Context(), most)
	if err != nil {
		t.Fatal(err)
	}
	for i, class := range b.Classes {
		sets, _, err := c.Smallest(t.Context(), &class.Representative, most)
		if err != nil {
			t.Fatal(err)
		}
		if want := uint64(len(sets) * class.Size); f.ByClass[i] != want {
			t.Errorf("class %d, %d cells: %d pairs by projections, expected %d", i+1, most, f.ByClass[i], want)
		}
	}
	if most == 4 && f.Pairs != 3_465_216 {
		t.Errorf("%d pairs, expected 3,465,216", f.Pairs)
	}
}

func TestRandomCriticalSets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, delta := range []int{2, 9} {
		c, w := critical(t, delta, "native"), &book(t).Words[4321]
		set, err := c.Random(t.Context(), w, random)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(t.Context(), w, &set); err != nil || Givens(&set) < fewestBound(delta) {
			t.Errorf("Δ = %d: %v, %d givens", delta, err, Givens(&set))
		}
	}
}

// The puzzles with the fewest givens known are critical sets of their solutions.
func TestFewest(t *testing.T) {
	for delta := BookDelta + 1; delta <= digits; delta++ {
		c, puzzle := critical(t, delta, "native"), fewestFound(delta)
		w, err := (&searchDecoder{session: c.session}).Recover(t.Context(), &puzzle)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(t.Context(), &w, &puzzle); err != nil || Givens(&puzzle) < fewestBound(delta) {
			t.Errorf("Δ = %d, %d givens, expected %d at least: %v", delta, Givens(&puzzle), fewestBound(delta), err)
		}
	}
	for delta, want := range map[int]int{2: 4, 5: 4, 8: 6, 9: 17} {
		if bound := fewestBound(delta); bound != want {
			t.Errorf("Δ = %d: at least %d givens, expected %d", delta, bound, want)
		}
	}
}
