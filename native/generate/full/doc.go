// Package full makes full grids of plain Sudoku with boxes of any shape, by one published method, measured again, and ours; and of
// quasi-magic Sudoku by construction.
//
//	type        meaning
//	Shape       the shape of boxes
//	Method      a way to fill a grid; [Methods] lists them
//	Search      depth-first, the cell with the fewest candidates first
//	Bands       a band at a time by matchings, without backtracking
//	Published   Dudziak's parallel creation (2006)
//	Pattern     a shuffled pattern: no search
//	Magic       a quasi-magic grid: one square in all boxes, rearranged
//	Team        workers on one grid, sharing the furthest position or not
//	Effort      the effort, in counted steps
//	board       a grid that is being filled, with its candidates
//
// The source of randomness alone decides: it gives the same grid on every machine, whatever the number of processors, since
// workers meet after counted steps, not after seconds.
package full
