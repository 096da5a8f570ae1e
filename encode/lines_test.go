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
