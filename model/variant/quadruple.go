package variant

import (
	"slices"

	"qmsat/model"
)

// Quadruple lists values that occur in a square of four cells.
type Quadruple struct {
	model.Titled
	Cells  model.Cells `field:"cells"`
	Values []int       `field:"values"`
}

// Contain lists values that occur in a set of cells.
type Contain struct {
	model.Titled
	Cells   model.Cells `field:"cells"`
	Values  []int       `field:"values"`
	Exactly bool        `field:"exactly,optional"` // no more often than listed
}

// LookAndSay says how often values occur in a set of cells.
type LookAndSay struct {
	model.Titled
	Cells model.Cells `field:"cells"`
	Says  [][]int     `field:"says"` // how often, and which value
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "quadruple", Group: Cages,
		Summary: "each value occurs in the four cells, at least as often as it is listed",
		Example: "{kind: quadruple, cells: r1c1..r2c2, values: [1, 2, 2]}",
		Also:    []string{"quad", "quadruples"},
		New:     func() model.Named { return &Quadruple{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "contain", Group: Cages,
		Summary: "each value occurs in the cells, at least (exactly: just) as often as it is listed",
		Example: "{kind: contain, cells: r1c1..r2c3, values: [1, 2, 2], exactly: true}",
		Also:    []string{"contains", "contain-at-least", "contain-exactly"},
		New:     func() model.Named { return &Contain{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "look-and-say", Group: Cages,
		Summary: "values occur in the cells just as often as said: [2, 5] is two fives",
		Example: "{kind: look-and-say, cells: r1c1..r2c3, says: [[2, 5], [1, 3]]}",
		New:     func() model.Named { return &LookAndSay{} },
	})
}

// Define counts the listed values.
func (q *Quadruple) Define(d *model.Definition) {
	if len(q.Cells) != 4 || len(q.Values) == 0 || len(q.Values) > 4 {
		d.Failf("found %d cells and %d values, expected 4 cells and 1 to 4 values", len(q.Cells), len(q.Values))
	}
	contain(d, q.Cells, q.Values, model.AtLeast)
}

// Define counts the listed values.
func (c *Contain) Define(d *model.Definition) {
	kind := model.AtLeast
	if c.Exactly {
		kind = model.Exactly
	}
	contain(d, c.Cells, c.Values, kind)
}

// contain adds a count of each listed value.
func contain(d *model.Definition, cells model.Cells, values []int, kind model.CountKind) {
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
func tally(d *model.Definition, cells model.Cells, says [][]int, kind model.CountKind) {
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
func (l *LookAndSay) Define(d *model.Definition) {
	for _, says := range l.Says {
		if len(says) != 2 {
			d.Failf("says: found %d numbers, expected how often and which value", len(says))
			return
		}
	}
	tally(d, l.Cells, l.Says, model.Exactly)
}
