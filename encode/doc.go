// Package encode compiles models to propositional formulas in conjunctive normal form.
//
// An encoding is chosen in four parts, each a registry of its own with one file per entry: how cells and all-different
// constraints become clauses ([CellEncoding]), how at most one of some literals is true ([AtMostOne]), how linear
// constraints become clauses ([LinearEncoding]), and how rules do ([RuleEncoding]). Tables have one encoding.
//
//	type           meaning
//	Literal        a variable of the formula, or its negation, as in DIMACS
//	Sink           whoever takes clauses: a writer, a counter, a solver
//	Options        the four parts, by name
//	Compiler       what encoders write through: literals, new variables, clauses
//	Map            which literal says what of the model; reads assignments back
//	Size           variables, clauses and literals of a formula
//	DIMACS         a formula as a file
//	PBSink         whoever takes pseudo-Boolean constraints
//	OPB            a model as a pseudo-Boolean problem, as a file
//
// Clauses are handed to the sink as they are made; nothing here holds a formula unless it is asked to.
//
// Solving is left to qmsat/encode/sat.
package encode
