// Package reproduce measures published tables again, and shows the published figures next to ours.
//
//	function    table
//	Encodings   sizes and times of the extended and the optimized encoding, 9×9 to 81×81 (Kwon and Jain, 2006)
//	Searches    the effort of search methods on quasi-magic puzzles; PaperTables compares it with three tables (Roach et al., 2009)
//	Survey      methods that Green (2009) lists, and exact ones, on the same puzzles; these further tables run it:
//	methods     three methods by iterations (Onokpasa and Bakwa, 2018)
//	project     alternating projections on files of hard puzzles
//	send        message passing on puzzles with 17 givens (Goldberger, 2007)
//	Givens      puzzles of any size by the share of cells given, for the curve of Lewis (2007)
//	schemes     puzzles that propagation schemes solve without search (Simonis, 2005)
//	Inference   puzzles that inference without search solves, by encoding (Lynce and Ouaknine, 2006)
//	Creation    full grids by a published method and others (Dudziak, 2006)
//
// The puzzles behind the published figures are not public. For sizes we make puzzles from seeds, with the same number of givens;
// for inference and searches the caller supplies them.
package reproduce
