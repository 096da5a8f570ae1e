// Package grids counts whole quasi-magic Sudoku grids 9×9, and plain ones, exactly.
//
// In a quasi-magic grid with bound Δ, from 0 to 9, each row, column and diagonal of each box (mini-grid) sums to 15 give or
// take Δ; Δ = 9 is plain Sudoku. Source: Roach, Jones, Perkins, Grimstead, "A knowledge-rich approach to the
// rapid enumeration of quasi-magic Sudoku search spaces", ICAART 2009.
//
// A filling is fixed by what its rows contain and what its columns contain: two ordered partitions of the digits. Sums of
// rows depend on the first only, sums of columns on the second only, and diagonals on both. Boxes in a band restrict
// each other by their row sets only, and those in a stack by their column sets only. So let T(R₁, R₂, R₃) be the number of
// column sets of a stack whose boxes have the row sets R₁, R₂, R₃. The number of grids is the sum of T·T·T, one factor
// for each stack, over the row sets of three bands. Three things make the sum short: row sets are taken up to exchange of
// the outer rows, first bands up to symmetry, and the three bands in order only. What is left is a dot product over
// contiguous, packed vectors.
//
//	type          meaning
//	What          grids, bands, fillings of a box or classes
//	Options       workers, progress, checkpoint
//	Class         grids that symmetries take to each other
//	Grid          81 cells
//	filling       the content of a box
//	partition     row sets or column sets of a box, up to exchange of the outer two
//	band          the row sets of three boxes side by side
//	tables        the partitions and bands for a Δ, and which row sets and column sets go together
//	stackTable    T for a given R₁
//	sum           the sum over second and third bands for a first one
//	job           a count divided into units of work, with workers and a checkpoint
//	Uniform       a choice among all grids for Δ = 2, each equally likely
//	Numbering     the grids for a Δ by their numbers, which are ranks in the sum
//	lister        a search for all grids in lexicographic order
//	symmetry      an element of the group under which grids are classed
//	fixedCounter  a search for the grids that a symmetry takes to themselves
//
// [Count] counts, [List] lists grids, [ListClasses] lists their classes, and [Sample] chooses grids at random,
// and a [Numbering] those with given numbers. The lister and the
// fixedCounter use another method than Count, over fillings that they list anew; their agreement is tested.
//
// Models and engines are left to other packages; this one knows neither clauses nor propagators.
package grids
