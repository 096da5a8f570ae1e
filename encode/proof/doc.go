// Package proof holds certificates. A certificate shows how many solutions a model has under givens; a checker verifies it
// without trusting the solver. [Verify] checks all formats. Each writer's file describes its format.
//
//	type        meaning
//	Statement   the subject of a proof: model, givens, encoding, formula
//	TreeWriter  writes a search for all solutions as it goes, in bounded memory: decisions and solutions
//	DRATWriter  writes clauses that a solver learnt, down to the empty one: there is no solution
//	CPOG        a search as a graph of products and sums, from which the count follows
//	Alike       proposes mappings under which states are equal; WriteFrontier counts by layers of states and merges equal ones
//	remainder   the requirements of a model that remain once some variables have values
//	Checker     clauses; checks by unit propagation that another clause follows from them
//	Verified    the content of a certificate that was checked
//	Refusal     why a certificate is wrong
//
// A proof without solutions refutes the model. To prove that a model M entails a constraint C, prove that M with the negation
// of C has no solution. A frontier file certifies a count that is too large for a list; its checker needs only the model. The
// other checkers rely on the encoder, which makes the formula again from the model and the givens, on the unit propagation of
// qmsat/encode/propagate, and on [model.Model.Check]. None shares code with a solver. Searches are in qmsat/encode/sat and
// qmsat/encode/residual.
package proof
