package grids

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
)

// Sample returns grids for Δ = delta, 2 to 9, each chosen among all, every one being equally likely.
//
// For Δ = 2 it takes no time. For others a grid is chosen by its rank in the sum that [Count] computes: first the sums of all classes
// of first bands are computed, which takes as long as a count, then the sums of those in which ranks fall once more, until
// the second and third band are found, some hundredths of a second for each grid beside; all grids share that pass. Column
// sets, mirror images, the order of the bands and the symmetry of the class are chosen last. Options are those of Count; the
// grids depend on the source of randomness alone.
func Sample(ctx context.Context, delta, n int, random *rand.Rand, options Options) ([]Grid, error) {
	if delta == listedDelta {
		uniform, err := NewUniform(ctx, delta)
		if err != nil {
			return nil, err
		}
		list := make([]Grid, n)
		for i := range list {
			list[i] = uniform.Grid(random)
		}
		return list, nil
	}
	b, err := newBound(delta)
	if err != nil {
		return nil, err
	}
	list, err := b.sample(ctx, n, random, options)
	if err != nil {
		return nil, fmt.Errorf("choosing among the grids for Δ = %d: %w", delta, err)
	}
	return list, nil
}

// ranked is a grid to be found: the one with a rank in the sum of a class of first bands.
type ranked struct {
	grid int // its place in the list
	unit int
	rank *big.Int
}

func (b bound) sample(ctx context.Context, n int, random *rand.Rand, options Options) ([]Grid, error) {
	j, err := gridJob(ctx, b)
	if err != nil {
		return nil, err
	}
	totals, err := j.results(ctx, checkpointHeader{b, Grids, j.units}, options)
	if err != nil {
		return nil, err
	}
	t, err := newTables(ctx, b)
	if err != nil {
		return nil, err
	}
	units, err := t.units(ctx)
	if err != nil {
		return nil, err
	}
	// A unit's total counts each choice of its first band and of mirror images, which come later.
	multiple := func(unit int) *big.Int {
		return big.NewInt(int64(units[unit].size) * mirrors * mirrors * mirrors * mirrors * mirrors * mirrors)
	}
	all := new(big.Int)
	for _, total := range totals {
		all.Add(all, total)
	}
	if all.Sign() == 0 {
		return nil, fmt.Errorf("%w, since there is none", ErrInfeasible)
	}
	wanted := make([]ranked, n)
	for i := range wanted {
		rank, unit := below(random, all), 0
		for ; rank.Cmp(totals[unit]) >= 0; unit++ {
			rank.Sub(rank, totals[unit])
		}
		wanted[i] = ranked{i, unit, rank.Quo(rank, multiple(unit))}
	}
	slices.SortFunc(wanted, func(x, y ranked) int { return cmp.Or(cmp.Compare(x.unit, y.unit), x.rank.Cmp(y.rank)) })

	p := &picker{tables: t, sum: newSum(t), stacks: newStackTables(t)}
	bands := make([][side]band, n)
	for len(wanted) > 0 {
		same := 1
		for same < len(wanted) && wanted[same].unit == wanted[0].unit {
			same++
		}
		if err := p.pick(ctx, units[wanted[0].unit], wanted[:same], bands); err != nil {
			return nil, err
		}
		wanted = wanted[same:]
	}
	list := make([]Grid, n)
	for i := range list {
		list[i] = t.complete(bands[i], random)
	}
	return list, context.Cause(ctx)
}

// below returns a random number from 0 to n−1, each equally likely.
func below(random *rand.Rand, n *big.Int) *big.Int {
	for {
		r := new(big.Int)
		for range (n.BitLen() + 63) / 64 {
			r.Or(r.Lsh(r, 64), new(big.Int).SetUint64(random.Uint64()))
		}
		r.Rsh(r, uint((64-n.BitLen()%64)%64))
		if r.Cmp(n) < 0 {
			return r
		}
	}
}

// picker finds second and third bands by rank.
type picker struct {
	tables *tables
	sum    *sum
	stacks *stackTables
}

