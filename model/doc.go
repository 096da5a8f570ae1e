// Package model is the declarative language in which a puzzle is written once.
//
// A [Model] is data: variables with finite domains, constraints, and the outputs, onto which solutions are projected. It knows
// nothing of clauses, bit masks or search; engines read it and build what they need.
//
//	type             meaning
//	Model            variables, outputs, constraints, and an optional grid layout
//	Domain           a finite set of integers, stored as ranges
//	Constraint       one requirement, AllDifferent, Linear, ReifiedLinear, Table and Rule; others are in kinds
//	Formula          the body of a Rule: And, Or, Not, Implies, Count over atoms x ∈ S
//	Objective        ranks solutions by a sum; the best have the least or the largest
//	Grid             the layout of cells in rows, columns and boxes
//	Cube             givens: a list of (variable, value) pairs; a puzzle, a slice of a count, a branch
//	Assignment       a value for every variable
//	Notation         how cubes and assignments of a model are written as text
//	Family           the builder's parameters, recovered from a model
//
// The builders are [Sudoku], [QuasiMagic] and [PruningRule]. [ReadPuzzles] and [Notation] are the text of puzzles and solutions. Package
// qmsat/model/document reads and writes what people write: models with named clues, as YAML. It compiles that to a Model, whose Origins
// say which clue a constraint comes from.
//
// A kind of constraint may be of any package: [RegisterKind] adds it, and the interface [Constraint] says what it needs; [Fields] and
// [Decoder] are its text in model files.
//
// [Model.Check] is the plain, slow truth: every solution of every engine is checked against it.
//
// Read model.go first, then linear.go as an example of a kind, kind.go and text.go. notation.go and puzzles.go read puzzles;
// canonical.go compares models. Package qmsat/model/engine says how engines run models. Beside the core are:
//
//	kinds                   the other kinds of constraints; their test TestHolds has assignments that meet or break each kind
//	variant                 clues: named constraints, defined by kinds
//	document                what people write, compiled to a Model
//	formats                 puzzles of other programs
//	propositional, flatzinc DIMACS, OPB and FlatZinc files as models; flatzinc/library has what MiniZinc passes on whole
//	implied, symmetry       what a model implies; its symmetries, for a search that needs one solution
//	draw                    pictures of grids
//	engine                  the contract of engines; bruteforce tries every assignment, enginetest has engines that are wrong
//	parallel, cluster       searches as jobs, here and over machines
//	sample, modeltest       random models; what tests share
//
// ARCHITECTURE.md says where each sort of addition goes.
package model
