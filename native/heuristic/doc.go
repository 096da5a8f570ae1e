// Package heuristic has the methods of the literature that search among wrong grids, one engine each. They find a solution or
// nothing, and prove nothing. Each method is one file with its settings; the defaults are the published values. Shared parts:
//
//	type     meaning
//	method   a name, settings and a search, from which an engine is made
//	layout   the cells, boxes and lines of a grid of any size
//	run      a puzzle being solved: its givens, its random state, its budget
//	filled   a grid with every value once in each box; counts its defects after each swap
//
// Budgets are counted in evaluations or iterations, never in time. Only the seed decides the answer, on every machine: no
// decision depends on a transcendental function of the library, or on a product that a machine may fuse with a sum.
//
// We know most methods, their figures and some settings only from Green, "A survey of artificial intelligence techniques for
// Sudoku", 2009, not from the papers. If no value was published, the setting's comment says so. Methods whose parameters we do
// not know say so in their summaries.
package heuristic
