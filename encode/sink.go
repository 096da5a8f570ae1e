package encode

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

// PartSink is a [Sink] that is told what the next clauses are for.
type PartSink interface {
	Sink
	// Part begins the clauses of constraints that are written together: their indices in the model, ascending. Those after the
	// model's last one are implied constraints. Nil begins other clauses: on the values of variables, those that tie groups
	// together, and givens.
	Part(constraints []int)
}

// Size is the size of a formula.
type Size struct {
	Variables int   // the highest variable number
	Clauses   int64 // as written, repeats included
	Literals  int64 // the sum of the clauses' lengths
}

// counter is a sink that measures.
type counter struct{ clauses, literals int64 }

func (c *counter) Clause(clause []Literal) {
	c.clauses++
	c.literals += int64(len(clause))
}

func (c *counter) Pairs(others []Literal, _ Literal) {
	c.clauses += int64(len(others))
	c.literals += 2 * int64(len(others))
}
