package rules

import (
	"context"
	"fmt"
	"slices"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// basis holds the known facts: mainly the rules found so far, and that the centres of a band or stack differ. A statement that
// follows from them is not listed. The variables of the basis are the cells of the first box and all centres.
type basis struct {
	model *model.Model
	cells map[model.Var]bool
	rules []model.Constraint // the found rules on these cells

	session engine.Session // open on the facts for statements under one condition
	opened  string         // the condition of the session
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

// within reports whether the basis has all cells of a formula.
func (b *basis) within(f model.Formula) bool {
	return !slices.ContainsFunc((&model.Rule{Formula: f}).Scope(), func(cell model.Var) bool { return !b.cells[cell] })
}

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

// implies reports whether a statement follows from the added rules and the facts on centres. A statement under a condition may
// also use all constraints of the first box. A statement without one may use the sum of its line, if its family is summed.
// implies reports false if ctx ends first.
func (b *basis) implies(ctx context.Context, s *Statement) (bool, error) {
	for _, pattern := range s.family.patterns(b.model.Grid, s.values) {
		possible, err := b.allows(ctx, s, pattern)
		if possible || err != nil {
			return false, err
		}
	}
	return true, nil
}

// allows reports whether the basis of a statement leaves a pattern possible. Under a condition the basis is the same for all
// statements, and so is the session.
func (b *basis) allows(ctx context.Context, s *Statement, pattern model.Formula) (bool, error) {
	cube, is := cubeOf(pattern)
	if !is || s.condition.sort == always {
		m := b.under(s.condition, b.lines(s, pattern))
		m.Constraints = append(m.Constraints, &model.Rule{Formula: pattern})
		return satisfiableBy(ctx, m, nil)
	}
	if key := fmt.Sprint(s.condition, len(b.rules)); b.opened != key {
		b.close()
		session, err := openEngine(ctx, b.under(s.condition, b.box()), decider, smallEncoding)
		if err != nil {
			return false, err
		}
		b.session, b.opened = session, key
	}
	found, err := first(ctx, b.session, cube)
	return found != nil, err
}

func (b *basis) close() {
	if b.session != nil {
		b.session.Close()
		b.session, b.opened = nil, ""
	}
}

// cubeOf returns a pattern of cells with one value each as a cube.
func cubeOf(pattern model.Formula) (cube model.Cube, is bool) {
	parts, least, _, _ := model.Tally(pattern)
	for _, part := range parts {
		atom, isAtom := model.AtomOf(part)
		if !isAtom || atom.Values.Size() != 1 {
			return nil, false
		}
		cube = append(cube, model.Given{Var: atom.Var, Value: atom.Values.Min()})
	}
	return cube, least == len(parts)
}

// smallEncoding is the encoding of small models. Finding a better one would take longer than the search.
var smallEncoding = encode.Options{Linear: "support", Rules: "polarity"}

// satisfiableBy reports whether a small model has a solution, by asking the decider.
func satisfiableBy(ctx context.Context, m *model.Model, cube model.Cube) (bool, error) {
	session, err := openEngine(ctx, m, decider, smallEncoding)
	if err != nil {
		return false, err
	}
	defer session.Close()
	found, err := first(ctx, session, cube)
	return found != nil, err
}

// under returns the facts for statements under a condition: the rules, that centres differ, the condition, and constraints of the
// first box.
func (b *basis) under(c condition, box []model.Constraint) *model.Model {
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
	m.Constraints = append(m.Constraints, box...)
	m.Constraints = append(m.Constraints, &model.Rule{Formula: c.formula(g)})
	return &m
}

func (b *basis) box() []model.Constraint {
	return slices.DeleteFunc(slices.Clone(b.model.Constraints), func(c model.Constraint) bool {
		return !Box.has(b.model.Grid, c.Scope())
	})
}

// lines returns the constraints of the first box that count as facts for a statement. Under a condition, these are all
// constraints. Otherwise, if the family is summed, they are the sums of the lines that contain all cells of the pattern, and that
// their cells differ.
func (b *basis) lines(s *Statement, pattern model.Formula) []model.Constraint {
	if s.condition.sort != always {
		return b.box()
	}
	if !s.family.summed {
		return nil
	}
	var lines []model.Constraint
	cells := (&model.Rule{Formula: pattern}).Scope()
	for _, sum := range model.Each[*model.Linear](b.box()) {
		line := sum.Scope()
		if !slices.ContainsFunc(cells, func(cell model.Var) bool { return !slices.Contains(line, cell) }) {
			lines = append(lines, sum, &model.AllDifferent{Vars: line})
		}
	}
	return lines
}
