// Package classic holds published searches for Sudoku, one file each, for any model. Houses are its all-different constraints.
// Sums are bounded as their variables get values; other constraints are checked once all their variables have values. They are
// for comparing effort. All are complete except pencil-and-paper, which is no search.
//
//	engine            file
//	backtracking      values tried in a fixed order of cells, without propagation (Onokpasa and Bakwa 2018)
//	pencil-and-paper  naked and hidden singles, pass by pass (Onokpasa and Bakwa 2018)
//	norvig            naked and hidden singles, then the cell with the fewest values (Norvig 2006)
//	rewriting         also pairs, triples and pointing, one rule at a time (Santos-García and Palomino 2007)
package classic
