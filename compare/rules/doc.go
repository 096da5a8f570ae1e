// Package rules looks at rules beside the model that they are added to.
//
//	function  what it tells
//	Profile   what each pruning rule does in an engine's search, and what the search is with it alone and without it
//
// It knows engines only by their contract, qmsat/model/engine; who needs some imports the packages that register them.
package rules
