// Package sat runs models through SAT solvers.
//
// A model is compiled by qmsat/encode; a solver finds assignments, and a strategy has it find each solution, projected on
// the outputs, once. One file per solver, each registering itself as an engine, and one per strategy.
//
//	type           meaning
//	backend        what a solver offers, and how to load a formula into it
//	solver         a loaded formula that is searched under one cube after another
//	scoped         a solver that can also propagate without searching
//	strategy       how solution after solution is found, such as by blocking clauses
//	enumeration    one run of a strategy
//	session        an engine.Session over a solver, or over a new one for each cube if the encoding depends on it
//	splitter       splits cubes for others to search
//	process        one run of a solver that is a command
//	linearFormula  a formula of clauses or pseudo-Boolean constraints, and what unit propagation leaves of it under a cube
//	withdrawable   memory by which a library that knows no interruption is stopped
//
// The solvers' own model counters are not used: gophersat's counts some models twice.
package sat
