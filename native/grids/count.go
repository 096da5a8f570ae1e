package grids

import (
	"context"
	"fmt"
	"math/big"

	"qmsat/internal/orbit"
)

// What is a kind of thing to count.
type What string

// What can be counted for a Δ.
const (
	Grids    What = "grids"     // whole grids
	Bands    What = "bands"     // contents of the first three rows that are valid on their own
	Fillings What = "minigrids" // contents of a box, a mini-grid in the words of 2009
	Classes  What = "classes"   // classes of grids that symmetries map to each other
)

// Whats lists what can be counted.
func Whats() []What { return []What{Grids, Bands, Fillings, Classes} }

// Options control a count. The zero value has the defaults.
type Options struct {
	Workers int // goroutines; 0 means one for each processor that Go may use
	// Progress is called by one goroutine at a time: first with the units found in a checkpoint, then after each finished unit of
	// work. It may be nil.
	Progress func(done, total int)
	// Checkpoint is a file that keeps the results of finished units. If it exists, the count resumes from it; a file of another
	// count is an error. It is replaced as a whole, about once a second, so it is always valid. Empty means none. A finished
	// count keeps the file.
	Checkpoint string
}

// Count counts grids, bands, fillings or classes of quasi-magic Sudoku 9×9 with Δ = delta from 0 to 9; Δ = 9 is plain Sudoku.
// The result does not depend on the options. When ctx ends, Count stops within a tenth of a second with the context's error;
// the checkpoint holds the finished units.
//
// Fillings of a box and bands take no time. On one processor of 2026, grids take milliseconds for Δ = 2, seconds for Δ = 4 and 9,
// and about a minute for each other Δ between, with less than a gigabyte of memory. Classes are counted only if that is feasible:
// see [ErrInfeasible].
func Count(ctx context.Context, delta int, what What, options Options) (*big.Int, error) {
	b, err := newBound(delta)
	if err != nil {
		return nil, err
	}
	if what == Classes {
		return countClasses(ctx, b, options)
	}
	j, err := jobOf(ctx, b, what)
	var total *big.Int
	if err == nil {
		total, err = j.run(ctx, j.header(b, what), options)
	}
	if err != nil {
		return nil, fmt.Errorf("counting %s for Δ = %d: %w", what, delta, err)
	}
	return total, nil
}

// jobOf returns the job that counts anything but classes.
func jobOf(ctx context.Context, b bound, what What) (job, error) {
	switch what {
	case Fillings:
		return single(b, (*tables).fillings), nil
	case Bands:
		return single(b, (*tables).bands), nil
	case Grids:
		return gridJob(ctx, b)
	default:
		return job{}, fmt.Errorf("cannot count %q, expected one of %v", what, Whats())
	}
}

func newBound(delta int) (bound, error) {
	if delta < 0 || delta > maxDelta {
		return 0, fmt.Errorf("found Δ = %d, expected 0 to %d", delta, maxDelta)
	}
	return bound(delta), nil
}

// mirrors is the number of ways to choose the upper and lower rows of a box, or of a whole band. The same holds for the outer
// columns of a stack.
const mirrors = 2

// fillings returns the number of quasi-magic fillings of a box.
func (t *tables) fillings() (total uint64) {
	for _, columns := range t.partners {
		total += uint64(len(columns)) * mirrors * mirrors
	}
	return total
}

// bands returns the number of bands whose boxes are quasi-magic and whose rows hold each digit once. The boxes' columns do not
// restrict each other. The largest number, for Δ = 9, has 40 bits.
func (t *tables) bands() (total uint64) {
	for _, part := range t.parts {
		for _, b := range part {
			columns := uint64(1)
			for _, rows := range b {
				columns *= uint64(len(t.partners[rows])) * mirrors
			}
			total += columns * mirrors
		}
	}
	return total
}

// gridJob counts whole grids. It sums T·T·T, one factor for each stack, over three bands. The sum does not change if all three
// bands are relabelled, if their stacks are permuted, or if the bands change places. So a unit of the work is a class of first
// bands under relabellings and permutations of stacks. Its other bands are in the same part as the first or a later one.
// Felgenhauer and Jarvis, "Mathematics of Sudoku I" (2006), count plain Sudoku by classes of first bands too; using row sets
// instead of whole bands makes it possible to include the diagonals.
func gridJob(ctx context.Context, b bound) (job, error) {
	t, err := newTables(ctx, b)
	if err != nil {
		return job{}, err
	}
	units, err := t.units(ctx)
	if err != nil {
		return job{}, err
	}
	return t.gridJob(units, newStackTables(t)), nil
}

func (t *tables) gridJob(units []unit, stacks *stackTables) job {
	return job{len(units), func() worker {
		s := newSum(t)
		return func(ctx context.Context, i int) (*big.Int, error) {
			u := units[i]
			tables, err := stacks.of(ctx, u.class[0])
			if err != nil {
				return nil, err
			}
			total, err := s.ofUnit(ctx, tables, u.part)
			if err != nil {
				return nil, err
			}
			return total.Mul(total, big.NewInt(int64(len(u.class))*allMirrors)), nil
		}
	}}
}

// unit is a class of first bands with equal sums over second and third bands.
type unit struct {
	class []band
	part  int
}

// allMirrors is the number of ways to choose mirror images of three bands and three stacks.
const allMirrors = mirrors * mirrors * mirrors * mirrors * mirrors * mirrors

// units returns the classes of first bands under relabellings and permutations of the stacks.
func (t *tables) units(ctx context.Context) ([]unit, error) {
	var units []unit
	generators, _ := t.bound.relabellings()
	for part, bands := range t.parts {
		classes, err := orbit.All(ctx, bands, t.images(generators))
		if err != nil {
			return nil, err
		}
		for _, class := range classes {
			units = append(units, unit{class, part})
		}
	}
	return units, nil
}
