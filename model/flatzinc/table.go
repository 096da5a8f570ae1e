package flatzinc

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// table requires that variables take the values of one of the tuples. With a condition, it does so if and only if the condition
// holds; if half is set, at least when it holds.
type table struct {
	vars      []operand
	tuples    [][]int
	condition *literal
	half      bool
}

func (c *table) scope() []operand {
	if c.condition == nil {
		return c.vars
	}
	return append(c.vars[:len(c.vars):len(c.vars)], c.condition.x)
}

// size returns the number of values of all tuples.
func (c *table) size() int { return len(c.tuples) * len(c.vars) }

// narrow keeps the tuples that the domains allow, and the values that these tuples have.
func (c *table) narrow(l *lowering) (instead []form, done bool) {
	l.steps -= c.size()
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
	open := c.open(l)
	if c.condition != nil {
		holds, is := l.decided(*c.condition)
		switch {
		case is && holds:
			c.condition = nil
		case is && c.half:
			return nil, true
		case len(c.tuples) == 0:
			return []form{clause{c.condition.negated()}}, true
		case len(open) == 0 && c.half:
			return nil, true
		case len(open) == 0:
			return []form{clause{*c.condition}}, true
		default:
			return nil, false
		}
	}
	if len(c.tuples) == 0 {
		l.empty = true
		return nil, true
	}
	for i, x := range c.vars {
		l.limit(x, model.Values(lists.Map(c.tuples, func(tuple []int) int { return tuple[i] })...))
	}
	return nil, len(open) == 0 || len(open) == 1 && l.steps > 0
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
	t := &model.Table{Vars: lists.Map(open, func(i int) model.Var { return l.modelVar(c.vars[i]) })}
	t.Tuples = lists.Map(c.tuples, func(tuple []int) []int { return lists.Map(open, func(i int) int { return tuple[i] }) })
	if c.condition == nil {
		l.constrain(t)
		return
	}
	if holds, is := l.decided(*c.condition); is && !holds {
		t.Forbidden = true
		l.constrain(t)
		return
	}
	rows := make(model.Or, len(t.Tuples))
	for k, tuple := range t.Tuples {
		row := make(model.And, len(tuple))
		for i, v := range tuple {
			row[i] = model.Is(t.Vars[i], v)
		}
		rows[k] = row
	}
	condition := l.atom(*c.condition)
	l.constrain(&model.Rule{Formula: model.Implies{If: condition, Then: rows}})
	if !c.half {
		l.constrain(&model.Rule{Formula: model.Implies{If: rows, Then: condition}})
	}
}
