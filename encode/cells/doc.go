// Package cells has the encodings of cells and all-different constraints: each registers itself in [formula.CellEncodings]. Those
// that depend on the givens reduce the model first.
//
// Start reading with extended.go; minimal.go, lines.go and reduction.go follow.
package cells
