package kinds

import (
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Regular requires that a finite automaton accepts the values, read in order. States are counted from 1, values from Lowest. A
// value without a column is never accepted. A variable may be read several times.
type Regular struct {
	Name      string      // may be empty
	Vars      []model.Var // at least one
	States    int         // at least one
	Start     int         // the state before the first value
	Accepting []int       // the allowed states after the last value
	Lowest    int         // the value of the first column
	Next      [][]int     // by state and value: the next state, or 0 if there is none; rows of equal length
}

// The methods of [Constraint].

func (c *Regular) Kind() string       { return "regular" }
func (c *Regular) Label() string      { return c.Name }
func (c *Regular) Scope() []model.Var { return model.EachOnce(c.Vars...) }

// Named returns the constraint with another name.
func (c *Regular) Named(name string) model.Constraint {
	return &Regular{name, c.Vars, c.States, c.Start, c.Accepting, c.Lowest, c.Next}
}

// Holds runs the automaton on the values.
func (c *Regular) Holds(a model.Assignment) bool {
	state := c.Start
	for _, v := range c.Vars {
		if state = c.After(state, a[v]); state == 0 {
			return false
		}
	}
	return slices.Contains(c.Accepting, state)
}

// After returns the next state after a value, or 0 if there is none.
func (c *Regular) After(state, value int) int {
	if value < c.Lowest || value-c.Lowest >= len(c.Next[state-1]) {
		return 0
	}
	return c.Next[state-1][value-c.Lowest]
}

// Substitute drops the constraint if a variable is replaced by a value, because the kind cannot express the rest. Without
// values it drops only the variables.
func (c *Regular) Substitute(s model.Substitution) model.Constraint {
	vars := s.Vars(c.Vars)
	if len(vars) == 0 || len(vars) < len(c.Vars) && s.Value != nil {
		return nil
	}
	return &Regular{c.Name, vars, c.States, c.Start, c.Accepting, c.Lowest, c.Next}
}

// Simpler drops variables, accepting states and transitions.
func (c *Regular) Simpler() []model.Constraint {
	list := lists.Shorter(c.Vars, func(left []model.Var) model.Constraint {
		return &Regular{c.Name, left, c.States, c.Start, c.Accepting, c.Lowest, c.Next}
	})
	list = append(list, lists.Shorter(c.Accepting, func(left []int) model.Constraint {
		return &Regular{c.Name, c.Vars, c.States, c.Start, left, c.Lowest, c.Next}
	})...)
	for i, row := range c.Next {
		for j, to := range row {
			if to != 0 {
				next := lists.Replaced(c.Next, i, lists.Replaced(row, j, 0))
				list = append(list, &Regular{c.Name, c.Vars, c.States, c.Start, c.Accepting, c.Lowest, next})
			}
		}
	}
	return list
}

func (c *Regular) Validate(*model.Model) error {
	switch {
	case len(c.Vars) == 0:
		return fmt.Errorf("expected at least one variable")
	case c.States < 1 || len(c.Next) != c.States:
		return fmt.Errorf("found steps of %d states, expected at least one state and %d rows", len(c.Next), c.States)
	case c.Start < 1 || c.Start > c.States:
		return fmt.Errorf("the start is state %d, expected 1 to %d", c.Start, c.States)
	case !model.WithinNumbers(model.Values(c.Lowest)):
		return fmt.Errorf("the lowest value is %d, expected one within %s", c.Lowest, model.NumbersText)
	}
	for _, state := range c.Accepting {
		if state < 1 || state > c.States {
			return fmt.Errorf("state %d is accepting, expected 1 to %d", state, c.States)
		}
	}
	for i, row := range c.Next {
		if len(row) != len(c.Next[0]) || len(row) == 0 {
			return fmt.Errorf("state %d has steps for %d values, expected as many as state 1, %d, and at least one", i+1, len(row), len(c.Next[0]))
		}
		for j, to := range row {
			if to < 0 || to > c.States {
				return fmt.Errorf("state %d goes to state %d with value %d, expected 0 to %d", i+1, to, c.Lowest+j, c.States)
			}
		}
	}
	return nil
}

func (c *Regular) Fields(m *model.Model) model.Fields {
	f := model.Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Vars)).Add("start", c.Start).Add("accepting", c.Accepting)
	if c.Lowest != 1 {
		f = f.Add("lowest", c.Lowest)
	}
	return f.Add("next", c.Next)
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Regular)(nil), Rank: 6, Read: readRegular, Random: randomRegular})
}

func readRegular(d *model.Decoder, f *input.Mapping) model.Constraint {
	c := &Regular{Name: f.OptionalText("name"), Lowest: 1}
	c.Vars = lists.Map(d.Sequence(f.Required("cells")), d.Variable)
	c.Start, c.Accepting = d.Int(f.Required("start")), d.Ints(f.Required("accepting"))
	f.If("lowest", func(n *input.Node) { c.Lowest = d.Int(n) })
	c.Next = lists.Map(d.Sequence(f.Required("next")), d.Ints)
	c.States = len(c.Next)
	return c
}

// randomRegular draws transitions. If the witness must be accepted, it adds those that the witness needs.
func randomRegular(d model.Drawer) model.Constraint {
	const maxStates = 4
	c := &Regular{Vars: d.Vars(1), States: model.Between(d, 1, maxStates), Start: 1, Lowest: 1}
	if model.OneIn(d, 4) {
		c.Vars = append(c.Vars, c.Vars[0])
	}
	examples := lists.Map(c.Vars, d.Example)
	if model.OneIn(d, 2) {
		c.Lowest = slices.Min(examples)
	}
	width := max(1, slices.Max(examples)-c.Lowest+1)
	for range c.States {
		row := make([]int, width)
		for i := range row {
			row[i] = d.IntN(c.States + 1)
		}
		c.Next = append(c.Next, row)
	}
	for state := range c.States {
		if d.IntN(2) == 1 {
			c.Accepting = append(c.Accepting, state+1)
		}
	}
	if !d.Spared() {
		return c
	}
	state := c.Start
	for _, v := range c.Vars {
		value := d.Witness()[v]
		if value < c.Lowest {
			return nil
		}
		if c.After(state, value) == 0 {
			c.Next[state-1][value-c.Lowest] = model.Between(d, 1, c.States)
		}
		state = c.After(state, value)
	}
	if !slices.Contains(c.Accepting, state) {
		c.Accepting = append(c.Accepting, state)
	}
	return c
}
