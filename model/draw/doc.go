// Package draw makes pictures of grids: a model's cells, boxes, regions, cages and clues, with givens and solutions in them.
//
//	type        meaning
//	Picture     one grid: givens, a solution, a caption
//	features    the drawn parts of a model: quasi-magic boxes, regions, cages, lines, clues
//	look        how clues of one kind are drawn
//	layout      the positions of cells, with room for clues outside of the grid
//	space       what clues leave of a cell for small values
//
// [SVG] writes any number of pictures of one model as one document, one below the other; [Element] returns it for a page, and [Puzzle]
// writes it by day and night. [Solution] and [Candidates] write a grid as text.
//
// Clues look as in setters' programs: f-puzzles and SudokuPad. Each kind has a look in the file of its group (strokes.go, cages.go,
// marks.go, outside.go); clues of a kind without one are named below the picture. A clue whose picture does not say all, such as a line
// that jumps, is written there in full. Everything else can be read without colour: givens are bold, cages dashed, and a sum equal to
// the magic constant is bold.
//
// It uses only the model and its variants.
package draw
