package model

import "reflect"

// Family says which of the builders' models a model is: plain Sudoku, quasi-magic Sudoku, with or without
// pruning rules.
type Family struct {
	BoxRows, BoxColumns int
	QuasiMagic          bool
	Delta               int   // the quasi-magic bound; 0 where QuasiMagic is false
	PruningRules        []int // ascending
}

// Family recognises a model of the builders by its constraints, and reports whether there is nothing in the model beside
// what the Family says. Names of models do not matter.
func (m *Model) Family() (Family, bool) {
	f, rest := m.recognise()
	return f, f.BoxRows > 0 && rest == 0 && len(m.Variables) == m.Grid.Cells() && !m.Projected() && m.Objective == nil
}

// recognise matches the builders' constraints against the model's first ones. It returns what they make, and how many
// constraints are left over; where not even plain Sudoku is there, all of them are, and the Family is zero.
func (m *Model) recognise() (f Family, rest int) {
	rest = len(m.Constraints)
	if m.Grid == nil || !m.Grid.HasBoxes() {
		return Family{}, rest
	}
	g := m.Grid
	sudoku, err := Sudoku(g.BoxRows, g.BoxColumns)
	if err != nil || *sudoku.Grid != *g || len(m.Variables) < g.Cells() {
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
	// The first line's bound tells the only Δ that can match.
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
