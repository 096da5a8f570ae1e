// Package draw makes pictures of grids: a model's cells, boxes, regions and cages, with givens and solutions in them.
//
//	type        meaning
//	Picture     one grid: givens, a solution, a caption
//	features    what of a model is drawn: quasi-magic boxes, regions, cages, lines
//	layout      where cells stand
//
// [SVG] writes any number of pictures of one model as one document, one below the other; [Element] returns it for a page.
// [Solution] and [Candidates] write a grid as text.
// What it shows does not rest on colour: givens are bold, cages dashed, a sum that meets the magic constant exactly is bold.
//
// It needs nothing but the model.
package draw
