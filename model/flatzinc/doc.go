// Package flatzinc reads FlatZinc files as models. MiniZinc models are compiled to this language.
//
//	type      meaning
//	Program   a file: its model, the output items, the search annotations
//	Item      a variable or an array in the output
//	Search    which variables are fixed first, and to which values
//
// [Read] reads the whole grammar. Constraints become forms (linear sums, clauses, tables and so on). Forms narrow the variables'
// domains to a fixpoint, so int variables without bounds get some. Equal variables are merged. The remaining forms are written as
// constraints of package model.
//
// The command runs models and speaks MiniZinc's protocol; package model has the kinds of constraints.
package flatzinc
