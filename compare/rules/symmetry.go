package rules

import (
	"context"

	"qmsat/internal/lists"
	"qmsat/internal/orbit"
	"qmsat/model"
)

// symmetry moves the content of cells of a 9×9 grid with 3×3 boxes, and may replace each digit by its complement 10 − d. It takes
// quasi-magic grids to quasi-magic grids of the same Δ.
type symmetry struct {
	cells      []model.Var // where the content of each cell goes
	complement bool
}

// movements generate the symmetries that keep digits; with complement they generate all 9,216.
func movements() []symmetry {
	return lists.Map(model.QuasiMagicMovements(), func(cells []model.Var) symmetry { return symmetry{cells: cells} })
}

// complement keeps each cell and replaces its digit.
func complement(g *model.Grid) symmetry {
	return symmetry{cells: g.Moved(func(row, column int) (int, int) { return row, column }), complement: true}
}

func dual(digit int) int { return 10 - digit }

func (s symmetry) assignment(a model.Assignment) model.Assignment {
	image := make(model.Assignment, len(a))
	for cell, digit := range a {
		if s.complement {
			digit = dual(digit)
		}
		image[s.cells[cell]] = digit
	}
	return image
}

// formula returns the formula that holds in the image of a grid exactly if f holds in the grid.
func (s symmetry) formula(f model.Formula) model.Formula {
	return model.MapAtoms(f, func(atom model.In) model.Formula {
		return model.In{Var: s.cells[atom.Var], Values: s.values(atom.Values)}
	})
}

func (s symmetry) values(values model.Domain) model.Domain {
	if !s.complement {
		return values
	}
	ranges := lists.Map(values.Ranges(), func(r model.Range) model.Range { return model.Range{Lo: dual(r.Hi), Hi: dual(r.Lo)} })
	return model.NewDomain(ranges...)
}

// orbitOf returns the images of a formula under all products of the symmetries, each once, the formula itself first. Formulas
// that differ in the order of their parts are the same.
func orbitOf(f model.Formula, symmetries []symmetry) []model.Formula {
	all, _ := orbit.By(context.Background(), []model.Formula{f}, formulaKey, func(f model.Formula, visit func(model.Formula)) {
		for _, s := range symmetries {
			visit(s.formula(f))
		}
	})
	return all[0]
}

// formulaKey returns a text that two formulas share exactly if they differ at most in the order of parts.
func formulaKey(f model.Formula) string {
	return string(model.AppendCanonicalFormula(nil, model.NormalFormula(f)))
}
