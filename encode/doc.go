// Package encode compiles models to propositional formulas in conjunctive normal form. It is the door of its folder: importing it
// gives every encoding.
//
// An encoding is chosen in four parts, each a registry of its own with one file per entry: how cells and all-different
// constraints become clauses, how at-most-one constraints, linear constraints and rules do.
//
//	type           meaning
//	Literal        a variable of the formula, or its negation, as in DIMACS
//	Sink           takes clauses: a writer, a counter, a solver
//	Options        the four parts, by name
//	Map            the meaning of each literal; turns assignments back into values
//	Size           variables, clauses and literals of a formula
//	DIMACS         a formula as a file
//	File           the same in any format
//	Purpose        what a formula is for: automatic parts depend on it
//
// The floors below it import formula, and not each other:
//
//	formula   the core: sinks, the compiler, gates. Start there: formula/doc.go
//	cells     cells and all-different constraints
//	amo       at-most-one constraints
//	sum       linear constraints
//	kind      the other kinds of constraints, and rules
//	program   pseudo-Boolean problems and integer programs: OPB, LP, MPS
//	answer    exported files, and what solvers answer to them, read back
//
// The floors above it take its formulas: sat solves them, residual counts from them, proof certifies counts, propagate measures
// what unit propagation finds.
//
// Start reading with encode.go; choose.go, dimacs.go and file.go follow.
//
// A constraint whose kind has no file in kind is refused by the kind's name. Tests here run every registered part: conformance_test.go
// compares models with brute force, about_test.go sizes with About. strength_test.go of propagate compares propagation with About.
package encode
