// Package frontier counts the solutions of any model without listing them: the engine "frontier".
//
// The variables are fixed in some order. The other constraints need to know little about the fixed variables:
// of an all-different the used values, of a sum its partial sum, of a table or a rule its rest, of a circuit where its paths
// begin. That is a state. Equal states are one, and their counts are added. So the work grows with the states, not with the
// solutions.
//
// Source: the frontier method for paths of graphs, Knuth, The Art of Computer Programming 4A, 7.1.4 ("Simpath"); Kawahara, Inoue,
// Iwashita, Minato, "Frontier-based search for enumerating all constrained subgraphs", IEICE Trans. Fundamentals E100-A (2017).
//
//	type       meaning
//	problem    a model under a cube: domains and parts
//	part       a constraint, or several that are read together
//	machine    a part as a reader of its variables' values, one by one
//	automaton  the smallest layered automaton that reads the same
//	plan       an order of the variables, with the layout of states in words and bits, and the steps between them
//	layer      the states at a cut with their counts, in tables
//	run        a count by a plan, layer by layer; search: depth-first from a state to the next layer; stretch: the steps of a cluster
//	check      a look ahead: whether a cluster has values left
//	residual   the rest of a problem at a cut; structure: the same as a graph; chain: its automorphisms
//	symmetry   the symmetry of a residual that is used; canonizer: makes states canonical by it
//	Witnesses  mappings of states to canonical ones, for certificates
//	checker    compares automata, plans and symmetries with the constraints that use them
//	extension  a search for values of hidden variables
package frontier
