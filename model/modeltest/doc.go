// Package modeltest makes small random models and solves them by brute force. All tests of engines
// draw from this source and compare with these solutions.
//
//	function     meaning
//	Sudoku, QuasiMagic  the models of the family
//	Random       a random bare model of package sample, drawn by a property test
//	RandomCube   random givens for it, which may clash or lie outside the domains
//	RandomObjective  gives it an objective
//	Bytes        numbers for models that fuzz targets draw
//	BruteForce   all its solutions, one assignment for each distinct tuple of outputs
//	Key          the outputs of an assignment as text: equal for two assignments that are the same solution
//	Keys         the keys of all its solutions, by brute force
//	Puzzles      the puzzles of a file of testdata
//	Cubes        their cubes
//	Long         whether tests may take long
//	OnlyLong     skips a long test unless long tests may run
//
// The tests that import it choose the engines.
package modeltest
