package grids

import "context"

// chunk is the number of bands that are summed over innermost at a time: few enough that the expanded stack tables stay
// in the processor's cache.
const chunk = 256

// sum adds up T·T·T, one factor for each stack, over pairs of second and third bands.
type sum struct {
	tables   *tables
	expanded [side][]uint16 // by stack: for each partition in the second band, the table's entries for a chunk of third bands
	empty    [side][]bool   // by stack and partition: all these entries are 0
}

func newSum(t *tables) *sum {
	s := &sum{tables: t}
	for stack := range side {
		s.expanded[stack] = make([]uint16, chunk*len(t.partitions))
		s.empty[stack] = make([]bool, len(t.partitions))
	}
	return s
}

// expand lays out the entries of the three tables for some third bands, at most chunk, so that those of one second band are
// contiguous.
func (s *sum) expand(stacks [side]stackTable, third []band) {
	n := len(s.tables.partitions)
	for stack, table := range stacks {
		for rows := range n {
			from, to := table[rows*n:][:n], s.expanded[stack][rows*chunk:][:len(third)]
			var any uint16
			for i, b := range third {
				to[i] = from[b[stack]]
				any |= to[i]
			}
			s.empty[stack][rows] = any == 0
		}
	}
}

// over returns the sum over the second bands and the expanded third ones. Both numbers of bands are bounded by 47,040 and
// chunk, and entries by 2¹³, so that the sum is below 2⁶³.
func (s *sum) over(second []band, thirds int) uint64 {
	var total uint64
	for _, b := range second {
		if s.empty[0][b[0]] || s.empty[1][b[1]] || s.empty[2][b[2]] {
			continue
		}
		x := s.expanded[0][int(b[0])*chunk:][:thirds]
		y := s.expanded[1][int(b[1])*chunk:][:len(x)]
		z := s.expanded[2][int(b[2])*chunk:][:len(x)]
		for i, v := range x {
			total += uint64(v) * uint64(y[i]) * uint64(z[i])
		}
	}
	return total
}

// withFirst returns the sum over all second and third bands of the parts from first on, where those whose parts come in
// ascending order stand for all orders of the three bands, first being the part of the first band.
func (s *sum) withFirst(ctx context.Context, stacks [side]stackTable, first int) (uint128, error) {
	var total uint128
	parts := s.tables.parts
	for third := first; third < len(parts); third++ {
		for rest := parts[third]; len(rest) > 0; rest = rest[min(chunk, len(rest)):] {
			if err := ctx.Err(); err != nil {
				return uint128{}, err
			}
			thirds := min(chunk, len(rest))
			s.expand(stacks, rest[:thirds])
			for second := first; second <= third; second++ {
				total.addProduct(s.over(parts[second], thirds), orders(first, second, third))
			}
		}
	}
	return total, nil
}

// orders returns in how many orders three parts can be written.
func orders(a, b, c int) uint64 {
	switch {
	case a == b && b == c:
		return 1
	case a == b || b == c:
		return 3
	}
	return 6
}
