package nine

import "math/bits"

// Triple requires that the sum of the digits in three different positions of a box is within Lo..Hi.
type Triple struct {
	Positions [3]int
	Lo, Hi    int
}

// The sums that three different digits can have.
const (
	leastTriple = 1 + 2 + 3
	mostTriple  = 7 + 8 + 9
)

// digitSet is a set of digits: bit digit−1.
type digitSet = uint16

// thirds gives, for the digits that two positions of a triple may have, the digits that the third may have: all three differ, and
// their sum is within bounds. The entry for sets a and b is thirds[512·a + b]. It is symmetric in a and b.
type thirds [512 * 512]digitSet

func newThirds(lo, hi int) *thirds {
	t := &thirds{}
	for a := range 9 {
		for b := range 9 {
			for c := range 9 {
				if sum := a + b + c + 3; a != b && b != c && a != c && lo <= sum && sum <= hi {
					t[512<<a+1<<b] |= 1 << c
				}
			}
		}
	}
	// Larger sets are unions of smaller ones.
	for a := 1; a < 512; a++ {
		for b := 1; b < 512; b++ {
			switch low, rest := a&-a, a&(a-1); {
			case rest != 0:
				t[512*a+b] = t[512*low+b] | t[512*rest+b]
			case b&(b-1) != 0:
				t[512*a+b] = t[512*a+b&-b] | t[512*a+b&(b-1)]
			}
		}
	}
	return t
}

// line is a Triple with its table.
type line struct {
	positions [3]int
	thirds    *thirds
}

// lineup holds the lines of each box.
type lineup [9][]line

// spread turns the positions of a digit in a box, 9 bits, into nine 16-bit numbers, each 0 or 1, four to a word.
var spread [512][3]uint64

func init() {
	for set := 1; set < len(spread); set++ {
		position := bits.TrailingZeros(uint(set))
		spread[set] = spread[set&(set-1)]
		spread[set][position/4] |= 1 << (16 * (position % 4))
	}
}

// propagate looks at each box that changed since the last call, and removes digits that no completion of a line allows. possible
// is false if a cell has no digit left; changed says whether a digit was removed.
func (l *lineup) propagate(s *bandState) (changed, possible bool) {
	for band := range uint(3) {
		different := uint32(0)
		for d := range uint(9) {
			different |= s.candidates[band][d] ^ s.seen[band][d]
		}
		if different == 0 {
			continue
		}
		for stack := range uint(3) {
			if different>>(3*stack)&0o007_007_007 == 0 || len(l[3*band+stack]) == 0 {
				continue
			}
			lost, ok := l.propagateBox(s, band, stack)
			if !ok {
				return true, false
			}
			changed = changed || lost
		}
		s.seen[band] = s.candidates[band]
	}
	return changed, true
}

// propagateBox does the same for one box.
func (l *lineup) propagateBox(s *bandState, band, stack uint) (changed, possible bool) {
	var packed [3]uint64
	for d := range uint(9) {
		w := s.candidates[band][d] >> (3 * stack)
		numbers := &spread[w&7|w>>6&0o70|w>>12&0o700]
		for i, n := range numbers {
			packed[i] |= n << d
		}
	}
	var before, sets [9]digitSet
	for position := range sets {
		sets[position] = digitSet(packed[position/4] >> (16 * (position % 4)))
	}
	before = sets
	for again := true; again; {
		again = false
		for i := range l[3*band+stack] {
			line := &l[3*band+stack][i]
			a, b, c := &sets[line.positions[0]], &sets[line.positions[1]], &sets[line.positions[2]]
			na := *a & line.thirds[512*int(*b)+int(*c)]
			nb := *b & line.thirds[512*int(na)+int(*c)]
			nc := *c & line.thirds[512*int(na)+int(nb)]
			if na == 0 || nb == 0 || nc == 0 {
				return true, false
			}
			if na != *a || nb != *b || nc != *c {
				*a, *b, *c = na, nb, nc
				again = true
			}
		}
	}
	for position, set := range sets {
		for lost := before[position] &^ set; lost != 0; lost &= lost - 1 {
			s.exclude(uint(bits.TrailingZeros16(lost)), band, 1<<(9*uint(position/3)+3*stack+uint(position%3)))
			changed = true
		}
	}
	return changed, true
}
