// Package setter answers questions of people who make puzzles.
//
//	type or function  meaning
//	Part              a constraint, a clue or a given that may be dropped
//	Problem           a model and the parts of it that may be dropped
//	Search            finds minimal sets of parts that have no solution together
//	Estimate          the number of solutions, from samples of the search tree
//
// A minimal set without a solution explains why a puzzle is broken. The same search minimizes a puzzle: if its solution is
// excluded, the sets without a solution are those that leave the puzzle only this one.
//
// gini finds the sets. Each solution that it finds is checked against the model. The engine native, which shares no code with
// it, confirms that a set has no solution.
package setter
