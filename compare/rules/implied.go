package rules

import (
	"context"
	"slices"

	"qmsat/encode"
	"qmsat/model"
)

// basis is what a statement must not follow from to be listed: the rules found before, that centres of a band or stack differ,
// and little more. It speaks of the first box and of all centres.
type basis struct {
	model *model.Model
	cells map[model.Var]bool
	rules []model.Constraint // those found, as far as they speak of these cells
}

func newBasis(m *model.Model) *basis {
	g := m.Grid
	b := &basis{model: m, cells: map[model.Var]bool{}}
	for _, cell := range g.BoxHouses()[0].Cells {
		b.cells[cell] = true
	}
	for box := range g.Boxes() {
		b.cells[g.BoxCell(box, 1, 1)] = true
	}
	return b
}

// within reports whether the basis speaks of all cells of a formula.
func (b *basis) within(f model.Formula) bool {
	return !slices.ContainsFunc((&model.Rule{Formula: f}).Scope(), func(cell model.Var) bool { return !b.cells[cell] })
}

// add adds a statement that was proved.
func (b *basis) add(s *Statement) {
	b.addHalf(s)
	if d := s.dual(); !d.equals(s) {
		b.addHalf(d)
	}
}

func (b *basis) addHalf(s *Statement) {
	images := slices.DeleteFunc(s.images(b.model.Grid), func(f model.Formula) bool { return !b.within(f) })
	never := joined(denied(images))
	if s.condition.sort != always {
		never = model.Implies{If: s.condition.formula(b.model.Grid), Then: never}
	}
	b.rules = append(b.rules, &model.Rule{Formula: never})
}

// implies reports whether a statement follows: from the rules that were added and what centres do; under a condition from
// all constraints of the first box too; and otherwise, where its family says so, from the sum of the line that it speaks of.
// It reports false where ctx ends first.
func (b *basis) implies(ctx context.Context, s *Statement) (bool, error) {
	for _, pattern := range s.family.patterns(b.model.Grid, s.values) {
		possible, err := satisfiableBy(ctx, b.against(s, pattern))
		if possible || err != nil {
			return false, err
		}
	}
	return true, nil
}

// smallChoice is the encoding of small models, for which it takes longer to find a better one than to search.
var smallChoice = encode.Choice{Sum: "support", Rules: "polarity"}

// satisfiableBy reports whether a small model has a solution, as the decider says.
func satisfiableBy(ctx context.Context, m *model.Model) (bool, error) {
	session, err := openEngine(m, decider, smallChoice)
	if err != nil {
		return false, err
	}
	defer session.Close()
	found, err := first(ctx, session, nil)
	return found != nil, err
}

// against is the basis of a statement with one of the patterns that the statement denies.
func (b *basis) against(s *Statement, pattern model.Formula) *model.Model {
	g := b.model.Grid
	m := *b.model
	m.Constraints = slices.Clone(b.rules)
	for line := range 3 {
		band, stack := []model.Var{}, []model.Var{}
		for i := range 3 {
			band = append(band, g.BoxCell(3*line+i, 1, 1))
			stack = append(stack, g.BoxCell(3*i+line, 1, 1))
		}
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: band}, &model.AllDifferent{Vars: stack})
	}
	scope := (&model.Rule{Formula: pattern}).Scope()
	for _, c := range b.model.Constraints {
		if !Minigrid.has(g, c.Scope()) {
			continue
		}
		line := c.Scope()
		_, isSum := c.(*model.Linear)
		about := isSum && !slices.ContainsFunc(scope, func(cell model.Var) bool { return !slices.Contains(line, cell) })
		if s.condition.sort != always || s.family.summed && about {
			m.Constraints = append(m.Constraints, c)
			if isSum {
				m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: line})
			}
		}
	}
	m.Constraints = append(m.Constraints, &model.Rule{Formula: s.condition.formula(g)}, &model.Rule{Formula: pattern})
	return &m
}
