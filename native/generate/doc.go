// Package generate makes puzzles from a seed.
//
//	function   what it makes
//	NewRandom  the source of randomness: the same seed gives the same puzzles on every machine
//	Sudoku     a full grid of plain Sudoku, by shuffling a pattern
//	Givens     a puzzle: some cells of a full grid
//
// Whether a puzzle has one solution is left to who asks for it.
package generate
