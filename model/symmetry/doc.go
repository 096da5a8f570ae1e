// Package symmetry finds symmetries of a model under givens, and breaks them: it adds constraints that at least one solution of
// each class of symmetric ones meets. So a model keeps a solution if it has one, but not the number of its solutions.
//
//	function  what it does
//	Find      returns symmetries
//	Break     returns a model with fewer solutions, and more givens
//	Engine    an engine that searches such a model for one solution
//
// What is found: values that can be exchanged; the reversal of all values; exchanges of rows, columns, bands and stacks of a grid,
// its reflections and its transposition.
//
// Why several symmetries can be broken together: each constraint follows from x ≤ σ(x) in one lexicographic order of assignments,
// which is the same for all symmetries σ, and the first of the solutions symmetric to x meets all of these (Crawford, Ginsberg,
// Luks and Roy, Symmetry-breaking predicates for search problems, 1996).
package symmetry
