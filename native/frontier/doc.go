// Package frontier counts the solutions of any model without listing them: the engine "frontier".
//
// The variables are fixed in some order. Constraints need to know little about the fixed variables: an all-different the used
// values, a sum its partial sum, a table or a rule what is left of it, and a circuit where its paths begin. That is a state.
// Equal states are merged, and their counts added. So the work grows with the states, not with the solutions.
//
// Source: the frontier method for paths of graphs, Knuth, The Art of Computer Programming 4A, 7.1.4 ("Simpath"); Kawahara, Inoue,
// Iwashita, Minato, "Frontier-based search for enumerating all constrained subgraphs", IEICE Trans. Fundamentals E100-A (2017).
//
//	type       meaning
//	problem    a model under a cube: domains and groups
//	group      a constraint, or several that are read together
//	automaton  the minimal layered automaton of a machine
//	plan       an order of the variables, the layout of states in words and bits, and the steps between states
//	layer      the states at a cut with their counts, in tables
//	run        a count by a plan, layer by layer; search: depth-first from a state to the next layer; stretch: the steps of a cluster
//	check      a look-ahead: whether a cluster still has possible values
//	remainder  the rest of a problem at a cut; structure: the remainder as a graph; chain: its automorphisms
//	symmetry   the remainder's symmetries in use; canonizer: makes states canonical by them
//	Witnesses  mappings of states to canonical ones, for certificates
//	checker    compares automata, plans and symmetries with the constraints that use them
//	extension  a search for values of hidden variables
//
// Package native/frontier/machine reads the constraints. Read plan.go first, then run.go, layer.go and group.go.
package frontier
