// Package program writes a model as a pseudo-Boolean problem or an integer program: sums and all-different constraints stay
// constraints on weighted literals; other kinds are clauses, by the encodings that are registered.
//
//	Compile   writes the constraints to a sink, such as a solver's
//	Program   keeps them, to be written as OPB, LP or MPS
//
// Start reading with pseudoboolean.go; integerprogram.go and lp.go follow.
package program
