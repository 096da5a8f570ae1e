package grids

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Completions returns the number of quasi-magic grids with Δ = delta, 0 to 9, that have the given cells. These must be
// the whole first band (rows 1 to 3), or the whole first band and the whole first stack (columns 1 to 3), and nothing
// else. It is a slice of the sum behind [Count], with the same stack tables, for comparison with engines that count
// solutions of a puzzle. Time is that of one or two units of Count.
func Completions(ctx context.Context, delta int, given Grid) (*big.Int, error) {
	b, err := newBound(delta)
	if err != nil {
		return nil, err
	}
	var isGiven [digits]bool
	for i, d := range given {
		if d > digits {
			return nil, fmt.Errorf("found the digit %d, expected 1 to 9, or 0 for an open cell", d)
		}
		isGiven[places[i].box] = isGiven[places[i].box] || d != 0
	}
	cross := isGiven[3] || isGiven[6]
	for box, g := range isGiven {
		m := given.minigrid(box)
		if g != (box < side || cross && box%side == 0) || g && slices.Contains(m[:], 0) {
			return nil, errors.New("expected the cells of the first band, or those of the first band and the first stack")
		}
	}
	t, err := newTables(ctx, b)
	var total uint128
	if err == nil {
		total, err = t.completions(ctx, given, cross)
	}
	if err != nil {
		return nil, fmt.Errorf("counting completions for Δ = %d: %w", delta, err)
	}
	return total.big(), nil
}

func (t *tables) completions(ctx context.Context, given Grid, cross bool) (uint128, error) {
	if !t.bound.joined(given.minigrid(0), given.minigrid(1), given.minigrid(2)) {
		return uint128{}, nil
	}
	var stacks [side]*stackTable
	for stack := range side {
		var err error
		if stacks[stack], err = t.newStackTable(ctx, []uint16{t.index[given.minigrid(stack).columns()]}); err != nil {
			return uint128{}, err
		}
	}
	// The given columns choose between the mirror images of each stack. Nothing chooses between those of the second and
	// third band, unless the first stack does.
	images := uint64(mirrors * mirrors)
	if cross {
		second, third := given.minigrid(3), given.minigrid(6)
		if !t.bound.joined(given.minigrid(0).transpose(), second.transpose(), third.transpose()) {
			return uint128{}, nil
		}
		stacks[0] = t.singleEntry(t.index[second.rows()], t.index[third.rows()])
		images = 1
	}
	total, err := newSum(t).ofAll(ctx, stacks)
	return total.times(images), err
}

// joined reports whether three mini-grids are quasi-magic, and hold each digit once in each row when they are side by side.
func (b bound) joined(m ...Minigrid) bool {
	for _, m := range m {
		if !b.quasiMagic(m) {
			return false
		}
	}
	for i := range side {
		if m[0].rowSet(i)|m[1].rowSet(i)|m[2].rowSet(i) != allOf {
			return false
		}
	}
	return true
}

// singleEntry returns the table of a stack that is known as a whole.
func (t *tables) singleEntry(second, third uint16) *stackTable {
	s := t.emptyStackTable()
	s.line(second)[third] = 1
	s.live[second], s.live[third] = true, true
	return s
}
