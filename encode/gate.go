package encode

import "slices"

// gate is a variable that stands for a disjunction. With both directions it is true if and only if the disjunction is, and so
// determined by the inputs. Gates with the same inputs are one, and each direction is written once.
type gate struct {
	variable Literal
	written  direction
}

// direction says which way a literal and the formula that it stands for are tied together.
type direction uint8

const (
	forward  direction = 1 << iota // if the literal is true, so is the formula
	backward                       // if the formula is true, so is the literal
	both     = forward | backward
)

// reverse returns the direction in which the negations of the two are tied together.
func (d direction) reverse() direction { return d&forward<<1 | d&backward>>1 }

// disjunction returns a literal that is true if and only if one of the inputs is.
func (c *Compiler) disjunction(inputs []Literal) Literal { return c.anyOf(inputs, both) }

// conjunction returns a literal that is true if and only if all inputs are.
func (c *Compiler) conjunction(inputs []Literal) Literal { return c.allOf(inputs, both) }

// anyOf returns a literal tied to the disjunction of the inputs: that of a gate, or one of the inputs, True or False if the
// inputs leave no more.
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
	key := keyOf(simple)
	g, known := c.gates[key]
	switch {
	case known:
	case d == both:
		g.variable = c.NewVariable()
	default:
		g.variable = c.NewFreeVariable()
	}
	defer c.always()()
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

// atLeast returns a literal tied to "k or more of the inputs are true". It counts through the inputs, as Sinz's sequential
// counter does, each partial count being a gate: O(k·n) variables and clauses.
func (c *Compiler) atLeast(k int, inputs []Literal, d direction) Literal {
	if k <= 0 {
		return True
	}
	if k > len(inputs) {
		return False
	}
	// reached[j] is true if j or more of the inputs seen so far are.
	reached := append([]Literal{True}, slices.Repeat([]Literal{False}, k)...)
	for i, input := range inputs {
		if !c.work(k) {
			return False
		}
		// Fewer than k less the inputs still to come is too few to matter.
		for j := k; j >= max(1, k-(len(inputs)-1-i)); j-- {
			reached[j] = c.anyOf([]Literal{reached[j], c.allOf([]Literal{input, reached[j-1]}, d)}, d)
		}
	}
	return reached[k]
}

// atMost returns a literal tied to "no more than k of the inputs are true".
func (c *Compiler) atMost(k int, inputs []Literal, d direction) Literal {
	return -c.atLeast(min(k, len(inputs))+1, inputs, d.reverse()) // k+1 alone might overflow
}

func negate(literals []Literal) []Literal {
	negations := make([]Literal, len(literals))
	for i, l := range literals {
		negations[i] = -l
	}
	return negations
}
