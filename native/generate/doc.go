// Package generate makes puzzles from a seed: the same seed gives the same puzzles on every machine.
//
//	type or function  meaning
//	Generator         makes puzzles of a model: with one solution, minimal, symmetric, with so many givens
//	Options           what puzzles are wanted
//	UnreachedError    no puzzle as asked was found, but this is the closest
//	Symmetry          a symmetry of the places of givens
//	NewRandom         the source of randomness of a seed; NewStream: one for each puzzle
//	Givens            cells of a full grid, of which nothing more is asked
//	oracle            what an engine's session is asked: is there a solution, is there another
//	search            the puzzles with a given solution: removal and exchange of givens
//
// A puzzle begins as a full grid (grids.go says from where). Givens are removed in random order, as long as an engine finds
// no other solution. What is left is minimal; if it still has more givens than are wanted, or fewer, givens are exchanged for
// others, one by one or by two, which makes others superfluous now and then; and after a while another grid is tried.
//
// Engines are used through their contract, qmsat/model/engine. Only facts count, such as whether there is another solution,
// so which engine is asked makes no difference to the puzzles; nor do time or the number of processors.
package generate
