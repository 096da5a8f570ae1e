// Package rules looks at rules beside the model that they are added to.
//
//	function  what it tells
//	Prove     whether a rule follows from a model: a certificate, or a grid that breaks it
//	Profile   what each pruning rule does in an engine's search, and what the search is with it alone and without it
//
// Prove asks the SAT solvers of qmsat/encode/sat, and has certificates verified by qmsat/encode/proof. Profile knows engines
// only by their contract, qmsat/model/engine; who needs some imports the packages that register them.
package rules
