package variant

import (
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
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

// register adds a kind of clue, T: its group, its name, a summary and an example for help, and other words for it.
func register[T any, P interface {
	*T
	Clue
}](group, name, summary, example string, also ...string) {
	Register(Kind{
		Name: name, Group: group, Summary: summary, Example: example, Also: also, Short: shorts[name],
		New: func() Clue { return P(new(T)) },
	})
}

// shorts are the short forms of kinds at the top of model files.
var shorts = map[string]Short{
	"white-dot":           {Key: "dots", Word: "white", Field: "cells"},
	"black-dot":           {Key: "dots", Word: "black", Field: "cells"},
	"x":                   {Key: "xv", Word: "x", Field: "cells"},
	"v":                   {Key: "xv", Word: "v", Field: "cells"},
	"anti-knight":         {Key: "anti", Word: "knight"},
	"anti-king":           {Key: "anti", Word: "king"},
	"non-consecutive":     {Key: "anti", Word: "consecutive"},
	"anti-taxicab":        {Key: "anti", Word: "taxicab"},
	"positive-diagonal":   {Key: "diagonals", Word: "positive"},
	"negative-diagonal":   {Key: "diagonals", Word: "negative"},
	"global-entropy":      {Key: "global", Word: "entropy"},
	"global-modulo":       {Key: "global", Word: "modulo"},
	"negative-difference": {Key: "negative", Word: "difference"},
	"negative-ratio":      {Key: "negative", Word: "ratio"},
	"negative-kropki":     {Key: "negative", Word: "kropki"},
	"negative-xv":         {Key: "negative", Word: "xv"},
}

// maxEntries bounds the entries of each list in a definition: tuples of a table, states of an automaton times values, atoms of
// rules. Definitions know no context, so they must end soon.
const maxEntries = 2_000_000

// fits reports whether a list with the product of the sizes as its number of entries is short enough. It refuses the clue if not.
func fits(d *Definition, sizes ...int) bool {
	left := maxEntries
	for _, size := range sizes {
		left /= max(size, 1)
	}
	if left == 0 {
		d.Failf("found a list of %s entries, expected at most %d: fewer values or cells",
			strings.Join(lists.Map(sizes, strconv.Itoa), " × "), maxEntries)
	}
	return left > 0
}

// ends returns the lowest and the highest value that some of the cells may have. If there are no cells, they are 1 and 0.
func ends(d *Definition, cells model.Cells) (lo, hi int) {
	if all := d.ValuesOf(cells); !all.Empty() {
		return all.Min(), all.Max()
	}
	return 1, 0
}

// hasNegative reports whether some of the cells may have a negative value, so that sums may decrease along a line.
func hasNegative(d *Definition, cells model.Cells) bool {
	lo, _ := ends(d, cells)
	return lo < 0
}

// values returns the grid's values. What a clue means must not depend on whether some cells have fewer or more.
func values(d *Definition) model.Domain {
	if d.Grid == nil {
		d.Failf("found a model without a grid, expected a grid")
		return model.Interval(1, 1)
	}
	return d.GridValues()
}

// cellValues returns all values that some cell of the grid may have; without a grid it returns nothing.
func cellValues(d *Definition) model.Domain {
	if values(d); d.Grid == nil {
		return model.Domain{}
	}
	return d.CellValues()
}

// inGrid refuses cells with other values than the grid's, for clues that rely on them.
func inGrid(d *Definition) {
	if other := cellValues(d).Minus(values(d)); !other.Empty() {
		d.Failf("found cells with the values %v, expected %v", other, values(d))
	}
}

// span returns the lowest and the highest of the grid's values and how many values there are. It refuses values with gaps.
func span(d *Definition) (lo, hi, n int) {
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

// plain returns the cells as terms with the same coefficient.
func plain(cells model.Cells, coefficient int) []model.Term {
	return merged(lists.Map(cells, func(v model.Var) model.Term { return model.Term{Coefficient: coefficient, Var: v} }))
}

// merged adds the terms of one cell, and leaves out those that cancel.
func merged(terms []model.Term) []model.Term {
	var left []model.Term
	at := map[model.Var]int{}
	for _, t := range terms {
		if i, again := at[t.Var]; again {
			left[i].Coefficient += t.Coefficient
			continue
		}
		at[t.Var] = len(left)
		left = append(left, t)
	}
	return slices.DeleteFunc(left, func(t model.Term) bool { return t.Coefficient == 0 })
}

// balance returns that terms add up to 0. It returns nil if they cancel.
func balance(terms ...model.Term) []model.Constraint {
	if terms = merged(terms); len(terms) == 0 {
		return nil
	}
	return []model.Constraint{&model.Linear{Terms: terms}}
}

// equal returns Σ a = Σ b. It returns nil if that always holds.
func equal(a, b model.Cells) []model.Constraint {
	return balance(append(plain(a, 1), plain(b, -1)...)...)
}

// different returns that all cells differ.
func different(cells model.Cells) model.Constraint { return &model.AllDifferent{Vars: cells} }

// pair returns a table of the values that two cells may have together. They may be the same cell.
func pair(d *Definition, a, b model.Var, allowed func(x, y int) bool) model.Constraint {
	t := &model.Table{Vars: []model.Var{a, b}}
	if !fits(d, d.DomainOf(a).Size(), d.DomainOf(b).Size()) {
		return t
	}
	if a == b {
		t.Vars = t.Vars[:1]
	}
	for x := range d.DomainOf(a).All() {
		if a == b && allowed(x, x) {
			t.Tuples = append(t.Tuples, []int{x})
		}
		if a == b {
			continue
		}
		for y := range d.DomainOf(b).All() {
			if allowed(x, y) {
				t.Tuples = append(t.Tuples, []int{x, y})
			}
		}
	}
	return t
}

// neighbours adds a table for each two cells that follow each other.
func neighbours(d *Definition, line model.Cells, allowed func(x, y int) bool) {
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

// of returns, for each cell, the atom that it has one of the values.
func of(cells model.Cells, values model.Domain) []model.Formula {
	return lists.Map(cells, func(v model.Var) model.Formula { return model.In{Var: v, Values: values} })
}

// among returns, for each cell, the atom that it has one of the values from lo to hi.
func among(cells model.Cells, lo, hi int) []model.Formula { return of(cells, model.Interval(lo, hi)) }

// holding returns, for each cell, the atom that it has the value.
func holding(cells model.Cells, value int) []model.Formula { return among(cells, value, value) }

// count returns a rule on how many formulas are true.
func count(kind model.CountKind, k int, of []model.Formula) model.Constraint {
	return rule(model.Count{Kind: kind, K: k, Of: of})
}

// rule returns a rule.
func rule(f model.Formula) model.Constraint { return &model.Rule{Formula: f} }
