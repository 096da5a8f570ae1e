package logic

import (
	"slices"

	"qmsat/internal/stop"
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
	joint       *joint // itself
	searched    bool   // a clue, a cage without a name, or a constraint without a technique of its own
}

// filterPart is a constraint's filter with its variables, as places in the group's.
type filterPart struct {
	filter filter
	at     []int
}

// workPerConstraint is the work to lay a constraint out, in the units of [stop.Watch.Over].
const workPerConstraint = 1 << 10

// mostInGroup is the most cells of a clue that is one group.
const mostInGroup = 20

// addGroups adds the groups of all clues and other constraints, except all-different ones.
func (b *Board) addGroups(watch *stop.Watch, clues []model.Sourced) {
	for _, clue := range clues {
		if watch.Over(workPerConstraint) != nil {
			return
		}
		_, constraints := model.Take[*model.AllDifferent](clue.Constraints)
		if len(constraints) == 0 {
			continue
		}
		for _, c := range constraints {
			b.clued[c] = true
		}
		g := b.newGroup(true, constraints...)
		g.name, g.text = clue.Kind(), clue.String()
		if len(g.cells) <= mostInGroup || len(g.cells) < len(g.vars) {
			b.groups = append(b.groups, g)
			continue
		}
		for _, c := range constraints {
			part := b.newGroup(true, c)
			part.name, part.text = g.name, c.Label()+" "+b.CellNames(part.cells)
			b.groups = append(b.groups, part)
		}
	}
	_, others := model.Take[*model.AllDifferent](b.Model.Constraints)
	for _, c := range others {
		if watch.Over(workPerConstraint) != nil {
			return
		}
		if b.clued[c] {
			continue
		}
		g := b.newGroup(false, c)
		g.name = c.Kind()
		step := &Step{Constraint: c, Cells: g.cells}
		if g.text = g.name + " " + b.constraintText(step); len(g.sums) > 0 {
			step.sum = g.sums[0]
			g.text = b.constraintText(step)
		}
		b.groups = append(b.groups, g)
	}
}

// newGroup returns some constraints of a clue, or one of none, as a group. It has neither filters nor a joint if no technique fills
// it: a rule by itself is read part by part.
func (b *Board) newGroup(clue bool, constraints ...model.Constraint) *group {
	g := &group{constraints: constraints, clue: clue}
	for _, c := range constraints {
		g.vars = union(g.vars, c.Scope())
	}
	g.cells = slices.DeleteFunc(slices.Clone(g.vars), b.isAuxiliary)
	if slices.ContainsFunc(g.vars, func(v model.Var) bool { return b.domains[v] == 0 }) { // an auxiliary variable's
		return g
	}
	g.sums, _ = model.Take[*model.Linear](constraints)
	older := !clue && slices.Contains([]string{"linear", "table", "rule"}, constraints[0].Kind()) && !slices.ContainsFunc(g.sums, isCage)
	g.searched = !older
	if older && constraints[0].Kind() == "rule" && len(g.vars) != 2 {
		return g
	}
	for _, c := range constraints {
		part := filterPart{filter: b.filterOf(c)}
		for _, v := range c.Scope() {
			part.at = append(part.at, slices.Index(g.vars, v))
		}
		g.filters = append(g.filters, part)
	}
	g.joint = b.join(nil, g)
	return g
}
