// Package amo has the encodings of at-most-one constraints, a file each with the paper that it is from: each registers itself in
// [formula.AtMostOnes]. What About says of sizes and propagation is tested, and stands nowhere else.
//
// Start reading with pairwise.go; ladder.go, commander.go and product.go follow.
package amo
