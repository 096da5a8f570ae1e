package native

import (
	"slices"

	"qmsat/model"
)

// paperRules are the pruning rules that are on, as the solver uses them: rules 1 and 2 as values that cells may not have,
// rules 3 to 10 as checks after a cell was fixed. The zero paperRules has no rule on.
//
// A check reads fixed cells only and looks at nothing that the cell just fixed has no part in. A rule is then broken as
// soon as its cells are fixed so that it is false, and not earlier, and no grid without open cells passes that breaks one:
// the solver is exact even where the rules do not follow from the rest of the model.
type paperRules struct {
	excluded []uint64             // by cell: the values that rules 1 and 2 take away
	checks   [][][]paperRuleCheck // by cell and value-1: the checks that a cell fixed at that value can fail
	centres  []int                // by box
	edges    []int                // the cells of all boxes that are neither centre nor corner
	counters map[int]*ruleCounter // by number of the rule; nil where checks are not counted
}

// paperCheck reports whether a rule that the cell, just fixed at value, has part in can still hold.
type paperCheck func(s *paperState, cell, value int) bool

// paperRuleCheck is a rule's check at a cell and value.
type paperRuleCheck struct {
	rule       int // its number, 3 to 10
	constraint int
	holds      paperCheck
}

// paperPosition is a cell's place in its box.
type paperPosition int

const (
	paperCorner paperPosition = iota
	paperEdge
	paperCentre
)

// paperPruning is one of the rules 3 to 10.
type paperPruning struct {
	number  int
	touches func(position paperPosition, value int) bool // whether such a cell can break it
	holds   paperCheck
}

// paperPrunings are the rules 3 to 10; model.PruningRuleText says what each requires. A check costs at most a walk over
// the 9 centres and the 36 edge cells.
var paperPrunings = []paperPruning{
	{3, paperCentreAt(1, 2, 3, 4, 5, 6, 7, 8, 9), (*paperState).oneCentreFive},
	{4, paperCentreAt(3, 7), (*paperState).onlyCentre},
	{5, paperCentreAt(3, 7), func(s *paperState, cell, value int) bool {
		return !s.hasCentre(10-value, func(box int) bool { return !paperInLine(box, s.layout.boxOf[cell]) })
	}},
	{6, paperCentreAt(6, 7), func(s *paperState, cell, value int) bool { return !s.centreInLine(cell, 13-value) }},
	{7, paperCentreAt(3, 4), func(s *paperState, cell, value int) bool { return !s.centreInLine(cell, 7-value) }},
	{8, paperAnyAt(1, 2), func(s *paperState, cell, value int) bool { return !s.onLinesOf(cell, 3-value) }},
	{9, paperAnyAt(8, 9), func(s *paperState, cell, value int) bool { return !s.onLinesOf(cell, 17-value) }},
	{10, func(position paperPosition, value int) bool {
		return position == paperCentre || position == paperEdge && (value == 4 || value == 6)
	}, (*paperState).edgesFitCentres},
}

// paperCentreAt is true of centres with one of the values.
func paperCentreAt(values ...int) func(paperPosition, int) bool {
	return func(position paperPosition, value int) bool {
		return position == paperCentre && slices.Contains(values, value)
	}
}

// paperAnyAt is true of all cells with one of the values.
func paperAnyAt(values ...int) func(paperPosition, int) bool {
	return func(_ paperPosition, value int) bool { return slices.Contains(values, value) }
}

// newPaperRules tabulates the rules with the given numbers for a 9×9 grid with 3×3 boxes. Their constraints are numbered from
// the given number on.
func newPaperRules(g *model.Grid, numbers []int, constraints int) paperRules {
	r := paperRules{
		excluded: make([]uint64, g.Cells()),
		checks:   make([][][]paperRuleCheck, g.Cells()),
		centres:  make([]int, g.Boxes()),
	}
	for box := range g.Boxes() {
		for row := range g.BoxRows {
			for column := range g.BoxColumns {
				r.add(int(g.BoxCell(box, row, column)), box, paperPositionOf(row, column), numbers, constraints)
			}
		}
	}
	return r
}

// paperPositionOf returns the place of a row and column, counting from 0, of a 3×3 box.
func paperPositionOf(row, column int) paperPosition {
	switch {
	case row == 1 && column == 1:
		return paperCentre
	case row == 1 || column == 1:
		return paperEdge
	default:
		return paperCorner
	}
}

