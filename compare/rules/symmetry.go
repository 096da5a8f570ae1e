package rules

import (
	"context"

	"qmsat/internal/lists"
	"qmsat/internal/orbit"
	"qmsat/model"
	"qmsat/model/symmetry"
)

// movements generate the symmetries of quasi-magic Sudoku 9×9 that keep digits; with the complement of digits they generate all 9,216.
func movements() []symmetry.Symmetry {
	return lists.Map(model.QuasiMagicMovements(), func(to []model.Var) symmetry.Symmetry { return symmetry.Of(to) })
}

func dual(digit int) int { return 10 - digit }

// orbitOf returns the images of a formula under all products of the symmetries, each once, the formula itself first. Formulas
// that differ in the order of their parts are the same.
func orbitOf(f model.Formula, symmetries []symmetry.Symmetry) []model.Formula {
	all, _ := orbit.By(context.Background(), []model.Formula{f}, formulaKey, func(f model.Formula, visit func(model.Formula)) {
		for _, s := range symmetries {
			visit(s.Formula(f))
		}
	})
	return all[0]
}

// formulaKey returns a text that two formulas share exactly if they differ at most in the order of parts.
func formulaKey(f model.Formula) string {
	return string(model.AppendCanonicalFormula(nil, model.NormalFormula(f)))
}
