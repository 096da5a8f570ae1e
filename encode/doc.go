// Package encode compiles models to propositional formulas in conjunctive normal form.
//
// An encoding is chosen in four parts, each a registry of its own with one file per entry: how cells and all-different
// constraints become clauses ([CellEncoding]), how at-most-one constraints are encoded ([AtMostOne]), how linear constraints
// become clauses ([LinearEncoding]), and how rules become clauses ([RuleEncoding]).
//
//	type           meaning
//	Literal        a variable of the formula, or its negation, as in DIMACS
//	Sink           takes clauses: a writer, a counter, a solver
//	Options        the four parts, by name
//	Compiler       gives encoders literals and new variables, and takes their clauses
//	Map            the meaning of each literal; turns assignments back into values
//	Size           variables, clauses and literals of a formula
//	DIMACS         a formula as a file
//	PBSink         takes pseudo-Boolean constraints
//	IntegerProgram a model as a pseudo-Boolean problem or an integer program, to be written as OPB, LP or MPS
//
// Encoders hand each clause to the sink at once. Nothing here keeps a formula, except where a type says so.
//
// Package qmsat/encode/sat solves formulas.
package encode
