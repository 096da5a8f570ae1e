// Package logic solves puzzles as people do, step by step: the engine `logic`, and what `explain` and `grade` show.
//
//	type        meaning
//	Board       a model's cells, values, houses and who sees whom
//	State       the candidates that are left, and the cells that have their value
//	Technique   a way to find steps, with its order, score, level and rating; a file each, registered by name
//	finder      a search for the steps of a technique; what it ranges over ends once no further step is wanted
//	Step        a deduction: pattern, placements, eliminations; written as HoDoKu writes it
//	Solver      techniques in order: the first step found is taken, until the puzzle is solved or nothing is found
//
// Names, order, scores and levels of techniques are those of HoDoKu 2.2 (Bernhard Hobiger), ratings those of Sudoku Explainer
// (Nicolas Juillerat). Any model of the language is taken that has no more than 64 values in all; what a technique does not know of
// it does not use, and a solution is one only if [model.Model.Check] says so.
package logic
