// Package sum has the encodings of linear constraints: each registers itself in [formula.LinearEncodings].
//
//	tuples    the value tuples of a sum, for support and forbidden
//	block     an all-different constraint with the sums on its variables; pairs, joint and table encode it as one
//	diagram   a decision diagram of partial sums, for mdd; groups of different values for mdd-distinct
//	reach     gates for bounds of the rest of a sum, for bdd
//
// Start reading with auto.go, the default, which chooses among the others; tuples.go, block.go and mdd.go follow.
package sum
