package paper

import (
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// rules are the chosen pruning rules in the solver's form: rules 1 and 2 as values that cells may not have, rules 3 to 10 as
// checks after a cell is fixed. The zero value has no rules.
//
// A check reads only fixed cells, and only rules that contain the newly fixed cell. So a rule is broken once its fixed cells make
// it false, and no complete grid that breaks a rule passes. The solver is exact even if the rules do not follow from the rest of
// the model.
type rules struct {
	excluded []uint64                  // by cell: the values removed by rules 1 and 2
	checks   [][][]ruleCheck           // by cell and value-1: the checks that the cell can fail with that value
	centres  []int                     // by box
	edges    []int                     // the cells of all boxes that are neither centres nor corners
	counts   map[int]*engine.RuleCount // by rule number; nil if checks are not counted
}

// check reports whether a rule can still hold, after a cell was fixed at a value.
type check func(s *state, cell, value int) bool

// ruleCheck is a rule's check for a cell and value.
type ruleCheck struct {
	rule       int // its number, 3 to 10
	constraint int
	holds      check
}

// position is a cell's position in its box.
type position int

const (
	corner position = iota
	edge
	centre
)

// pruning is one of the rules 3 to 10.
type pruning struct {
	number  int
	touches func(position position, value int) bool // whether a cell at this position with this value can break it
	holds   check
}

// prunings are the rules 3 to 10; model.PruningRuleText says what each requires. A check reads at most the 9 centres and the 36
// edge cells.
var prunings = []pruning{
	{3, centreAt(1, 2, 3, 4, 5, 6, 7, 8, 9), (*state).oneCentreFive},
	{4, centreAt(3, 7), (*state).onlyCentre},
	{5, centreAt(3, 7), func(s *state, cell, value int) bool {
		return !s.hasCentre(10-value, func(box int) bool { return !inLine(box, s.layout.boxOf[cell]) })
	}},
	{6, centreAt(6, 7), func(s *state, cell, value int) bool { return !s.centreInLine(cell, 13-value) }},
	{7, centreAt(3, 4), func(s *state, cell, value int) bool { return !s.centreInLine(cell, 7-value) }},
	{8, anyAt(1, 2), func(s *state, cell, value int) bool { return !s.onLinesOf(cell, 3-value) }},
	{9, anyAt(8, 9), func(s *state, cell, value int) bool { return !s.onLinesOf(cell, 17-value) }},
	{10, func(position position, value int) bool {
		return position == centre || position == edge && (value == 4 || value == 6)
	}, (*state).edgesFitCentres},
}

// centreAt accepts centres with one of the values.
func centreAt(values ...int) func(position, int) bool {
	return func(position position, value int) bool {
		return position == centre && slices.Contains(values, value)
	}
}

// anyAt accepts all cells with one of the values.
func anyAt(values ...int) func(position, int) bool {
	return func(_ position, value int) bool { return slices.Contains(values, value) }
}

// newRules makes the tables of the rules with the given numbers, for a 9×9 grid with 3×3 boxes. Their constraints are numbered
// from constraints on.
func newRules(g *model.Grid, numbers []int, constraints int) rules {
	r := rules{
		excluded: make([]uint64, g.Cells()),
		checks:   make([][][]ruleCheck, g.Cells()),
		centres:  make([]int, g.Boxes()),
	}
	for box := range g.Boxes() {
		for row := range g.BoxRows {
			for column := range g.BoxColumns {
				r.add(int(g.BoxCell(box, row, column)), box, positionOf(row, column), numbers, constraints)
			}
		}
	}
	return r
}

// positionOf returns the position of a row and column, counting from 0, of a 3×3 box.
func positionOf(row, column int) position {
	switch {
	case row == 1 && column == 1:
		return centre
	case row == 1 || column == 1:
		return edge
	default:
		return corner
	}
}

func (r *rules) add(cell, box int, position position, numbers []int, constraints int) {
	switch position {
	case centre:
		r.centres[box] = cell
		if slices.Contains(numbers, 1) {
			r.excluded[cell] = ^interval(3, 7)
		}
	case edge:
		r.edges = append(r.edges, cell)
		if slices.Contains(numbers, 2) {
			r.excluded[cell] = interval(5, 5)
		}
	}
	r.checks[cell] = make([][]ruleCheck, 9)
	for value := 1; value <= 9; value++ {
		for _, rule := range prunings {
			if slices.Contains(numbers, rule.number) && rule.touches(position, value) {
				check := ruleCheck{rule.number, constraints + rule.instance(box), rule.holds}
				r.checks[cell][value-1] = append(r.checks[cell][value-1], check)
			}
		}
	}
}

// instances is the most constraints that one rule stands for.
const instances = 9

// instance numbers the constraints of a rule: one for each box if the rule is about lines of boxes, otherwise one in all.
func (p *pruning) instance(box int) int {
	if p.number == 8 || p.number == 9 {
		return p.number*instances + box
	}
	return p.number * instances
}

// constraintsOf returns the rules' constraints that a cell can break.
func (r *rules) constraintsOf(cell int) []int {
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

// removeByRules removes the values excluded by rules 1 and 2. It reports whether every cell has a candidate left.
func (s *state) removeByRules() bool {
	counted := s.layout.rules.counts != nil
	for cell, values := range s.layout.rules.excluded {
		switch {
		case values == 0:
		case counted && !s.removeCounted(cell, values), !counted && !s.remove(cell, values):
			return false
		}
	}
	return true
}

// rulesHold checks the rules 3 to 10 that a newly fixed cell can break.
func (s *state) rulesHold(cell int) bool {
	if s.layout.rules.checks == nil {
		return true
	}
	value := s.value(cell)
	checks := s.layout.rules.checks[cell][value-1]
	for i := range checks {
		if !checks[i].holds(s, cell, value) {
			s.layout.weights.Failed(checks[i].constraint)
			return false
		}
	}
	return true
}

// inLine reports whether two of the nine boxes share a band or a stack.
func inLine(a, b int) bool { return a/3 == b/3 || a%3 == b%3 }

// oneCentreFive checks rule 3 in the band and the stack of a centre: at most one centre is 5, and exactly one if all three are
// fixed.
func (s *state) oneCentreFive(cell, _ int) bool {
	box := s.layout.boxOf[cell]
	return s.oneFiveAmong(box/3*3, 1) && s.oneFiveAmong(box%3, 3)
}

// oneFiveAmong checks rule 3 for the centres of the boxes first, first+step and first+2·step.
func (s *state) oneFiveAmong(first, step int) bool {
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
func (s *state) onlyCentre(cell, value int) bool {
	return !s.hasCentre(value, func(box int) bool { return box != s.layout.boxOf[cell] })
}

// centreInLine reports whether the band or the stack of a centre has a centre with the value.
func (s *state) centreInLine(cell, value int) bool {
	return s.hasCentre(value, func(box int) bool { return inLine(box, s.layout.boxOf[cell]) })
}

// hasCentre reports whether a box of the given kind has a centre fixed at the value.
func (s *state) hasCentre(value int, among func(box int) bool) bool {
	for box, centre := range s.layout.rules.centres {
		if s.value(centre) == value && among(box) {
			return true
		}
	}
	return false
}

// onLinesOf reports whether a line through the cell has a cell fixed at the value.
func (s *state) onLinesOf(cell, value int) bool {
	for _, line := range s.layout.lines[cell] {
		for _, other := range line.cells {
			if s.value(int(other)) == value {
				return true
			}
		}
	}
	return false
}

// edgesFitCentres checks rule 10: if all centres are fixed, none at 3 or 7, no edge cell is fixed at 4 or 6.
func (s *state) edgesFitCentres(_, _ int) bool {
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

// CountRules implements [engine.RuleCounter]. Rules 1 and 2 are checked once for each of their cells, before the search; the
// others whenever one of their cells is fixed.
func (s *session) CountRules() {
	s.ruleCounts = engine.NewRuleCounts(s.model)
	rules := &s.layout.rules
	rules.counts = map[int]*engine.RuleCount{}
	for i, number := range s.layout.pruningRules {
		rules.counts[number] = &s.ruleCounts[i]
	}
	for _, values := range rules.checks {
		for _, checks := range values {
			for i := range checks {
				checks[i].holds = countedCheck(rules.counts[checks[i].rule], checks[i].holds)
			}
		}
	}
}

// RuleCounts implements [engine.RuleCounter].
func (s *session) RuleCounts() []engine.RuleCount { return engine.WithoutClock(s.ruleCounts) }

func countedCheck(count *engine.RuleCount, holds check) check {
	return func(s *state, cell, value int) bool {
		start := time.Now()
		ok := holds(s, cell, value)
		count.Add(start, !ok)
		return ok
	}
}

// removeCounted is remove with a count, for rule 1 or 2.
func (s *state) removeCounted(cell int, values uint64) bool {
	number := 2
	if cell == s.layout.rules.centres[s.layout.boxOf[cell]] {
		number = 1
	}
	prunes := s.candidates[cell]&values != 0
	start := time.Now()
	ok := s.remove(cell, values)
	s.layout.rules.counts[number].Add(start, prunes)
	return ok
}
