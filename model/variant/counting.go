package variant

import (
	"slices"

	"qmsat/model"
)

func init() {
	register[Quadruple](Cages, "quadruple", "each value occurs in the four cells, at least as often as it is listed",
		"{kind: quadruple, cells: r1c1..r2c2, values: [1, 2, 2]}", "quad", "quadruples")
	register[Contain](Cages, "contain", "each value occurs in the cells, at least (exactly: just) as often as it is listed",
		"{kind: contain, cells: r1c1..r2c3, values: [1, 2, 2], exactly: true}", "contains", "contain-at-least", "contain-exactly")
	register[LookAndSay](Cages, "look-and-say", "values occur in the cells just as often as said: [2, 5] is two fives",
		"{kind: look-and-say, cells: r1c1..r2c3, says: [[2, 5], [1, 3]]}")
	register[CountingCircles](Cages, "counting-circles", "a value v that occurs in these cells occurs v times in them",
		"{kind: counting-circles, cells: r1c1..r2c3}")
	register[Count](Cages, "count", "each value occurs in the cells so often: a number, a range, or what a cell of counts says",
		"{kind: count, cells: r1c1..r2c3, values: [1, 6], times: [1, 2..3]}")
	register[CountDistinct](Cages, "count-distinct", "the control cell says how many different values the cells have",
		"{kind: count-distinct, control: r1c1, cells: r1c2-r1c6}")
}

// Quadruple lists values that occur in a square of four cells.
type Quadruple struct {
	Titled
	Cells  model.Cells `field:"cells"`
	Values []int       `field:"values"`
}

// Contain lists values that occur in a set of cells.
type Contain struct {
	Titled
	Cells   model.Cells `field:"cells"`
	Values  []int       `field:"values"`
	Exactly bool        `field:"exactly,optional"` // no more often than listed
}

// LookAndSay says how often values occur in a set of cells.
type LookAndSay struct {
	Titled
	Cells model.Cells `field:"cells"`
	Says  [][]int     `field:"says"` // how often, and which value
}

// Define counts the listed values.
func (q *Quadruple) Define(d *Definition) {
	if len(q.Cells) != 4 || len(q.Values) == 0 || len(q.Values) > 4 {
		d.Failf("found %d cells and %d values, expected 4 cells and 1 to 4 values", len(q.Cells), len(q.Values))
	}
	contain(d, q.Cells, q.Values, model.AtLeast)
}

// Define counts the listed values.
func (c *Contain) Define(d *Definition) {
	kind := model.AtLeast
	if c.Exactly {
		kind = model.Exactly
	}
	contain(d, c.Cells, c.Values, kind)
}

// contain adds a count of each listed value.
func contain(d *Definition, cells model.Cells, values []int, kind model.CountKind) {
	var says [][]int
	for _, value := range slices.Sorted(slices.Values(values)) {
		if last := len(says) - 1; last >= 0 && says[last][1] == value {
			says[last][0]++
		} else {
			says = append(says, []int{1, value})
		}
	}
	tally(d, cells, says, kind)
}

// tally adds a count of each value, and of all of them together, which is implied.
func tally(d *Definition, cells model.Cells, says [][]int, kind model.CountKind) {
	total, all := 0, model.Domain{}
	for _, s := range says {
		d.Add(count(kind, s[0], holding(cells, s[1])))
		total, all = total+s[0], all.Union(model.Values(s[1]))
	}
	if all.Size() == len(says) && len(says) > 1 {
		d.Add(count(kind, total, of(cells, all)))
	}
}

// Define counts the values.
func (l *LookAndSay) Define(d *Definition) {
	for _, says := range l.Says {
		if len(says) != 2 {
			d.Failf("says: found %d numbers, expected how often and which value", len(says))
			return
		}
	}
	tally(d, l.Cells, l.Says, model.Exactly)
}

// CountingCircles says how many circles hold a value: as many as the value says, or none.
type CountingCircles struct {
	Titled
	Cells model.Cells `field:"cells"`
}

