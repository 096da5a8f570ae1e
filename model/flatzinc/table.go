package flatzinc

import (
	"slices"

	"qmsat/model"
)

// table requires that variables take the values of one of the tuples.
type table struct {
	vars   []operand
	tuples [][]int
}

func (c *table) scope() []operand { return c.vars }

// narrow keeps the tuples that the domains allow, and of the domains what the tuples do.
func (c *table) narrow(l *lowering) (instead []form, done bool) {
	c.tuples = slices.DeleteFunc(slices.Clone(c.tuples), func(tuple []int) bool {
		values := map[operand]int{}
		for i, x := range c.vars {
			x = l.find(x)
			if before, seen := values[x]; seen && before != tuple[i] || !l.domain(x).Contains(tuple[i]) {
				return true
			}
			values[x] = tuple[i]
		}
		return false
	})
	if len(c.tuples) == 0 {
		l.empty = true
		return nil, true
	}
	column := make([]int, len(c.tuples))
	for i, x := range c.vars {
		for k, tuple := range c.tuples {
			column[k] = tuple[i]
		}
		l.restrict(x, model.Values(column...))
	}
	open := c.open(l)
	return nil, len(open) < 2
}

// open returns the columns of variables that are not fixed, each variable once.
func (c *table) open(l *lowering) (columns []int) {
	seen := map[operand]bool{}
	for i, x := range c.vars {
		if x = l.find(x); x.variable != constant && !seen[x] {
			seen[x] = true
			columns = append(columns, i)
		}
	}
	return columns
}

func (c *table) emit(l *lowering) {
	open := c.open(l)
	t := &model.Table{}
	for _, i := range open {
		t.Vars = append(t.Vars, l.place(c.vars[i]))
	}
	for _, tuple := range c.tuples {
		row := make([]int, len(open))
		for k, i := range open {
			row[k] = tuple[i]
		}
		t.Tuples = append(t.Tuples, row)
	}
	l.constrain(t)
}
