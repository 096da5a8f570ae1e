// Package scheme has the ways to propagate all-different constraints that Simonis compares, "Sudoku as a constraint problem", 2005, and
// locked candidates, which the engine native uses itself. Read scheme.go first, then flow.go, houseflows.go and locked.go.
package scheme
