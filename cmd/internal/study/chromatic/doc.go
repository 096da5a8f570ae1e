// Package chromatic counts the completions of a partial colouring with λ colours, as a polynomial in λ: for Sudoku the
// completions of a puzzle.
//
//	function    what it does
//	NewGraph    a model of all-different constraints as a graph, the givens as colours
//	Completions the polynomial, by deletion and contraction with memory
//	Count       the same from an engine's list of colourings up to renaming
//	Check       two theorems on it, over all small puzzles and random 9×9 ones
//
// Completions and Count share nothing but the model and the polynomials' arithmetic.
//
// Source: Herzberg, Murty, "Sudoku squares and chromatic polynomials", Notices of the AMS 54 (2007).
package chromatic
