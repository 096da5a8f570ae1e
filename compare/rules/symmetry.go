package rules

import "qmsat/model"

// symmetry moves the content of cells of a 9×9 grid with 3×3 boxes, and may replace each digit by its complement 10 − d. It takes
// quasi-magic grids to quasi-magic grids of the same Δ.
type symmetry struct {
	cells      []model.Var // where the content of each cell goes
	complement bool
}

// movements generate the symmetries of quasi-magic Sudoku that keep digits, 4,608 in all: permutations of the bands, exchange of
// the outer rows of a band, and transposition, which turns these into what is done to columns. With complement they generate
// all 9,216 (Jones, Perkins and Roach, Discrete Math. 311, 2011).
func movements(g *model.Grid) []symmetry {
	move := func(to func(row, column int) (int, int)) symmetry {
		s := symmetry{cells: make([]model.Var, g.Cells())}
		for row := range g.Rows {
			for column := range g.Columns {
				s.cells[g.Cell(row, column)] = g.Cell(to(row, column))
			}
		}
		return s
	}
	rows := func(order ...int) symmetry {
		return move(func(row, column int) (int, int) { return order[row], column })
	}
	return []symmetry{
		move(func(row, column int) (int, int) { return column, row }),
		rows(2, 1, 0, 3, 4, 5, 6, 7, 8),
		rows(3, 4, 5, 0, 1, 2, 6, 7, 8),
		rows(0, 1, 2, 6, 7, 8, 3, 4, 5),
	}
}

// complement keeps each cell and replaces its digit.
func complement(g *model.Grid) symmetry {
	s := symmetry{complement: true}
	for cell := range model.Var(g.Cells()) {
		s.cells = append(s.cells, cell)
	}
	return s
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

// formula returns the formula that holds in the image of a grid just where f holds in the grid.
func (s symmetry) formula(f model.Formula) model.Formula {
	return model.MapAtoms(f, func(atom model.In) model.Formula {
		return model.In{Var: s.cells[atom.Var], Values: s.values(atom.Values)}
	})
}

func (s symmetry) values(values model.Domain) model.Domain {
	if !s.complement {
		return values
	}
	var ranges []model.Range
	for _, r := range values.Ranges() {
		ranges = append(ranges, model.Range{Lo: dual(r.Hi), Hi: dual(r.Lo)})
	}
	return model.NewDomain(ranges...)
}

// orbit returns the images of a formula under all products of the symmetries, each once, the formula itself first. Formulas
// that differ in the order of their parts are the same.
func orbit(f model.Formula, symmetries []symmetry) []model.Formula {
	all := []model.Formula{f}
	seen := map[string]bool{formulaKey(f): true}
	for i := 0; i < len(all); i++ {
		for _, s := range symmetries {
			image := s.formula(all[i])
			if key := formulaKey(image); !seen[key] {
				seen[key] = true
				all = append(all, image)
			}
		}
	}
	return all
}

// formulaKey returns a text that two formulas share just where they differ in the order of parts at most.
func formulaKey(f model.Formula) string {
	return string(model.AppendCanonicalFormula(nil, model.NormalFormula(f)))
}
