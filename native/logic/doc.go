// Package logic solves puzzles as people do, step by step: the engine `logic`, and what `explain` and `grade` show.
//
//	type        meaning
//	Board       a model's cells, values, houses and peers
//	State       the remaining candidates, and the solved cells
//	Technique   a way to find steps, with its order, score, level and rating; a file each, registered by name
//	finder      a search for the steps of a technique; its loops end once no further step is wanted
//	Step        a deduction: pattern, placements, eliminations; written as in HoDoKu
//	Solver      techniques in order; it takes the first step found, until the puzzle is solved or no step is found
//
// Names, order, scores and levels of techniques follow HoDoKu 2.2 (Bernhard Hobiger), ratings Sudoku Explainer (Nicolas
// Juillerat). Any model with at most 64 values in all will do. A technique ignores constraints that it does not know, and a
// solution is one only if [model.Model.Check] says so.
package logic
