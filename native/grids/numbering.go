package grids

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
)

// Numbering numbers all grids for a Δ from 0, by their places in the sum that [Count] computes. The keys, in order, are the class
// of the first band, its place in the class, mirror images, and the rank among all choices of second and third bands, their
// orders, and the column sets. It is for one goroutine at a time.
type Numbering struct {
	tables *tables
	units  []unit
	sums   []uint64          // by unit: grids with the class's first band; mirror images count once
	starts []*big.Int        // by unit: the number of its first grid
	total  *big.Int          // grids
	member map[band]position // the position of each band
	sum    *sum
	stacks *stackTables
}

// position is the place of a band: its unit, and its index in the unit's class.
type position struct{ unit, index int }

// NewNumbering prepares the numbering for Δ = delta, 2 to 9; it takes as long as Count with the same options, and as much memory.
func NewNumbering(ctx context.Context, delta int, options Options) (*Numbering, error) {
	b, err := newBound(delta)
	if err != nil {
		return nil, err
	}
	n, err := b.numbering(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("numbering the grids for Δ = %d: %w", delta, err)
	}
	return n, nil
}

func (b bound) numbering(ctx context.Context, options Options) (*Numbering, error) {
	t, err := newTables(ctx, b)
	if err != nil {
		return nil, err
	}
	units, err := t.units(ctx)
	if err != nil {
		return nil, err
	}
	n := &Numbering{tables: t, units: units, total: new(big.Int), member: map[band]position{}, sum: newSum(t), stacks: newStackTables(t)}
	j := t.gridJob(units, n.stacks)
	totals, err := j.results(ctx, j.header(b, Grids), options)
	if err != nil {
		return nil, err
	}
	for i, u := range units {
		// A unit's total counts each choice of its first band and of mirror images. The largest sum, for Δ = 9, has 51 bits.
		sum := new(big.Int).Quo(totals[i], big.NewInt(int64(len(u.class))*allMirrors))
		n.sums, n.starts = append(n.sums, sum.Uint64()), append(n.starts, new(big.Int).Set(n.total))
		n.total.Add(n.total, totals[i])
		for index, first := range u.class {
			n.member[first] = position{i, index}
		}
	}
	if n.total.Sign() == 0 {
		return nil, fmt.Errorf("%w, because there is none", ErrInfeasible)
	}
	return n, nil
}

// Total returns how many grids there are.
func (n *Numbering) Total() *big.Int { return new(big.Int).Set(n.total) }

// wanted is a grid whose number or content is wanted.
type wanted struct {
	at      int      // in the list
	first   position // of its first band
	mirrors int      // one bit for each band and stack: whether it is the mirror image
	rank    uint64   // among the grids with the class's first band
	second  band
	third   band
	order   [side]int // the places of the three bands
	columns [side]int // the column sets of each stack, as indices in the list of all
	symmetry
}

// Grids returns the grids with these numbers, which are below Total. It goes once through the parts of the sum that contain them.
// For many numbers that takes as long as a count by one processor, plus some hundredths of a second for each.
func (n *Numbering) Grids(ctx context.Context, numbers []*big.Int) ([]Grid, error) {
	var list []*wanted
	for at, number := range numbers {
		if number.Sign() < 0 || number.Cmp(n.total) >= 0 {
			return nil, fmt.Errorf("grid number %v, expected 0 to %v", number, new(big.Int).Sub(n.total, big.NewInt(1)))
		}
		unit, found := slices.BinarySearchFunc(n.starts, number, (*big.Int).Cmp)
		if !found {
			unit--
		}
		for n.sums[unit] == 0 {
			unit++ // a unit without grids has the same start
		}
		image, rank := new(big.Int).QuoRem(new(big.Int).Sub(number, n.starts[unit]), new(big.Int).SetUint64(n.sums[unit]), new(big.Int))
		index := int(image.Int64())
		list = append(list, &wanted{at: at, first: position{unit, index / allMirrors}, mirrors: index % allMirrors, rank: rank.Uint64()})
	}
	found := make([]Grid, len(numbers))
	err := n.eachPiece(ctx, list, nil, func(w *wanted, s *piece) bool {
		if w.rank >= s.before+s.each*uint64(len(s.orders)) {
			return false
		}
		inside := w.rank - s.before
		w.order = s.orders[inside/s.each]
		var rest uint64
		w.second, w.third, rest = n.sum.pair(n.sum.live[s.second], n.sum.live[s.third][s.begin:s.end], inside%s.each)
		for stack := side - 1; stack >= 0; stack-- {
			size := uint64(n.sum.entry(stack, w.second, w.third))
			w.columns[stack], rest = int(rest%size), rest/size
		}
		found[w.at] = n.grid(w)
		return true
	})
	return found, err
}

