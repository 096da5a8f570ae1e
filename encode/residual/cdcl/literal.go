package cdcl

import "qmsat/encode/formula"

// Literal numbers the literals of a formula: 2v for its variable v, which counts from 0, and 2v+1 for the negation.
type Literal uint32

// LiteralOf returns the number of a literal in the form of sinks and proofs.
func LiteralOf(l formula.Literal) Literal {
	if l < 0 {
		return Literal(-l-1)<<1 | 1
	}
	return Literal(l-1) << 1
}

// External returns the literal in the form of sinks and proofs.
func (l Literal) External() formula.Literal {
	if l&1 != 0 {
		return -formula.Literal(l>>1) - 1
	}
	return formula.Literal(l>>1) + 1
}

// Not returns the negation.
func (l Literal) Not() Literal { return l ^ 1 }

// Variable returns the number of the literal's variable, from 0.
func (l Literal) Variable() int { return int(l >> 1) }
