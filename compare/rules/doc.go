// Package rules studies rules: whether a model implies them, and how they affect searches.
//
//	function  finds
//	Prove     whether a rule follows from a model: a certificate, or a grid that breaks it
//	Mine      which rules of a catalogue follow from quasi-magic Sudoku 9×9 with a given Δ
//	Effect    the effect of a set of rules on the searches of several engines
//	Profile   the effect of each pruning rule in an engine's search, and the search with it alone and without it
//
// Prove and Mine ask the SAT solvers of qmsat/encode/sat; qmsat/encode/proof verifies their certificates. Profile uses
// engines only through their contract, qmsat/model/engine; callers import the packages that register them.
//
// # What is mined
//
// A [Statement] denies a pattern of digits in all grids, or in all grids that meet a condition on their centres. The patterns
// come in families (families.go), each with all digits:
//
//	centre, corner, edge                   a cell of that kind has the digit v
//	pair-line, -outer, -middle, -diagonal  v and w share a line of a box: any, an outer or middle row or column, a diagonal
//	triple-…                               u, v and w make up such a line
//	between-…                              u, v and w make up such a line, with v in the middle
//	centre-and-corner, …, opposite-edges   v and w in two cells of a box that lie to each other in one of eight ways
//	centres, centres-in-line, -apart       different centres v and w anywhere; in a band or stack; in none
//	each-line                              a band or stack without a centre v
//	at-least-k, at-most-k                  fewer, or more, than k boxes with centre v
//
// The conditions (condition.go) are: no centre is v; no centre is v or 10 − v; some centre is v. Under each the
// families centre to triple-…, and the families about centres, are tried again if the condition can affect them.
//
// The model has 9,216 symmetries; 4,608 of them keep digits (symmetry.go). They map each statement's pattern to all places
// where it might be, and conditions to themselves. So a solver is asked about one representative of each class of patterns
// ([Statement.question]), and about one of two complementary statements. The rule is the closure of the answer
// ([Statement.Rule]).
//
// Stronger statements come first. A statement that follows from proved ones is not listed (implied.go), so a rule is listed
// in its strongest form, next to the stronger form that was refuted. A statement that a known grid refutes needs no
// solver. A statement about one box or one band is first proved from the constraints there alone (extent.go): a certificate
// about a part of the grid holds for the whole, and is found faster.
package rules
