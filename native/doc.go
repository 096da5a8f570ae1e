// Package native is the engine `native`, a backtracking search on bit masks for every model: any kind of constraint, any finite
// domains, with or without a grid, projected or not. It shares no code with package qmsat/encode and never will: equal counts
// mean something only if the engines are independent.
//
// For every variable it keeps the set of possible values, as bits over the numbers of the variable's values. Constraints become
// propagators. These remove values that no solution has, until none finds more. Then the search branches on the output variable
// with the fewest values, and tries each on a copy of the state. Once all outputs are fixed, it looks for one extension to the
// other variables. So it finds each distinct tuple of outputs once.
//
//	type          meaning
//	session       a model, opened: the propagators, the propagated root state, one state for each depth of the search
//	space         the domains of the current state, the propagators and the queue of due ones
//	layout        the place of each variable's domain in a state, and the value of each bit
//	propagator    removes values for a part of a constraint; one file for each kind of constraint
//	builder       turns the constraints of a model into propagators
//	branching     the search in steps or by a binary order; restarts keep what they searched as nogoods
//	joint         the propagator of constraints on the same few variables: a box's all-different and sums
//	scheme        how all-different constraints are propagated, by the setting; one file for each propagator
//	flow          the propagator of schemes that look for matchings and flows
//
// Models that are 9×9 Sudoku, with further constraints only within boxes, have their own searches in package nine; nineSession
// runs them. The setting "search" can choose the general search instead.
//
// A new kind of constraint is one new file that registers a function for the builder; see registerKind.
//
// Package qmsat/model reads models and defines solutions. Whole-grid counting, making puzzles, cell orders and
// comparing engines have packages of their own.
package native
