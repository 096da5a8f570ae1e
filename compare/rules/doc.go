// Package rules looks at rules beside the model that they are added to.
//
//	function  what it tells
//	Prove     whether a rule follows from a model: a certificate, or a grid that breaks it
//	Mine      which rules of a catalogue follow from quasi-magic Sudoku 9×9 with a given Δ
//	Effect    what a set of rules does in the searches of several engines
//	Profile   what each pruning rule does in an engine's search, and what the search is with it alone and without it
//
// Prove and Mine ask the SAT solvers of qmsat/encode/sat, and have certificates verified by qmsat/encode/proof. Profile knows
// engines only by their contract, qmsat/model/engine; who needs some imports the packages that register them.
//
// # What is mined
//
// A [Statement] says that no grid, or no grid that meets a condition on its centres, has some pattern of digits. The patterns come
// in families (families.go), each of which is asked with all digits:
//
//	centre, corner, edge                   a cell of that kind has the digit v
//	pair-line, -outer, -middle, -diagonal  v and w share a line of a box: any, an outer or middle row or column, a diagonal
//	triple-…                               u, v and w make up such a line
//	between-…                              they do, and v is in the middle
//	centre-and-corner, …, opposite-edges   v and w in two cells of a box that lie to each other in one of eight ways
//	centres, centres-in-line, -apart       different centres v and w anywhere; in a band or stack; in none
//	each-line                              a band or stack without a centre v
//	at-least-k, at-most-k                  fewer, or more, than k boxes with centre v
//
// The conditions (condition.go) are that no centre is v, that none is v or 10 − v, and that some centre is v. Under them the
// families centre to triple-…, and those about centres, are asked again, as far as the condition can have to do with them.
//
// The model has 9,216 symmetries, 4,608 of which keep digits (symmetry.go). They take each statement's pattern to all places
// where it might stand, and conditions to themselves; so a statement is asked about one representative of each class of patterns
// ([Statement.question]), of two statements that are each other's complement one is asked, and the rule is the closure of the answer
// ([Statement.Rule]).
//
// Statements that say more come first. One that follows from those proved before is not listed (implied.go): so a rule is listed
// in its strongest form, and the stronger form that was refuted stands beside it. A statement that a known grid refutes needs no
// solver. Whatever speaks of one box, or one band, is first asked of the constraints there alone (part.go): a certificate
// about a part holds for the whole, and is found faster.
package rules
