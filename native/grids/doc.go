// Package grids counts whole quasi-magic Sudoku grids 9×9, and plain ones, exactly.
//
// In a quasi-magic grid with bound Δ, from 0 to 9, each row, column and diagonal of each box (mini-grid) sums to 15 plus or minus
// Δ; Δ = 9 is plain Sudoku. Source: Roach, Jones, Perkins, Grimstead, "A knowledge-rich approach to the rapid enumeration of
// quasi-magic Sudoku search spaces", ICAART 2009.
//
// A filling is fixed by the digits in its rows and the digits in its columns: two ordered partitions of the digits. Row sums
// depend only on the first partition, column sums only on the second, and diagonals on both. Boxes in a band restrict each other
// only by their row sets, boxes in a stack only by their column sets. So let T(R₁, R₂, R₃) be the number of column sets of a
// stack whose boxes have the row sets R₁, R₂, R₃. The number of grids is the sum of T·T·T, one factor for each stack, over the
// row sets of three bands. Three symmetries shorten the sum: exchange of the outer rows in row sets, symmetries of the first
// band, and the order of the three bands. What remains is a dot product over contiguous, packed vectors.
//
//	type          meaning
//	What          grids, bands, fillings of a box or classes
//	Options       workers, progress, checkpoint
//	Class         grids that symmetries map to each other
//	Grid          81 cells
//	filling       the content of a box
//	partition     row sets or column sets of a box, up to exchange of the outer two
//	band          the row sets of three boxes side by side
//	tables        the partitions and bands for a Δ, and which row sets combine with which column sets
//	stackTable    T for a given R₁
//	sum           the sum over second and third bands for a given first one
//	job           a count divided into units of work, with workers and a checkpoint
//	Uniform       a choice among all grids for Δ = 2, each equally likely
//	Numbering     numbers the grids for a Δ by their ranks in the sum
//	lister        searches all grids in lexicographic order, by their first cells
//	symmetry      an element of the group that defines the classes of grids
//	fixedCounter  a search for the grids that a symmetry maps to themselves
//
// [Count] counts grids, [List] lists them, [ListClasses] lists their classes, [Sample] draws grids at random, and a
// [Numbering] returns the grids with given numbers. The lister and the fixedCounter use another method than Count: they work with
// the fillings themselves. Tests compare the results.
//
// Package grids needs no models or engines.
package grids
