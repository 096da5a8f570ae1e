// Package crosscheck runs random models by engines and options drawn at random, looks for disagreements, and shrinks one to
// the smallest case that still disagrees.
//
//	name      meaning
//	Config    which engines, how many models, the seed
//	Run       draws and runs models until one of them is at fault
//	Summary   what was run
//	Case      a model, cubes, contenders; what a disagreement is about
//	Fault     who was caught, and of what
//	Shrink    makes a case smaller for as long as its fault stays
//
// Models come from qmsat/internal/sample, by a stream of their own for each, so that model 7 of a seed is the same whatever
// came before it. What is a fault is for package compare to judge; a model small enough is held against brute force too.
package crosscheck
