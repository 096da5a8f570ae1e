package modeltest

import (
	"testing"

	"qmsat/model"
)

// Sudoku returns the model of plain Sudoku with boxes of a shape.
func Sudoku(t testing.TB, boxRows, boxColumns int) *model.Model {
	t.Helper()
	m, err := model.Sudoku(boxRows, boxColumns)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// QuasiMagic returns the model of quasi-magic Sudoku 9×9.
func QuasiMagic(t testing.TB, delta int) *model.Model {
	t.Helper()
	m, err := model.QuasiMagic(3, delta)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
