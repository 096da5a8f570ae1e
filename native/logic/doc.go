// Package logic solves puzzles step by step, as people do. It is the engine `logic` and the basis of `explain` and `grade`.
//
//	type        meaning
//	Board       a model's cells, values, houses and peers
//	State       the remaining candidates, and the solved cells
//	Technique   a way to find steps, with its order, score, level and rating; one file each, registered by name
//	finder      a search for the steps of a technique; its loops end once no further step is wanted
//	Step        a deduction: pattern, placements, eliminations; written as in HoDoKu
//	Solver      applies techniques in order; it takes the first step found, until the puzzle is solved or no step is found
//
// Names, order, scores and levels of techniques follow HoDoKu 2.2 (Bernhard Hobiger), ratings Sudoku Explainer (Nicolas
// Juillerat). It accepts any model with at most 64 values in all. Techniques ignore constraints that they do not know;
// [model.Model.Check] verifies every solution.
package logic
