// Package implied finds what a model implies beyond its single constraints. Each fact holds in every solution of the model.
//
//	type        what it says
//	Exclusions  which variables are never equal; sums by groups of such variables
//	Fact        a constraint that follows from others: sums of few cells (innies, outies, complements), cells that all differ,
//	            values that a sum takes from others, cells with the same values
//
// Find looks for facts with bounded work and without a search: it combines the sums of houses and of equalities as the innies and
// outies of killer Sudoku do, on any model.
package implied
