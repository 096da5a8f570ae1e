package formula

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// gate is a variable that stands for a disjunction. If tied in both directions, it is true if and only if the disjunction is, so
// the inputs determine it. Gates with the same inputs are shared, and each direction is written once.
type gate struct {
	variable Literal
	written  Direction
}

// Direction says in which directions a literal implies its formula.
type Direction uint8

const (
	Forward  Direction = 1 << iota // if the literal is true, so is the formula
	Backward                       // if the formula is true, so is the literal
	Both     = Forward | Backward
)

// Reverse returns the direction for the negations of the literal and the formula.
func (d Direction) Reverse() Direction { return d&Forward<<1 | d&Backward>>1 }

// Or returns a literal that is true if and only if one of the inputs is.
func (c *Compiler) Or(inputs []Literal) Literal { return c.AnyOf(inputs, Both) }

// And returns a literal that is true if and only if all inputs are.
func (c *Compiler) And(inputs []Literal) Literal { return c.AllOf(inputs, Both) }

// NewGate returns the literal of a new variable that is tied to its formula: it stays open unless in both directions.
func (c *Compiler) NewGate(d Direction) Literal {
	if d == Both {
		return c.NewVariable()
	}
	return c.NewFreeVariable()
}

// AnyOf returns a literal tied to the disjunction of the inputs. It is a gate, or if the inputs leave less, one of the inputs,
// True or False. A gate for a conditional clause is tied in both directions, so it is determined if the condition fails.
func (c *Compiler) AnyOf(inputs []Literal, d Direction) Literal {
	if !c.Work(len(inputs)) {
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
		d = Both
	}
	defer c.Always()()
	key := KeyOf(simple)
	g, known := c.gates[key]
	if !known {
		g.variable = c.NewGate(d)
	}
	missing := d &^ g.written
	if missing&Backward != 0 {
		for _, l := range simple {
			c.Add(-l, g.variable)
		}
	}
	if missing&Forward != 0 {
		c.Add(append(simple, -g.variable)...)
	}
	g.written |= d
	c.gates[key] = g
	return g.variable
}

// AllOf returns a literal tied to the conjunction of the inputs.
func (c *Compiler) AllOf(inputs []Literal, d Direction) Literal {
	return -c.AnyOf(Negate(inputs), d.Reverse())
}

// AtLeast returns a literal tied to "k or more of the inputs are true". It counts through the inputs like Sinz's sequential
// counter; each partial count is a gate: O(k·n) variables and clauses.
func (c *Compiler) AtLeast(k int, inputs []Literal, d Direction) Literal {
	if k <= 0 {
		return True
	}
	if k > len(inputs) {
		return False
	}
	// reached[j] is true if at least j of the inputs seen so far are true.
	reached := append([]Literal{True}, slices.Repeat([]Literal{False}, k)...)
	for i, input := range inputs {
		if !c.Work(k) {
			return False
		}
		// A lower count cannot reach k with the inputs still to come.
		for j := k; j >= max(1, k-(len(inputs)-1-i)); j-- {
			reached[j] = c.AnyOf([]Literal{reached[j], c.AllOf([]Literal{input, reached[j-1]}, d)}, d)
		}
	}
	return reached[k]
}

// AtMost returns a literal tied to "no more than k of the inputs are true".
func (c *Compiler) AtMost(k int, inputs []Literal, d Direction) Literal {
	return -c.AtLeast(min(k, len(inputs))+1, inputs, d.Reverse()) // k+1 might overflow
}

func Negate(literals []Literal) []Literal {
	return lists.Map(literals, func(l Literal) Literal { return -l })
}

// OrderLiterals returns the literals "at least the lowest value", "at least the second", and so on, and False for "above the
// highest". Each is true if and only if one of the values from there on is. Redundant clauses let unit propagation pass on all
// that a bound or a value says: a bound excludes each value below it, and the second value is a bound without the lowest.
func (c *Compiler) OrderLiterals(v model.Var) []Literal {
	if literals, known := c.orders[v]; known {
		return literals
	}
	defer c.Always()()
	values := c.Map.Literals(v)
	last := len(values) - 1
	literals := make([]Literal, last+2)
	literals[last+1] = False
	for k := last; k > 0; k-- {
		if literals[k] = c.Or([]Literal{values[k], literals[k+1]}); k < last {
			c.Add(-values[k-1], -literals[k])
		}
	}
	if last > 1 {
		c.Add(values[0], literals[1])
	}
	literals[0] = True
	c.orders[v] = literals
	return literals
}

// Reaches returns the order literal that says that a variable is at least a value.
func (c *Compiler) Reaches(v model.Var, value int) Literal {
	below, _ := c.Map.Left(v).Index(value)
	return c.OrderLiterals(v)[below]
}
