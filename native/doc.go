// Package native is the engine `native`, a backtracker on bit masks for every model: any kind of constraint, any finite domains, with or
// without a grid, projected or not. It shares no code with package qmsat/encode and never will: their independence is what makes an
// agreement of counts worth something.
//
// It keeps, for every variable, the set of values that are still possible, as bits over the numbers of the
// variable's values. Constraints become propagators, which remove values that no solution has, until none of them
// finds any more; then the search tries the values of the output variable that has fewest left, each on a copy of the
// state. When all outputs are fixed, one extension to the other variables is looked for, so that each solution, that is
// each distinct tuple of outputs, is found once.
//
//	type          meaning
//	session       a model, opened: the propagators, the propagated root state, one state for each depth of the search
//	space         the domains of the current state, the propagators and the queue of those that are due
//	layout        where the domain of each variable stands in a state, and which value each bit means
//	propagator    removes values for a part of a constraint; one file for each kind of constraint
//	builder       turns the constraints of a model into propagators
//	joint         the propagator of constraints that speak of the same few variables: a box's all-different and sums
//	scheme        how all-different constraints are propagated, if chosen; one file for each propagator
//	flow          the propagator of schemes that look for matchings and flows
//
// Models that are 9×9 Sudoku, with nothing more than constraints within boxes, have searches of their own in package nine;
// nineSession runs them, and the setting "search" asks for the general search instead.
//
// A new kind of constraint is one new file that registers a function for the builder; see registerKind.
//
// How models are made and read, and what a solution is, is left to package qmsat/model; whole-grid counting, making
// puzzles, cell orders and comparing engines to packages of their own.
package native
