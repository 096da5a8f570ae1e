// Package generate makes puzzles from a seed: the same seed gives the same puzzles on every machine.
//
//	type or function  meaning
//	Generator         makes puzzles of a model: with one solution, minimal, symmetric, with a number of givens
//	Options           properties of the puzzles
//	UnreachedError    no such puzzle was found; has the closest one
//	Symmetry          a symmetry of the positions of givens
//	NewRandom         the source of randomness for a seed; NewStream: one for each puzzle
//	Givens            cells of a full grid, without further conditions
//	oracle            asks an engine's session whether there is a solution, or another one
//	search            the puzzles with a given solution: removal and exchange of givens
//
// A puzzle begins as a full grid (see grids.go). It loses givens in random order, as long as an engine finds no other solution.
// What remains is minimal. If the number of givens is wrong, it exchanges one given for one or two others; that sometimes makes
// further givens superfluous. After a while it tries another grid.
//
// Engines are used only through package qmsat/model/engine, and only for facts, such as whether there is another solution. So
// puzzles do not depend on the engine, on time, or on the number of processors.
package generate
