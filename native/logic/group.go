package logic

import (
	"slices"

	"qmsat/model"
)

// group is what a person sees as one condition: a clue, or a constraint that belongs to none. A clue of more than mostInGroup cells,
// such as anti-king, has a group for each of its constraints.
type group struct {
	name        string      // of the clue or constraint
	text        string      // its name and cells
	vars        []model.Var // the cells, then the auxiliary variables
	cells       []model.Var // the cells alone
	constraints []model.Constraint
	clue        bool         // it is a clue, so no technique for single constraints uses it
	filters     []filterPart // of its constraints
	sums        []*model.Linear
	missing     bool // an auxiliary variable has too many values, so no technique can use it
}

// filterPart is a constraint's filter with its variables, as places in the group's.
type filterPart struct {
	filter filter
	at     []int
}

// mostInGroup is the most cells of a group; mostOpen is the most open cells of groups that a technique searches.
const (
	mostInGroup = 20
	mostOpen    = 12
)

// addGroups adds the groups of all clues and other constraints, except all-different ones.
func (b *Board) addGroups(clues []*model.Clue) {
	clued := map[model.Constraint]bool{}
	for _, clue := range clues {
		_, constraints := model.Take[*model.AllDifferent](clue.Constraints)
		if len(constraints) == 0 {
			continue
		}
		for _, c := range constraints {
			clued[c] = true
		}
		g := b.newGroup(constraints)
		g.name, g.text, g.clue = model.KindOf(clue.Named), b.Model.ClueText(clue), true
		if len(g.cells) <= mostInGroup || len(g.cells) < len(g.vars) {
			b.groups = append(b.groups, g)
			b.grouped(g, constraints...)
			continue
		}
		for _, c := range constraints {
			part := b.newGroup([]model.Constraint{c})
			part.name, part.text, part.clue = g.name, c.Label()+" "+b.CellNames(part.cells), true
			b.groups = append(b.groups, part)
			b.grouped(part, c)
		}
	}
	_, others := model.Take[*model.AllDifferent](b.Model.Constraints)
	for _, c := range others {
		if clued[c] {
			continue
		}
		g := b.newGroup([]model.Constraint{c})
		g.name = c.Kind()
		step := &Step{Constraint: c, Cells: g.cells}
		if g.text = g.name + " " + b.constraintText(step); len(g.sums) > 0 {
			step.sum = g.sums[0]
			g.text = b.constraintText(step)
		}
		b.groups = append(b.groups, g)
	}
}

// grouped notes the constraints of a clue that techniques for single constraints leave to the group: all that it can search, and
// those on auxiliary variables.
func (b *Board) grouped(g *group, constraints ...model.Constraint) {
	for _, c := range constraints {
		b.clued[c] = g.filters != nil || len(g.cells) < len(g.vars)
	}
}

func (b *Board) newGroup(constraints []model.Constraint) *group {
	g := &group{constraints: constraints}
	g.sums, _ = model.Take[*model.Linear](constraints)
	for _, c := range constraints {
		g.vars = append(g.vars, c.Scope()...)
	}
	slices.Sort(g.vars)
	g.vars = slices.Compact(g.vars)
	g.cells = slices.DeleteFunc(slices.Clone(g.vars), func(v model.Var) bool { return b.auxiliary.Has(int(v)) })
	g.missing = slices.ContainsFunc(g.vars, func(v model.Var) bool { return b.domains[v] == 0 })
	if g.missing {
		return g
	}
	for _, c := range constraints {
		part := filterPart{filter: b.filterOf(c)}
		for _, v := range c.Scope() {
			part.at = append(part.at, slices.Index(g.vars, v))
		}
		g.filters = append(g.filters, part)
	}
	return g
}

// fits reports whether techniques may search a group: it has few open cells, but some.
func (s *State) fits(g *group) bool {
	open := 0
	for _, v := range g.cells {
		if s.values[v] < 0 {
			open++
		}
	}
	return open > 0 && open <= mostOpen && g.filters != nil
}