// Numbers returns the numbers of grids; it takes as long as [Numbering.Grids].
func (n *Numbering) Numbers(ctx context.Context, grids []Grid) ([]*big.Int, error) {
	var list []*wanted
	for at := range grids {
		w := &wanted{at: at}
		if !n.locate(&grids[at], w) {
			return nil, n.noGrid(&grids[at])
		}
		list = append(list, w)
	}
	numbers := make([]*big.Int, len(grids))
	var wrong error
	err := n.eachPiece(ctx, list, func(w *wanted) {
		if g := &grids[w.at]; wrong == nil && (!n.analyse(g, w) || n.grid(w) != *g) {
			wrong = n.noGrid(g)
		}
	}, func(w *wanted, s *piece) bool {
		if n.part(w.second) != s.second || n.part(w.third) != s.third || wrong != nil {
			return wrong != nil
		}
		third := n.sum.live[s.third][s.begin:s.end]
		if _, inside := slices.BinarySearchFunc(third, w.third, func(a, b band) int { return slices.Compare(a[:], b[:]) }); !inside {
			return false
		}
		w.rank = s.before + uint64(slices.Index(s.orders, w.order))*s.each + n.sum.rank(n.sum.live[s.second], third, w.second, w.third)
		inner := 0
		for stack, columns := range w.columns {
			inner = inner*int(n.sum.entry(stack, w.second, w.third)) + columns
		}
		number := new(big.Int).SetUint64(n.sums[w.first.unit])
		number.Mul(number, big.NewInt(int64(w.first.index*allMirrors+w.mirrors)))
		number.Add(number, new(big.Int).SetUint64(w.rank+uint64(inner)))
		numbers[w.at] = number.Add(number, n.starts[w.first.unit])
		return true
	})
	if err == nil {
		err = wrong
	}
	return numbers, err
}

func (n *Numbering) noGrid(g *Grid) error {
	return fmt.Errorf("%v is not a grid for Δ = %d", g, n.tables.bound)
}

func (n *Numbering) part(b band) int { return n.units[n.member[b].unit].part }

// piece is a part of the sum for a first band: the second bands of one part, and the third bands from begin to end of the same
// part or a later one.
type piece struct {
	second, third, begin, end int
	before                    uint64      // ranks before this piece
	each                      uint64      // ranks in each order
	orders                    [][side]int // of positions of the three bands
}

