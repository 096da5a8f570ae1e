// Package sample draws random models and cubes from any source of numbers, so that property tests and the command's random
// cross-check run the same ones. The same numbers make the same models on every machine.
//
//	name      meaning
//	Source    where numbers come from: *rand.Rand of math/rand/v2, or a property test
//	Bare      a model of at most MaxVariables variables, with constraints of all kinds
//	Cube      givens for a model, which may clash or lie outside the domains
//	Instance  a model of any sort, with or without a grid, and cubes that leave it few solutions
//	Draw      draws one
//	DrawFrom  draws one of a family: of unrelated constraints, of almost equal ones, beyond the sizes at which engines change
//
// Numbers are drawn so that lower ones make simpler models: a source that is lowered step by step ends at a small one.
package sample
