// Package nine holds the searches that are made for 9×9 Sudoku, with or without more constraints within its boxes. Nothing in
// it is needed for the answers: the general search of package native gives the same ones, and tests hold both side by side.
//
//	Bands   plain Sudoku, and sums of three cells of a box; see below
//	Boxes   boxes that take their fillings from lists: quasi-magic Sudoku with few fillings
//
// Bands has, for each digit and each band of three rows, a word of 27 bits that says in which cells of the band the digit may
// still stand; bit 9·row + column. All that can be found about one digit alone then follows from small tables:
//
//	locked candidates in rows     in a band the digit takes three rows and three boxes: one of six ways to pair them
//	locked candidates in columns  in a stack it takes three bands and three columns: one of six ways again
//	hidden singles                follow from both: a row left with one cell
//
// What is found about a cell, that one digit is left, comes from the nine words of its band laid over each other. Sums go
// through a table that tells for the digits of two cells which digits the third one may have.
//
// The representation goes back to Brian Turner's bb_sudoku and was taken further in JSolve, JCZSolve and tdoku
// (https://t-dillon.github.io/tdoku describes them); the tables for columns are as strong as those for rows here.
//
// The type Boxes explains itself.
package nine
