// Package residual counts the solutions of formulas by unit propagation alone, as the engine residual. It knows clauses and
// the literals of the outputs, and nothing of the model that they were compiled from.
//
//	type        meaning
//	formula     clauses by length, and implications: the sink that models are compiled to
//	propagator  a partial assignment, closed under unit propagation, level by level
//	listing     a depth-first search for all solutions
//	cuts        what is left of the formula once the first outputs have values
//	merging     a count without listing: choices that leave the same are one state
//	meter       how far a merging has come
//	session     a model's formula, ready for many cubes
//
// Its propagator is its own and learns nothing: package propagate has another, which takes further clauses and measures
// encodings.
package residual
