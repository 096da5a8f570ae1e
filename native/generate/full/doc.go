// Package full makes full grids: of plain Sudoku with boxes of any shape, by a published method, measured again, and by our own;
// and of quasi-magic Sudoku by construction.
//
//	type        meaning
//	Shape       the shape of boxes
//	Method      a way to fill a grid; [Methods] lists them
//	Search      depth-first, the cell with the fewest candidates first
//	Bands       a band at a time by matchings, without backtracking
//	Published   Dudziak's parallel creation (2006)
//	Pattern     a shuffled pattern: no search
//	Magic       a quasi-magic grid: one square in all boxes, rearranged
//	Team        workers on one grid, which may share the furthest position
//	Effort      the effort, in counted steps
//	board       a grid that is being filled, with its candidates
//
// Only the source of randomness decides: the grid is the same on every machine, whatever the number of processors, because
// workers meet after counted steps, not after seconds.
package full
