package variant

import (
	"qmsat/model"
)

// The groups of kinds, in the order of help.
const (
	Lines     = "lines"
	Cages     = "cages and sets"
	Pairs     = "pairs and cells"
	Outside   = "outside clues"
	WholeGrid = "the whole grid"
	Layout    = "layout"
	Composed  = "composed"
)

// Groups returns the groups in the order of help.
func Groups() []string { return []string{Lines, Cages, Pairs, Outside, WholeGrid, Layout, Composed} }

// values returns all values of the grid's cells.
func values(d *model.Definition) model.Domain {
	if d.Grid == nil {
		d.Failf("found a model without a grid, expected a grid")
		return model.Interval(1, 1)
	}
	return d.CellValues()
}

// span returns the lowest and the highest value of the grid's cells and how many values there are. It refuses values with gaps.
func span(d *model.Definition) (lo, hi, n int) {
	all := values(d)
	lo, hi, n = all.Min(), all.Max(), all.Size()
	if hi-lo+1 != n {
		d.Failf("found the values %v, expected values without a gap", all)
	}
	return lo, hi, n
}

// sum returns lo ≤ Σ cells ≤ hi.
func sum(cells model.Cells, lo, hi int) model.Constraint {
	return &model.Linear{Terms: plain(cells, 1), Lo: lo, Hi: hi}
}

// plain returns the cells as terms with the same coefficient. A cell that is repeated gets one term.
func plain(cells model.Cells, coefficient int) []model.Term {
	var terms []model.Term
	at := map[model.Var]int{}
	for _, v := range cells {
		if i, again := at[v]; again {
			terms[i].Coefficient += coefficient
			continue
		}
		at[v] = len(terms)
		terms = append(terms, model.Term{Coefficient: coefficient, Var: v})
	}
	return terms
}

// equal returns Σ a = Σ b. Cells on both sides cancel. It returns nil if that always holds.
func equal(a, b model.Cells) []model.Constraint {
	var terms []model.Term
	at := map[model.Var]int{}
	for _, t := range append(plain(a, 1), plain(b, -1)...) {
		if i, again := at[t.Var]; again {
			terms[i].Coefficient += t.Coefficient
			continue
		}
		at[t.Var] = len(terms)
		terms = append(terms, t)
	}
	var left []model.Term
	for _, t := range terms {
		if t.Coefficient != 0 {
			left = append(left, t)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return []model.Constraint{&model.Linear{Terms: left}}
}

// different returns that all cells differ.
func different(cells model.Cells) model.Constraint { return &model.AllDifferent{Vars: cells} }

// pair returns a table of the values that two cells may have together.
func pair(d *model.Definition, a, b model.Var, allowed func(x, y int) bool) model.Constraint {
	t := &model.Table{Vars: []model.Var{a, b}}
	for x := range d.DomainOf(a).All() {
		for y := range d.DomainOf(b).All() {
			if allowed(x, y) {
				t.Tuples = append(t.Tuples, []int{x, y})
			}
		}
	}
	return t
}

// neighbours adds a table for each two cells that follow each other.
func neighbours(d *model.Definition, line model.Cells, allowed func(x, y int) bool) {
	for i := 1; i < len(line); i++ {
		d.Add(pair(d, line[i-1], line[i], allowed))
	}
}

// distance returns |x - y|.
func distance(x, y int) int { return max(x-y, y-x) }

// in returns the atom that a cell has one of the values from lo to hi.
func in(v model.Var, lo, hi int) model.Formula {
	return model.In{Var: v, Values: model.Interval(lo, hi)}
}

// holding returns, for each cell, the atom that it has the value.
func holding(cells model.Cells, value int) []model.Formula {
	atoms := make([]model.Formula, len(cells))
	for i, v := range cells {
		atoms[i] = model.Is(v, value)
	}
	return atoms
}

// rule returns a rule.
func rule(f model.Formula) model.Constraint { return &model.Rule{Formula: f} }
