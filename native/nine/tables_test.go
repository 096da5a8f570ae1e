package nine

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// placements returns all ways to put a digit into the three rows and three boxes of a band, one cell each.
func placements() []uint32 {
	var list []uint32
	for _, p := range permutations {
		for columns := range 27 {
			w := uint32(0)
			for row, rest := 0, columns; row < 3; row, rest = row+1, rest/3 {
				box := bits.TrailingZeros16(p >> (3 * row) & 7)
				w |= 1 << (9*row + 3*box + rest%3)
			}
			list = append(list, w)
		}
	}
	return list
}

// TestLockRows compares the tables with all placements of a digit, for every set of minirows and for random words.
func TestLockRows(t *testing.T) {
	all := placements()
	if len(all) != 162 {
		t.Fatalf("%d placements, expected 6 · 27", len(all))
	}
	check := func(w uint32) {
		t.Helper()
		needed := uint32(0)
		for _, p := range all {
			// A placement is possible within the minirows of w; locked candidates ignore single cells.
			if p&^widen(w) == 0 {
				needed |= p
			}
		}
		if got := lockRows(w); got != w&needed {
			t.Fatalf("lockRows(%#o) = %#o, expected %#o", w, got, w&needed)
		}
	}
	for set := range uint32(512) {
		w := uint32(0)
		for i := range 9 {
			w |= set >> i & 1 * 7 << (3 * i)
		}
		check(w)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		check(random.Uint32() & random.Uint32() & fullBand)
	}
}

// widen returns all cells of the minirows that w meets.
func widen(w uint32) uint32 {
	wide := uint32(0)
	for i := range 9 {
		if minirow := uint32(7) << (3 * i); w&minirow != 0 {
			wide |= minirow
		}
	}
	return wide
}

// TestThirds compares a table with all digits, for all sets of digits of two positions.
func TestThirds(t *testing.T) {
	const lo, hi = 12, 17
	table := newThirds(lo, hi)
	for a := range 512 {
		for b := range 512 {
			want := digitSet(0)
			for x := a; x != 0; x &= x - 1 {
				for y := b; y != 0; y &= y - 1 {
					for z := range 9 {
						i, j := bits.TrailingZeros(uint(x)), bits.TrailingZeros(uint(y))
						if sum := i + j + z + 3; i != j && j != z && i != z && lo <= sum && sum <= hi {
							want |= 1 << z
						}
					}
				}
			}
			if got := table[512*a+b]; got != want {
				t.Fatalf("sets %#o and %#o leave %#o, expected %#o", a, b, got, want)
			}
		}
	}
}

// TestPair compares with all ways to assign a digit to rows in three boxes, for every set of rows in each.
func TestPair(t *testing.T) {
	expand := func(set int, digit int) lines {
		l := lines(0)
		for row := range 3 {
			l |= lines(set>>row&1) << (9*row + digit)
		}
		return l
	}
	for sets := range 512 {
		digit := sets % 9
		var u, want [3]lines
		for box := range 3 {
			u[box] = expand(sets>>(3*box)&7, digit)
		}
		for _, p := range permutations {
			if int(p)&^sets == 0 {
				for box := range 3 {
					want[box] |= expand(int(p)>>(3*box)&7, digit)
				}
			}
		}
		var got [3]lines
		if got[0], got[1], got[2] = pair(u[0], u[1], u[2]); got != want {
			t.Fatalf("rows %#o: %#o, expected %#o", sets, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	f := Filling{8, 1, 6, 3, 5, 7, 4, 9, 2}
	l := linesOf(f)
	for position, digit := range f {
		if got := l.digit(position); got != digit {
			t.Errorf("place %d: %d, expected %d", position, got, digit)
		}
	}
	if n := bits.OnesCount64(uint64(l)); n != 18 {
		t.Errorf("%d bits, expected one for each digit's row and column", n)
	}
}

func TestCells(t *testing.T) {
	for cell := range 81 {
		box, position := BoxAt(cell)
		if got := CellAt(box, position); got != cell {
			t.Errorf("cell %d is place %d of box %d, which is cell %d", cell, position, box, got)
		}
	}
}

// TestFillings counts all fillings, and stops early.
func TestFillings(t *testing.T) {
	every := func(*Filling, int) bool { return true }
	if n := len(Fillings(1<<20, every)); n != 362880 {
		t.Errorf("%d fillings, expected 9!", n)
	}
	if n := len(Fillings(1000, every)); n != 1000 {
		t.Errorf("%d fillings, expected 1000", n)
	}
}

// TestNoFilling has a box without a filling.
func TestNoFilling(t *testing.T) {
	all, none := quasiMagicCatalogue(2), NewCatalogue(nil)
	s := NewBoxes([9]*Catalogue{all, all, all, all, none, all, all, all, all}, 0)
	if o := s.Solve(&Grid{}, 0, nil, nil); o.Solutions != 0 || !o.Exhausted {
		t.Errorf("%+v, expected an exhausted search without solutions", o)
	}
}
