// Package crosscheck runs random models with random engines and options, looks for disagreements, and shrinks one to
// the smallest case that still disagrees.
//
//	name      meaning
//	Config    which engines, how many models, the seed
//	Run       draws and runs models until one shows a fault
//	Summary   what was run
//	Case      a model, cubes and contenders
//	Fault     which contender was wrong, and how
//	Shrink    makes a case smaller while its fault stays
//
// Models come from qmsat/model/sample. Each has its own random stream, so model 7 of a seed does not depend on earlier ones.
// Package compare judges faults; small models are also compared with brute force.
package crosscheck
