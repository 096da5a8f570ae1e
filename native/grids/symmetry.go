package grids

import (
	"context"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/orbit"
	"qmsat/model"
)

// symmetry moves the content of cells, and relabels the digits. It maps quasi-magic grids to quasi-magic grids.
type symmetry struct {
	cells  [cells]uint8 // where the content of each cell goes
	digits relabelling
}

func (s *symmetry) apply(g *Grid) (image Grid) {
	for i, d := range g {
		image[s.cells[i]] = s.digits.digit(d)
	}
	return image
}

// compose returns the symmetry that applies s first, then next.
func (s symmetry) compose(next symmetry) symmetry {
	for i, to := range s.cells {
		s.cells[i] = next.cells[to]
	}
	s.digits = s.digits.compose(next.digits)
	return s
}

func (s symmetry) inverse() (inverse symmetry) {
	for i, to := range s.cells {
		inverse.cells[to] = uint8(i)
	}
	for i, to := range s.digits {
		inverse.digits[to-1] = uint8(i) + 1
	}
	return inverse
}

// generators returns generators of the group that defines the classes of grids: exchange of the outer rows of a band, and of the
// outer columns of a stack; permutations of bands and of stacks; transposition; and the relabellings of digits that keep the set
// of allowed triples. For Δ = 9, which does not restrict diagonals, they include all permutations of the rows of a band and of
// the columns of a stack.
func (b bound) generators() []symmetry {
	moves := model.QuasiMagicMovements()
	if b == maxDelta {
		moves = append(moves, layout.Moved(func(row, column int) (int, int) {
			if row < 2 {
				row = 1 - row
			}
			return row, column
		}))
	}
	relabellings, _ := b.relabellings()
	return symmetriesOf(moves, relabellings)
}

// symmetriesOf returns symmetries that move cells, followed by symmetries that relabel digits.
func symmetriesOf(moves [][]model.Var, relabellings []relabelling) (list []symmetry) {
	for _, cells := range moves {
		s := identitySymmetry()
		for i, to := range cells {
			s.cells[i] = uint8(to)
		}
		list = append(list, s)
	}
	for _, r := range relabellings {
		s := identitySymmetry()
		s.digits = r
		list = append(list, s)
	}
	return list
}

func identitySymmetry() (s symmetry) {
	s.digits = identity
	for i := range s.cells {
		s.cells[i] = uint8(i)
	}
	return s
}

// symmetries returns all elements of the group, the identity first.
func (b bound) symmetries(ctx context.Context) ([]symmetry, error) {
	generators := b.generators()
	all, err := orbit.All(ctx, []symmetry{identitySymmetry()}, func(s symmetry, visit func(symmetry)) {
		for _, g := range generators {
			visit(s.compose(g))
		}
	})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// symmetryClass is a class of conjugate symmetries, which map equally many grids to themselves.
type symmetryClass struct {
	symmetry symmetry
	size     int
}

// symmetryClasses returns the conjugacy classes of the group, the identity's first.
func (b bound) symmetryClasses(ctx context.Context) ([]symmetryClass, error) {
	symmetries, err := b.symmetries(ctx)
	if err != nil {
		return nil, err
	}
	generators := b.generators()
	inverses := slices.Clone(generators)
	for i := range inverses {
		inverses[i] = inverses[i].inverse()
	}
	all, err := orbit.All(ctx, symmetries, func(s symmetry, visit func(symmetry)) {
		for i, g := range generators {
			visit(inverses[i].compose(s).compose(g))
		}
	})
	classes := lists.Map(all, func(class []symmetry) symmetryClass { return symmetryClass{class[0], len(class)} })
	return classes, err
}

func (s *symmetry) box(box int) int { return boxCells[s.cells[cellAt[box][0]]].box }

// filling returns the image of filling f in a box, which is the content of the box to which it moves.
func (s *symmetry) filling(box int, f filling) (image filling) {
	for i, d := range f {
		image[boxCells[s.cells[cellAt[box][i]]].cell] = s.digits.digit(d)
	}
	return image
}
