package cells

import (
	"maps"
	"testing"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// TestPartitions has the lines of a row and a box of 9×9 Sudoku; Latin squares have none.
func TestPartitions(t *testing.T) {
	for _, test := range []struct {
		m     *model.Model
		house int
		sizes []int // of the partitions
	}{
		{modeltest.Sudoku(t, 3, 3), 0, []int{3}},
		{modeltest.Sudoku(t, 3, 3), 26, []int{3, 3}},
		{modeltest.Sudoku(t, 2, 3), 0, []int{2}},
		{modeltest.Sudoku(t, 2, 3), 17, []int{2, 3}},
		{modeltest.Sudoku(t, 1, 4), 0, nil},
	} {
		c, err := formula.New(t.Context(), test.m, nil, formula.Options{}, formula.Encoding{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		houses := maps.Collect(model.Each[*model.AllDifferent](test.m.Constraints))
		partitions := partitionsOf(c, houses[test.house])
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
