// Package nine holds searches specialised for 9×9 Sudoku, with or without more constraints within its boxes. They are only for
// speed: the general search of package native gives the same answers, and tests compare both.
//
//	Bands   plain Sudoku, and sums of three cells of a box; see below
//	Boxes   boxes that take their fillings from lists: quasi-magic Sudoku with few fillings
//
// Bands has, for each digit and each band of three rows, a word of 27 bits that says in which cells of the band the digit may
// still stand; bit 9·row + column. All deductions about a single digit then follow from small tables:
//
//	locked candidates in rows     in a band a digit pairs the three rows with the three boxes: one of six ways
//	locked candidates in columns  in a stack it pairs the three bands with the three columns: one of six ways
//	hidden singles                follow from both: a row left with one cell
//
// Naked singles come from the nine words of a band, laid over each other. For sums, a table gives the digits of the third cell by
// those of the other two.
//
// The representation goes back to Brian Turner's bb_sudoku and was taken further in JSolve, JCZSolve and tdoku
// (https://t-dillon.github.io/tdoku describes them); the tables for columns are as strong as those for rows here.
//
// Where the processor has wide vectors, plain Sudoku is propagated by assembly, with the same search; see vectors.go. The build tag
// purego leaves it out. Package assembly generates it.
//
// The type Boxes explains itself.
package nine