// eachPiece goes through the sums of the units with wanted grids. In each unit it calls begin, unless nil, for each grid wanted
// there, and then visit for each piece, until visit is done with the grid.
func (n *Numbering) eachPiece(ctx context.Context, list []*wanted, begin func(*wanted), visit func(*wanted, *piece) bool) error {
	slices.SortStableFunc(list, func(v, w *wanted) int { return cmp.Compare(v.first.unit, w.first.unit) })
	for len(list) > 0 {
		same := 1
		for same < len(list) && list[same].first.unit == list[0].first.unit {
			same++
		}
		here := list[:same]
		list = list[same:]
		u := &n.units[here[0].first.unit]
		moves, err := n.tables.moves(ctx, u.class)
		if err != nil {
			return err
		}
		for _, w := range here {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			w.symmetry = moves[u.class[w.first.index]]
			if begin != nil {
				begin(w)
			}
		}
		stacks, err := n.stacks.of(ctx, u.class[0])
		if err != nil {
			return err
		}
		n.sum.fix(stacks)
		if err := n.pieces(ctx, u.part, func(s *piece) bool {
			here = slices.DeleteFunc(here, func(w *wanted) bool { return ctx.Err() != nil || visit(w, s) })
			return len(here) > 0
		}); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// pieces calls visit for the pieces of the sum that is fixed, for a first band of the given part. It stops when visit returns
// false.
func (n *Numbering) pieces(ctx context.Context, first int, visit func(*piece) bool) error {
	s, going := piece{}, true
	for s.third = first; s.third < len(n.sum.live) && going; s.third++ {
		s.end = 0
		err := n.sum.chunks(ctx, s.third, func(trios int) bool {
			s.begin, s.end = s.end, n.sum.chunkEnd(s.third, s.end, trios)
			for s.second = first; s.second <= s.third && going; s.second++ {
				s.orders = arrangements[boolIndex(first == s.second)][boolIndex(s.second == s.third)]
				s.each = n.sum.over(n.sum.live[s.second], trios)
				going = visit(&s)
				s.before += s.each * uint64(len(s.orders))
			}
			return going
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// arrangements are the possible orders of three bands sorted by their parts: the place of each. Bands of one part keep their
// order. The indices say whether the first two share a part, and whether the last two do.
var arrangements = func() (lists [2][2][][side]int) {
	for _, order := range [][side]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for first := range 2 {
			for last := range 2 {
				if (first == 0 || order[0] < order[1]) && (last == 0 || order[1] < order[2]) {
					lists[first][last] = append(lists[first][last], order)
				}
			}
		}
	}
	return lists
}()

// chunkEnd returns the end of the bands in the given number of trios, starting from a band of a part.
func (s *sum) chunkEnd(part, begin, trios int) int {
	bands := s.live[part]
	end := begin
	for ; trios > 0; trios-- {
		first := end
		for end < len(bands) && end < first+lanes && bands[end][0] == bands[first][0] {
			end++
		}
	}
	return end
}

// entry returns the number of column sets of a stack for a second and a third band.
func (s *sum) entry(stack int, second, third band) uint16 {
	return s.stacks[stack].line(second[stack])[third[stack]]
}

// pair returns the second and third band at a rank, if each pair of bands counts as often as it has column sets, and the
// remaining rank.
func (s *sum) pair(second, third []band, rank uint64) (x, y band, rest uint64) {
	s.pairs(second, third, func(a, b band, n uint64) bool {
		if x, y = a, b; rank < n {
			return false
		}
		rank -= n
		return true
	})
	return x, y, rank
}

// rank returns the total number of column sets of the pairs before a second and a third band.
func (s *sum) rank(second, third []band, toSecond, toThird band) (rank uint64) {
	s.pairs(second, third, func(a, b band, n uint64) bool {
		if a == toSecond && b == toThird {
			return false
		}
		rank += n
		return true
	})
	return rank
}

// pairs visits the pairs of a second and a third band, with their numbers of column sets, until visit returns false.
func (s *sum) pairs(second, third []band, visit func(x, y band, n uint64) bool) {
	for _, x := range second {
		lines := [side][]uint16{s.stacks[0].line(x[0]), s.stacks[1].line(x[1]), s.stacks[2].line(x[2])}
		for _, y := range third {
			if !visit(x, y, uint64(lines[0][y[0]])*uint64(lines[1][y[1]])*uint64(lines[2][y[2]])) {
				return
			}
		}
	}
	panic("grids: a rank or bands beyond the sum")
}