func (r *paperRules) add(cell, box int, position paperPosition, numbers []int, constraints int) {
	switch position {
	case paperCentre:
		r.centres[box] = cell
		if slices.Contains(numbers, 1) {
			r.excluded[cell] = ^paperInterval(3, 7)
		}
	case paperEdge:
		r.edges = append(r.edges, cell)
		if slices.Contains(numbers, 2) {
			r.excluded[cell] = paperInterval(5, 5)
		}
	}
	r.checks[cell] = make([][]paperRuleCheck, 9)
	for value := 1; value <= 9; value++ {
		for _, rule := range paperPrunings {
			if slices.Contains(numbers, rule.number) && rule.touches(position, value) {
				check := paperRuleCheck{rule.number, constraints + rule.instance(box), rule.holds}
				r.checks[cell][value-1] = append(r.checks[cell][value-1], check)
			}
		}
	}
}

// paperInstances is the number of constraints that a rule may be.
const paperInstances = 9

// instance numbers the constraints that the rules are: one for each box where a rule speaks of the lines of boxes, and one
// in all otherwise.
func (p *paperPruning) instance(box int) int {
	if p.number == 8 || p.number == 9 {
		return p.number*paperInstances + box
	}
	return p.number * paperInstances
}

// constraintsOf returns the rules' constraints that a cell can break.
func (r *paperRules) constraintsOf(cell int) []int {
	var constraints []int
	for _, checks := range r.checks[cell] {
		for _, check := range checks {
			if !slices.Contains(constraints, check.constraint) {
				constraints = append(constraints, check.constraint)
			}
		}
	}
	return constraints
}

// removeByRules takes away what rules 1 and 2 exclude. It reports whether every cell has a candidate left.
func (s *paperState) removeByRules() bool {
	counted := s.layout.rules.counters != nil
	for cell, values := range s.layout.rules.excluded {
		switch {
		case values == 0:
		case counted && !s.removeCounted(cell, values), !counted && !s.remove(cell, values):
			return false
		}
	}
	return true
}

// rulesHold checks the rules 3 to 10 that a cell just fixed can break.
func (s *paperState) rulesHold(cell int) bool {
	if s.layout.rules.checks == nil {
		return true
	}
	value := s.value(cell)
	checks := s.layout.rules.checks[cell][value-1]
	for i := range checks {
		if !checks[i].holds(s, cell, value) {
			s.layout.weights.failed(checks[i].constraint)
			return false
		}
	}
	return true
}

// paperInLine reports whether two of the nine boxes share a band or a stack.
func paperInLine(a, b int) bool { return a/3 == b/3 || a%3 == b%3 }

// oneCentreFive checks rule 3 in the band and the stack of a centre: no two centres 5, and one when all three are fixed.
func (s *paperState) oneCentreFive(cell, _ int) bool {
	box := s.layout.boxOf[cell]
	return s.oneFiveAmong(box/3*3, 1) && s.oneFiveAmong(box%3, 3)
}

// oneFiveAmong checks rule 3 for the centres of the boxes first, first+step and first+2·step.
func (s *paperState) oneFiveAmong(first, step int) bool {
	fives, open := 0, 0
	for i := range 3 {
		switch s.value(s.layout.rules.centres[first+i*step]) {
		case 0:
			open++
		case 5:
			fives++
		}
	}
	return fives == 1 || fives == 0 && open > 0
}

// onlyCentre checks rule 4: no other centre has the value.
func (s *paperState) onlyCentre(cell, value int) bool {
	return !s.hasCentre(value, func(box int) bool { return box != s.layout.boxOf[cell] })
}

// centreInLine reports whether the band or the stack of a centre has a centre with the value.
func (s *paperState) centreInLine(cell, value int) bool {
	return s.hasCentre(value, func(box int) bool { return paperInLine(box, s.layout.boxOf[cell]) })
}

// hasCentre reports whether a box of the given kind has a centre fixed at the value.
func (s *paperState) hasCentre(value int, among func(box int) bool) bool {
	for box, centre := range s.layout.rules.centres {
		if s.value(centre) == value && among(box) {
			return true
		}
	}
	return false
}

// onLinesOf reports whether a line through the cell has a cell fixed at the value.
func (s *paperState) onLinesOf(cell, value int) bool {
	for _, line := range s.layout.lines[cell] {
		for _, other := range line.cells {
			if s.value(other) == value {
				return true
			}
		}
	}
	return false
}

// edgesFitCentres checks rule 10: when all centres are fixed, none at 3 or 7, no edge cell is fixed at 4 or 6.
func (s *paperState) edgesFitCentres(_, _ int) bool {
	for _, centre := range s.layout.rules.centres {
		if value := s.value(centre); value == 0 || value == 3 || value == 7 {
			return true
		}
	}
	for _, edge := range s.layout.rules.edges {
		if value := s.value(edge); value == 4 || value == 6 {
			return false
		}
	}
	return true
}
