package model

import (
	"fmt"
	"reflect"

	"qmsat/internal/lists"
)

// MagicConstant returns r(r²+1)/2, the sum of every line of a magic square of order r.
func MagicConstant(r int) int { return r * (r*r + 1) / 2 }

// MaxDelta returns (r³−r²)/2. From this Δ on, every filling of an r×r box is quasi-magic.
func MaxDelta(r int) int { return (r*r*r - r*r) / 2 }

// QuasiMagic returns the model of quasi-magic Sudoku with r×r boxes: plain Sudoku in which each row, column and diagonal of each
// box (mini-grid) sums to the magic constant r(r²+1)/2, plus or minus delta. delta is 0 to (r³−r²)/2; the maximum adds nothing to
// plain Sudoku.
//
// Source: Roach, Jones, Perkins, Grimstead, "A knowledge-rich approach to the rapid enumeration of quasi-magic Sudoku
// search spaces", ICAART 2009, for r = 3.
func QuasiMagic(r, delta int) (*Model, error) {
	m, err := Sudoku(r, r)
	if err != nil {
		return nil, err
	}
	for box := range m.Grid.Boxes() {
		lines, err := QuasiMagicBox(m.Grid, box, delta)
		if err != nil {
			return nil, err
		}
		m.Constraints = append(m.Constraints, lines...)
	}
	m.Name = fmt.Sprintf("quasi-magic Sudoku %d×%d, Δ = %d", r*r, r*r, delta)
	return m, nil
}

// QuasiMagicBox returns the constraints that make one square box of a grid, numbered from 0, quasi-magic.
func QuasiMagicBox(g *Grid, box, delta int) ([]Constraint, error) {
	r := g.BoxRows
	if r != g.BoxColumns || r == 0 {
		return nil, fmt.Errorf("boxes of %d×%d have no quasi-magic form, expected square boxes", g.BoxRows, g.BoxColumns)
	}
	if delta < 0 || delta > MaxDelta(r) {
		return nil, fmt.Errorf("quasi-magic Δ = %d, expected 0 to %d for %d×%d boxes", delta, MaxDelta(r), r, r)
	}
	if box < 0 || box >= g.Boxes() {
		return nil, fmt.Errorf("box %d, expected 0 to %d", box, g.Boxes()-1)
	}
	constraints := lists.Map(g.BoxLines(box), func(line House) Constraint {
		return Sum(line.Name, MagicConstant(r)-delta, MagicConstant(r)+delta, line.Cells...)
	})
	return constraints, nil
}

// QuasiMagicMovements returns generators of the 4,608 symmetries of quasi-magic Sudoku 9×9 that keep digits: transposition,
// exchange of the outer rows of a band, and permutations of the bands. Together with transposition these also move columns. Each
// gives the new place of each cell's content.
//
// Source: Jones, Perkins and Roach, Discrete Math. 311, 2011.
func QuasiMagicMovements() [][]Var {
	rows := func(order ...int) []Var {
		return pruningGrid.Moved(func(row, column int) (int, int) { return order[row], column })
	}
	return [][]Var{
		pruningGrid.Moved(func(row, column int) (int, int) { return column, row }),
		rows(2, 1, 0, 3, 4, 5, 6, 7, 8),
		rows(3, 4, 5, 0, 1, 2, 6, 7, 8),
		rows(0, 1, 2, 6, 7, 8, 3, 4, 5),
	}
}

// Family says which builder's model a model is: plain or quasi-magic Sudoku, with or without pruning rules.
type Family struct {
	BoxRows, BoxColumns int
	QuasiMagic          bool
	Delta               int   // the quasi-magic bound; 0 if QuasiMagic is false
	PruningRules        []int // ascending
}

// Family recognises a builder's model by its constraints. It reports false if the model has anything else. It ignores names.
func (m *Model) Family() (Family, bool) {
	f, rest := m.Recognise()
	return f, f.BoxRows > 0 && rest == 0 && len(m.Variables) == m.Grid.Cells() && !m.Projected() && m.Objective == nil
}

// Recognise matches the model's first constraints with the builders' constraints. It returns the family and how many constraints
// are left over. If the model does not begin with plain Sudoku, all are left over and the Family is zero.
func (m *Model) Recognise() (f Family, rest int) {
	rest = len(m.Constraints)
	if m.Grid == nil || !m.Grid.HasBoxes() {
		return Family{}, rest
	}
	g := m.Grid
	sudoku, err := Sudoku(g.BoxRows, g.BoxColumns)
	if err != nil || !g.SameLayout(*sudoku.Grid) || len(m.Variables) < g.Cells() || !m.GridValues().Equal(sudoku.Grid.Values) {
		return Family{}, rest
	}
	for i, v := range sudoku.Variables {
		if !m.Variables[i].Domain.Equal(v.Domain) {
			return Family{}, rest
		}
	}
	// take consumes the constraints if they come next.
	take := func(next []Constraint) bool {
		at := len(m.Constraints) - rest
		if len(next) > rest || !reflect.DeepEqual(m.Constraints[at:at+len(next)], next) {
			return false
		}
		rest -= len(next)
		return true
	}
	if !take(sudoku.Constraints) {
		return Family{}, rest
	}
	f = Family{BoxRows: g.BoxRows, BoxColumns: g.BoxColumns}
	if rest == 0 || g.BoxRows != g.BoxColumns {
		return f, rest
	}
	// Only the Δ in the first line's bound can match.
	first, ok := m.Constraints[len(m.Constraints)-rest].(*Linear)
	if !ok {
		return f, rest
	}
	quasiMagic, err := QuasiMagic(g.BoxRows, first.Hi-MagicConstant(g.BoxRows))
	if err != nil || !take(quasiMagic.Constraints[len(sudoku.Constraints):]) {
		return f, rest
	}
	f.QuasiMagic, f.Delta = true, first.Hi-MagicConstant(g.BoxRows)
	for number := 1; number <= PruningRuleCount; number++ {
		rule, err := PruningRule(g, number)
		if err != nil {
			break
		}
		if take([]Constraint{rule}) {
			f.PruningRules = append(f.PruningRules, number)
		}
	}
	return f, rest
}
