package model

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func builtModel(t *testing.T, f Family) *Model {
	t.Helper()
	var m *Model
	var err error
	if f.QuasiMagic {
		m, err = QuasiMagic(f.BoxRows, f.Delta)
	} else {
		m, err = Sudoku(f.BoxRows, f.BoxColumns)
	}
	if err == nil && len(f.PruningRules) > 0 {
		err = AddPruningRules(m, f.PruningRules)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var families = []Family{
	{BoxRows: 1, BoxColumns: 1},
	{BoxRows: 1, BoxColumns: 4},
	{BoxRows: 2, BoxColumns: 3},
	{BoxRows: 3, BoxColumns: 3},
	{BoxRows: 3, BoxColumns: 5},
	{BoxRows: 1, BoxColumns: 1, QuasiMagic: true},
	{BoxRows: 2, BoxColumns: 2, QuasiMagic: true, Delta: 2},
	{BoxRows: 3, BoxColumns: 3, QuasiMagic: true},
	{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 9},
	{BoxRows: 4, BoxColumns: 4, QuasiMagic: true, Delta: 5},
	{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2},
	{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2, PruningRules: []int{7}},
	{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2, PruningRules: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
}

func TestFamilyOfBuilders(t *testing.T) {
	for _, want := range families {
		m := builtModel(t, want)
		m.Name = "another name"
		got, ok := m.Family()
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); !ok || diff != "" {
			t.Errorf("%v: recognised %v, %s", want, ok, diff)
		}
	}
}

func TestFamilyOfOthers(t *testing.T) {
	quasiMagic := Family{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2}
	for _, c := range []struct {
		name   string
		change func(m *Model)
	}{
		{"a constraint more", func(m *Model) { m.Constraints = append(m.Constraints, Sum("", 1, 17, 0, 1)) }},
		{"a constraint in front", func(m *Model) { m.Constraints = slices.Insert(m.Constraints, 0, Constraint(Sum("", 1, 17, 0, 1))) }},
		{"another bound", func(m *Model) { m.Constraints[30].(*Linear).Hi++ }},
		{"another first bound", func(m *Model) { m.Constraints[27].(*Linear).Hi-- }},
		{"no upper bound", func(m *Model) { m.Constraints[27].(*Linear).Hi = NoUpper }},
		{"another coefficient", func(m *Model) { m.Constraints[40].(*Linear).Terms[1].Coefficient = 2 }},
		{"a house less", func(m *Model) { m.Constraints = slices.Delete(m.Constraints, 3, 4) }},
		{"a house that is named otherwise", func(m *Model) { m.Constraints[4].(*AllDifferent).Name = "row" }},
		{"houses in another order", func(m *Model) { m.Constraints[0], m.Constraints[1] = m.Constraints[1], m.Constraints[0] }},
		{"a line less", func(m *Model) { m.Constraints = m.Constraints[:len(m.Constraints)-1] }},
		{"a variable more", func(m *Model) { m.AddVariable("x", Interval(0, 1)) }},
		{"a projection", func(m *Model) { m.Outputs = []Var{0, 1} }},
		{"another domain", func(m *Model) { m.Variables[80].Domain = Interval(1, 8) }},
		{"no boxes", func(m *Model) { m.Grid = &Grid{Rows: 9, Columns: 9} }},
		{"no grid", func(m *Model) { m.Grid = nil }},
		{"rules in descending order", func(m *Model) {
			first, _ := PruningRule(m.Grid, 1)
			second, _ := PruningRule(m.Grid, 2)
			m.Constraints = append(m.Constraints, second, first)
		}},
		{"a rule twice", func(m *Model) {
			rule, _ := PruningRule(m.Grid, 1)
			m.Constraints = append(m.Constraints, rule, rule)
		}},
		{"no constraints", func(m *Model) { m.Constraints = nil }},
	} {
		m := builtModel(t, quasiMagic)
		c.change(m)
		if f, ok := m.Family(); ok {
			t.Errorf("%s: taken for %v", c.name, f)
		}
	}
	for _, m := range []*Model{
		{},
		three(),
		NewGrid(&Grid{Rows: 9, Columns: 9}, Interval(1, 9)),
		NewGrid(&Grid{Rows: 9, Columns: 9, BoxRows: 3, BoxColumns: 3}, Interval(1, 9)),
		{Grid: &Grid{Rows: 9, Columns: 9, BoxRows: 3, BoxColumns: 3}},
	} {
		if f, ok := m.Family(); ok {
			t.Errorf("%v taken for %v", m, f)
		}
	}
}
