// Package code studies quasi-magic Sudoku 9×9 as an erasure code: a grid is a word, and a puzzle a word with erasures.
//
//	type or function  meaning
//	Word              a grid for a Δ from 2 to 9, where 9 is plain Sudoku
//	Book              all words for Δ = 2, and their classes
//	SetClass          unavoidable sets for Δ = 2 under symmetries
//	Near              the words near a given one, for any Δ
//	Decoder           recovers words: by maximum likelihood, or iteratively on sets of values, in four strengths
//	BookDecoder       maximum likelihood for Δ = 2, by an index of all words
//	Erasures          measures decoders on words with random erasures, and Point.Check holds them to what is exact
//	Fixing            how many sets of cells fix words for Δ = 2, by projections of all words
//	Critical          critical sets of a word, and its smallest ones, by an engine; FewestBound and FewestFound bound them for other Δ
//	Stopping          stopping sets of a decoder, none of whose cells it recovers
//	Small             plain Sudoku 4×4: all words with all sets of givens, and an engine on random ones
//	Curve             what a decoder does not recover at every number of erasures, by bisection
//	Subcode           the words of some classes, which are farther apart
//	Times             measures how long engines search to decode the same words
//	Codec             numbers of words, and words back; Pack and Unpack are a file as numbers, Transmit the channel between
//	Distribution      numbers of words by distance, that is, by the number of cells in which they differ
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009, which leaves open what a channel's erasures do to such a code. The
// erasures are decoded by maximum likelihood (a word is recovered where no other one fits), or iteratively on sets of values, as by
// Soedarmadji and McEliece, "Iterative decoding for Sudoku and Latin square codes" (Allerton 2007), and Atkins and Sayir, "Density
// evolution for Sudoku codes on the erasure channel" (arXiv 1407.4328, 2014).
package code
