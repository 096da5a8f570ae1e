// Package variant has the named constraints of Sudoku variants: thermometers, cages, sandwiches and so on, a file for each sort.
//
// A kind is a struct with tagged fields and a method Define, which says by constraints of package model what it means. Its init
// registers it, with a summary and an example for help; model files, short forms and `qmsat help variants` find it by name.
//
//	| group           | what it ties together                             |
//	| Lines           | cells in the order of a drawn line                |
//	| Cages           | sets of cells                                     |
//	| Pairs           | neighbours, and single cells with a mark          |
//	| Outside         | rows, columns and diagonals with a clue beside them |
//	| WholeGrid       | all cells                                         |
//	| Layout          | where the houses are                              |
//	| Composed        | other entries: or, and, replicate                 |
//
// n is the number of values of the grid throughout. Definitions do not depend on which of them, or which others, the cells may have.
// Fields with the tag "repeat" are sequences; all others are sets, even if cells are repeated in them.
package variant
