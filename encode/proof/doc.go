// Package proof holds certificates: that a model under givens has these solutions and no other, in a form that a checker
// verifies without trusting the solver that found them.
//
// A proof lists the solutions and a refutation: clauses, each of which follows from the formula of the model, the clauses
// that block the solutions, and the clauses before it by unit propagation (reverse unit propagation, RUP), down to the empty
// clause. A proof without solutions refutes the model; that a model M entails a constraint C is a proof that M and the
// negation of C together have none.
//
//	type        meaning
//	Statement   what is proved about: model, givens, encoding, formula
//	Proof       a statement, solutions, and the steps of the refutation; written as text and read back
//	VerifyDRAT  proofs that a formula has no model, as SAT solvers write them
//	CPOG        a search as a graph of products and sums, from which the count follows; VerifyCPOG checks it
//	TreeWriter  a search for all solutions as it goes, decisions and solutions, and Tree what its file was found to say
//	Frontier    what a file of layers of states was found to say; WriteFrontier counts and writes it
//	remainder   what a model still asks for once some variables have values
//	Checker     clauses, and whether another one follows from them by unit propagation
//	Refusal     why a proof is wrong
//
// A tree file certifies a count in bounded memory: a depth-first search is followed, without its solutions being kept.
//
// A frontier file certifies a count that no list could hold: equal and alike states are merged. Its checker needs only the model.
//
// The checkers share no code with any solver. The others rely on the encoder, which makes the formula anew from the model and the
// givens, on the unit propagation of qmsat/encode/propagate, and on [model.Model.Check]. Finding proofs is
// left to qmsat/encode/sat and qmsat/encode/residual.
package proof
