// Package heuristic has the methods of the literature that search among wrong grids, an engine each. They find a solution or
// none, and prove nothing. Each method is a file with its settings; published values are the defaults. Shared parts:
//
//	type     meaning
//	method   a name, settings and a search, which make an engine
//	layout   the cells, boxes and lines of a grid, whatever its size
//	run      a puzzle being solved: its givens, its random state, its budget
//	filled   a grid whose boxes have every value once; it counts its defects after each swap
//
// Budgets are counted in evaluations or iterations, never in time. The seed alone decides the answer, on every machine: no
// decision depends on a transcendental function of the library, or on a product that a machine may fuse with a sum.
//
// We know most methods, their figures and some settings from Green, "A survey of artificial intelligence techniques for
// Sudoku", 2009, and not from the papers. If no value was published, the setting's comment says so. Methods whose parameters
// we do not know say so in their summaries.
package heuristic
