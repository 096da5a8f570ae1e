// Package space is the core of the engine native: the domains of a search, what changes them, and the propagators that most models
// need. It does not search. Read propagator.go first, then state.go, alldifferent.go and linear.go.
//
//	type         meaning
//	Propagator   removes values for a constraint, or for a part of one
//	Builder      turns the constraints of a model into propagators; kinds register with RegisterKind
//	Space        the domains of the current state, the propagators and the queue of due ones
//	Layout       the place of each variable's domain in a state, and the value of each bit
//	Fragment     some constraints of a model, as a model of their own
//
// The propagators here are those of all-different constraints, linear ones, tables and rules. Package propagate has those of the other
// kinds, package scheme those of the published schemes for all-different constraints, and package native searches.
package space