// Define adds an auxiliary variable for each value: the value if it occurs, else 0. They add up to the number of cells.
func (c *CountingCircles) Define(d *Definition) {
	var occurring model.Cells
	for value := range d.ValuesOf(c.Cells).All() {
		atoms := holding(c.Cells, value)
		if value < 1 || value > len(c.Cells) {
			d.Add(count(model.AtMost, 0, atoms))
			continue
		}
		often := model.Count{Kind: model.Exactly, K: value, Of: atoms}
		occurring = append(occurring, occurrence(d, c.Cells, value, value, often))
	}
	if len(occurring) > 0 {
		d.Add(sum(occurring, len(c.Cells), len(c.Cells)))
	}
}

// occurrence adds an auxiliary variable: 0 if no cell has the value, else mark; then the formula must hold, which implies that some
// cell has it.
func occurrence(d *Definition, cells model.Cells, value, mark int, then model.Formula) model.Var {
	v := d.Auxiliary(model.Values(0, mark))
	d.Add(rule(model.Implies{If: model.Is(v, 0), Then: model.Count{Kind: model.AtMost, K: 0, Of: holding(cells, value)}}))
	d.Add(rule(model.Implies{If: model.Is(v, mark), Then: then}))
	return v
}

// Count says how often values occur in some cells: for each value within bounds, or as often as another cell says.
type Count struct {
	Titled
	Cells  model.Cells   `field:"cells"`
	Values []int         `field:"values"`                 // each once
	Times  []model.Range `field:"times,optional"`         // by value; none if Counts are given
	Counts model.Cells   `field:"counts,optional,repeat"` // by value
}

// Define counts each value by a rule. If a cell says how often, there is a rule for each number that it may have.
func (c *Count) Define(d *Definition) {
	given := max(len(c.Times), len(c.Counts))
	switch all := model.Values(c.Values...); {
	case len(c.Values) == 0 || all.Size() < len(c.Values):
		d.Failf("values: found %v, expected at least one, and each once", c.Values)
		return
	case (c.Times == nil) == (c.Counts == nil) || given != len(c.Values):
		d.Failf("found %d times and %d counts of %d values, expected one of them for each value", len(c.Times), len(c.Counts), len(c.Values))
		return
	}
	for i, value := range c.Values {
		holds := holding(c.Cells, value)
		if c.Counts == nil {
			if c.Times[i].Lo < 0 {
				d.Failf("times: found %v, expected numbers from 0 on", c.Times[i])
			}
			d.Add(rule(between(c.Times[i], holds)))
			continue
		}
		numbers := d.DomainOf(c.Counts[i]).Intersect(model.Interval(0, len(c.Cells)))
		if !fits(d, numbers.Size(), len(c.Cells)) {
			return
		}
		d.Add(rule(in(c.Counts[i], 0, len(c.Cells))))
		for times := range numbers.All() {
			d.Add(rule(model.Implies{If: model.Is(c.Counts[i], times), Then: between(model.Range{Lo: times, Hi: times}, holds)}))
		}
	}
}

// between returns that as many formulas are true as a range allows.
func between(times model.Range, of []model.Formula) model.Formula {
	if times.Lo == times.Hi {
		return model.Count{Kind: model.Exactly, K: times.Lo, Of: of}
	}
	return model.And{model.Count{Kind: model.AtLeast, K: times.Lo, Of: of}, model.Count{Kind: model.AtMost, K: times.Hi, Of: of}}
}

// CountDistinct counts the different values of some cells in another one.
type CountDistinct struct {
	Titled
	Control model.Cells `field:"control"` // one cell
	Cells   model.Cells `field:"cells"`
}

// Define adds an auxiliary variable for each value that is 1 if it occurs, else 0. They add up to the control cell. That this
// is at most the number of cells, or less if they are regions that must meet, is implied.
func (c *CountDistinct) Define(d *Definition) {
	if len(c.Control) != 1 {
		d.Failf("control: found %d cells, expected one", len(c.Control))
		return
	}
	d.Add(rule(in(c.Control[0], 1, len(c.Cells)-len(joined(d, cellsOf(d, c.Cells))))))
	terms := plain(c.Control, -1)
	for value := range d.ValuesOf(c.Cells).All() {
		terms = append(terms, model.Term{Coefficient: 1, Var: occurrence(d, c.Cells, value, 1, model.Or(holding(c.Cells, value)))})
	}
	d.Add(balance(terms...)...)
}
