package grids

import (
	"bytes"
	"cmp"
	"context"
	_ "embed" // for the table of classes
	"fmt"
	"iter"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"qmsat/internal/stop"
)

// classesDelta2 is the result of [ListClasses] for Δ = 2: a grid and the size of its class on each line.
//
//go:embed classes-delta2.txt
var classesDelta2 string

// Uniform draws uniformly from all grids for a Δ: first a class, weighted by its size, then a symmetry. The symmetries map the
// class's first grid to each of its grids equally often.
type Uniform struct {
	classes    []Class
	total      int // grids in all classes
	symmetries []symmetry
}

// listedDelta is the only Δ with few enough grids for a table of their classes.
const listedDelta = 2

// NewUniform prepares the choice among the grids with Δ = delta. Only the classes for Δ = 2 are known; other Δ are
// [ErrInfeasible]. It takes some hundredths of a second; a draw takes microseconds.
func NewUniform(ctx context.Context, delta int) (*Uniform, error) {
	if delta != listedDelta {
		return nil, fmt.Errorf("choosing among the grids for Δ = %d: %w, because only the classes for Δ = %d are listed",
			delta, ErrInfeasible, listedDelta)
	}
	symmetries, err := bound(delta).symmetries(ctx)
	if err != nil {
		return nil, err
	}
	u := &Uniform{symmetries: symmetries}
	for line := range strings.Lines(classesDelta2) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var text string
		var class Class
		if _, err := fmt.Sscan(line, &text, &class.Size); err != nil || len(text) != cells {
			return nil, fmt.Errorf("table of classes: found %q, expected a grid and a number", line)
		}
		for i := range cells {
			class.Representative[i] = text[i] - '0'
		}
		u.classes = append(u.classes, class)
		u.total += class.Size
	}
	return u, nil
}

// Moves returns the cell permutations of the symmetries, each once, without the relabellings.
func (u *Uniform) Moves() [][cells]uint8 {
	all := map[[cells]uint8]bool{}
	for i := range u.symmetries {
		all[u.symmetries[i].cells] = true
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b [cells]uint8) int { return bytes.Compare(a[:], b[:]) })
}

// Images returns the images of a grid under each symmetry. The grid may be partial, with 0 for empty cells.
func (u *Uniform) Images(g *Grid) iter.Seq[Grid] {
	return func(yield func(Grid) bool) {
		for i := range u.symmetries {
			s := &u.symmetries[i]
			var image Grid
			for cell, d := range g {
				if d != 0 {
					image[s.cells[cell]] = s.digits.digit(d)
				}
			}
			if !yield(image) {
				return
			}
		}
	}
}

// Classes returns the classes, sorted by representatives.
func (u *Uniform) Classes() []Class { return slices.Clone(u.classes) }

// All returns all grids in lexicographic order, and the class of each. It takes some tenths of a second, far less than [List],
// which does not use the classes.
func (u *Uniform) All(ctx context.Context) (all []Grid, classes []int, err error) {
	// The symmetries map a class's representative to each of its grids equally often.
	type image struct {
		start uint64 // the first 16 digits
		grid  *Grid
		class int
	}
	grids := make([]Grid, len(u.classes)*len(u.symmetries))
	images := make([]image, len(grids))
	watch := stop.NewWatch(ctx)
	for i := range images {
		if err := watch.Over(cells); err != nil {
			return nil, nil, err
		}
		class, g := i/len(u.symmetries), &grids[i]
		*g = u.symmetries[i%len(u.symmetries)].apply(&u.classes[class].Representative)
		images[i] = image{grid: g, class: class}
		for _, d := range g[:16] {
			images[i].start = images[i].start<<4 | uint64(d)
		}
	}
	slices.SortFunc(images, func(a, b image) int {
		if watch.Over(1) != nil {
			return 0 // the order does not matter any more
		}
		if a.start != b.start {
			return cmp.Compare(a.start, b.start)
		}
		return bytes.Compare(a.grid[:], b.grid[:])
	})
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	all, classes = make([]Grid, 0, u.total), make([]int, 0, u.total)
	for _, i := range images {
		if len(all) == 0 || *i.grid != all[len(all)-1] {
			all, classes = append(all, *i.grid), append(classes, i.class)
		}
	}
	return all, classes, nil
}

// Grid chooses a grid.
func (u *Uniform) Grid(random *rand.Rand) Grid {
	number, class := random.IntN(u.total), 0
	for ; number >= u.classes[class].Size; class++ {
		number -= u.classes[class].Size
	}
	return u.symmetries[random.IntN(len(u.symmetries))].apply(&u.classes[class].Representative)
}

// Sample returns grids for Δ = delta, 2 to 9, each drawn uniformly from all.
//
// For Δ = 2 it takes no time. For other Δ it draws numbers of grids: see [NewNumbering] and [Numbering.Grids] for the time.
// Options are those of Count; the grids depend only on the source of randomness.
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
	numbering, err := NewNumbering(ctx, delta, options)
	if err != nil {
		return nil, fmt.Errorf("choosing grids: %w", err)
	}
	return numbering.Sample(ctx, n, random)
}

// Sample returns grids, each drawn uniformly from all. See [Numbering.Grids] for the time.
func (n *Numbering) Sample(ctx context.Context, samples int, random *rand.Rand) ([]Grid, error) {
	numbers := make([]*big.Int, samples)
	for i := range numbers {
		numbers[i] = below(random, n.total)
	}
	return n.Grids(ctx, numbers)
}

// below returns a uniform random number from 0 to n−1.
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
