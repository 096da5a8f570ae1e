// Package residual counts the solutions of formulas by unit propagation alone, as the engine residual. It reads clauses and
// the literals of the outputs; it never sees the model.
//
//	type        meaning
//	formula     clauses by length, and implications: the sink that models are compiled to
//	propagator  a partial assignment, closed under unit propagation, level by level
//	listing     a depth-first search for all solutions
//	cuts        the rest of the formula once the first outputs have values
//	merging     a count without listing: choices with the same rest are one state
//	meter       the progress of a merging
//	session     a model's formula, ready for many cubes
//
// The propagator learns nothing, and shares no code with package propagate, whose propagator takes further clauses and
// measures encodings.
package residual
