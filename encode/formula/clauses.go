package formula

import (
	"encoding/binary"
	"math"
	"slices"
)

// True and False are literals without a variable: they stand for fixed variables and excluded values. All functions that
// write clauses take them, and so do the gates and [Compiler.AtMostOne]; sinks never see them.
const (
	True  Literal = math.MaxInt32
	False Literal = -True
)

// AddSimplified writes a clause without its repeated and false literals, or nothing if the clause is true whatever the
// assignment.
func (c *Compiler) AddSimplified(literals []Literal) {
	if c.err != nil {
		return
	}
	if simple, valid := simplify(literals); !valid {
		c.Add(simple...)
	}
}

// AddSimplifiedOnce does so unless it or AddOnce wrote the same literals before.
func (c *Compiler) AddSimplifiedOnce(literals []Literal) {
	if c.err != nil {
		return
	}
	if simple, valid := simplify(literals); !valid {
		c.AddOnce(simple)
	}
}

// simplify sorts a disjunction by variable and drops repeated and false literals. valid reports that it is always true.
func simplify(literals []Literal) (simple []Literal, valid bool) {
	simple = make([]Literal, 0, len(literals))
	for _, l := range literals {
		if l == True {
			return nil, true
		}
		if l != False {
			simple = append(simple, l)
		}
	}
	place := func(l Literal) int { return max(2*int(l)+1, -2*int(l)) }
	slices.SortFunc(simple, func(a, b Literal) int { return place(a) - place(b) })
	simple = slices.Compact(simple)
	for i := 1; i < len(simple); i++ {
		if simple[i] == -simple[i-1] {
			return nil, true
		}
	}
	return simple, false
}

// KeyOf returns a map key for a list of literals.
func KeyOf(literals []Literal) string {
	key := make([]byte, 0, 4*len(literals))
	for _, l := range literals {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}

// NewVariable returns the literal of a new variable. In every satisfying assignment the values of the model's variables must
// determine it; otherwise call NewFreeVariable. Inside [Compiler.Where] it is false if the condition is.
func (c *Compiler) NewVariable() Literal {
	if c.Map.variables == MaxVariables {
		c.Fail(errVariables)
	} else {
		c.Map.variables++
	}
	literal, unless := Literal(c.Map.variables), c.unless
	defer c.Always()()
	for _, l := range unless {
		c.Add(-literal, -l)
	}
	return literal
}

// NewFreeVariable returns the literal of a new variable that may stay open even if all the model's variables are fixed. The
// formula then has more models than the model has solutions, so counting needs projection.
func (c *Compiler) NewFreeVariable() Literal {
	c.Map.projected = true
	return c.NewVariable()
}

// AtMostOne writes, in the chosen encoding, that at most one of the literals is true. excluded reports pairs, by index, that
// other clauses already exclude; nil means none.
func (c *Compiler) AtMostOne(literals []Literal, excluded func(i, j int) bool) {
	if c.err != nil {
		return
	}
	if c.Options.Published {
		excluded = nil
	}
	if i := slices.Index(literals, True); i >= 0 {
		for j, l := range literals {
			if j != i && (excluded == nil || !excluded(i, j)) {
				c.Add(-l)
			}
		}
		return
	}
	if slices.Contains(literals, False) {
		var open []Literal
		var positions []int
		for i, l := range literals {
			if l != False {
				open, positions = append(open, l), append(positions, i)
			}
		}
		literals = open
		if among := excluded; among != nil {
			excluded = func(i, j int) bool { return among(positions[i], positions[j]) }
		}
	}
	if len(literals) > 1 {
		c.AMO.Write(c, literals, excluded)
	}
}
