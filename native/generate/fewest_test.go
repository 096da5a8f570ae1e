package generate

import (
	"math/bits"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/native/grids"
)

// agreement is the set of cells, of 81, in which a grid agrees with another.
type agreement [2]uint64

func agreementOf(a, b *grids.Grid) (s agreement) {
	for i, d := range a {
		if b[i] == d {
			s[i/64] |= 1 << (i % 64)
		}
	}
	return s
}

func (s agreement) has(cell int) bool { return s[cell/64]>>(cell%64)&1 != 0 }

// For Δ = 2 no three givens fix a quasi-magic grid, but some four do, as Forbes found in 2007. One grid of each class represents
// all; the numbers of sets of four are this project's.
func TestFewestGivensDelta2(t *testing.T) {
	modeltest.OnlyConfirm(t)
	list, err := grids.List(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	classes, err := grids.ListClasses(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	var all []grids.Grid
	for g := range list {
		all = append(all, g)
	}
	m := modeltest.QuasiMagic(t, 2)
	session := openNative(t, m)
	puzzles, withFour := 0, 0
	for _, class := range classes {
		three, four := fixedByFew(&class.Representative, all)
		if three > 0 {
			t.Errorf("%v: %d sets of three cells fix it, expected none", class.Representative, three)
		}
		for _, cells := range four {
			cube := model.Cube{}
			for _, cell := range cells {
				cube = append(cube, model.Given{Var: model.Var(cell), Value: int(class.Representative[cell])})
			}
			expectSolutions(t, session, m, cube, 1)
		}
		puzzles += len(four) * class.Size
		if len(four) > 0 {
			withFour++
		}
	}
	if withFour != 5 || puzzles != 3465216 {
		t.Errorf("%d puzzles of four givens from %d classes of %d, expected 3465216 from 5", puzzles, withFour, len(classes))
	}
}

// fixedByFew returns how many sets of three cells of a grid determine it, and lists the sets of four that do.
func fixedByFew(grid *grids.Grid, all []grids.Grid) (three int, four [][4]int) {
	var others []agreement
	for i := range all {
		if all[i] != *grid {
			others = append(others, agreementOf(&all[i], grid))
		}
	}
	for first := range grid {
		withFirst := having(others, first)
		for second := first + 1; second < len(grid); second++ {
			// By third cell: the further cells in which some grid agrees that agrees in all three.
			var covered [len(grid)]agreement
			for _, other := range having(withFirst, second) {
				for word, cells := range other {
					for ; cells != 0; cells &= cells - 1 {
						third := &covered[64*word+bits.TrailingZeros64(cells)]
						third[0], third[1] = third[0]|other[0], third[1]|other[1]
					}
				}
			}
			for third := second + 1; third < len(grid); third++ {
				if !covered[third].has(third) {
					three++
				}
				for fourth := third + 1; fourth < len(grid); fourth++ {
					if !covered[third].has(fourth) {
						four = append(four, [4]int{first, second, third, fourth})
					}
				}
			}
		}
	}
	return three, four
}

// having returns the agreements that contain a cell.
func having(list []agreement, cell int) (found []agreement) {
	for _, s := range list {
		if s.has(cell) {
			found = append(found, s)
		}
	}
	return found
}

// No 4×4 puzzle with three givens has one solution, and 25,728 with four do (OEIS A109252).
func TestFewestGivens4x4(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through all choices of four cells and values")
	}
	m := modeltest.Sudoku(t, 2, 2)
	session := openNative(t, m)
	var unique [5]int
	// New values appear in ascending order: each puzzle represents all its relabellings.
	var extend func(cube model.Cube, from model.Var, values, names int)
	extend = func(cube model.Cube, from model.Var, values, names int) {
		solutions := solutionsUpToTwo(t, session, cube)
		if solutions == 1 {
			unique[len(cube)] += names
		}
		if solutions == 0 || len(cube) == 4 {
			return
		}
		for v := from; v < 16; v++ {
			for value := 1; value <= min(values+1, 4); value++ {
				next := append(cube, model.Given{Var: v, Value: value})
				if value > values {
					extend(next, v+1, value, names*(4-values))
				} else {
					extend(next, v+1, values, names)
				}
			}
		}
	}
	extend(nil, 0, 0, 1)
	if unique != [5]int{0, 0, 0, 0, 25728} {
		t.Errorf("puzzles of one solution by number of givens: %v, expected none but 25728 of four", unique)
	}
}

// A number of givens too small to fix a solution is refused; if no bound is known, none is refused.
func TestFewestGivens(t *testing.T) {
	for _, test := range []struct {
		name     string
		model    *model.Model
		expected int
	}{
		{"1×1", modeltest.Sudoku(t, 1, 1), 0},
		{"2×2", modeltest.Sudoku(t, 2, 2), 4},
		{"2×3", modeltest.Sudoku(t, 2, 3), 5},
		{"3×3", modeltest.Sudoku(t, 3, 3), 17},
		{"3×3, Δ = 9", modeltest.QuasiMagic(t, 9), 17},
		{"3×3, Δ = 9 with a rule", ruled(t), 0},
		{"3×3, Δ = 2", modeltest.QuasiMagic(t, 2), 4},
		{"3×3, Δ = 3", modeltest.QuasiMagic(t, 3), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			session := openNative(t, test.model)
			_, err := New(t.Context(), test.model, nil, session, Options{Unique: true, Givens: test.expected})
			if err != nil {
				t.Errorf("%d givens: %v", test.expected, err)
			}
			if test.expected == 0 {
				return
			}
			fewer := Options{Unique: true, Givens: test.expected - 1}
			if _, err := New(t.Context(), test.model, nil, session, fewer); err == nil {
				t.Errorf("%d givens: no error", fewer.Givens)
			}
			fewer.Unique = false
			if _, err := New(t.Context(), test.model, nil, session, fewer); err != nil {
				t.Errorf("%d givens, not unique: %v", fewer.Givens, err)
			}
		})
	}
}
