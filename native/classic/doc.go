// Package classic holds searches for Sudoku as they were published, one file each, for any model: houses are its all-different
// constraints, sums are bounded as their variables get values, and whatever else it has is asked when all have theirs. They are
// there to be compared by what they count, and complete but for pencil-and-paper, which is no search.
//
//	engine            file
//	backtracking      values tried in a fixed order of cells, without propagation (Onokpasa and Bakwa 2018)
//	pencil-and-paper  naked and hidden singles, pass by pass (the same)
//	norvig            naked and hidden singles, then the cell with the fewest values (Norvig 2006)
//	rewriting         pairs, triples and pointing, too, a rule at a time (Santos-García and Palomino 2007)
package classic
