// Package library holds the MiniZinc library of qmsat: which global constraints MiniZinc hands over whole. All others decompose as the
// standard library says. Predicates without a body come to FlatZinc under their names, which are those that [qmsat/model/flatzinc]
// reads.
package library

import "embed"

// Files are the library's files, without a folder.
//
//go:embed *.mzn
var Files embed.FS
