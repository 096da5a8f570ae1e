// Package proof holds certificates: that a model under givens has so many solutions, in a form that a checker verifies without
// trusting the solver that found them. [Verify] checks all formats; their text is described beside their writers.
//
//	type        meaning
//	Statement   what is proved about: model, givens, encoding, formula
//	TreeWriter  writes a search for all solutions as it goes, in bounded memory: decisions and solutions
//	DRATWriter  writes clauses that a solver learnt, down to the empty one: there is no solution
//	CPOG        a search as a graph of products and sums, from which the count follows
//	Alike       the symmetries that WriteFrontier, which counts by layers of states, may merge states by
//	remainder   what a model still asks for once some variables have values
//	Checker     clauses, and whether another one follows from them by unit propagation
//	Verified    what a certificate was found to say
//	Refusal     why it is wrong
//
// A proof without solutions refutes the model; that a model M entails a constraint C is a proof that M and the negation of C together
// have none. A frontier file certifies a count that no list could hold. Its checker needs only the model. The other checkers rely on the
// encoder, which makes the formula anew from the model and the givens, on the unit propagation of qmsat/encode/propagate, and on
// [model.Model.Check]. None shares code with a solver; what searches is left to qmsat/encode/sat and qmsat/encode/residual.
package proof
