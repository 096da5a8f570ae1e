// Package sat runs models through SAT solvers.
//
// Package qmsat/encode compiles a model, a solver finds assignments, and a strategy makes the solver find each solution once.
// Solutions are projected on the outputs. Each solver is one file that registers an engine, and each strategy is one file.
// strategy_test.go runs each strategy with every engine that accepts it.
//
// Read session.go first, then gini.go, a solver, strategy.go, and strategy_outputs.go, a strategy.
//
//	type           meaning
//	backend        the abilities of a solver, and how to load a formula into it
//	solver         a loaded formula that is searched under one cube after another
//	scoped         a solver that can also propagate without searching
//	strategy       how a SAT solver goes from one solution to the next, such as by blocking clauses
//	enumeration    one run of a strategy
//	session        an engine.Session over a solver, or over a new one for each cube if the encoding depends on it
//	splitter       splits cubes so that others can search the parts
//	process        one run of a solver that is a command
//	linearFormula  clauses or pseudo-Boolean constraints, or what a cube leaves of them after unit propagation
//	withdrawable   memory that can be taken away, which stops a library that cannot be interrupted
//
// The solvers' own model counters are not used, because gophersat's counts some models twice.
package sat
