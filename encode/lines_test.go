package encode

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
)

// TestLines has houses of three of five cells; some share two, some are equal.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars, m := cellsOf(5, 3)
		for range rapid.IntRange(2, 4).Draw(t, "houses") {
			house := rapid.SliceOfNDistinct(rapid.SampledFrom(vars), 3, 3, rapid.ID[model.Var]).Draw(t, "house")
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: house})
		}
		options := Options{Cells: rapid.SampledFrom([]string{"lines", "optimized-lines"}).Draw(t, "cells")}
		options.AMO = rapid.SampledFrom(AtMostOnes.Names()).Draw(t, "amo")
		if twice := repeated(checkModel(t, m, options)); twice != nil {
			t.Errorf("written twice: %v", twice)
		}
	})
}

// TestPartitions has the lines of a row and a box of 9×9 Sudoku; Latin squares have none.
func TestPartitions(t *testing.T) {
	for _, test := range []struct {
		m     *model.Model
		house int
		sizes []int // of the partitions
	}{
		{must(model.Sudoku(3, 3)), 0, []int{3}},
		{must(model.Sudoku(3, 3)), 26, []int{3, 3}},
		{must(model.Sudoku(2, 3)), 0, []int{2}},
		{must(model.Sudoku(2, 3)), 17, []int{2, 3}},
		{must(model.Sudoku(1, 4)), 0, nil},
	} {
		c, err := newCompiler(t.Context(), test.m, nil, Options{}, &Formula{})
		if err != nil {
			t.Fatal(err)
		}
		partitions := c.partitionsOf(c.differents[test.house])
		for i, lines := range partitions {
			if i < len(test.sizes) && len(lines) != test.sizes[i] {
				t.Errorf("%s, %d: %d lines, expected %d", test.m.Name, test.house, len(lines), test.sizes[i])
			}
		}
		if len(partitions) != len(test.sizes) {
			t.Errorf("%s, %d: %d partitions, expected %d", test.m.Name, test.house, len(partitions), len(test.sizes))
		}
	}
}
