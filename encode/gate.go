package encode

import (
	"slices"

	"qmsat/internal/lists"
)

// gate is a variable that stands for a disjunction. If tied in both directions, it is true if and only if the disjunction is, so
// the inputs determine it. Gates with the same inputs are shared, and each direction is written once.
type gate struct {
	variable Literal
	written  direction
}

// direction says in which directions a literal implies its formula.
type direction uint8

const (
	forward  direction = 1 << iota // if the literal is true, so is the formula
	backward                       // if the formula is true, so is the literal
	both     = forward | backward
)

// reverse returns the direction for the negations of the literal and the formula.
func (d direction) reverse() direction { return d&forward<<1 | d&backward>>1 }

// disjunction returns a literal that is true if and only if one of the inputs is.
func (c *Compiler) disjunction(inputs []Literal) Literal { return c.anyOf(inputs, both) }

// conjunction returns a literal that is true if and only if all inputs are.
func (c *Compiler) conjunction(inputs []Literal) Literal { return c.allOf(inputs, both) }

// anyOf returns a literal tied to the disjunction of the inputs. It is a gate, or if the inputs leave less, one of the inputs,
// True or False. A gate for a conditional clause is tied in both directions, so it is determined if the condition fails.
func (c *Compiler) anyOf(inputs []Literal, d direction) Literal {
	if !c.work(len(inputs)) {
		return False
	}
	simple, valid := simplify(inputs)
	switch {
	case valid:
		return True
	case len(simple) == 0:
		return False
	case len(simple) == 1:
		return simple[0]
	}
	if len(c.unless) > 0 {
		d = both
	}
	defer c.always()()
	key := keyOf(simple)
	g, known := c.gates[key]
	switch {
	case known:
	case d == both:
		g.variable = c.NewVariable()
	default:
		g.variable = c.NewFreeVariable()
	}
	missing := d &^ g.written
	if missing&backward != 0 {
		for _, l := range simple {
			c.Add(-l, g.variable)
		}
	}
	if missing&forward != 0 {
		c.Add(append(simple, -g.variable)...)
	}
	g.written |= d
	c.gates[key] = g
	return g.variable
}

// allOf returns a literal tied to the conjunction of the inputs.
func (c *Compiler) allOf(inputs []Literal, d direction) Literal {
	return -c.anyOf(negate(inputs), d.reverse())
}

// atLeast returns a literal tied to "k or more of the inputs are true". It counts through the inputs like Sinz's sequential
// counter; each partial count is a gate: O(k·n) variables and clauses.
func (c *Compiler) atLeast(k int, inputs []Literal, d direction) Literal {
	if k <= 0 {
		return True
	}
	if k > len(inputs) {
		return False
	}
	// reached[j] is true if at least j of the inputs seen so far are true.
	reached := append([]Literal{True}, slices.Repeat([]Literal{False}, k)...)
	for i, input := range inputs {
		if !c.work(k) {
			return False
		}
		// A lower count cannot reach k with the inputs still to come.
		for j := k; j >= max(1, k-(len(inputs)-1-i)); j-- {
			reached[j] = c.anyOf([]Literal{reached[j], c.allOf([]Literal{input, reached[j-1]}, d)}, d)
		}
	}
	return reached[k]
}

// atMost returns a literal tied to "no more than k of the inputs are true".
func (c *Compiler) atMost(k int, inputs []Literal, d direction) Literal {
	return -c.atLeast(min(k, len(inputs))+1, inputs, d.reverse()) // k+1 might overflow
}

func negate(literals []Literal) []Literal {
	return lists.Map(literals, func(l Literal) Literal { return -l })
}
