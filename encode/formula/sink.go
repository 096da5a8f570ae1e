package formula

import (
	"strconv"
	"strings"
)

// Literal is a literal of a formula as in DIMACS: the number of a variable, counted from 1, or the negative of that number.
type Literal int32

// Sink takes the clauses of a formula as they are made.
type Sink interface {
	// Clause takes one clause. The caller may reuse the slice after the call.
	Clause(clause []Literal)
}

// PairSink is a [Sink] that takes many clauses of two literals at once. Nearly all clauses of a large formula have two
// literals, and a call for each would take longer than its work.
type PairSink interface {
	Sink
	// Pairs takes the clauses {others[0], last}, {others[1], last}, and so on.
	Pairs(others []Literal, last Literal)
}

// LimitedSink is a [Sink] that may fail or run full. The compiler asks it now and then, and at the end.
type LimitedSink interface {
	Sink
	// Err returns why the sink takes no more clauses, or nil. It drops later clauses.
	Err() error
}

// OriginSink is a [Sink] that is told what the next clauses are for.
type OriginSink interface {
	Sink
	// Origin begins the clauses of constraints that are written together: their indices in the model, ascending. Those after the
	// model's last one are implied constraints. Nil begins other clauses: on the values of variables, those that tie groups
	// together, and givens.
	Origin(constraints []int)
}

// Term is a weighted literal of a pseudo-Boolean constraint: it adds its weight if the literal is true.
type Term struct {
	Weight  int
	Literal Literal // positive
}

// Relation is how the sum of the terms of a pseudo-Boolean constraint compares with its bound.
type Relation string

// The relations.
const (
	AtLeast Relation = ">="
	Equal   Relation = "="
)

// PBSink takes the constraints of a pseudo-Boolean problem as they are made. Givens and other kinds of constraints are clauses.
type PBSink interface {
	Sink
	// Constraint takes a constraint with at least one term, and owns the slice. It fails if the sink cannot take the constraint.
	Constraint(terms []Term, relation Relation, bound int) error
}

func AppendLiteral(text []byte, l Literal) []byte {
	return append(strconv.AppendInt(text, int64(l), 10), ' ')
}

// EndOfClause ends the line of a clause.
const EndOfClause = "0\n"

// AppendClause appends a clause as a line of a DIMACS CNF file.
func AppendClause(text []byte, clause []Literal) []byte {
	for _, l := range clause {
		text = AppendLiteral(text, l)
	}
	return append(text, EndOfClause...)
}

// OneLine replaces the line breaks of a name, for a comment.
func OneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, name)
}
