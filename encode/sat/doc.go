// Package sat runs models through SAT solvers.
//
// A model is compiled by qmsat/encode; a solver finds one assignment after the other, and each solution found is blocked by
// a clause over the literals of the outputs until nothing is left. One file per solver; each registers itself as an engine.
//
//	type      meaning
//	backend   what a solver offers, and how to load a formula into it
//	solver    a loaded formula that is searched under one cube after another
//	session   an engine.Session over a solver, or over a new one for each cube where the encoding depends on it
//
// The solvers' own model counters are not used: gophersat's counts some models twice.
package sat
