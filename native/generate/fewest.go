package generate

import (
	"fmt"

	"qmsat/model"
)

// fewest is the smallest number of givens that can make a solution unique.
type fewest struct {
	givens int
	reason string // why fewer never suffice
}

// published are the grid sizes for which the smallest number of givens is known exactly, by box rows and columns.
var published = map[[2]int]fewest{
	{2, 2}: {4, "by exhaustion"},
	{3, 3}: {17, "McGuire, Tugemann, Civario 2014"},
}

// fewestGivens returns a number of givens below which no puzzle of a model has a unique solution; 0 if none is known. It is for
// puzzles without other givens.
func fewestGivens(m *model.Model) fewest {
	family, known := m.Family()
	n := family.BoxRows * family.BoxColumns
	plain := known && isPlain(family)
	bound, isPublished := published[[2]int{family.BoxRows, family.BoxColumns}]
	switch {
	case plain && isPublished:
		return bound
	case plain && n > 1:
		return fewest{n - 1, "two values that are not given can be exchanged"}
	case known && family.QuasiMagic && family.BoxRows == 3 && family.Delta == 2:
		return fewest{4, "any three cells of any of the 248,832 grids agree with another"}
	default:
		return fewest{}
	}
}

// check returns an error if no puzzle can have that few givens.
func (f fewest) check(givens, cells int) error {
	if givens < f.givens {
		return fmt.Errorf("%d givens, expected %d to %d: fewer cannot fix a solution (%s)", givens, f.givens, cells, f.reason)
	}
	return nil
}