// pick finds the bands of the wanted grids, which come by rank and have their first band in the same class.
func (p *picker) pick(ctx context.Context, u unit, wanted []ranked, bands [][side]band) error {
	stacks, err := p.stacks.of(ctx, u.first)
	if err != nil {
		return err
	}
	p.sum.fix(stacks)
	passed := new(big.Int) // ranks before the part of the sum that is looked at
	for third := u.part; third < len(p.sum.live) && len(wanted) > 0; third++ {
		begin := 0 // of the chunk among the bands of the part
		err := p.sum.chunks(ctx, third, func(trios int) {
			end := p.sum.chunkEnd(third, begin, trios)
			for second := u.part; second <= third && len(wanted) > 0; second++ {
				orders := orders(u.part, second, third)
				share := new(big.Int).SetUint64(p.sum.over(p.sum.live[second], trios) * orders)
				for len(wanted) > 0 {
					inside := new(big.Int).Sub(wanted[0].rank, passed)
					if inside.Cmp(share) >= 0 {
						break
					}
					x, y := p.sum.pair(p.sum.live[second], p.sum.live[third][begin:end], inside.Uint64()/orders)
					bands[wanted[0].grid] = [side]band{u.first, x, y}
					wanted = wanted[1:]
				}
				passed.Add(passed, share)
			}
			begin = end
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// chunkEnd returns where the bands of so many trios end that begin with a band of a part.
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

// pair returns the second and third band with a rank among the column sets of all such pairs.
func (s *sum) pair(second, third []band, rank uint64) (band, band) {
	for _, x := range second {
		lines := [side][]uint16{s.stacks[0].line(x[0]), s.stacks[1].line(x[1]), s.stacks[2].line(x[2])}
		for _, y := range third {
			n := uint64(lines[0][y[0]]) * uint64(lines[1][y[1]]) * uint64(lines[2][y[2]])
			if rank < n {
				return x, y
			}
			rank -= n
		}
	}
	panic("a rank beyond the sum")
}

// complete chooses what the row sets of three bands leave open: column sets of each stack, mirror images of bands and stacks, the
// order of the bands, and the symmetry that takes the first band to one of its class.
func (t *tables) complete(bands [side]band, random *rand.Rand) (g Grid) {
	var columns [side]band
	for stack := range side {
		columns[stack] = t.columnSets([side]uint16{bands[0][stack], bands[1][stack], bands[2][stack]}, random)
	}
	var rowSets, columnSets [side][digits]digitSet // by band or stack: the lines' sets in each of the three boxes
	for i := range side {
		rowSets[i] = t.lines(bands[i], random.IntN(mirrors) == 0)
		columnSets[i] = t.lines(columns[i], random.IntN(mirrors) == 0)
	}
	relabelling := t.bound.randomRelabelling(random)
	toBand, toStack := random.Perm(side), random.Perm(side)
	for band := range side {
		for stack := range side {
			for cell := range digits {
				digit := rowSets[band][stack*side+cell/side] & columnSets[stack][band*side+cell%side]
				g[cellAt[toBand[band]*side+toStack[stack]][cell]] = relabelling.digit(digit.least())
			}
		}
	}
	return g
}

// columnSets chooses among the column sets of a stack whose boxes have these row sets.
func (t *tables) columnSets(rows [side]uint16, random *rand.Rand) band {
	var all []band
	for _, first := range t.partners[rows[0]] {
		for _, rest := range t.rest[first] {
			if t.paired(rows[1], rest[0]) && t.paired(rows[2], rest[1]) {
				all = append(all, band{first, rest[0], rest[1]})
			}
		}
	}
	return all[random.IntN(len(all))]
}

// paired reports whether two partitions are the rows and the columns of a filling.
func (t *tables) paired(rows, columns uint16) bool {
	_, found := slices.BinarySearch(t.partners[rows], columns)
	return found
}

// lines returns the sets of the upper, middle and lower rows of the three boxes of a band, or of its mirror image.
func (t *tables) lines(b band, mirrored bool) (sets [digits]digitSet) {
	first := t.partitions[b[0]]
	if mirrored {
		first.outer, first.other = first.other, first.outer
	}
	var upper, lower digitSet // in the boxes so far
	for i, index := range b {
		p := t.partitions[index]
		if i == 0 {
			p = first
		} else if p.outer&upper != 0 || p.other&lower != 0 {
			p.outer, p.other = p.other, p.outer
		}
		sets[side*i], sets[side*i+1], sets[side*i+2] = p.outer, p.middle, p.other
		upper, lower = upper|p.outer, lower|p.other
	}
	return sets
}

// randomRelabelling chooses among the relabellings that keep the triples allowed in lines: one generator for each digit, or none,
// which in a strong generating set is each product once.
func (b bound) randomRelabelling(random *rand.Rand) relabelling {
	generators, _ := b.relabellings()
	r := identity
	for d := digits; d >= 1; d-- {
		level := []relabelling{identity}
		for _, g := range generators {
			// A generator of a digit keeps those below and moves it.
			if g[d-1] != uint8(d) && slices.Equal(g[:d-1], identity[:d-1]) {
				level = append(level, g)
			}
		}
		r = r.compose(level[random.IntN(len(level))])
	}
	return r
}
