package encode

// cellSizes are the sizes that papers declare for Sudoku on an n×n grid with n square boxes, n > 1, and pairwise at-most-one
// constraints.
var cellSizes = map[string]func(n int) (variables int, clauses int64){
	"minimal": func(n int) (variables int, clauses int64) {
		return n * n * n, squares(n) * (1 + 3*int64(pairsOf(n)))
	},
	"weber": func(n int) (variables int, clauses int64) {
		return n * n * n, squares(n) * (1 + 4*int64(pairsOf(n)))
	},
	"extended": func(n int) (variables int, clauses int64) {
		return n * n * n, squares(n) * (4 + 4*int64(pairsOf(n)))
	},
}

// pairsOf returns the number of pairs of n things.
func pairsOf(n int) int { return n * (n - 1) / 2 }

// squares returns the number of cells of an n×n grid, which is also the total number of values in its rows.
func squares(n int) int64 { return int64(n) * int64(n) }
