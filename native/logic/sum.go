package logic

import (
	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "sum", Title: "Sum", Group: groupConstraints, Order: 500, Score: 50, Level: Medium, Rating: 2.6, find: sums,
		Describe: (*Board).constraintText, Of: func(c model.Constraint) bool { return c.Kind() == "linear" },
	})
}

// groupConstraints is the group of techniques on constraints other than all-different. HoDoKu and Sudoku Explainer have none of
// them; here they get the score and the rating of locked candidates.
const groupConstraints = "constraints"

// sums finds values of a cell without partners in a linear constraint: no candidates of the other cells (different if these see
// each other) bring the sum within its bounds. In quasi-magic Sudoku the constraint is a triple, in killer Sudoku a cage.
func sums(f *finder) {
	f.single(func(g *group) bool { return len(g.sums) > 0 })
}

// single finds values that no filling of a constraint has, of those that belong to no clue and are wanted.
func (f *finder) single(wanted func(*group) bool) {
	for i, g := range f.groups {
		if f.over() {
			return
		}
		if !g.clue && g.joint != nil && wanted(g) {
			step := &Step{Constraint: g.constraints[0], Cells: g.constraints[0].Scope()}
			if len(g.sums) > 0 {
				step.sum = g.sums[0]
			}
			f.refute(i, g.joint, step)
		}
	}
}

// constraintText writes the constraint of a step: 13..17 in r1c123, r1c2 - r1c1 ≥ 1, or its cells if it is not a sum; then its
// name in brackets.
func (b *Board) constraintText(s *Step) string {
	text := b.CellNames(s.Cells)
	if s.sum != nil {
		text = b.sumText(s.sum)
	}
	if name := s.Constraint.Label(); name != "" {
		text += " (" + name + ")"
	}
	return text
}

func (b *Board) sumText(c *model.Linear) string {
	bounds := c.BoundsText()
	if !c.Weighted() {
		return bounds + " in " + b.CellNames(c.Scope())
	}
	if c.Lo != model.NoLower && c.Hi != model.NoUpper {
		bounds = "= " + bounds
	}
	return b.Model.SumText(c.Terms) + " " + bounds
}
