package flatzinc

import (
	"maps"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

// automaton requires that variables are a word that it accepts. next has, by state and symbol, both from 1, the next state, or 0.
type automaton struct {
	word            []operand
	states, symbols int
	next            []int
	start           int
	accepting       model.Domain
}

func (c *automaton) scope() []operand { return c.word }

func (c *automaton) narrow(l *lowering) (instead []form, done bool) {
	if len(c.word) == 0 {
		l.empty = l.empty || !c.accepting.Contains(c.start)
		return nil, true
	}
	for _, x := range c.word {
		l.restrict(x, model.Interval(1, c.symbols))
	}
	return nil, l.empty
}

func (c *automaton) emit(l *lowering) {
	next := slices.Collect(slices.Chunk(c.next, c.symbols))
	l.constrain(&kinds.Regular{
		Vars: lists.Map(c.word, l.modelVar), States: c.states, Start: c.start, Accepting: slices.Collect(c.accepting.All()), Lowest: 1, Next: next,
	})
}

// circuit requires that each operand is the number of its successor, counted from 1, on one cycle through all nodes.
type circuit struct{ next []operand }

func (c *circuit) scope() []operand { return c.next }

// narrow keeps successors within the nodes and different from the node itself.
func (c *circuit) narrow(l *lowering) (instead []form, done bool) {
	seen := map[operand]bool{}
	for i, x := range c.next {
		l.restrict(x, model.Interval(1, len(c.next)))
		if len(c.next) > 1 {
			l.restrict(x, everything.Minus(model.Values(i+1)))
		}
		x = l.find(x)
		if seen[x] { // a node cannot follow two
			l.empty = true
		}
		seen[x] = true
	}
	return nil, len(c.next) < 2
}

func (c *circuit) emit(l *lowering) { l.constrain(&kinds.Circuit{Next: lists.Map(c.next, l.modelVar)}) }

// allDifferent requires pairwise distinct values.
type allDifferent struct{ of []operand }

func (c *allDifferent) scope() []operand { return c.of }

// narrow removes the values of fixed variables from the others.
func (c *allDifferent) narrow(l *lowering) (instead []form, done bool) {
	seen := map[int]bool{}
	for again := true; again && !l.empty; {
		again = false
		var left []operand
		for _, x := range c.of {
			v, fixed := l.fixed(x)
			if !fixed {
				left = append(left, x)
				continue
			}
			again = true
			if seen[v] {
				l.empty = true
				return nil, true
			}
			seen[v] = true
		}
		c.of = left
		others := everything.Minus(model.Values(slices.Collect(maps.Keys(seen))...))
		for _, x := range left {
			l.restrict(x, others)
		}
	}
	variables := map[operand]bool{}
	for _, x := range c.of {
		if x = l.find(x); variables[x] {
			l.empty = true
		}
		variables[x] = true
	}
	return nil, len(c.of) < 2
}

func (c *allDifferent) emit(l *lowering) {
	l.constrain(&model.AllDifferent{Vars: lists.Map(c.of, l.modelVar)})
}
