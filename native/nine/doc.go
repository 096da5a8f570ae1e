// Package bands searches plain 9×9 Sudoku, and nothing else, as fast as bit masks allow. For each digit and each band of
// three rows a word of 27 bits says in which cells of the band the digit may still stand; bit 9·row + column of the
// band's rows 0 to 2. All that can be found about one digit alone then follows from small tables:
//
//	locked candidates in rows     in a band the digit takes three rows and three boxes: one of six ways to pair them
//	locked candidates in columns  in a stack it takes three bands and three columns: one of six ways again
//	hidden singles                follow from both: a row left with one cell
//
// What is found about a cell, that one digit is left, comes from the nine words of its band laid over each other.
//
// The representation goes back to Brian Turner's bb_sudoku and was taken further in JSolve, JCZSolve and tdoku
// (https://t-dillon.github.io/tdoku, which describes them all); the tables for columns are as strong as those for rows here.
package nine
