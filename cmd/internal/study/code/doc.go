// Package code studies quasi-magic Sudoku 9×9 as an erasure code: a grid is a word, and a puzzle a word with erasures.
//
//	type or function  meaning
//	Word              a grid for a Δ from 2 to 9, where 9 is plain Sudoku
//	Book              all words for Δ = 2, and their classes
//	SetClass          unavoidable sets for Δ = 2 under symmetries
//	countNear         the numbers of words near a given one, for any Δ
//	Decoder           recovers words: by maximum likelihood, or iteratively on sets of values, in four strengths
//	BookDecoder       maximum likelihood for Δ = 2, by an index of all words
//	Erasures          measures decoders on words with random erasures; Point.Check compares them with exact numbers
//	Fixing            how many sets of cells fix words for Δ = 2, by projections of all words
//	Critical          critical sets of a word, and its smallest ones, by an engine; fewestBound and fewestFound: for other Δ
//	Stopping          stopping sets of a decoder: it recovers none of their cells
//	Small             plain Sudoku 4×4: all words with all sets of givens, and an engine on random ones
//	Curve             a decoder's failures at every number of erasures, by bisection
//	Subcode           the words of some classes, which are farther apart
//	Times             measures how long engines search to decode the same words
//	Codec             numbers words, and finds the word of a number; Pack and Unpack turn files into numbers, transmit is the channel
//	Distribution      numbers of words by distance, the number of cells in which two words differ
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009, who leave open how such a code copes with erasures. The
// decoders use maximum likelihood (a word is recovered if no other word fits), or iterate on sets of values, as in
// Soedarmadji and McEliece, "Iterative decoding for Sudoku and Latin square codes" (Allerton 2007), and Atkins and Sayir, "Density
// evolution for Sudoku codes on the erasure channel" (arXiv 1407.4328, 2014).
package code
