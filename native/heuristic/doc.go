// Package heuristic has the methods of the literature that search among wrong grids, an engine each. They find a solution or none, and
// prove nothing. A method is a file: its idea and its settings, with published ones as defaults. What methods share is here:
//
//	type     meaning
//	method   a name, settings and a search, which make an engine
//	layout   the cells, boxes and lines of a grid, whatever its size
//	run      a puzzle being solved: its givens, its random state, its budget
//	filled   a grid whose boxes each have every value once, with its defects counted as values are swapped
//
// Budgets are counted in evaluations or iterations, never in time. The seed alone decides the answer, on every machine: there is no
// transcendental function of the library in a decision, and no product that a machine might fuse with a sum.
//
// Most methods, their figures and some settings are known to us from Green, "A survey of artificial intelligence techniques
// for Sudoku", 2009, and not from the papers themselves. If no value was published the setting's comment says so.
package heuristic
