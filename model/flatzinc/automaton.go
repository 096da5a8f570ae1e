package flatzinc

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// automaton requires that variables are a word that it accepts: next has, state by state and symbol by symbol, both from 1, the
// state that follows, or 0.
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
	next := make([][]int, c.states)
	for state := range next {
		next[state] = c.next[state*c.symbols : (state+1)*c.symbols]
	}
	l.constrain(&model.Regular{
		Vars: lists.Map(c.word, l.place), States: c.states, Start: c.start, Accepting: slices.Collect(c.accepting.All()), Next: next,
	})
}
