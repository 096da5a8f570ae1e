// Package frontier counts the solutions of any model without listing them: the engine "frontier".
//
// The variables are fixed one after the other, in some order. What the rest of a model needs to know of those that are fixed
// is little: of an all-different which values are used up, of a sum how much it has come to, of a table or a rule what is
// left of it, of a circuit where its paths begin. That is a state; equal states are one, and their counts are added. So the
// work is that of states, not of solutions.
//
// Source: the frontier method for paths of graphs, Knuth, The Art of Computer Programming 4A, 7.1.4 ("Simpath"); Kawahara, Inoue,
// Iwashita, Minato, "Frontier-based search for enumerating all constrained subgraphs", IEICE Trans. Fundamentals E100-A (2017).
//
//	type       meaning
//	problem    a model under a cube: domains and parts
//	part       a constraint, or several that are looked at together
//	machine    a part as a reader of its variables' values, one by one
//	automaton  the smallest layered automaton that reads the same
//	plan       an order of the variables, and what a state and a step from one to the next are, in words and bits
//	layer      the states at a cut with their counts, in tables
//	run        a count by a plan, layer by layer; walk: the way of a state from one cut to the next, by legs; a leg: the steps of a cluster
//	check      a look ahead: whether a cluster has values left
//	residual   what is left of a problem at a cut; structure: the same as a graph; chain: its automorphisms
//	symmetry   what is used of a residual's symmetry; canonizer: makes states canonical by it
//	Witnesses  what takes states to canonical ones, for certificates
//	checker    holds automata, plans and symmetries against the constraints that use them
//	extension  a search for values of hidden variables
package frontier
