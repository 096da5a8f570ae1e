// Package residual lists or counts the solutions of formulas, as the engine residual. It reads clauses and the literals of the
// outputs; it never sees the model. Read engine.go first.
//
//	type        meaning
//	clauseSet   clauses by length: the sink that models are compiled to
//	lister      a list of all solutions, by the solver of package cdcl
//	guards      variables for clauses that hold for one search for wanted values alone
//	propagator  a partial assignment, closed under unit propagation, level by level
//	cuts        the rest of the formula once the first outputs have values
//	merging     a count without listing: choices with the same rest are one state
//	meter       the progress of a merging
//	tree        a search for certificates, by propagation alone
//	session     a model's formula, ready for many cubes
//
// The propagator learns nothing, and shares no code with package propagate, whose propagator takes further clauses and
// measures encodings.
package residual
