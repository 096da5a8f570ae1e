// Package flatzinc reads FlatZinc, the language that MiniZinc models are compiled to, as models.
//
//	type      meaning
//	Program   a file: its model, what is printed of a solution, what is said of the search
//	Item      a variable or an array that is printed
//	Search    which variables are fixed first, and to what
//
// [Read] reads the whole grammar. Constraints become forms (linear sums, clauses, tables and so on), which narrow the domains of
// the variables to a fixpoint, so that int variables without bounds get some; variables that are equal become one, and what is
// left of the forms is written in the kinds of package model.
//
// Solving and MiniZinc's protocol are left to the command, the kinds of constraints to package model.
package flatzinc
