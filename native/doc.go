// Package native is the engine `native`, a backtracking search on bit masks for every model: any kind of constraint, any finite
// domains, with or without a grid, projected or not. It shares no code with package qmsat/encode and never will: equal counts
// mean something only if the engines are independent.
//
// For every variable it keeps the set of possible values, as bits over the numbers of the variable's values. Constraints become
// propagators. These remove values that no solution has, until none finds more. Then the search branches on an output variable that
// its order chooses (order.go), and takes that back: value by value, or in two branches, a value and the others. Once all outputs are
// fixed, it looks for one extension to the other variables. So it finds each distinct tuple of outputs once.
//
//	type, package  meaning
//	session        a model, opened: the propagators, the propagated root state, the state, and what each depth changed
//	branching      how the search chooses variables and values; its loop is in search.go; restarts keep what they searched as nogoods
//	joint          the propagator of constraints on the same few variables: a box's all-different and sums
//	space          the core: domains, the queue, the contract of propagators, and the propagators of the four main kinds
//	propagate      the propagators of the other kinds of constraints
//	scheme         published ways to propagate all-different constraints
//
// Importing this package gives all propagators. Read native.go first, then space/propagator.go, space/state.go and search.go.
//
// Models that are 9×9 Sudoku, with further constraints only within boxes, have their own searches in package nine; nineSession
// runs them. The setting "search" can choose the general search instead. Other grids that no builder of package model made, and that
// have no objective, are searched in stages with the usual settings (stages.go): first without joints and implied constraints.
//
// branching.go and branching_choices.go choose variables and values, restarts.go restarts, optimize.go looks for the best solution, and
// limits.go, with space/limits.go, has the sizes at which the search changes its method.
//
// A new kind of constraint is one file in propagate. It gives space.RegisterKind two functions: whose values it needs, and what posts
// its propagators. Tests of propagators are here: what each must remove and keep, and random models against brute force
// (TestRandomModels).
//
// Other engines and other work have packages of their own here:
//
//	order                      cell orders: a line each in order.go
//	frontier                   the engine that counts by merging equal states
//	logic                      techniques of people, a file each; TestSound holds that no step is wrong
//	classic, paper             searches as published
//	heuristic                  methods that may fail, an engine each
//	grids                      numbers of whole quasi-magic grids
//	generate                   makes puzzles, by any engine
//	bitset                     sets of numbers in words
//
// Package qmsat/model reads models and defines solutions; qmsat/compare compares engines.
package native
