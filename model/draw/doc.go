// Package draw makes pictures of grids: a model's cells, boxes, regions and cages, with givens and solutions in them.
//
//	type        meaning
//	Picture     one grid: givens, a solution, a caption
//	features    the drawn parts of a model: quasi-magic boxes, regions, cages, lines
//	layout      the positions of cells
//
// [SVG] writes any number of pictures of one model as one document, one below the other; [Element] returns it for a page.
// [Solution] and [Candidates] write a grid as text. Colour is never needed to read a picture: givens are bold, cages dashed, and
// a sum equal to the magic constant is bold.
//
// It uses only the model.
package draw
