package grids

import (
	"context"
	"math/big"
	"slices"
)

// Three entries of stack tables are packed into a word, 21 bits apart. The product of a word and a word in reverse order,
//
//	(y₀ + y₁X + y₂X²)(z₂ + z₁X + z₀X²), X = 2²¹,
//
// has y₀z₀ + y₁z₁ + y₂z₂ as its X² coefficient, so one multiplication adds three products. The coefficients up to X² are below
// 2²¹ and do not overlap: see [maxEntry]. The reverse word is stored doubled, so that the X³ coefficient begins where the 64 bits
// end.
const (
	lanes    = 3
	laneBits = 21
)

func pack(a, b, c uint16) uint64 {
	return uint64(a) | uint64(b)<<laneBits | uint64(c)<<(2*laneBits)
}

func packReversed(a, b, c uint16) uint64 { return pack(c, b, a) << 1 }

// packedDot returns the dot product of three packed numbers and three that are packed in reverse.
func packedDot(packed, reversed uint64) uint64 { return packed * reversed >> (2*laneBits + 1) }

// trio is up to three bands that agree in the first box. Missing bands are the partition after the last one, whose entries in
// stack tables are 0.
type trio struct {
	first         uint16
	second, third [lanes]uint16
}

// chunk is the number of trios in the innermost sum, few enough that the expanded stack tables stay in the processor's cache.
const chunk = 64

// sum adds up T·T·T, one factor for each stack, over second and third bands. It is for one goroutine at a time.
type sum struct {
	tables *tables
	stacks [side]*stackTable
	live   [][]band // by part: the bands for which each stack has column sets, given the first band
	// By partition in the second band: the table's entries for a chunk of third bands. The first stack has one for each trio, the
	// others are packed, and the third stack is in reverse order.
	first  [][chunk]uint16
	second [][chunk]uint64
	third  [][chunk]uint64
}

func newSum(t *tables) *sum {
	n := len(t.partitions)
	return &sum{
		tables: t,
		live:   make([][]band, len(t.parts)),
		first:  make([][chunk]uint16, n),
		second: make([][chunk]uint64, n),
		third:  make([][chunk]uint64, n),
	}
}

// ofUnit returns the sum over second and third bands for a first band of the given part. It takes only bands whose three parts
// are in ascending order, and counts each choice for all orders of these parts.
func (s *sum) ofUnit(ctx context.Context, stacks [side]*stackTable, first int) (*big.Int, error) {
	s.fix(stacks)
	total := new(big.Int)
	for third := first; third < len(s.live); third++ {
		err := s.chunks(ctx, third, func(trios int) bool {
			for second := first; second <= third; second++ {
				add(total, s.over(s.live[second], trios)*orders(first, second, third))
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return total, nil
}

func add(total *big.Int, n uint64) { total.Add(total, new(big.Int).SetUint64(n)) }

// fix sets the stack tables of the first band, and keeps the bands that can occur with it.
func (s *sum) fix(stacks [side]*stackTable) {
	s.stacks = stacks
	for part, bands := range s.tables.parts {
		s.live[part] = s.live[part][:0]
		for _, b := range bands {
			if stacks[0].live[b[0]] && stacks[1].live[b[1]] && stacks[2].live[b[2]] {
				s.live[part] = append(s.live[part], b)
			}
		}
	}
}

// chunks expands the third bands of a part, a chunk at a time, and calls visit with the chunk's number of trios, while visit
// returns true.
func (s *sum) chunks(ctx context.Context, part int, visit func(trios int) bool) error {
	for trios := range slices.Chunk(s.trios(s.live[part]), chunk) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		s.expand(trios)
		if !visit(len(trios)) {
			break
		}
	}
	return nil
}

func (s *sum) trios(bands []band) []trio {
	none := uint16(len(s.tables.partitions))
	var list []trio
	lane := lanes
	for i, b := range bands {
		if lane == lanes || b[0] != bands[i-1][0] {
			list = append(list, trio{b[0], [lanes]uint16{none, none, none}, [lanes]uint16{none, none, none}})
			lane = 0
		}
		last := &list[len(list)-1]
		last.second[lane], last.third[lane] = b[1], b[2]
		lane++
	}
	return list
}

// expand lays out the entries of the three tables for at most chunk trios, so that those of one second band are contiguous.
func (s *sum) expand(trios []trio) {
	for rows := range s.first {
		rows := uint16(rows)
		if s.stacks[0].live[rows] {
			line, to := s.stacks[0].line(rows), s.first[rows][:len(trios)]
			for i := range to {
				to[i] = line[trios[i].first]
			}
		}
		if s.stacks[1].live[rows] {
			line, to := s.stacks[1].line(rows), s.second[rows][:len(trios)]
			for i := range to {
				p := &trios[i].second
				to[i] = pack(line[p[0]], line[p[1]], line[p[2]])
			}
		}
		if s.stacks[2].live[rows] {
			line, to := s.stacks[2].line(rows), s.third[rows][:len(trios)]
			for i := range to {
				p := &trios[i].third
				to[i] = packReversed(line[p[0]], line[p[1]], line[p[2]])
			}
		}
	}
}

// over returns the sum over the given second bands, which are sorted, and the expanded third bands. With at most 47,040 second
// bands, 192 third ones, and entries below 2¹⁰, it is below 2⁵⁴.
func (s *sum) over(second []band, trios int) uint64 {
	var total uint64
	var buffer [chunk]uint64
	sums := buffer[:trios]
	for len(second) > 0 {
		first := second[0][0]
		clear(sums)
		for ; len(second) > 0 && second[0][0] == first; second = second[1:] {
			y, z := s.second[second[0][1]][:len(sums)], s.third[second[0][2]][:len(sums)]
			for i := range sums {
				sums[i] += packedDot(y[i], z[i])
			}
		}
		for i, x := range s.first[first][:len(sums)] {
			total += uint64(x) * sums[i]
		}
	}
	return total
}

// orders returns the number of orders of three parts.
func orders(a, b, c int) uint64 {
	switch {
	case a == b && b == c:
		return 1
	case a == b || b == c:
		return 3
	}
	return 6
}
